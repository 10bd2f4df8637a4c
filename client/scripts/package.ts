import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'rolldown'
import { isolatedDeclarationSync } from 'rolldown/experimental'

/**
 * The client and its command line as a package for npm, with all that they need inside. The repository runs TypeScript directly, but Node
 * does not strip types inside node_modules, so the package has JavaScript and declarations.
 */

const CLIENT = join(import.meta.dirname, '..')
const SOURCES = join(CLIENT, 'src')
/** What programs import. */
const MODULES = {
  '.': 'client',
  './webhooks': 'webhooks',
  './snippets': 'snippets',
  './bookings-csv': 'bookings-csv',
}
const COMMAND = 'cli/main'

export async function packTypescript(into: string): Promise<string> {
  const stage = await mkdtemp(join(tmpdir(), 'vacancy-client-'))
  try {
    await Promise.all([writeManifest(stage), writeCode(stage), writeDeclarations(stage)])
    await cp(join(CLIENT, 'README.md'), join(stage, 'README.md'))
    await cp(join(CLIENT, '..', 'LICENSE'), join(stage, 'LICENSE'))
    await cp(join(CLIENT, '..', 'node_modules', 'commander', 'LICENSE'), join(stage, 'LICENSE-commander'))
    await mkdir(into, { recursive: true })
    const { stdout } = await promisify(execFile)('npm', ['pack', '--silent', '--pack-destination', into], {
      cwd: stage,
    })
    return stdout.trim().split('\n').at(-1) ?? ''
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

async function writeManifest(stage: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(CLIENT, 'package.json'), 'utf8')) as Record<string, unknown>
  const { name, version, license, description, type, engines } = manifest
  const exports = Object.fromEntries(
    Object.entries(MODULES).map(([path, module]) => [
      path,
      { types: `./dist/${module}.d.ts`, default: `./dist/${module}.js` },
    ]),
  )
  const bin = { vacancy: `dist/${COMMAND}.js` }
  const published = {
    name,
    version,
    license,
    description,
    type,
    engines,
    exports,
    bin,
    files: ['dist', 'LICENSE-commander'],
  }
  await writeFile(join(stage, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
}

async function writeCode(stage: string): Promise<void> {
  const entries = [...Object.values(MODULES), COMMAND]
  await build({
    input: Object.fromEntries(entries.map((entry) => [entry, join(SOURCES, `${entry}.ts`)])),
    platform: 'node',
    logLevel: 'warn',
    transform: { target: 'es2022' },
    output: {
      dir: join(stage, 'dist'),
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'parts/[name].js',
    },
  })
}

/** Of what programs import, and of all that is behind it. */
async function writeDeclarations(stage: string): Promise<void> {
  const names = await readdir(SOURCES, { recursive: true })
  for (const name of names.filter((file) => file.endsWith('.ts') && !/^cli\b/.test(file))) {
    const { code, errors } = isolatedDeclarationSync(name, await readFile(join(SOURCES, name), 'utf8'))
    if (errors.length > 0) throw new Error(`${name}: ${errors.map(({ message }) => message).join('; ')}`)
    const path = join(stage, 'dist', name.replace(/\.ts$/, '.d.ts'))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, code.replaceAll(/((?:from|import\()\s*["'][^"']+)\.ts(["'])/g, '$1.js$2'))
  }
}
