import type { Scope } from '../accounts/key-terms.ts'
import type { Pool } from '../db/pool.ts'
import type { Queries } from '../db/replica/reads.ts'
import { one } from '../db/rows.ts'
import type { Milli } from '../kernel/credits.ts'
import type { PlanName } from '../kernel/plan-names.ts'

export interface Meter {
  period: number
  used: Milli
  usedByKey: Milli
  allowance: Milli
  rps: number
  plan: PlanName
}

/** The account's usage now: a month without charges reads as zero. */
export async function readMeter(pool: Pool, account: number, key: number): Promise<Meter> {
  const { rows } = await pool.query<Meter>({
    name: 'usage_meter',
    text: `select m.period, m.allowance, m.burst as rps, m.used, a.plan,
        coalesce(m.spend[array_position(m.owners, $2)], 0) as "usedByKey"
      from meters_now m join accounts a on a.id = m.account where m.account = $1`,
    values: [account, key],
  })
  return one(rows)
}

/** What a key may do, as its holder sees it. */
export interface OwnKey {
  id: string
  scopes: Scope[]
  daily_cap: Milli | null
  spent_today: Milli
  expires_at: Date | null
}

export async function readOwnKey(pool: Pool, account: number, key: number): Promise<OwnKey> {
  const { rows } = await pool.query<OwnKey>({
    name: 'usage_key',
    text: `select public_id as id, scopes, daily_cap, expires_at, key_spent_today(account, id) as spent_today
      from keys where account = $1 and id = $2`,
    values: [account, key],
  })
  return one(rows)
}

export interface UsageLine {
  id: string
  request_id: string
  at: Date
  endpoint: string
  key_id: string
  job_id: string | null
  watch_id: string | null
  credits: Milli
  live: number
  cached: number
  free: number
}

export interface LinesQuery {
  account: number
  /** The id of the last line on the previous page. */
  before: string | null
  from: string | null
  to: string | null
  /** Filters by endpoint and by key. */
  endpoint?: string | undefined
  keyId?: string | undefined
  limit: number
}

/**
 * Newest first, by the id, which starts with the request's time. A line may be settled some time after its request began, so
 * the line's own time decides its day; the id range limits the statement to the months around the requested days.
 */
export async function readLines(database: Queries, query: LinesQuery): Promise<UsageLine[]> {
  const { rows } = await database.query<UsageLine>({
    name: 'usage_lines',
    text: `select l.id, l.request_id, l.at, l.endpoint, k.public_id as key_id, l.job as job_id, l.watch as watch_id,
        l.credits, l.live, l.cached, l.free
      ${WANTED} order by l.id desc limit $5`,
    values: valuesOf(query),
  })
  return rows
}

/** How many there are, as far as `limit`. */
export async function countLines(database: Queries, query: LinesQuery): Promise<number> {
  const { rows } = await database.query<{ count: number }>({
    name: 'usage_lines_count',
    text: `select count(*)::int as count from (select 1 ${WANTED} limit $5) lines`,
    values: valuesOf(query),
  })
  return one(rows).count
}

const WANTED = `from usage_lines l join keys k on k.id = l.key
  where l.account = $1 and l.id < $2 and l.id >= $8
    and ($3::date is null or l.at >= $3::date::timestamp at time zone 'UTC')
    and ($4::date is null or l.at < ($4::date + 1)::timestamp at time zone 'UTC')
    and ($6::text is null or l.endpoint = $6) and ($7::text is null or k.public_id = $7)`

function valuesOf(query: LinesQuery): unknown[] {
  const { account, from, to, limit, endpoint = null, keyId = null } = query
  return [account, idBefore(query), from, to, limit, endpoint, keyId, idFrom(from)]
}

function idBefore({ before, to }: LinesQuery): string {
  const end = to === null ? LAST_ID : firstIdOf(Date.parse(to) + 2 * DAY_MS)
  return before !== null && before < end ? before : end
}

const DAY_MS = 86_400_000
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The first possible id of a line on this day or later: its request began at most a day before. */
export function idFrom(day: string | null): string {
  return firstIdOf(day === null ? 0 : Date.parse(day) - DAY_MS)
}

function firstIdOf(atMs: number): string {
  const time = Math.max(0, atMs).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}
