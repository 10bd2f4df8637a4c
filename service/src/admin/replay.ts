import { readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { type Difference, differencesOf, played } from '../sources/conformance/played.ts'
import { recordedOf } from '../sources/conformance/recorded.ts'
import {
  namesOfRecordings,
  type RecordingFile,
  readRecording,
} from '../sources/conformance/recording-file.ts'
import { expectationOf } from '../sources/recorder/recording.ts'
import type { Family } from '../sources/source.ts'
import { readCatalog } from './read-catalog.ts'

/** Recordings, and how each is read and compared. */
interface ToReplay {
  name: string
  file: RecordingFile
  family: Family
  /** What was read before. */
  before(): Promise<unknown>
  /** Whether that names every rate. What people write down need not. */
  isWhole: boolean
}

export interface Replayed {
  recording: string
  title: string
  family: string
  /** What the family reads now. */
  row: unknown
  differences: Difference[]
}

/** Throws an error with one line if something cannot be used. */
export async function openReplay(
  path: string,
  familyName: string | undefined,
  against: string | undefined,
): Promise<ToReplay[]> {
  const { families } = await readCatalog()
  const files = statSync(path).isDirectory()
    ? namesOfRecordings(path).map((name) => ({ name, file: readRecording(join(path, name)) }))
    : [{ name: basename(path), file: readRecording(path) }]
  const rows = against !== undefined && isJson(against) ? readRows(against) : null
  const other = against !== undefined && !rows ? await familyAt(against, families) : null
  const opened: ToReplay[] = []
  for (const { name, file } of files) {
    const wanted = familyName ?? file.family
    if (wanted === undefined) throw new Error(`${name} names no family: use --family`)
    const family = await familyAt(wanted, families)
    const before = async (): Promise<unknown> => {
      if (other) return rowOf(other, file)
      return rows ? rows.get(name) : file.expect
    }
    if (rows && !rows.has(name)) throw new Error(`${against} has no rows of ${name}`)
    const isWhole = against !== undefined || file.familyVersion !== undefined
    opened.push({ name, file, family, before, isWhole })
  }
  return opened
}

export async function replay(recordings: readonly ToReplay[]): Promise<Replayed[]> {
  const replayed: Replayed[] = []
  for (const { name, file, family, before: readBefore, isWhole } of recordings) {
    const [before, row] = [await readBefore(), await rowOf(family, file)]
    const differences = [...differencesOf(before, row), ...(isWhole ? newRates(before, row) : [])]
    replayed.push({ recording: name, title: file.title, family: family.name, row, differences })
  }
  return replayed
}

/** Rates that were not read before. */
function newRates(before: unknown, row: unknown): Difference[] {
  const [old, now] = [ratesIn(before), ratesIn(row)]
  if (!old || !now) return []
  return Object.entries(now)
    .filter(([key]) => !Object.hasOwn(old, key))
    .map(([key, found]) => ({ path: `rates.${key}`, expected: undefined, found }))
}

function ratesIn(row: unknown): Record<string, unknown> | undefined {
  return (row as { rates?: Record<string, unknown> } | null)?.rates
}

async function rowOf(family: Family, file: RecordingFile): Promise<unknown> {
  return expectationOf(await played(recordedOf(family, file)))
}

const isJson = (path: string) => path.endsWith('.json')

function readRows(path: string): Map<string, unknown> {
  const { recordings } = JSON.parse(readFileSync(path, 'utf8')) as { recordings?: Replayed[] }
  if (!Array.isArray(recordings)) throw new Error(`${path} is not what \`replay --json\` prints`)
  return new Map(recordings.map(({ recording, row }) => [recording, row]))
}

async function familyAt(name: string, families: readonly Family[]): Promise<Family> {
  const { isPath, loadFamily } = await import('../sources/catalog/family-module.ts')
  if (isPath(name) || /\.[cm]?[jt]s$/.test(name)) return loadFamily(resolve(name), resolve(name))
  const family = families.find((each) => each.name === name)
  if (!family)
    throw new Error(
      `there is no family ${name}; choose one of ${families.map((each) => each.name).join(', ')}, or a module`,
    )
  return family
}
