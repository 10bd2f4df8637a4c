import { randomUUID } from 'node:crypto'
import type { Pool } from '../../db/pool.ts'
import type { SourceHealth } from '../health.ts'
import { mergeSightings, type SharedHealth } from './merge.ts'
import { createOwnSightings, type Seen, type Sighting } from './sighting.ts'
import { readSightings, writeSightings } from './store.ts'

/** What all processes see of the sources. */
export interface Sightings {
  note(seen: Seen): void
  /** `own` is what the gateway of this process says. */
  health(source: string, own: SourceHealth): SharedHealth
  /** Writes the last sightings. Called when no source is asked any more. */
  close(): Promise<void>
}

export interface SightingsSettings {
  pool: Pool
  now: () => number
  log: { warn(fields: object, message: string): void }
  /** Only processes that tell the health of sources read what others have seen. */
  reads: boolean
}

/** A failing source must be told within half a minute: a write by one process, and a read by another. */
const EVERY_MS = 3000
/** Figures sink as calls leave the window, though none is made. */
const AT_LEAST_EVERY_MS = 60_000

export function watchSightings({ pool, now, log, reads }: SightingsSettings): Sightings {
  const process = randomUUID()
  const own = createOwnSightings(now)
  let others: Sighting[] = []
  let dirty = false
  let writtenAt = now()
  let exchanging: Promise<void> | null = null

  const write = async (): Promise<void> => {
    const sightings = own.all()
    if (sightings.length === 0 || (!dirty && now() - writtenAt < AT_LEAST_EVERY_MS)) return
    dirty = false
    writtenAt = now()
    await writeSightings(pool, process, sightings, now()).catch((error: unknown) => {
      dirty = true
      throw error
    })
  }

  const exchange = (): Promise<void> => {
    exchanging ??= write()
      .then(async () => {
        if (reads) others = await readSightings(pool, process, now())
      })
      .catch((error: unknown) => log.warn({ err: error }, 'the health of sources could not be shared yet'))
      .finally(() => {
        exchanging = null
      })
    return exchanging
  }

  const timer = setInterval(() => void exchange(), EVERY_MS).unref()
  return {
    note(seen) {
      own.note(seen)
      dirty = true
    },
    health(source, state) {
      const seen = [...own.all(), ...others].filter((sighting) => sighting.source === source)
      return mergeSightings(state, seen, now())
    },
    async close() {
      clearInterval(timer)
      await exchanging
      await write().catch(() => {})
    },
  }
}
