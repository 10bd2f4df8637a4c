import { type Milli, toCredits } from '../kernel/credits.ts'
import { ApiError, internalFault } from '../kernel/errors.ts'
import type { Decision, Entry, KeptAnswer, LineText, Payer, Verdict } from './entry.ts'
import { type Ledger, LedgerAway } from './ledger.ts'
import { type Pace, type RateState, rateState } from './pace.ts'

/** One request of a client with a key, as far as its account is concerned. */
export interface Visit {
  /** The id of its usage line and of its hold. */
  readonly id: string
  readonly requestId: string
  readonly payer: Payer
  /** Whether it has been counted for the rate limit. The first entry of a request does that. */
  admitted: boolean
  charged: Milli
  /** For the headers, from the latest verdict. */
  remaining: Milli | null
  rate: RateState | null
}

export function newVisit(id: string, requestId: string, payer: Payer): Visit {
  return { id, requestId, payer, admitted: false, charged: 0, remaining: null, rate: null }
}

/** The ledger as a request uses it: refusals become errors, verdicts become headers. */
export interface Till {
  /** Lets a request in that costs nothing. `exempt` ones are answered even when the credits are spent. */
  admit(visit: Visit, options?: { exempt?: boolean; keep?: KeptAnswer | undefined }): Promise<void>
  charge(visit: Visit, amount: Milli, line: LineText, keep?: KeptAnswer): Promise<void>
  hold(visit: Visit, amount: Milli): Promise<void>
  settle(visit: Visit, amount: Milli, line: LineText, keep?: KeptAnswer): Promise<void>
  release(visit: Visit): Promise<void>
}

export function createTill(ledger: Ledger, pace: Pace): Till {
  async function ask(visit: Visit, entry: Entry): Promise<void> {
    const askedAtMs = performance.now()
    const certain = visit.admitted ? null : pace.refuses(visit.payer.account, askedAtMs)
    if (certain) {
      visit.rate = certain
      throw tooFast(certain)
    }
    const verdict = await ledger.submit(entry).catch((error: unknown) => {
      // Whatever became of a hold, nobody was charged: it is settled by us or expires.
      throw error instanceof LedgerAway || entry.kind === 'hold' ? internalFault(error) : error
    })
    pace.learn(visit.payer.account, verdict, askedAtMs)
    visit.remaining = Math.max(0, verdict.remaining)
    visit.rate = rateState(verdict.aheadUs / 1000, verdict.emitUs / 1000)
    refuse(verdict, visit.rate, 'amount' in entry ? entry.amount : 0)
    visit.admitted = true
  }

  const common = (visit: Visit, keep: KeptAnswer | undefined) => ({
    id: visit.id,
    payer: visit.payer,
    ...(keep && { keep }),
  })
  const tokens = (visit: Visit) => (visit.admitted ? 0 : 1)

  return {
    admit: (visit, { exempt = false, keep } = {}) =>
      ask(visit, { kind: 'admit', ...common(visit, keep), tokens: tokens(visit), exempt }),
    charge: async (visit, amount, line, keep) => {
      await ask(visit, { kind: 'charge', ...common(visit, keep), tokens: tokens(visit), amount, line })
      visit.charged = amount
    },
    hold: (visit, amount) =>
      ask(visit, { kind: 'hold', ...common(visit, undefined), tokens: tokens(visit), amount }),
    settle: async (visit, amount, line, keep) => {
      await ask(visit, { kind: 'settle', ...common(visit, keep), amount, line })
      visit.charged = amount
    },
    release: (visit) => ask(visit, { kind: 'void', ...common(visit, undefined) }),
  }
}

function refuse(verdict: Verdict, rate: RateState, amount: Milli): void {
  if (verdict.decision === 'ok') return
  if (verdict.decision === 'rate') throw tooFast(rate)
  throw refusalOf(verdict.decision, amount, verdict.unreserved)
}

/** Why the ledger would not, in the words that a client reads. */
export function refusalOf(
  decision: Exclude<Decision, 'ok' | 'rate'>,
  amount: Milli,
  unreserved: Milli,
): ApiError {
  switch (decision) {
    case 'spent':
      return new ApiError(
        'quota_exceeded',
        'The credits of this period are spent. They are renewed at the start of the next month (UTC), or by a larger plan.',
      )
    case 'short':
      return new ApiError(
        'quota_exceeded',
        `This call may cost up to ${toCredits(amount)} credits, and ${toCredits(Math.max(0, unreserved))} are neither spent nor held.`,
      )
    case 'revoked':
      return new ApiError('auth_failed', 'The API key has been revoked.')
    case 'gone':
      return internalFault(new Error('the hold of this request expired before it was settled'))
  }
}

function tooFast(rate: RateState): ApiError {
  const message = `This account may make ${rate.limit} requests per second, all its keys together. Wait for Retry-After.`
  return new ApiError('rate_limited', message, { retryAfterSec: 1 })
}
