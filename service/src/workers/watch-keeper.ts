import type { Logger } from 'pino'
import { type JudgeDeps, judgeSightings } from '../watches/judging/judge.ts'
import { beginDueRounds } from '../watches/refreshing/rounds.ts'

/** Begins refreshes when they are due, and judges what was seen. */
export interface WatchKeeper {
  /** Something was seen: look now. */
  nudge(): void
  close(): Promise<void>
}

const POLL_MS = 500

export function startWatchKeeper(desk: JudgeDeps & { log: Logger }): WatchKeeper {
  const { pool, catalog, log } = desk
  const stop = new AbortController()
  let again = false
  /** After something went wrong, until all has gone well: what cannot be done must not keep the rest from being done. */
  let singly = false
  let running: Promise<void> | null = null

  async function work(): Promise<void> {
    do {
      again = false
      while (!stop.signal.aborted && (await beginDueRounds(pool, catalog, singly)) > 0);
      while (!stop.signal.aborted && (await judgeSightings(desk, singly)) > 0);
    } while (again && !stop.signal.aborted)
  }

  function nudge(): void {
    again = true
    running ??= work()
      .then(
        () => {
          singly = false
        },
        (error: unknown) => {
          singly = true
          log.warn({ err: error }, 'watches could not be kept; it is tried again, one by one')
        },
      )
      .finally(() => {
        running = null
      })
  }

  const poll = setInterval(nudge, POLL_MS)
  return {
    nudge,
    close: async () => {
      stop.abort()
      clearInterval(poll)
      await running
    },
  }
}
