import type { Reads } from '../db/replica/reads.ts'
import type { Milli } from '../kernel/credits.ts'
import { idFrom } from './store.ts'

/** What one key spent on one endpoint in one day (UTC). All sums on a page are made of these. */
export interface Spend {
  day: string
  endpoint: string
  key_id: string
  credits: Milli
  lines: number
  live: number
  cached: number
  free: number
}

/**
 * Days by the line's own time. The id starts with the request's time, at most a day earlier: it limits the statement to the
 * requested part of the account's lines.
 */
export async function readSpend(reads: Reads, account: number, from: string, to: string): Promise<Spend[]> {
  const { rows } = await reads.query<Spend>({
    name: 'usage_spend',
    text: `select to_char(l.at at time zone 'UTC', 'YYYY-MM-DD') as day, l.endpoint, k.public_id as key_id,
        sum(l.credits)::bigint as credits, count(*) as lines, sum(l.live)::bigint as live,
        sum(l.cached)::bigint as cached, sum(l.free)::bigint as free
      from usage_lines l join keys k on k.id = l.key
      where l.account = $1 and l.id >= $4
        and l.at >= $2::date::timestamp at time zone 'UTC'
        and l.at < ($3::date + 1)::timestamp at time zone 'UTC'
      group by 1, 2, 3 order by 1, 2, 3`,
    values: [account, from, to, idFrom(from)],
  })
  return rows
}
