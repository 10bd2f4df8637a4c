import type { Logger } from 'pino'
import { type Loop, startLoop } from './loop.ts'

/** Rows that need no lease, because taking and processing one is a single transaction. */
export interface DrainOptions {
  name: string
  /** Processes some waiting rows and returns how many; 0 if none are left. `singly`: one at a time. */
  take(singly: boolean): Promise<number>
  log: Logger
}

/** Polling interval: due times are not announced. */
const POLL_MS = 500

/**
 * Processes waiting rows until none are left. After a failure it takes one at a time until all succeed, so that one bad row
 * does not block the rest.
 */
export function startDrain({ name, take, log }: DrainOptions): Loop {
  let singly = false
  return startLoop({
    pollMs: POLL_MS,
    run: async (stopped) => {
      while (!stopped.aborted && (await take(singly)) > 0);
      singly = false
    },
    onError: (error) => {
      singly = true
      log.warn({ err: error, work: name }, 'work failed; retrying one by one')
    },
  })
}
