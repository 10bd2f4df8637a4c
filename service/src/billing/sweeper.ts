import type { Pool } from '../db/pool.ts'
import type { Idempotency } from './idempotency.ts'

export interface Sweeper {
  close(): Promise<void>
}

export interface SweeperOptions {
  pool: Pool
  idempotency: Idempotency
  log: { info(detail: object, message: string): void; warn(detail: object, message: string): void }
  onExpired: (holds: number) => void
}

const EXPIRE_EVERY_MS = 2000
const FORGET_EVERY_MS = 600_000
const MOST_AT_ONCE = 500

/** Gives back what dead processes left on hold, and forgets answers that are too old to be repeated. */
export function createSweeper({ pool, idempotency, log, onExpired }: SweeperOptions): Sweeper {
  let under: Promise<void> = Promise.resolve()

  async function expire(): Promise<void> {
    let expired = MOST_AT_ONCE
    while (expired === MOST_AT_ONCE) {
      const { rows } = await pool.query<{ expired: number }>('select ledger_expire($1) as expired', [
        MOST_AT_ONCE,
      ])
      expired = rows[0]?.expired ?? 0
      if (expired === 0) continue
      onExpired(expired)
      log.info({ holds: expired }, 'expired holds were given back')
    }
  }

  const every = (ms: number, work: () => Promise<unknown>, what: string) => {
    const timer = setInterval(() => {
      under = under.then(work).then(
        () => {},
        (error: unknown) => log.warn({ err: error }, what),
      )
    }, ms)
    return timer
  }
  const timers = [
    every(EXPIRE_EVERY_MS, expire, 'holds could not be swept'),
    every(FORGET_EVERY_MS, () => idempotency.forgetOld(), 'old answers could not be forgotten'),
  ]
  return {
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      await under
    },
  }
}
