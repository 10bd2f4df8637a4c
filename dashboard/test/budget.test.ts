import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'

/** What a browser loads, in bytes as they are sent. */

const HERE = join(import.meta.dirname, '..')
const DIST = join(HERE, 'dist')

const FIRST_VIEW = 250_000
const ROUTE = 150_000
/** MapLibre is published as one file that cannot be split. It is loaded after a page with a map was painted. */
const MAP_LIBRARY = 300_000

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
  isEntry?: boolean
  isDynamicEntry?: boolean
}

let chunks: Record<string, Chunk>

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(HERE, 'build.ts')])
  chunks = JSON.parse(await readFile(join(DIST, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>
}, 120_000)

/** A chunk and everything that it imports at once. */
function closure(name: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const other of chunks[name]?.imports ?? []) closure(other, seen)
  return seen
}

async function sizeOf(names: Iterable<string>): Promise<number> {
  const loaded = [...names].map((name) => chunks[name]).filter((chunk) => chunk !== undefined)
  const files = new Set(loaded.flatMap(({ file, css = [] }) => [file].concat(css)))
  const sizes = [...files].map(async (file) => (await stat(join(DIST, `${file}.br`))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const entry = () => Object.keys(chunks).find((name) => chunks[name]?.isEntry) ?? ''
/** What a chunk loads beyond the first view. */
const addedBy = (name: string) => [...closure(name)].filter((other) => !closure(entry()).has(other))
const pages = () => Object.keys(chunks).filter((name) => name.endsWith('-page.tsx'))

test('the first view is small', async () => {
  const overview = closure('src/overview/overview-page.tsx')
  expect(await sizeOf(new Set([...closure(entry()), ...overview]))).toBeLessThan(FIRST_VIEW)
})

test('every page adds little to it', async () => {
  expect(pages().length).toBeGreaterThan(10)
  for (const page of pages()) {
    expect(await sizeOf(addedBy(page)), page).toBeLessThan(ROUTE)
  }
})

test('the library of maps comes after the page, and only where there is a map', async () => {
  const library = 'src/map/draw-map.ts'
  expect(chunks[library]?.isDynamicEntry).toBe(true)
  for (const page of [entry(), ...pages()]) expect(closure(page).has(library), page).toBe(false)
  expect(await sizeOf(addedBy(library))).toBeLessThan(MAP_LIBRARY)
})
