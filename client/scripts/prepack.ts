import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { KEPT_MANIFEST, MANIFEST, ROOT } from './manifest.ts'

/**
 * Before `npm pack`. In the repository the sources run as they are; Node refuses that inside node_modules, so others get
 * JavaScript and declarations. The manifest is changed for the time of packing, because npm offers no other way to export
 * one thing here and another there; `postpack.ts` puts it back.
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
await promisify(execFile)('tsc', ['-p', join(ROOT, 'tsconfig.build.json')])

// Left behind by a packing that was cut off: what lies at its place is not the repository's.
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
  // Not in the repository's own manifest: there the service has the command of this name, and it knows more.
  bin: { vacancy: './dist/cli/main.js' },
}
await copyFile(MANIFEST, KEPT_MANIFEST)
await writeFile(MANIFEST, `${JSON.stringify(published, undefined, 2)}\n`)
