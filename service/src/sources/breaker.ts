/**
 * Keeps callers away from a source that is failing. It samples: of the calls that ended within the last
 * `windowMs`, at least `minimumCalls` must be there and half of them must have failed before it opens. Counting failures
 * in a row would be simpler, and one misbehaving hotel that a client asks for again and again would then take a healthy
 * source away from everybody in a second; here its failures have to outweigh all other traffic first.
 *
 * cockatiel has such a breaker too, but reads `Date.now` itself: it could not be shown to close again without waiting.
 */
export interface BreakerSettings {
  windowMs: number
  minimumCalls: number
  /** From 0 to 1. */
  failureShare: number
  /** How long it stays open before one call may try. */
  openMs: number
}

const BREAKER_DEFAULTS: BreakerSettings = {
  windowMs: 20_000,
  minimumCalls: 10,
  failureShare: 0.5,
  openMs: 10_000,
}

export type BreakerState = 'closed' | 'open' | 'half_open'

/** Leave to make one call; it is answered with exactly one of the three. */
export interface Leave {
  /** A failed probe is not tried again: it has shown what it was to show. */
  probe: boolean
  succeeded(): void
  failed(): void
  /** The caller went away before there was an answer: it says nothing of the source. */
  abandoned(): void
}

export interface Breaker {
  state(): BreakerState
  /** Undefined where no call may be made now. */
  leave(): Leave | undefined
}

export function createBreaker(now: () => number, settings: BreakerSettings = BREAKER_DEFAULTS): Breaker {
  let samples: { at: number; failed: boolean }[] = []
  let failures = 0
  let openedAt: number | undefined
  let probing = false
  // Answers of calls that began before the breaker last opened or closed belong to a past state.
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
