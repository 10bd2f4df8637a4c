import { SourceFailure } from './source.ts'

/** Limits concurrent calls to one source; others queue. Each caller's own signal limits its wait. */
export interface Bulkhead {
  /** Resolves to a function that releases the place. */
  enter(signal: AbortSignal): Promise<() => void>
  busy(): number
  waiting(): number
}

/** A longer queue cannot be served within any deadline, so calls are refused at once. */
const MAX_WAITING = 2_000

export function createBulkhead(places: number): Bulkhead {
  let taken = 0
  const line = new Set<() => void>()

  const giveBack = (): (() => void) => {
    let given = false
    return () => {
      if (given) return
      given = true
      const [next] = line
      if (next) next()
      else taken -= 1
    }
  }

  return {
    busy: () => taken,
    waiting: () => line.size,
    enter(signal) {
      if (signal.aborted) return Promise.reject(tooLate())
      if (taken < places) {
        taken += 1
        return Promise.resolve(giveBack())
      }
      if (line.size >= MAX_WAITING) {
        return Promise.reject(new SourceFailure('refused', `${line.size} calls are already waiting`))
      }
      return new Promise((resolve, reject) => {
        const leaveLine = () => {
          line.delete(admit)
          reject(tooLate())
        }
        const admit = () => {
          line.delete(admit)
          signal.removeEventListener('abort', leaveLine)
          // The place is handed on directly, so that a later caller cannot slip in.
          resolve(giveBack())
        }
        line.add(admit)
        signal.addEventListener('abort', leaveLine, { once: true })
      })
    },
  }
}

function tooLate(): SourceFailure {
  return new SourceFailure('timed_out', 'the deadline passed before the call could begin')
}
