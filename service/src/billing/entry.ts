import type { Milli } from '../kernel/credits.ts'
import type { UsageName } from './prices.ts'

/** Who pays: the account's row and the key's slot in it. Internal numbers, never shown. */
export interface Payer {
  account: number
  key: number
  /** The key's slot among the account's active keys, from 1. */
  slot: number
}

/** How many units of each kind were charged. */
export interface Counts {
  live: number
  cached: number
  free: number
}

/** What a usage line records besides its amount. */
export interface LineText {
  usage: UsageName
  requestId: string
  counts: Counts
}

/** An answer kept for retries with the same Idempotency-Key, stored in the transaction that charges it. */
export interface KeptAnswer {
  claim: string
  status: number
  headers: Record<string, string>
  body: string
}

interface Common {
  /** The request's id. A repeated statement with the same id changes nothing. */
  id: string
  payer: Payer
  keep?: KeptAnswer
}

/** A question to the ledger. `tokens` is 1 on the first entry of a request, which counts against the rate limit. */
export type Entry =
  | (Common & { kind: 'admit'; tokens: 0 | 1; exempt: boolean })
  | (Common & { kind: 'charge'; tokens: 0 | 1; amount: Milli; line: LineText })
  | (Common & { kind: 'hold'; tokens: 0 | 1; amount: Milli })
  | (Common & { kind: 'settle'; amount: Milli; line: LineText })
  | (Common & { kind: 'void' })

/**
 * rate: too many requests per second. spent: no credits left. short: the amount exceeds the available credits. capped: it exceeds
 * what the key's daily cap leaves. revoked: the key is inactive. gone: the hold has expired.
 */
export type Decision = 'ok' | 'rate' | 'spent' | 'short' | 'capped' | 'revoked' | 'gone'

export interface LedgerVerdict {
  decision: Decision
  /** Allowance minus used credits. */
  remaining: Milli
  /** Allowance minus used and held credits. Of a capped one: what the key's daily cap leaves. */
  unreserved: Milli
  /** How far the account is ahead of its rate limit, and the limit itself. */
  aheadUs: number
  emitUs: number
}
