import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Value } from 'typebox/value'
import type { Origin, StoredSource, StoredSources } from './catalog.ts'
import { mergePartners, type TransferPartner } from './partners.ts'
import { type SourceEntry, SourceSchema, type SourcesFile, SourcesFileSchema } from './schema.ts'

const BUNDLED_FILE = fileURLToPath(new URL('./bundled.json', import.meta.url))

/** What mistakes in the database are reported under. */
const DATABASE = 'the database'

/** One line that names the file, the source and the field to correct. */
export class CatalogError extends Error {
  /** Without the file and the source: the field, and what is wrong with it. */
  readonly problem: string

  constructor(file: string, sourceId: string | null, problem: string) {
    super(`${file}: ${sourceId === null ? '' : `source "${sourceId}": `}${problem}`)
    this.name = 'CatalogError'
    this.problem = problem
  }
}

/** An entry and where it comes from. */
export interface ListedEntry {
  entry: SourceEntry
  file: string
  origin: Origin
  /** Credentials that are not in the environment. */
  secrets: Readonly<Record<string, string>>
  disabled: boolean
}

export const NOTHING_STORED: StoredSources = { sources: [], sandbox: true }

/** The bundled list and the operator's file, read once: a process takes a change of the file when it starts. */
export interface SourceFiles {
  bundled: readonly SourceEntry[]
  own: readonly SourceEntry[]
  ownFile: string
  partners: readonly TransferPartner[]
}

/** Throws the first mistake. */
export function readFiles(sourcesFile: string | undefined): SourceFiles {
  const own = sourcesFile === undefined ? undefined : readSourcesFile(sourcesFile)
  const bundled = own?.replace === true ? null : readSourcesFile(BUNDLED_FILE)
  const ownFile = sourcesFile ?? ''
  const fail = (problem: string): never => {
    throw new CatalogError(ownFile, null, problem)
  }
  return {
    bundled: bundled?.sources ?? [],
    own: own?.sources ?? [],
    ownFile,
    partners: mergePartners(bundled?.transfer_partners ?? [], own?.transfer_partners ?? [], fail),
  }
}

/**
 * The bundled entries, changed and extended by the database, then by the operator's file. The order is that of `GET /chains`.
 * Mistakes in the database are reported, and their sources left out.
 */
export function entriesOf(
  { bundled, own, ownFile }: SourceFiles,
  { sources } = NOTHING_STORED,
  onMistake: (mistake: Error) => void = () => {},
): ListedEntry[] {
  const entries = new Map<string, ListedEntry>(
    bundled.map((entry) => [entry.id, { entry, file: BUNDLED_FILE, origin: 'bundled', ...PLAIN }]),
  )
  for (const stored of sources) {
    const listed = listedFrom(stored, entries.get(stored.id)?.entry, onMistake)
    if (listed) entries.set(stored.id, listed)
  }
  for (const entry of own) entries.set(entry.id, { entry, file: ownFile, origin: 'file', ...PLAIN })
  return [...entries.values()]
}

const PLAIN = { secrets: {}, disabled: false } as const

/** Null if it changes a bundled source that is not used, or has a mistake. */
function listedFrom(
  { id, vendor, entry: own, secrets, disabled }: StoredSource,
  bundled: SourceEntry | undefined,
  onMistake: (mistake: Error) => void,
): ListedEntry | null {
  if (vendor === null && bundled === undefined) return null
  const entry: unknown = vendor === null ? { ...bundled, ...own } : own
  if (Value.Check(SourceSchema, entry))
    return { entry, file: DATABASE, origin: 'database', secrets, disabled }
  onMistake(new CatalogError(DATABASE, id, firstProblem(Value.Errors(SourceSchema, entry))))
  return null
}

/** The entries of the service itself. */
export function readBundled(): readonly SourceEntry[] {
  return readSourcesFile(BUNDLED_FILE).sources
}

function readSourcesFile(file: string): SourcesFile {
  const parsed = parseJson(file)
  if (!Value.Check(SourcesFileSchema, parsed)) throw schemaMistake(file, parsed)
  const seen = new Set<string>()
  for (const { id } of parsed.sources) {
    if (seen.has(id)) throw new CatalogError(file, id, 'id: is used twice in this file')
    seen.add(id)
  }
  return parsed
}

function parseJson(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new CatalogError(file, null, `cannot be read (${codeOf(error)})`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CatalogError(
      file,
      null,
      `is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`,
    )
  }
}

/** The first schema error, by source id and field instead of JSON pointer. */
function schemaMistake(file: string, parsed: unknown): CatalogError {
  const errors = Value.Errors(SourcesFileSchema, parsed)
  const [, list, index] = (tellingOf(errors)?.instancePath ?? '').split('/')
  const inSource = list === 'sources' && index !== undefined
  const problem = firstProblem(errors, inSource ? 2 : 0)
  return new CatalogError(file, inSource ? nameAt(parsed, Number(index)) : null, problem)
}

type Mistakes = ReturnType<typeof Value.Errors>

function tellingOf(errors: Mistakes): Mistakes[number] | undefined {
  return errors.find((error) => error.message !== 'schema is false') ?? errors[0]
}

/** `skipped` are the parts of the path that only say which source it is. */
function firstProblem(errors: Mistakes, skipped = 0): string {
  const first = tellingOf(errors)
  const field = (first?.instancePath ?? '')
    .split('/')
    .slice(1 + skipped)
    .join('.')
  const message = first?.message ?? 'is not a list of sources'
  return `${field === '' ? '' : `${field}: `}${message}${params(first?.params, message)}`
}

/** What the message does not say itself. */
function params(value: unknown, message: string): string {
  if (typeof value !== 'object' || value === null) return ''
  const shown = Object.values(value)
    .flat()
    .filter((item) => typeof item === 'string' && !message.includes(item))
  return shown.length === 0 ? '' : ` (${shown.join(', ')})`
}

function nameAt(parsed: unknown, index: number): string {
  const sources: unknown =
    typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'sources') : undefined
  const entry: unknown = Array.isArray(sources) ? sources[index] : undefined
  const id: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'id') : undefined
  return typeof id === 'string' ? id : `number ${index + 1}`
}

function codeOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : 'unknown reason'
}
