import { setTimeout as wait } from 'node:timers/promises'

/** A lane for work that nobody waits for, so that a small machine always has time for people's calls. */
export interface Pacing {
  /** Runs a piece of work in its turn. A piece should be short: it may keep a core busy, and the rest comes after it. */
  run<T>(piece: () => Promise<T>): Promise<T>
  /** No more rests, because the process stops. */
  hurry(): void
}

/** Rests last this many times as long as the work before them on an idle machine. */
const REST = 3
/**
 * A busy machine needs longer rests: half of it idle, four times as long; a third idle, nine times. This is the most, so that the work
 * ends even if the machine is never idle.
 */
const LONGER = 20

/**
 * One piece at a time, each followed by a rest: all that share a pacing are busy for at most a quarter of the time. `idle` is asked
 * after each rest which share of the machine's time was idle during it; without it, there are no rests.
 */
export function createPacing(idle: (() => number) | null): Pacing {
  const hurry = new AbortController()
  let turn: Promise<unknown> = Promise.resolve()
  const rest = (ms: number) => wait(ms, undefined, { signal: hurry.signal }).catch(() => {})

  async function andRest<T>(piece: () => Promise<T>, told: PromiseWithResolvers<T>): Promise<void> {
    const startedMs = performance.now()
    await piece().then(told.resolve, told.reject)
    if (!idle) return
    const restMs = REST * (performance.now() - startedMs)
    idle()
    await rest(restMs)
    await rest(restMs * (Math.min(LONGER, 1 / idle() ** 2) - 1))
  }

  return {
    run: <T>(piece: () => Promise<T>) => {
      const told = Promise.withResolvers<T>()
      turn = turn.then(() => andRest(piece, told))
      return told.promise
    },
    hurry: () => hurry.abort(),
  }
}
