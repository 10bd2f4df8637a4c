import { setTimeout as wait } from 'node:timers/promises'

/** A lane for work that nobody waits for, so that a small machine always has time for people's calls. */
export interface Pacing {
  /** Runs a piece of work in its turn. A piece should be short: it may keep a core busy, and the rest comes after it. */
  run<T>(piece: () => Promise<T>): Promise<T>
  /** No more rests, because the process stops. */
  hurry(): void
}

/** Rests last this many times as long as the work before them. */
const REST = 4

/** One piece at a time, each followed by a rest: all that share a pacing are busy for at most a fifth of the time. */
export function createPacing(): Pacing {
  const hurry = new AbortController()
  let turn: Promise<unknown> = Promise.resolve()

  async function andRest<T>(piece: () => Promise<T>, told: PromiseWithResolvers<T>): Promise<void> {
    const startedMs = performance.now()
    await piece().then(told.resolve, told.reject)
    const restMs = REST * (performance.now() - startedMs)
    await wait(restMs, undefined, { signal: hurry.signal }).catch(() => {})
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
