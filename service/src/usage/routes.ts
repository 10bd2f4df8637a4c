import { Type } from 'typebox'
import { SCOPES } from '../accounts/key-terms.ts'
import { PRICE_RULES } from '../billing/prices.ts'
import type { Pool } from '../db/pool.ts'
import type { Reads } from '../db/replica/reads.ts'
import { pageFields, readPage } from '../edge/paging.ts'
import { freeRoute, type Route } from '../edge/route.ts'
import { CalendarDate, Credits, NextCursor, nullable, Timestamp } from '../edge/schemas.ts'
import { served } from '../edge/served.ts'
import { toCredits } from '../kernel/credits.ts'
import { mustBeDate, parseDay } from '../kernel/dates.ts'
import { invalid } from '../kernel/errors.ts'
import { PLAN_NAMES } from '../kernel/plan-names.ts'
import { readLines, readMeter, readOwnKey, type UsageLine } from './store.ts'

export const Usage = Type.Object(
  {
    plan: Type.Enum(PLAN_NAMES, { description: 'The name of the plan.' }),
    period: Type.String({ description: 'The current billing month (UTC).', examples: ['2026-11'] }),
    credits_used: Credits('Credits used by the account, all keys together.'),
    credits_used_this_key: Credits('Credits used by the key that makes this call.'),
    credits_limit: Credits('The allowance of the period.'),
    credits_remaining: Credits('Allowance less what was spent; never below 0.'),
    rate_limit_rps: Type.Integer({ description: 'Requests per second for the account.' }),
    resets_at: Timestamp('When the credits reset.'),
    key: Type.Object(
      {
        id: Type.String({ description: 'The id of the key that makes this call.', examples: ['key_4nW7…'] }),
        scopes: Type.Array(Type.Enum(SCOPES), {
          description:
            '`read`: what is free; `spend`: what costs credits; `manage`: watches, endpoints, sets, schedules.',
        }),
        daily_cap: nullable(
          Credits('The most that it may spend per day (UTC).'),
          'Null: it has no cap of its own.',
        ),
        spent_today: Credits('What it has spent on this day (UTC).'),
        expires_at: nullable(Timestamp('When it ends.'), 'Null: it has no end.'),
      },
      { description: 'What the key that makes this call may do.' },
    ),
  },
  { $id: 'Usage' },
)

export const Line = Type.Object(
  {
    request_id: Type.String({ description: 'The `X-Request-Id` of the answer that was charged.' }),
    at: Timestamp('When it was charged.'),
    endpoint: Type.Enum(Object.keys(PRICE_RULES), { description: 'What was sold.' }),
    key_id: Type.String({ description: 'The key that made the call.', examples: ['key_4nW7…'] }),
    job_id: nullable(Type.String(), 'The job it was charged for.'),
    watch_id: nullable(Type.String(), 'The watch or booking it was charged for.'),
    credits: Credits('Equals the `X-Credits-Charged` of that answer.'),
    live: Type.Integer({ description: 'Units fetched from a source.' }),
    cached: Type.Integer({ description: 'Units from the cache, at a quarter of the price.' }),
    free: Type.Integer({ description: 'Units that cost nothing, such as failed or not found.' }),
  },
  { $id: 'UsageLine' },
)

const LinesQuery = Type.Object(
  {
    ...pageFields('Lines per page.'),
    from: Type.Optional(CalendarDate('First day (UTC).')),
    to: Type.Optional(CalendarDate('Last day (UTC), included.')),
  },
  { additionalProperties: false },
)

const NoQuery = Type.Object({}, { additionalProperties: false })

export function usageRoutes({ pool, reads }: { pool: Pool; reads: Reads }): Route[] {
  return [
    freeRoute(
      {
        method: 'GET',
        path: '/usage',
        operationId: 'getUsage',
        tag: 'Account',
        summary: 'Get used and remaining credits',
        description: 'Free, and still available when all credits of the period are used.',
        query: NoQuery,
        exempt: true,
        answers: { 200: { description: 'The usage of the account.', schema: Usage } },
      },
      async (_asked, { holder }) => {
        const { account, key } = holder
        const [meter, own] = await Promise.all([
          readMeter(pool, account.no, key.no),
          readOwnKey(pool, account.no, key.no),
        ])
        const { start, next } = monthOf(meter.period)
        return served({
          plan: meter.plan,
          period: start.slice(0, 7),
          credits_used: toCredits(meter.used),
          credits_used_this_key: toCredits(meter.usedByKey),
          credits_limit: toCredits(meter.allowance),
          credits_remaining: toCredits(Math.max(0, meter.allowance - meter.used)),
          rate_limit_rps: meter.rps,
          resets_at: next,
          key: {
            id: own.id,
            scopes: own.scopes,
            daily_cap: own.daily_cap === null ? null : toCredits(own.daily_cap),
            spent_today: toCredits(own.spent_today),
            expires_at: own.expires_at?.toISOString() ?? null,
          },
        })
      },
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/usage/lines',
        operationId: 'listUsageLines',
        tag: 'Account',
        summary: 'List charges, newest first',
        description: 'One line per charged request or job task. Calls that cost nothing have no line. Free.',
        query: LinesQuery,
        answers: {
          200: {
            description: 'A page of lines.',
            schema: Type.Object({
              lines: Type.Array(Line, { description: 'Newest first.' }),
              next_cursor: NextCursor,
            }),
          },
        },
      },
      async ({ query }, { holder }) => {
        const lines = {
          account: holder.account.no,
          before: readCursor(query.cursor),
          from: readDate('from', query.from),
          to: readDate('to', query.to),
        }
        const { page, nextCursor } = await readPage(
          query.limit,
          (limit) => readLines(reads, { ...lines, limit }),
          toLine,
        )
        return served({ lines: page, next_cursor: nextCursor })
      },
    ),
  ]
}

export function toLine({ id: _cursor, at, credits, ...line }: UsageLine) {
  const { request_id, ...rest } = line
  return { request_id, at: at.toISOString(), ...rest, credits: toCredits(credits) }
}

const CURSOR = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  if (!CURSOR.test(cursor)) throw invalid('`cursor` must be the `next_cursor` of an earlier page.')
  return cursor
}

const MOST_DAYS = 92
const DAY_MS = 86_400_000

/** A range of days, both included. */
export function readDays(asked: { from: string; to: string }): { from: string; to: string } {
  const from = readDate('from', asked.from) ?? ''
  const to = readDate('to', asked.to) ?? ''
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  if (days < 0 || days >= MOST_DAYS) {
    throw invalid(`\`to\` must be on or after \`from\`, at most ${MOST_DAYS} days later.`)
  }
  return { from, to }
}

export function readDate(field: string, date: string | undefined): string | null {
  if (date === undefined) return null
  if (parseDay(date) === null) throw invalid(`\`${field}\` ${mustBeDate(date)}.`)
  return date
}

/** 202611 → the start of the month and of the next one. */
export function monthOf(period: number): { start: string; next: string } {
  const year = Math.floor(period / 100)
  const month = period % 100
  const start = new Date(Date.UTC(year, month - 1, 1)).toISOString()
  return { start, next: new Date(Date.UTC(year, month, 1)).toISOString() }
}
