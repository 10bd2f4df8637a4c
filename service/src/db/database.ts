import { setTimeout as wait } from 'node:timers/promises'
import { hasDatabase, isBegun, lockHome, noDatabaseIn, openHome, readRunning } from './embedded/home.ts'
import { chooseRunner } from './embedded/runner.ts'
import { type EmbeddedServer, embeddedUrl, startServer } from './embedded/server.ts'

export interface Database {
  url: string
  /** Restarts the embedded server at the same address after a crash. Null for an external server. */
  revive: (() => Promise<void>) | null
  /** Resolves when the embedded server crashes; never for an external server. */
  died(): Promise<void>
  close(): Promise<void>
}

export class HomeInUseError extends Error {
  override name = 'HomeInUseError'
}

const NEVER = new Promise<void>(() => {})

export interface DatabaseSettings {
  databaseUrl: string
  home: string
}

export interface OpenOptions {
  share: boolean
  /** False: a home without a database is an error, and stays as it is. A mistyped home must not look like an empty service. */
  make?: boolean
  /** Called when no other process holds the home, before the database is up. */
  onOwned?: () => void
}

/**
 * Opens DATABASE_URL or the embedded server of the home. The first process on a home owns the embedded server; `share` lets a
 * later one join it, as commands do while `vacancy serve` runs.
 */
export async function openDatabase(
  settings: DatabaseSettings,
  { share, make = true, onOwned = () => {} }: OpenOptions,
): Promise<Database> {
  if (settings.databaseUrl !== '') {
    onOwned()
    return { url: settings.databaseUrl, revive: null, died: () => NEVER, close: async () => {} }
  }
  if (!make && !(await isBegun(settings.home))) throw noDatabaseIn(settings.home)
  const home = await openHome(settings.home, await chooseRunner())
  const lock = lockHome(home)
  if (lock) {
    if (!make && !(await hasDatabase(settings.home))) {
      lock.release()
      throw noDatabaseIn(settings.home)
    }
    onOwned()
    return own(settings.home, lock)
  }
  if (share) return join(settings.home)
  const running = await readRunning(settings.home)
  const owner = running ? ` (process ${running.ownerPid})` : ''
  throw new HomeInUseError(
    `Another Vacancy${owner} is running on ${settings.home}. Stop it, or set VACANCY_HOME to another folder.`,
  )
}

/** Whether this is the address of the embedded server that runs on a home. */
export async function isEmbeddedIn(home: string, url: string): Promise<boolean> {
  const running = await readRunning(home)
  return running !== null && embeddedUrl(running.port, running.password) === url
}

async function own(home: string, lock: { release(): void }): Promise<Database> {
  let server: EmbeddedServer
  try {
    server = await startServer(home)
  } catch (error) {
    lock.release()
    throw error
  }
  const { url } = server
  return {
    url,
    revive: async () => {
      server = await startServer(home, Number(new URL(url).port))
    },
    died: () => server.died,
    close: async () => {
      await server.stop()
      lock.release()
    },
  }
}

async function join(home: string): Promise<Database> {
  // The owner may have just taken the lock and be initialising.
  for (let tries = 0; tries < 600; tries += 1) {
    const running = await readRunning(home)
    if (running) {
      return {
        url: embeddedUrl(running.port, running.password),
        revive: null,
        died: () => NEVER,
        close: async () => {},
      }
    }
    await wait(100)
  }
  throw new HomeInUseError(`Another process holds ${home}, but its database did not start within a minute.`)
}

const REVIVE_AGAIN_MS = 2000

/**
 * Restarts the embedded server at the same address whenever it dies, so that the roles find it. It tries for as long as it takes:
 * a full disk, for one, becomes free without a restart of ours.
 */
export async function keepAlive(
  { died, revive }: Database,
  onDeath: (error?: unknown) => void,
  stop?: AbortSignal,
): Promise<void> {
  if (!revive) return
  const stopped = new Promise<void>((resolve) => {
    stop?.addEventListener('abort', () => resolve())
  })
  for (;;) {
    await Promise.race([died(), stopped])
    if (stop?.aborted) return
    onDeath()
    await reviveAtLast(revive, onDeath)
  }
}

async function reviveAtLast(revive: () => Promise<void>, onFailure: (error: unknown) => void): Promise<void> {
  for (;;) {
    try {
      await revive()
      return
    } catch (error) {
      onFailure(error)
      await wait(REVIVE_AGAIN_MS)
    }
  }
}
