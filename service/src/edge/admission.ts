import { LRUCache } from 'lru-cache'
import type { Decision, LedgerVerdict } from '../billing/entry.ts'
import { BURST_MS, nextTurn, type Pace, type RateState, rateState } from '../billing/pace.ts'
import { atMost } from '../kernel/at-most.ts'
import type { Milli } from '../kernel/credits.ts'
import { ApiError } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'

/** What this process knows of an account. */
export interface Standing {
  emitMs: number
  /** When the account is back within its rate, by the arrivals at this process. */
  evenAtMs: number
  inFlight: number
  /** By the latest verdict, no credits are left. */
  isSpent: boolean
  remaining: Milli | null
}

/**
 * Refuses requests in the process, before any work: first the rate, then requests in flight. The ledger still decides; this only
 * limits what a caller can make us do until then.
 *
 * The rate is counted twice. By arrivals, which other processes do not see: with three processes an account may get three times its
 * rate of work, but never less than its rate. And by the ledger's verdicts, which count all processes but come after the work.
 */
export interface Admission {
  enter(account: number, emitUs: number, nowMs: number): Entered
  /** Called once the answer is being sent. A request that the ledger did not count is taken back here too. */
  leave(standing: Standing, counted: boolean): void
  /** The rate, if the ledger would certainly refuse. */
  refuses(account: number, nowMs: number): RateState | null
  learn(account: number, verdict: LedgerVerdict, askedAtMs: number): void
}

export interface Entered {
  standing: Standing
  refusal: { error: ApiError; rate: RateState } | null
}

const MOST_ACCOUNTS = 50_000
/** Arrivals may be one more burst ahead than the ledger allows, because its clock is not ours. */
const SLACK_MS = 1000

export function createAdmission(pace: Pace): Admission {
  const standings = new LRUCache<number, Standing>(atMost(MOST_ACCOUNTS))

  function standingOf(account: number, emitUs: number): Standing {
    const known = standings.get(account)
    if (known) return known
    const fresh = { emitMs: emitUs / 1000, evenAtMs: 0, inFlight: 0, isSpent: false, remaining: null }
    standings.set(account, fresh)
    return fresh
  }

  return {
    enter: (account, emitUs, nowMs) => {
      const standing = standingOf(account, emitUs)
      const { emitMs } = standing
      const certain = pace.refuses(account, nowMs)
      if (certain) return { standing, refusal: { error: tooFast(certain), rate: certain } }
      const next = nextTurn(standing.evenAtMs, emitMs, nowMs, BURST_MS + SLACK_MS)
      if (next !== null && standing.inFlight < mostInFlight(emitMs)) {
        standing.evenAtMs = next
        standing.inFlight += 1
        return { standing, refusal: null }
      }
      const rate = rateState(standing.evenAtMs - nowMs - SLACK_MS, emitMs)
      return { standing, refusal: { error: next === null ? tooFast(rate) : tooMany(emitMs), rate } }
    },
    leave: (standing, counted) => {
      standing.inFlight -= 1
      if (!counted) standing.evenAtMs -= standing.emitMs
    },
    refuses: (account, nowMs) => pace.refuses(account, nowMs),
    learn: (account, verdict, askedAtMs) => {
      pace.learn(account, verdict, askedAtMs)
      const standing = standings.get(account)
      if (!standing) return
      standing.emitMs = verdict.emitUs / 1000
      standing.isSpent = verdict.remaining <= 0
      standing.remaining = Math.max(0, verdict.remaining)
    },
  }
}

/** Calls refused for their rate or for spent credits do not count. Others made us work, so they do. */
export function countsAnyway(decision: Decision): boolean {
  return decision !== 'rate' && decision !== 'spent'
}

export function tooFast(rate: RateState): ApiError {
  const message = `This account may make ${rate.limit} requests per second, all its keys together. Wait for Retry-After.`
  return new ApiError('rate_limited', message, { retryAfterSec: 1 })
}

function tooMany(emitMs: number): ApiError {
  const message = `This account may have ${mostInFlight(emitMs)} requests in flight, all its keys together. Wait for Retry-After.`
  return new ApiError('rate_limited', message, { retryAfterSec: 1 })
}

function mostInFlight(emitMs: number): number {
  return Math.max(LIMITS.inFlight, Math.round((LIMITS.inFlightSeconds * 1000) / emitMs))
}
