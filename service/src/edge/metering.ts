import type { Decision, Entry, KeptAnswer, LedgerVerdict, LineText, Payer } from '../billing/entry.ts'
import { type Ledger, LedgerAway } from '../billing/ledger.ts'
import { type RateState, rateState } from '../billing/pace.ts'
import { counted } from '../kernel/counted.ts'
import { type Milli, toCredits } from '../kernel/credits.ts'
import { ApiError, internalFault } from '../kernel/errors.ts'
import { type Admission, countsAnyway, type Standing, tooFast } from './admission.ts'
import type { CountFreeWrite } from './free-writes.ts'

/** One request with an API key, as the ledger sees it. */
export interface MeteredRequest {
  /** The id of the usage line and the hold. */
  readonly id: string
  readonly requestId: string
  readonly payer: Payer
  /** The account in this process, while the request is in flight. */
  standing: Standing | null
  /** The dashboard reads something on its own. Neither counted by the ledger nor logged. */
  isPageRead: boolean
  /** Whether the ledger counted it against the rate limit. The first entry of a request does that. */
  admitted: boolean
  /** Whether it was decided on: by the ledger, or by a refusal in the process. */
  judged: boolean
  /** Whether it counts against the rate limit in the process. */
  counted: boolean
  charged: Milli
  /** For the response headers, from the latest verdict. */
  remaining: Milli | null
  rate: RateState | null
}

export function newMeteredRequest(id: string, requestId: string, payer: Payer): MeteredRequest {
  return {
    id,
    requestId,
    payer,
    standing: null,
    isPageRead: false,
    admitted: false,
    judged: false,
    counted: false,
    charged: 0,
    remaining: null,
    rate: null,
  }
}

/** The ledger for one request: refusals become errors, verdicts become headers. */
export interface Metering {
  /** Refuses in the process what is certainly too much. Nothing is done for a request before this. */
  enter(metered: MeteredRequest, emitUs: number): void
  /** The request is answered. Safe to call twice. */
  leave(metered: MeteredRequest): void
  /** Admits a free request, once. `exempt` requests are answered even when no credits are left. */
  admit(metered: MeteredRequest, options?: { exempt?: boolean; keep?: KeptAnswer | undefined }): Promise<void>
  charge(metered: MeteredRequest, amount: Milli, line: LineText, keep?: KeptAnswer): Promise<void>
  hold(metered: MeteredRequest, amount: Milli): Promise<void>
  settle(metered: MeteredRequest, amount: Milli, line: LineText, keep?: KeptAnswer): Promise<void>
  release(metered: MeteredRequest): Promise<void>
  /** Counts a free call that leaves something behind, or refuses it. */
  countWrite(metered: MeteredRequest): Promise<void>
}

export function createMetering(
  ledger: Ledger,
  admission: Admission,
  countFreeWrite: CountFreeWrite,
): Metering {
  async function ask(metered: MeteredRequest, entry: Entry): Promise<void> {
    const askedAtMs = performance.now()
    const certain = metered.admitted ? null : admission.refuses(metered.payer.account, askedAtMs)
    if (certain) {
      metered.judged = true
      metered.rate = certain
      throw tooFast(certain)
    }
    const verdict = await ledger.submit(entry).catch((error: unknown) => {
      // In either case nobody was charged: we settle the hold, or it expires.
      throw error instanceof LedgerAway || entry.kind === 'hold' ? internalFault(error) : error
    })
    admission.learn(metered.payer.account, verdict, askedAtMs)
    metered.judged = true
    metered.counted ||= countsAnyway(verdict.decision)
    metered.remaining = Math.max(0, verdict.remaining)
    metered.rate = rateState(verdict.aheadUs / 1000, verdict.emitUs / 1000)
    refuse(verdict, metered.rate, 'amount' in entry ? entry.amount : 0)
    metered.admitted = true
  }

  const common = (metered: MeteredRequest, keep: KeptAnswer | undefined) => ({
    id: metered.id,
    payer: metered.payer,
    ...(keep && { keep }),
  })
  const tokens = (metered: MeteredRequest) => (metered.admitted ? 0 : 1)

  return {
    enter: (metered, emitUs) => {
      const { standing, refusal } = admission.enter(metered.payer.account, emitUs, performance.now())
      if (!refusal) {
        metered.standing = standing
        return
      }
      metered.judged = true
      metered.rate = refusal.rate
      metered.remaining = standing.remaining
      throw refusal.error
    },
    leave: (metered) => {
      if (metered.standing) admission.leave(metered.standing, metered.counted)
      metered.standing = null
    },
    admit: async (metered, { exempt = false, keep } = {}) => {
      if (metered.admitted && !keep) return
      await ask(metered, { kind: 'admit', ...common(metered, keep), tokens: tokens(metered), exempt })
    },
    charge: async (metered, amount, line, keep) => {
      await ask(metered, { kind: 'charge', ...common(metered, keep), tokens: tokens(metered), amount, line })
      metered.charged = amount
    },
    hold: (metered, amount) =>
      ask(metered, { kind: 'hold', ...common(metered, undefined), tokens: tokens(metered), amount }),
    settle: async (metered, amount, line, keep) => {
      await ask(metered, { kind: 'settle', ...common(metered, keep), amount, line })
      metered.charged = amount
    },
    release: (metered) => ask(metered, { kind: 'void', ...common(metered, undefined) }),
    countWrite: ({ payer }) => countFreeWrite(payer.account),
  }
}

function refuse(verdict: LedgerVerdict, rate: RateState, amount: Milli): void {
  if (verdict.decision === 'ok') return
  if (verdict.decision === 'rate') throw tooFast(rate)
  throw refusalOf(verdict.decision, amount, verdict.unreserved)
}

/** The ledger's refusal as an API error. */
export function refusalOf(
  decision: Exclude<Decision, 'ok' | 'rate'>,
  amount: Milli,
  unreserved: Milli,
): ApiError {
  switch (decision) {
    case 'spent':
      return new ApiError(
        'quota_exceeded',
        'You have used all credits of this period. They reset at the start of the next month (UTC); a larger plan has more.',
      )
    case 'short':
      return new ApiError(
        'quota_exceeded',
        `This call may cost up to ${counted(toCredits(amount), 'credit')}, but only ${toCredits(Math.max(0, unreserved))} are available.`,
      )
    case 'capped':
      return new ApiError(
        'quota_exceeded',
        `This call may cost up to ${counted(toCredits(amount), 'credit')}, but the daily cap of this key leaves ${toCredits(Math.max(0, unreserved))}. It starts again at 00:00 UTC.`,
      )
    case 'revoked':
      return new ApiError('auth_failed', 'The API key has been revoked.')
    case 'gone':
      return internalFault(new Error('the hold of this request expired before it was settled'))
  }
}
