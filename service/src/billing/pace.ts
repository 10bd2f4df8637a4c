import { LRUCache } from 'lru-cache'
import { atMost } from '../kernel/at-most.ts'
import type { LedgerVerdict } from './entry.ts'

/**
 * Remembers each account's rate from the last verdicts, so that calls which must be refused never reach the database. Other
 * processes can only use up more of the limit, so a refusal here is always right.
 */
export interface Pace {
  learn(account: number, verdict: LedgerVerdict, askedAtMs: number): void
  /** Null if the database must decide. */
  refuses(account: number, nowMs: number): RateState | null
}

/** The `RateLimit-*` headers, as whole numbers. */
export interface RateState {
  limit: number
  remaining: number
  resetSec: number
}

interface Known {
  /** When the account is back within its rate, by this process's clock, in ms. Rounded down, so never too late. */
  evenAtMs: number
  emitMs: number
}

/** On every plan the burst is one second's worth of requests. */
export const BURST_MS = 1000

export function createPace(): Pace {
  const known = new LRUCache<number, Known>(atMost(50_000))
  return {
    learn: (account, verdict, askedAtMs) => {
      known.set(account, { evenAtMs: askedAtMs + verdict.aheadUs / 1000, emitMs: verdict.emitUs / 1000 })
    },
    refuses: (account, nowMs) => {
      const state = known.get(account)
      if (!state || state.evenAtMs + state.emitMs <= nowMs + BURST_MS) return null
      return rateState(state.evenAtMs - nowMs, state.emitMs)
    },
  }
}

/** Microseconds of the ledger as milliseconds leave a remainder. */
const ROUNDING_MS = 1e-6

/** Up to when one more request is paid for in time; null if that is more than a burst ahead. */
export function nextTurn(
  evenAtMs: number,
  emitMs: number,
  nowMs: number,
  burstMs: number = BURST_MS,
): number | null {
  const next = Math.max(evenAtMs, nowMs) + emitMs
  return next > nowMs + burstMs + ROUNDING_MS ? null : next
}

export function rateState(aheadMs: number, emitMs: number): RateState {
  const ahead = Math.max(0, aheadMs)
  return {
    limit: Math.round(BURST_MS / emitMs),
    // The margin covers clocks with whole microseconds, where the rate does not divide evenly.
    remaining: Math.max(0, Math.floor((BURST_MS - ahead) / emitMs + 1e-6)),
    resetSec: Math.ceil(ahead / 1000),
  }
}
