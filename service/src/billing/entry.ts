import type { Milli } from '../kernel/credits.ts'

/** Who pays for an entry: the account's row, and the key's place in it. Numbers of the database, never shown. */
export interface Payer {
  account: number
  key: number
  /** 1–5: the key's place among the account's active keys. */
  slot: number
}

/** How many units of each kind a charge was made of. */
export interface Counts {
  live: number
  cached: number
  free: number
}

/** What a usage line tells beside its amount. */
export interface LineText {
  endpoint: string
  requestId: string
  counts: Counts
}

/** An answer to keep for repeats of the same Idempotency-Key, stored in the same transaction as its charge. */
export interface KeptAnswer {
  claim: string
  status: number
  headers: Record<string, string>
  body: string
}

interface Common {
  /** Of the request: a repeated statement with the same id changes nothing. */
  id: string
  payer: Payer
  keep?: KeptAnswer
}

/** What the ledger is asked. `tokens` is 1 on the first entry of a request: the one that counts for the rate limit. */
export type Entry =
  | (Common & { kind: 'admit'; tokens: 0 | 1; exempt: boolean })
  | (Common & { kind: 'charge'; tokens: 0 | 1; amount: Milli; line: LineText })
  | (Common & { kind: 'hold'; tokens: 0 | 1; amount: Milli })
  | (Common & { kind: 'settle'; amount: Milli; line: LineText })
  | (Common & { kind: 'void' })

/**
 * ok; over the pace; the period's credits are spent; the amount does not fit beside what is used and held; the key is no
 * longer active; the hold has expired.
 */
export type Decision = 'ok' | 'rate' | 'spent' | 'short' | 'revoked' | 'gone'

export interface LedgerVerdict {
  decision: Decision
  /** Allowance less what is used. */
  remaining: Milli
  /** Allowance less what is used and held. */
  unreserved: Milli
  /** How far the account has run ahead of its pace, and the pace itself. */
  aheadUs: number
  emitUs: number
}
