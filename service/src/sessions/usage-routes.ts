import { Type } from 'typebox'
import { PRICE_RULES } from '../billing/prices.ts'
import type { Pool } from '../db/pool.ts'
import type { Reads } from '../db/replica/reads.ts'
import { pageLimit, readPage } from '../edge/paging.ts'
import { CalendarDate } from '../edge/schemas.ts'
import { toCredits } from '../kernel/credits.ts'
import { dayOf, type Forecast, forecastOf, PACE_DAYS } from '../usage/forecast.ts'
import { monthOf, readCursor, readDate, readDays, toLine } from '../usage/routes.ts'
import { readLines, readMeter } from '../usage/store.ts'
import { readSpend, type Spend } from '../usage/summary.ts'
import { memberRoute, type OwnRoute } from './own-route.ts'

const NO_KEY = 0
const LINES_PER_PAGE = 50
const DAY_MS = 86_400_000

const Days = Type.Object(
  { from: CalendarDate('First day (UTC).'), to: CalendarDate('Last day (UTC), included.') },
  { additionalProperties: false },
)

const Lines = Type.Object(
  {
    ...Type.Partial(Days).properties,
    endpoint: Type.Optional(Type.Enum(Object.keys(PRICE_RULES))),
    key_id: Type.Optional(Type.String()),
    cursor: Type.Optional(Type.String()),
    limit: pageLimit('Lines per page.', LINES_PER_PAGE),
  },
  { additionalProperties: false },
)

export function usageRoutes(pool: Pool, reads: Reads, now: () => number): OwnRoute[] {
  return [
    memberRoute({ method: 'GET', path: '/usage' }, async (_asked, { account }) => {
      const meter = await readMeter(pool, account.no, NO_KEY)
      const { start, next } = monthOf(meter.period)
      const nowMs = now()
      const spend = await readSpend(reads, account.no, dayOf(nowMs - PACE_DAYS * DAY_MS), dayOf(nowMs))
      const forecast = forecastOf({
        ...meter,
        resetsAtMs: Date.parse(next),
        nowMs,
        days: costByDay(spend),
      })
      return {
        body: {
          plan: account.plan,
          period: start.slice(0, 7),
          credits_used: toCredits(meter.used),
          credits_limit: toCredits(meter.allowance),
          credits_remaining: toCredits(Math.max(0, meter.allowance - meter.used)),
          rate_limit_rps: meter.rps,
          resets_at: next,
          forecast: forecast && forecastView(forecast),
        },
      }
    }),
    memberRoute({ method: 'GET', path: '/usage/spend', query: Days }, async ({ query }, { account }) => {
      const { from, to } = readDays(query)
      const rows = await readSpend(reads, account.no, from, to)
      return { body: { spend: rows.map(spendView) } }
    }),
    memberRoute({ method: 'GET', path: '/usage/lines', query: Lines }, async ({ query }, { account }) => {
      const lines = {
        account: account.no,
        before: readCursor(query.cursor),
        from: readDate('from', query.from),
        to: readDate('to', query.to),
        endpoint: query.endpoint,
        keyId: query.key_id,
      }
      const { page, nextCursor } = await readPage(
        query.limit,
        (limit) => readLines(reads, { ...lines, limit }),
        toLine,
      )
      return { body: { lines: page, next_cursor: nextCursor } }
    }),
  ]
}

function costByDay(spend: readonly Spend[]): Map<string, number> {
  const days = new Map<string, number>()
  for (const { day, credits } of spend) days.set(day, (days.get(day) ?? 0) + credits)
  return days
}

function forecastView({ perDay, days, endsOn, usedAtReset }: Forecast) {
  return {
    credits_per_day: toCredits(perDay),
    days,
    ends_on: endsOn,
    credits_used_at_reset: toCredits(usedAtReset),
  }
}

function spendView({ day, endpoint, key_id, credits, lines, live, cached, free }: Spend) {
  return { day, endpoint, key_id, credits: toCredits(credits), lines, live, cached, free }
}
