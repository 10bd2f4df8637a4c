import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Lets one large answer be read per turn of the event loop. Without it, eight batches that arrived together were read in one go,
 * and the small answers of other sources waited a tenth of a second.
 */
export type ReadingTurns = () => Promise<void>

export function createReadingTurns(): ReadingTurns {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => nextTurn())
    return last
  }
}
