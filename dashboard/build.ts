import { randomBytes } from 'node:crypto'
import { existsSync, globSync, statSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { tilesName } from './tiles-name.ts'

const HERE = import.meta.dirname
const DIST = join(HERE, 'dist')
const TILES = join(DIST, 'assets', tilesName())
const SOURCES = ['src/**/*', 'public/*', 'index.html', 'build.ts', 'map-tiles.ts', 'package.json']

/** Builds the pages into `dist`, unless they are newer than every source, and the tiles of the map, which take longer. */
export async function build(): Promise<void> {
  if (!isFresh()) await buildPages()
  if (!existsSync(TILES)) await buildTiles()
}

async function buildPages(): Promise<void> {
  const draft = join(HERE, `dist-${randomBytes(4).toString('hex')}`)
  try {
    const [{ build: bundle }, { default: react }] = await Promise.all([
      import('vite'),
      import('@vitejs/plugin-react'),
    ])
    await bundle({
      root: HERE,
      configFile: false,
      logLevel: 'warn',
      plugins: [react()],
      define: { 'import.meta.env.MAP_TILES': JSON.stringify(`/assets/${tilesName()}`) },
      build: {
        outDir: draft,
        emptyOutDir: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        manifest: true,
        // MapLibre comes as one file of this size. It is loaded when a map is drawn.
        chunkSizeWarningLimit: 1200,
        // It would say that plugins take time.
        rolldownOptions: { checks: { pluginTimings: false } },
      },
    })
    await compress(join(draft, 'assets'))
    await replace(draft)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function buildTiles(): Promise<void> {
  const draft = join(HERE, `dist-${randomBytes(4).toString('hex')}`)
  try {
    const { writeTiles } = await import('./map-tiles.ts')
    await writeTiles(draft)
    await rename(draft, TILES)
  } catch (error) {
    // Another process has built them meanwhile.
    if (!existsSync(TILES)) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

function isFresh(): boolean {
  const page = join(DIST, 'index.html')
  if (!existsSync(page)) return false
  const builtMs = statSync(page).mtimeMs
  return globSync(SOURCES, { cwd: HERE }).every((path) => statSync(join(HERE, path)).mtimeMs <= builtMs)
}

/** Compresses once at build time, so that the server only has to choose a file. */
async function compress(folder: string): Promise<void> {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 7 }
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const text = await readFile(path)
    await writeFile(`${path}.br`, await brotli(text, { params }))
    await writeFile(`${path}.gz`, await zip(text))
  }
}

/** Moves assets first and the page last, so that the old or the new page always finds its assets. */
async function replace(draft: string): Promise<void> {
  await mkdir(DIST, { recursive: true })
  for (const name of await readdir(draft)) {
    if (name !== 'index.html') await cp(join(draft, name), join(DIST, name), { recursive: true })
  }
  const kept = new Set([...(await readdir(join(draft, 'assets'))), tilesName()])
  await rename(join(draft, 'index.html'), join(DIST, 'index.html'))
  for (const name of await readdir(join(DIST, 'assets'))) {
    if (!kept.has(name)) await rm(join(DIST, 'assets', name), { recursive: true, force: true })
  }
}

if (import.meta.main) {
  // Always a production build, even from a test.
  process.env['NODE_ENV'] = 'production'
  await build()
}
