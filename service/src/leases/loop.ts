import { setTimeout as wait } from 'node:timers/promises'

/** Runs something when woken and at an interval. Never twice at once. */
export interface Loop {
  /** Runs it once more. During a run, one further run follows, because the current one may have looked too early. */
  wake(): void
  /** Resolves when the current run has ended. */
  present(): Promise<void>
  /** Resolves when nothing runs and no run is requested. */
  idle(): Promise<void>
  /** Starts no further run. Resolves when the current one has ended. */
  stop(): Promise<void>
}

export interface LoopOptions {
  run(stopped: AbortSignal): Promise<void>
  onError(error: unknown): void
  /** Interval. Default: runs only when woken. */
  pollMs?: number
  /** After a failure it retries, doubling the pause each time. Default: waits to be woken. */
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
    // In the same step as the last check of `again`, so that a later wake starts a new run.
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
