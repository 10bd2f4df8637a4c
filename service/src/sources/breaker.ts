/**
 * A circuit breaker that samples: it opens if at least `minimumCalls` ended within the last `windowMs` and half of them failed.
 * With a count of failures in a row, one bad hotel that a client requests repeatedly would take a healthy source away from
 * everyone within a second.
 *
 * cockatiel has such a breaker too, but reads `Date.now` itself, so a test could not show it closing without waiting.
 */
export interface BreakerSettings {
  windowMs: number
  minimumCalls: number
  /** From 0 to 1. */
  failureShare: number
  /** How long it stays open before a probe. */
  openMs: number
}

const BREAKER_DEFAULTS: BreakerSettings = {
  windowMs: 20_000,
  minimumCalls: 10,
  failureShare: 0.5,
  openMs: 10_000,
}

export type BreakerState = 'closed' | 'open' | 'half_open'

/** Permission for one call, answered with exactly one of the three. */
export interface Leave {
  /** A failed probe is not retried. */
  probe: boolean
  succeeded(): void
  failed(): void
  /** The caller left before the answer: says nothing about the source. */
  abandoned(): void
}

export interface Breaker {
  state(): BreakerState
  /** Undefined if no call may be made now. */
  leave(): Leave | undefined
}

export function createBreaker(now: () => number, settings: BreakerSettings = BREAKER_DEFAULTS): Breaker {
  let samples: { at: number; failed: boolean }[] = []
  let failures = 0
  let openedAt: number | undefined
  let probing = false
  // Calls that began before the last change of state do not count.
  let era = 0

  const state = (): BreakerState => {
    if (openedAt === undefined) return 'closed'
    return now() - openedAt >= settings.openMs ? 'half_open' : 'open'
  }

  const turn = (opened: number | undefined): void => {
    openedAt = opened
    samples = []
    failures = 0
    probing = false
    era += 1
  }

  const sample = (failed: boolean): void => {
    const at = now()
    for (let oldest = samples[0]; oldest && at - oldest.at >= settings.windowMs; oldest = samples[0]) {
      if (oldest.failed) failures -= 1
      samples.shift()
    }
    samples.push({ at, failed })
    if (failed) failures += 1
    if (samples.length >= settings.minimumCalls && failures >= samples.length * settings.failureShare)
      turn(at)
  }

  const ordinaryLeave = (): Leave => {
    const mine = era
    const end = (failed: boolean) => () => {
      if (mine === era) sample(failed)
    }
    return { probe: false, succeeded: end(false), failed: end(true), abandoned: () => {} }
  }

  const probeLeave = (): Leave => {
    probing = true
    return {
      probe: true,
      succeeded: () => turn(undefined),
      failed: () => turn(now()),
      abandoned: () => {
        probing = false
      },
    }
  }

  return {
    state,
    leave() {
      const current = state()
      if (current === 'closed') return ordinaryLeave()
      return current === 'half_open' && !probing ? probeLeave() : undefined
    },
  }
}
