import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { KEPT_MANIFEST, LICENSE_COPY, MANIFEST, ROOT } from './manifest.ts'

/**
 * Before `npm pack`. The repository runs its TypeScript sources directly, but Node does not strip types inside node_modules, so the
 * package contains JavaScript and declarations. npm cannot publish other `exports` than those of the manifest, so the manifest is
 * changed during packing; `postpack.ts` restores it.
 */

interface Manifest {
  exports: Record<string, string>
  [field: string]: unknown
}

function built(source: string): { types: string; default: string } {
  const path = source.replace('./src/', './dist/').replace(/\.ts$/, '')
  return { types: `${path}.d.ts`, default: `${path}.js` }
}

await rm(join(ROOT, 'dist'), { recursive: true, force: true })
// npm packs a LICENSE only from the folder of the package.
await copyFile(join(ROOT, '..', 'LICENSE'), LICENSE_COPY)
await promisify(execFile)('tsc', ['-p', join(ROOT, 'tsconfig.build.json')])

// An interrupted run left its changed manifest behind. Start from the original.
if (existsSync(KEPT_MANIFEST)) await copyFile(KEPT_MANIFEST, MANIFEST)
const {
  private: _private,
  scripts: _scripts,
  exports,
  ...manifest
} = JSON.parse(await readFile(MANIFEST, 'utf8')) as Manifest
const published = {
  ...manifest,
  exports: Object.fromEntries(Object.entries(exports).map(([name, source]) => [name, built(source)])),
  // Not in the repository's manifest, where the service provides the command `vacancy`.
  bin: { vacancy: './dist/cli/main.js' },
}
await copyFile(MANIFEST, KEPT_MANIFEST)
await writeFile(MANIFEST, `${JSON.stringify(published, undefined, 2)}\n`)
