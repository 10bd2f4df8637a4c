import { SourceFailure } from './source.ts'

/**
 * Limits concurrent calls to one source; others queue. Each caller's own signal limits its wait. Background calls get a share of
 * the places, and only while no other call waits.
 */
export interface Bulkhead {
  /** Resolves to a function that releases the place. */
  enter(signal: AbortSignal, background?: boolean): Promise<() => void>
  /** Another number of places. Running calls keep theirs. */
  resize(places: number): void
  busy(): number
  waiting(): number
}

/** A longer queue cannot be served within any deadline, so calls are refused at once. */
const MAX_WAITING = 2_000

/** Background calls hold at most every fourth place. */
const BACKGROUND_SHARE = 4

export function createBulkhead(most: number): Bulkhead {
  let places = most
  let taken = 0
  let backgroundTaken = 0
  const line = new Set<() => void>()
  const backgroundLine = new Set<() => void>()

  const backgroundPlaces = () => Math.max(1, Math.floor(places / BACKGROUND_SHARE))

  const mayEnter = (background: boolean): boolean =>
    taken < places && (!background || (line.size === 0 && backgroundTaken < backgroundPlaces()))

  const take = (background: boolean): (() => void) => {
    taken += 1
    if (background) backgroundTaken += 1
    let given = false
    return () => {
      if (given) return
      given = true
      taken -= 1
      if (background) backgroundTaken -= 1
      admitNext()
    }
  }

  /** Admits at once, so that a later caller cannot slip in. People wait only while every place is taken, so they come first. */
  const admitNext = (): void => {
    const [first] = line
    if (first) return taken < places ? first() : undefined
    const [firstBehind] = backgroundLine
    if (firstBehind && mayEnter(true)) firstBehind()
  }

  return {
    resize(next) {
      const more = next - places
      places = next
      for (let place = 0; place < more; place += 1) admitNext()
    },
    busy: () => taken,
    waiting: () => line.size,
    enter(signal, background = false) {
      if (signal.aborted) return Promise.reject(tooLate())
      if (mayEnter(background)) return Promise.resolve(take(background))
      const waiting = background ? backgroundLine : line
      if (waiting.size >= MAX_WAITING) {
        return Promise.reject(new SourceFailure('refused', `${waiting.size} calls are already waiting`))
      }
      return new Promise((resolve, reject) => {
        const leaveLine = () => {
          waiting.delete(admit)
          reject(tooLate())
        }
        const admit = () => {
          waiting.delete(admit)
          signal.removeEventListener('abort', leaveLine)
          resolve(take(background))
        }
        waiting.add(admit)
        signal.addEventListener('abort', leaveLine, { once: true })
      })
    },
  }
}

function tooLate(): SourceFailure {
  return new SourceFailure('timed_out', 'the deadline passed before the call could begin')
}
