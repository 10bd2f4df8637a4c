import { setImmediate as nextRound, setTimeout as wait } from 'node:timers/promises'

/** The event loop serves others after this long. */
const SLICE_MS = 2

/**
 * For work on many items in one process: call `pause` between items, and await what it returns. It lets the event loop serve
 * others whenever the slice is used up, and otherwise costs one look at the clock.
 */
export interface Slices {
  pause(): Promise<void> | undefined
}

/** With a rest, others get the process for at least that long; without, for one round of the event loop. */
export function startSlices(restMs = 0): Slices {
  let startedMs = performance.now()
  return {
    pause: () => {
      if (performance.now() - startedMs < SLICE_MS) return undefined
      return (restMs > 0 ? wait(restMs) : nextRound()).then(() => {
        startedMs = performance.now()
      })
    },
  }
}
