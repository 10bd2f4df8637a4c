import { nightAt } from '../../kernel/dates.ts'
import type { Budget } from '../catalog/budget.ts'
import { SourceFailure } from '../source.ts'
import type { Lease } from './store.ts'

/** The request is not sent, because the operator's budget for the source is used up, or all but its reserve is. */
export function beyondBudget(untilMs: number, nowMs: number, isReserve: boolean): SourceFailure {
  const until = new Date(untilMs).toISOString()
  const detail = isReserve
    ? `the budget is used up until ${until}, except for what is reserved for calls that somebody waits for`
    : `the budget is used up until ${until}`
  return new SourceFailure('refused', detail, {
    unasked: true,
    budgetUntilMs: untilMs,
    retryAfterMs: Math.max(1000, untilMs - nowMs),
  })
}

/** Only the database tells what is left, so nothing is sent without it. */
export function budgetUnread(cause: unknown): SourceFailure {
  return new SourceFailure('refused', 'the budget of the source could not be read', { unasked: true, cause })
}

/** When the limit that refuses ends: the end of the day, or of the month, in UTC. */
export function endOfRefusal(
  budget: Budget | null,
  { dayUsed, monthUsed }: Lease,
  nowMs: number,
  isReserve: boolean,
): number {
  const reservePct = isReserve ? (budget?.reservePct ?? 0) : 0
  const isOver = (limit: number | null = null, used: number | null = null) =>
    limit !== null && used !== null && used >= limit - Math.ceil((limit * reservePct) / 100)
  const day = isOver(budget?.requestsPerDay, dayUsed) ? endOfDay(nowMs) : 0
  const month = isOver(budget?.requestsPerMonth, monthUsed) ? endOfMonth(nowMs) : 0
  return Math.max(day, month) || endOfDay(nowMs)
}

const DAY_MS = 86_400_000

export function endOfDay(nowMs: number): number {
  return (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS
}

export function endOfMonth(nowMs: number): number {
  const [year = 0, month = 0] = nightAt(nowMs).split('-').map(Number)
  return Date.UTC(year, month, 1)
}
