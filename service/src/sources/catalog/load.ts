import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Value } from 'typebox/value'
import type { Catalog, CatalogSettings, SearchEngine, Source } from './catalog.ts'
import { createFamilyShelf } from './family-shelf.ts'
import { readMetasearch, readSearchEngine, readSource } from './read-source.ts'
import { type SourceEntry, type SourcesFile, SourcesFileSchema } from './schema.ts'

const BUNDLED_FILE = fileURLToPath(new URL('./bundled.json', import.meta.url))

/** One line that names the file, the source and the field to correct. */
export class CatalogError extends Error {
  constructor(file: string, sourceId: string | null, problem: string) {
    super(`${file}: ${sourceId === null ? '' : `source "${sourceId}": `}${problem}`)
    this.name = 'CatalogError'
  }
}

/**
 * The bundled sources, extended or replaced by the operator's file. Any mistake stops the start. A missing credential does
 * not, because operators enter them one by one: that source is down and says why.
 */
export function loadCatalog(settings: CatalogSettings): Catalog {
  const sources: Source[] = []
  const searchEngines: SearchEngine[] = []
  const families = createFamilyShelf(settings.families.rates)
  for (const { entry, file } of readEntries(settings.sourcesFile)) {
    const fail = (problem: string): never => {
      throw new CatalogError(file, entry.id, problem)
    }
    const family = () => families.find(entry.family, file, fail)
    if (entry.kind === 'search') {
      searchEngines.push(readSearchEngine(entry, settings, fail))
      if (entry.rates) sources.push(readMetasearch(entry, settings.env, family(), fail))
    } else if (settings.families.search.some(({ name }) => name === entry.family)) {
      fail(`family: "${entry.family}" is a search engine; its \`kind\` is \`search\``)
    } else sources.push(readSource(entry, entry.kind, settings.env, family(), fail))
  }
  // Not sorted by name: the order of the files is the order of /chains.
  const ofKind = (kind: Source['kind']) => sources.filter((source) => source.kind === kind)
  return {
    sources: [...ofKind('chain'), ...ofKind('ota'), ...ofKind('meta')],
    searchEngines,
    families: families.all(),
  }
}

/** The entries with the file that each is in, the bundled ones first. */
export function readEntries(sourcesFile: string | undefined): { entry: SourceEntry; file: string }[] {
  const own = sourcesFile === undefined ? undefined : readSourcesFile(sourcesFile)
  const entries = new Map<string, { entry: SourceEntry; file: string }>()
  if (own?.replace !== true) {
    for (const entry of readSourcesFile(BUNDLED_FILE).sources)
      entries.set(entry.id, { entry, file: BUNDLED_FILE })
  }
  for (const entry of own?.sources ?? []) entries.set(entry.id, { entry, file: sourcesFile ?? '' })
  return [...entries.values()]
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
  const first = errors.find((error) => error.message !== 'schema is false') ?? errors[0]
  const [, list, index, ...rest] = (first?.instancePath ?? '').split('/')
  const inSource = list === 'sources' && index !== undefined
  const field = (inSource ? rest : [list ?? '', index ?? '', ...rest]).filter((part) => part !== '').join('.')
  const problem = `${field === '' ? '' : `${field}: `}${first?.message ?? 'is not a list of sources'}${params(first?.params)}`
  return new CatalogError(file, inSource ? nameAt(parsed, Number(index)) : null, problem)
}

function params(value: unknown): string {
  if (typeof value !== 'object' || value === null) return ''
  const shown = Object.values(value)
    .flat()
    .filter((item) => typeof item === 'string')
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
