import type { Logger } from 'pino'
import { type Loop, startLoop } from './loop.ts'

/** Rows that need no lease, because taking one and dealing with it are a single transaction. */
export interface DrainOptions {
  name: string
  /** Takes some of what waits and says how many; 0 when nothing is left. `singly`: any one. */
  take(singly: boolean): Promise<number>
  log: Logger
}

/** Nobody announces that a due time has come. */
const POLL_MS = 500

/**
 * Takes what waits until nothing is left. After a failure it takes one at a time, until all has gone well: something that cannot
 * be dealt with must not hold up the rest.
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
