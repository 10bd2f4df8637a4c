import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Runner, reachableBy } from './runner.ts'

/** Where the embedded database keeps its things. */
export interface Home {
  path: string
  /** The data directory and the copied programs: inside the home unless the database's user cannot get there. */
  shelf: string
  data: string
  log: string
}

/** What a command needs to find the running database. */
export interface RunningServer {
  port: number
  password: string
  ownerPid: number
}

export async function openHome(path: string, runner: Runner): Promise<Home> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (runner.ids) await chmod(path, 0o711)
  const shelf = (await reachableBy(runner, path)) ? path : await outsideShelf(path)
  return { path, shelf, data: join(shelf, 'postgres'), log: join(shelf, 'postgres.log') }
}

/**
 * Under root with a home that only root can enter, the data lives in /var/lib. The name is drawn once and kept in the home,
 * so that a home that was deleted and made anew does not find the old data.
 */
async function outsideShelf(home: string): Promise<string> {
  const pointer = join(home, 'shelf')
  const known = await readFile(pointer, 'utf8').catch(() => null)
  if (known) return known
  const name = createHash('sha256').update(home).update(randomBytes(8)).digest('hex').slice(0, 16)
  const shelf = join('/var/lib/vacancy', name)
  await mkdir(shelf, { recursive: true, mode: 0o711 })
  await writeFile(pointer, shelf, { mode: 0o600 })
  return shelf
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

export async function readPassword(home: Home): Promise<string> {
  const file = join(home.path, 'postgres.password')
  const known = await readFile(file, 'utf8').catch(() => null)
  if (known) return known
  const password = randomBytes(24).toString('base64url')
  await writeFile(file, password, { mode: 0o600 })
  return password
}

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
