import { setImmediate as nextRound } from 'node:timers/promises'

/** The event loop serves others after this long. */
const SLICE_MS = 4

/**
 * For work on many items in one process: call `pause` between items, and await what it returns. It lets the event loop serve
 * others whenever the slice is used up, and otherwise costs one look at the clock.
 */
export interface Slices {
  pause(): Promise<void> | undefined
}

export function startSlices(): Slices {
  let startedMs = performance.now()
  return {
    pause: () => {
      if (performance.now() - startedMs < SLICE_MS) return undefined
      return nextRound().then(() => {
        startedMs = performance.now()
      })
    },
  }
}
