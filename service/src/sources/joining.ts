import { SourceFailure } from './source.ts'

/** Why all callers have left. Decides whether it counts against the source. */
export type Desertion = 'deadline' | 'callers_gone'

export interface Waiting {
  deadlineMs: number
  signal: AbortSignal | undefined
  /** Whether a call already in flight is good enough. */
  mayJoin: boolean
  /** Whether later callers may share this one. */
  mayBeJoined: boolean
}

export interface Shared<T> {
  answer: T
  /** True if another caller's request fetched the answer. */
  joined: boolean
}

export interface Joining {
  /**
   * The answer under this key: from the identical call in flight, or from `begin`. Every caller has its own deadline and signal;
   * when the last one has left, the call is aborted with a `Desertion`. An answer that has arrived can be joined until `held` ends.
   */
  ask<T>(
    key: string,
    waiting: Waiting,
    begin: (signal: AbortSignal) => Promise<T>,
    held?: (answer: T) => Promise<void> | undefined,
  ): Promise<Shared<T>>
  /** Whether a call under this key can be joined. */
  isFlying(key: string): boolean
  inFlight(): number
}

interface Flight {
  answer: Promise<unknown>
  abort: AbortController
  callers: number
}

export function createJoining(): Joining {
  const flights = new Map<string, Flight>()

  const start = <T>(
    key: string,
    waiting: Waiting,
    begin: (signal: AbortSignal) => Promise<T>,
    held: (answer: T) => Promise<void> | undefined,
  ): Flight => {
    const abort = new AbortController()
    const answer = begin(abort.signal)
    const flight: Flight = { answer, abort, callers: 0 }
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    const landOnce = (arrived: T) => {
      const end = held(arrived)
      if (end) end.then(land, land)
      else land()
    }
    // Also handles the failure of a call that everyone has left.
    answer.then(landOnce, land)
    if (waiting.mayBeJoined) flights.set(key, flight)
    return flight
  }

  return {
    isFlying: (key) => flights.has(key),
    inFlight: () => flights.size,
    async ask<T>(
      key: string,
      waiting: Waiting,
      begin: (signal: AbortSignal) => Promise<T>,
      held: (answer: T) => Promise<void> | undefined = () => undefined,
    ) {
      waiting.signal?.throwIfAborted()
      const known = waiting.mayJoin ? flights.get(key) : undefined
      const flight = known ?? start(key, waiting, begin, held)
      const answer = await waitFor(flight, waiting, () => {
        if (flights.get(key) === flight) flights.delete(key)
      })
      // The key names verb and question, so the call in flight returns what `begin` would.
      return { answer: answer as T, joined: known !== undefined }
    },
  }
}

function waitFor(flight: Flight, waiting: Waiting, forget: () => void): Promise<unknown> {
  const { signal, deadlineMs } = waiting
  flight.callers += 1
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    const desert = (why: Desertion, reason: unknown) => {
      stop()
      flight.callers -= 1
      if (flight.callers === 0) {
        forget()
        flight.abort.abort(why)
      }
      reject(reason)
    }
    const onAbort = () => desert('callers_gone', signal?.reason)
    const timer = setTimeout(() => {
      desert('deadline', new SourceFailure('timed_out', `no answer within ${deadlineMs} ms`))
    }, deadlineMs)
    signal?.addEventListener('abort', onAbort, { once: true })
    flight.answer.finally(stop).then(resolve, reject)
  })
}
