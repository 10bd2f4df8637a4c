import type { Queries } from '../../db/replica/reads.ts'
import { addNights, dayAt, dayOf, type Night, nightAt } from '../../kernel/dates.ts'
import type { TallyLine } from './tally.ts'

/** What a source was sent. */
export interface SpentLine extends TallyLine {
  source: string
}

/** The purpose of requests that a process had taken when it died. They may have been sent, so they count. */
export const UNKNOWN_PURPOSE = 'unknown'

/** By day, newest first, then by source and purpose. Both days are included. */
export async function readSpent(reads: Queries, from: Night, to: Night): Promise<SpentLine[]> {
  const { rows } = await reads.query<SpentLine>(
    `select day::text, source, purpose, currency, requests, micro from (
       select day, source, purpose, currency, requests, micro from source_spending where requests <> 0
       union all
       select day, source, $3, '', sum(held)::bigint, 0 from source_leases
       where held > 0 and seen_at < ledger_now() - interval '1 minute' group by day, source
     ) spent where day between $1 and $2 order by day desc, source, purpose, currency`,
    [from, to, UNKNOWN_PURPOSE],
  )
  return rows
}

/** Requests that count against a source's budget today and this month. */
export interface Used {
  day: number
  month: number
}

export async function readUsed(
  reads: Queries,
  sources: readonly string[],
  today: Night,
): Promise<Map<string, Used>> {
  const { rows } = await reads.query<{ source: string } & Used>(
    `select s.source, u.day_used as day, u.month_used as month
     from unnest($1::text[]) as s(source), source_used(s.source, $2, null) u`,
    [sources, today],
  )
  return new Map(rows.map(({ source, day, month }) => [source, { day, month }]))
}

/** The pace of the last days counts, not that of the whole month: a new watch shows at once. */
const PACE_DAYS = 7
/** A shorter time says little about a day. */
const LEAST_DAYS = 0.25
const DAY_MS = 86_400_000

/** How many requests a source will have been sent at the end of the month, if it goes on as in the last seven days. */
export function forecastOfMonth(lines: readonly SpentLine[], used: number, nowMs: number): number {
  const today = dayAt(nowMs)
  const recent = lines.filter(({ day }) => today - dayOf(day) < PACE_DAYS && dayOf(day) <= today)
  if (recent.length === 0) return used
  const first = Math.min(...recent.map(({ day }) => dayOf(day)))
  const elapsed = Math.max(LEAST_DAYS, nowMs / DAY_MS - first)
  const requests = recent.reduce((sum, line) => sum + line.requests, 0)
  const left = dayOf(nextMonth(nightAt(nowMs))) - nowMs / DAY_MS
  return Math.round(used + (requests / elapsed) * left)
}

/** The first day that a forecast looks at. */
export function paceSince(today: Night): Night {
  return addNights(today, 1 - PACE_DAYS)
}

export function nextMonth(day: Night): Night {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const next = month === 12 ? [year + 1, 1] : [year, month + 1]
  return `${next[0]}-${String(next[1]).padStart(2, '0')}-01`
}
