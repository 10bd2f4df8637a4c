/**
 * One circuit breaker: closed until its judge says that too much failed, then open for a while, then half open for a single
 * probe.
 *
 * cockatiel has breakers too, but reads `Date.now` itself, so a test could not show one closing without waiting.
 */
export interface Breaker {
  state(): BreakerState
  /** Undefined if no call may be made now. */
  leave(): BreakerLeave | undefined
}

export type BreakerState = 'closed' | 'open' | 'half_open'

/** Permission for one call, answered exactly once. */
export interface BreakerLeave {
  /** A failed probe is not retried. */
  probe: boolean
  /** `judge` counts the outcome and says whether to open. Not called for a probe, which decides alone. */
  ended(failed: boolean, judge: () => boolean): void
  /** The caller left before the answer: says nothing about the source. */
  abandoned(): void
}

/** How long a breaker stays open before a probe. */
const OPEN_MS = 10_000

/** `forget` drops what the judge has counted, after a good probe. */
export function createBreaker(now: () => number, forget: () => void): Breaker {
  let openedAt: number | undefined
  let probing = false
  // Calls that began before the last change of state do not count.
  let era = 0

  const state = (): BreakerState => {
    if (openedAt === undefined) return 'closed'
    return now() - openedAt >= OPEN_MS ? 'half_open' : 'open'
  }

  const turn = (opened: number | undefined): void => {
    openedAt = opened
    probing = false
    era += 1
    if (opened === undefined) forget()
  }

  const ordinaryLeave = (): BreakerLeave => {
    const mine = era
    return {
      probe: false,
      ended: (_failed, judge) => {
        if (mine === era && judge()) turn(now())
      },
      abandoned: () => {},
    }
  }

  const probeLeave = (): BreakerLeave => {
    probing = true
    return {
      probe: true,
      ended: (failed) => turn(failed ? now() : undefined),
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
