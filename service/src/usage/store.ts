import type { Pool } from '../db/pool.ts'
import type { Milli } from '../kernel/credits.ts'

export interface Meter {
  period: number
  used: Milli
  usedByKey: Milli
  allowance: Milli
  rps: number
}

/** The account's meter as of now: a month that nobody has charged in yet reads as zero. */
export async function readMeter(pool: Pool, account: number, key: number): Promise<Meter> {
  const { rows } = await pool.query<Meter>({
    name: 'usage_meter',
    text: `select p.now as period, m.allowance, m.burst as rps,
        case when m.period = p.now then m.used else 0 end as used,
        case when m.period = p.now then coalesce(m.spend[array_position(m.owners, $2)], 0) else 0 end as "usedByKey"
      from meters m, (select ledger_period(ledger_now()) as now) p where m.account = $1`,
    values: [account, key],
  })
  if (!rows[0]) throw new Error(`account ${account} has no meter`)
  return rows[0]
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
  /** Id of the last line of the page before. */
  before: string | null
  from: string | null
  to: string | null
  /** Only what was sold as this, or what this key asked for. */
  endpoint?: string | undefined
  keyId?: string | undefined
  limit: number
}

/**
 * Newest first, by the id that begins with the request's time. A line may be settled a little after its request began, so
 * the range of days is judged by the line itself.
 */
export async function readLines(pool: Pool, query: LinesQuery): Promise<UsageLine[]> {
  const { rows } = await pool.query<UsageLine>({
    name: 'usage_lines',
    text: `select l.id, l.request_id, l.at, l.endpoint, k.public_id as key_id, l.job as job_id, l.watch as watch_id,
        l.credits, l.live, l.cached, l.free
      from usage_lines l join keys k on k.id = l.key
      where l.account = $1 and ($2::uuid is null or l.id < $2)
        and ($3::date is null or l.at >= $3::date::timestamp at time zone 'UTC')
        and ($4::date is null or l.at < ($4::date + 1)::timestamp at time zone 'UTC')
        and ($6::text is null or l.endpoint = $6) and ($7::text is null or k.public_id = $7)
      order by l.id desc limit $5`,
    values: [
      query.account,
      query.before,
      query.from,
      query.to,
      query.limit,
      query.endpoint ?? null,
      query.keyId ?? null,
    ],
  })
  return rows
}
