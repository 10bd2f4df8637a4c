import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Runner, reachableBy } from './runner.ts'

/** Where the embedded database keeps its things. All data is in the home: a copy of the folder is a whole copy. */
export interface Home {
  path: string
  data: string
  log: string
  /** How the database's user names the data folder: through an open folder where it could not walk there. */
  door: Door
}

export interface Door {
  /** The path for PostgreSQL's command line. */
  data: string
  /** The folder to hand over as file descriptor `DOOR_FD`; null where none is needed. */
  folder: string | null
}

/** A home that cannot be used. Its message is the one line that the operator sees. */
export class HomeError extends Error {
  override name = 'HomeError'
}

/** What a command needs to find the running database. */
export interface RunningServer {
  port: number
  password: string
  ownerPid: number
}

export const DOOR_FD = 4

export async function openHome(path: string, runner: Runner): Promise<Home> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (runner.ids) await chmod(path, 0o711)
  const data = join(path, 'postgres')
  return { path, data, log: join(path, 'postgres.log'), door: await doorOf(path, data, runner) }
}

/**
 * Under root, a folder above the home may be closed to the database's user (a checkout under /root, for example). Linux lets a
 * process reach a folder that it was handed open, whatever lies above it.
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

/** Held as long as this process lives; null when another process holds the home. */
export type HomeLock = { release(): void } | null

/**
 * Node has no file locks of its own, and a file with a process id goes stale when that process is killed. SQLite's lock is
 * the kernel's: it vanishes with the process, however it ends.
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

/** The password of the database in this home; null where none was made yet. */
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

/** A folder or file that the database's user owns. */
export async function giveTo(runner: Runner, path: string): Promise<void> {
  if (runner.ids) await chown(path, runner.ids.uid, runner.ids.gid)
}

export async function makeFolderFor(runner: Runner, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await mkdir(path, { mode: 0o700 })
  await giveTo(runner, path)
}
