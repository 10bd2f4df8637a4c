import { type Milli, toCredits } from '../kernel/credits.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { ActDetail } from './acts.ts'

/** read: what is free. spend: what costs credits. manage: watches, bookings, endpoints, sets, schedules. */
export const SCOPES = ['read', 'spend', 'manage'] as const
export type Scope = (typeof SCOPES)[number]

/** What a key may do, until when, and how much it may spend per day (UTC). */
export interface KeyTerms {
  scopes: readonly Scope[]
  expiresAt: Date | null
  dailyCap: Milli | null
}

export const UNLIMITED: KeyTerms = { scopes: SCOPES, expiresAt: null, dailyCap: null }

/** As people state them. What is left out stays as it is. */
export interface AskedTerms {
  scopes?: readonly string[] | undefined
  expires_at?: string | null | undefined
  /** In credits; 0 and null lift the cap. */
  daily_cap?: number | null | undefined
}

/** `nowMs` by the database's clock, which decides when a key ends. */
export function readTerms(asked: AskedTerms, nowMs: number): Partial<KeyTerms> {
  const { scopes, expires_at, daily_cap } = asked
  return {
    ...(scopes && { scopes: readScopes(scopes) }),
    ...(expires_at !== undefined && { expiresAt: expires_at === null ? null : readEnd(expires_at, nowMs) }),
    ...(daily_cap !== undefined && { dailyCap: daily_cap === null ? null : readCap(daily_cap) }),
  }
}

/** In the order of the list above, each once. */
function readScopes(asked: readonly string[]): Scope[] {
  const unknown = asked.find((scope) => !SCOPES.includes(scope as Scope))
  if (unknown !== undefined || asked.length === 0) {
    throw invalid(`\`scopes\` must list at least one of ${SCOPES.join(', ')}.`)
  }
  return SCOPES.filter((scope) => asked.includes(scope))
}

const DAY_MS = 86_400_000

function readEnd(text: string, nowMs: number): Date {
  const endsAt = new Date(text)
  const daysAhead = (endsAt.getTime() - nowMs) / DAY_MS
  if (!(daysAhead > 0 && daysAhead <= LIMITS.keyDays)) {
    throw invalid(`\`expires_at\` must be a moment in the next ${LIMITS.keyDays} days, or null for no end.`)
  }
  return endsAt
}

function readCap(credits: number): Milli | null {
  const milli = Math.round(credits * 1000)
  // Three decimals are not exact in floating point: 1.001 × 1000 is a little less than 1001.
  const isExact = Math.abs(credits * 1000 - milli) < 1e-6
  if (!isExact || milli < 0 || credits > LIMITS.maxCredits) {
    throw invalid(
      `\`daily_cap\` must be from 0 to ${LIMITS.maxCredits} credits, with at most three decimals; 0 lifts the cap.`,
    )
  }
  return milli === 0 ? null : milli
}

/** For the audit log. */
export function termsInWords({ scopes, expiresAt, dailyCap }: Partial<KeyTerms>): ActDetail {
  return {
    ...(scopes && { scopes }),
    ...(expiresAt !== undefined && { expires_at: expiresAt?.toISOString() ?? 'none' }),
    ...(dailyCap !== undefined && { daily_cap: dailyCap === null ? 'none' : String(toCredits(dailyCap)) }),
  }
}
