import { setTimeout as wait } from 'node:timers/promises'

/** Something that runs again and again: when it is woken, and every so often by itself. Never twice at once. */
export interface Loop {
  /** Runs it once more. During a run this means one further run, because the present one may have looked too early. */
  wake(): void
  /** Resolves when the run that is under way has ended. */
  present(): Promise<void>
  /** Resolves once nothing runs and nobody has asked for another run. */
  idle(): Promise<void>
  /** No further run begins. Resolves when the present one has ended. */
  stop(): Promise<void>
}

export interface LoopOptions {
  run(stopped: AbortSignal): Promise<void>
  onError(error: unknown): void
  /** Wakes itself this often. Left out: only others wake it. */
  pollMs?: number
  /** After a failure it runs again by itself, each time after twice the pause. Left out: it waits to be woken. */
  backOff?: { firstMs: number; mostMs: number }
}

export function startLoop({ run, onError, pollMs, backOff }: LoopOptions): Loop {
  const stop = new AbortController()
  let again = false
  let current: Promise<void> | null = null
  let present: Promise<void> = Promise.resolve()

  async function rounds(): Promise<void> {
    let pauseMs = backOff?.firstMs ?? 0
    while (again && !stop.signal.aborted) {
      again = false
      try {
        present = run(stop.signal)
        await present
        pauseMs = backOff?.firstMs ?? 0
      } catch (error) {
        onError(error)
        if (!backOff) continue
        again = true
        await wait(pauseMs, undefined, { signal: stop.signal }).catch(() => {})
        pauseMs = Math.min(2 * pauseMs, backOff.mostMs)
      }
    }
    // In the same step as the last look at `again`: whoever wakes it afterwards starts anew.
    current = null
  }

  function wake(): void {
    if (stop.signal.aborted) return
    again = true
    current ??= rounds()
  }

  const poll = pollMs === undefined ? undefined : setInterval(wake, pollMs)
  return {
    wake,
    present: () => present.catch(() => {}),
    idle: async () => {
      await current
    },
    stop: async () => {
      stop.abort()
      clearInterval(poll)
      await current
    },
  }
}
