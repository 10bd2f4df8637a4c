import type { Pool } from '../../db/pool.ts'
import type { Vault } from '../../ops/vault.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { CatalogLoader } from '../catalog/load.ts'
import type { CircuitLog } from '../circuit.ts'
import { readSettings, readStored } from './store.ts'

/** Keeps a process on the sources that are in the database. */
export interface SourcesWatch {
  /** Looks now, instead of at the next turn: for the process that made the change. Never fails: the next turn tries again. */
  look(): Promise<void>
  /** The newest change that this process has taken. */
  revision(): number
  stop(): Promise<void>
}

export interface SourcesWatchOptions {
  pool: Pool
  vault: Vault
  load: CatalogLoader
  log: CircuitLog
  /** The revision that the process started with. */
  revision: number
  onChange(next: Catalog): void
}

/** A change must reach every process within ten seconds. A look is one short read. */
const LOOK_MS = 2000

export function watchSources(options: SourcesWatchOptions): SourcesWatch {
  const { pool, vault, load, log, onChange } = options
  let known = options.revision
  let looking: Promise<void> | null = null

  const take = async (): Promise<void> => {
    const { revision } = await readSettings(pool)
    if (revision === known) return
    const stored = await readStored(pool, vault)
    const next = load(stored, reporter(log))
    onChange(next)
    known = stored.revision
    log.info({ revision: known, sources: next.sources.length }, 'the sources have changed')
  }

  const look = async (): Promise<void> => {
    // One after the other: a look that is running may have read before the change.
    await looking
    looking ??= take()
      .catch((error: unknown) => log.warn({ err: error }, 'the sources could not be read; retrying'))
      .finally(() => {
        looking = null
      })
    await looking
  }

  const timer = setInterval(() => void look(), LOOK_MS)
  timer.unref()
  return {
    look,
    revision: () => known,
    stop: async () => {
      clearInterval(timer)
      await looking
    },
  }
}

/** For stored sources that cannot be used. */
export function reporter(log: CircuitLog): (mistake: Error) => void {
  return ({ message }) => log.warn({ mistake: message }, 'a source in the database is left out')
}
