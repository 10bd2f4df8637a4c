import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Runner, reachableBy } from './runner.ts'

/** The folder of the embedded database. It holds all data, so a copy of the folder is a complete backup. */
export interface Home {
  path: string
  data: string
  log: string
  /** How the database's user reaches the data folder: through an open folder if a parent is closed to it. */
  door: Door
}

export interface Door {
  /** The path for PostgreSQL's command line. */
  data: string
  /** The folder to pass as file descriptor `DOOR_FD`; null if none is needed. */
  folder: string | null
}

/** A home that cannot be used. The operator sees only the message. */
export class HomeError extends Error {
  override name = 'HomeError'
}

/** What a command needs to find the running database. */
export interface RunningServer {
  port: number
  password: string
  ownerPid: number
}

const DOOR_FD = 4

/** Whether the folder holds a database. Neither makes nor changes anything. */
export async function hasDatabase(path: string): Promise<boolean> {
  return (await exists(join(path, 'postgres'))) || (await exists(join(path, 'postgres.password')))
}

/** Whether a start may be making the database at this moment. */
export async function isBegun(path: string): Promise<boolean> {
  return (await hasDatabase(path)) || (await exists(join(path, 'lock')))
}

export function noDatabaseIn(path: string): HomeError {
  return new HomeError(
    `There is no database in ${path}. Set VACANCY_HOME to the folder that has it. \`vacancy serve\` and \`vacancy migrate\` make a new one.`,
  )
}

export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null
}

export async function openHome(path: string, runner: Runner): Promise<Home> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (runner.ids) await chmod(path, 0o711)
  const data = join(path, 'postgres')
  return { path, data, log: join(path, 'postgres.log'), door: await doorOf(path, data, runner) }
}

/**
 * Under root, a parent of the home may be closed to the database's user (a checkout under /root, for example). On Linux a process
 * can use a folder that was passed to it open, whatever its parents allow.
 */
async function doorOf(path: string, data: string, runner: Runner): Promise<Door> {
  if (await reachableBy(runner, path)) return { data, folder: null }
  if (process.platform !== 'linux') {
    throw new HomeError(
      `The user that runs the database cannot enter ${path}. Set VACANCY_HOME to a folder that it can reach, such as /var/lib/vacancy.`,
    )
  }
  return { data: `/proc/self/fd/${DOOR_FD}/postgres`, folder: path }
}

/** Held while this process lives; null if another process holds the home. */
export type HomeLock = { release(): void } | null

/**
 * Node has no file locks, and a file with a process id goes stale when that process is killed. SQLite uses a kernel lock, which
 * is released however the process ends.
 */
export function lockHome(home: Home): HomeLock {
  const database = new DatabaseSync(join(home.path, 'lock'), { timeout: 0 })
  try {
    database.exec('begin exclusive')
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if (error instanceof Error && /locked|busy/i.test(error.message)) return null
    throw error
  }
}

/** The password of this home's database; null if there is none yet. */
export async function readPassword(home: Home): Promise<string | null> {
  return readFile(passwordFile(home), 'utf8').catch(() => null)
}

export async function keepPassword(home: Home, password: string): Promise<void> {
  await writeFile(passwordFile(home), password, { mode: 0o600 })
}

const passwordFile = (home: Home) => join(home.path, 'postgres.password')

const runningFile = (home: string) => join(home, 'postgres.json')

export async function announce(home: Home, server: RunningServer): Promise<void> {
  const draft = `${runningFile(home.path)}.${process.pid}`
  await writeFile(draft, JSON.stringify(server), { mode: 0o600 })
  await rename(draft, runningFile(home.path))
}

export async function withdraw(home: Home): Promise<void> {
  await rm(runningFile(home.path), { force: true })
}

export async function readRunning(homePath: string): Promise<RunningServer | null> {
  const text = await readFile(runningFile(homePath), 'utf8').catch(() => null)
  return text ? (JSON.parse(text) as RunningServer) : null
}

/** A folder or file owned by the database's user. */
export async function giveTo(runner: Runner, path: string): Promise<void> {
  if (runner.ids) await chown(path, runner.ids.uid, runner.ids.gid)
}

export async function makeFolderFor(runner: Runner, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await mkdir(path, { mode: 0o700 })
  await giveTo(runner, path)
}
