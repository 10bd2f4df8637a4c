import { setTimeout as wait } from 'node:timers/promises'

/** A lane for work that nobody waits for, so that a small machine always has time for people's calls. */
export interface Pacing {
  /** Runs a piece of work in its turn. A piece should be short: it may keep a core busy, and the rest comes after it. */
  run<T>(piece: () => Promise<T>): Promise<T>
  /** No more rests, because the process stops. */
  hurry(): void
}

/** Rests last this many times as long as the work before them on an idle machine. */
const REST = 2
/** Below this share of idle time, people's calls need the machine. */
const ENOUGH_IDLE = 0.6
/** Rests are much longer the less of the machine is idle: at 50 % four times as long, at 40 % 26 times. */
const longer = (idleShare: number) => Math.max(1, (ENOUGH_IDLE / idleShare) ** 8)
/** No longer than this, so that the work ends even if the machine is never idle. */
const LONGEST_REST_MS = 10_000

/**
 * One piece at a time, each followed by a rest: all that share a pacing are busy for at most a third of the time. `idle` tells
 * which share of the machine is idle; without it, there are no rests.
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
    await rest(restMs)
    await rest(Math.min(LONGEST_REST_MS, restMs * longer(idle())) - restMs)
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
