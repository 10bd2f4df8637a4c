import type { Client } from '../db/pool.ts'
import { currencyOf, toDecimal } from '../kernel/money.ts'
import { HOTELS } from '../observations/key.ts'
import { STATUS_LETTER } from '../observations/store.ts'

/** How the cells of a run differ from those of the run before. */
export interface RunChanges {
  /** The run that it was compared with. */
  since: string
  since_at: string
  /** Cells in both runs. */
  compared: number
  cheaper: number
  dearer: number
  /** Could be booked in the run before, and not in this one. */
  gone: number
  reopened: number
  /** The largest changes of price, by percent. */
  largest: LargestChange[]
}

export interface LargestChange {
  chain: string
  hotel_code: string
  name: string | null
  night: string
  los: number
  /** Null for points. */
  currency: string | null
  before: number
  now: number
  change_pct: number
}

const MOST_LISTED = 5

/**
 * Pairs each cell with the same night of the run before. Prices are compared in one currency and on one basis only: public rates
 * without taxes, or with them where the hotel tells no other; points for awards.
 */
const PAIRS = `
  with compared as (
    select r.id as run, b.public_id as since, b.created_at as since_at, j.id as job, bj.id as before, j.request ->> 'kind' as kind
    from schedule_runs r join jobs j on j.public_id = r.job
    cross join lateral (
      select p.public_id, p.created_at, p.job from schedule_runs p
      where p.schedule = r.schedule and p.id < r.id and p.status = 'done' order by p.id desc limit 1) b
    join jobs bj on bj.public_id = b.job
    where r.id = any($1::bigint[])
  ), pairs as (
    select c.run, c.since, c.since_at, n.hotel, n.night, n.los, case when c.kind <> 'award' then n.quoted end as quoted,
      n.status = '${STATUS_LETTER.available}' as is_open, b.status = '${STATUS_LETTER.available}' as was_open,
      case when c.kind = 'award' then n.points when n.quoted <> b.quoted then null
        when n.bar is not null and b.bar is not null then n.bar else n.bar_after_tax end as now,
      case when c.kind = 'award' then b.points when n.quoted <> b.quoted then null
        when n.bar is not null and b.bar is not null then b.bar else b.bar_after_tax end as before
    from compared c join job_cells n on n.job = c.job
    join job_cells b on b.job = c.before and b.hotel = n.hotel and b.night = n.night and b.los = n.los
  )`

/** By run. A run without cells, or without an earlier one to compare with, is left out. */
export async function readChanges(
  client: Client,
  runs: readonly number[],
): Promise<ReadonlyMap<number, RunChanges>> {
  const { rows } = await client.query<
    Omit<RunChanges, 'largest' | 'since_at'> & { run: number; since_at: Date }
  >(
    `${PAIRS}
     select run, since, since_at, count(*) as compared, count(*) filter (where now < before) as cheaper,
       count(*) filter (where now > before) as dearer, count(*) filter (where was_open and not is_open) as gone,
       count(*) filter (where is_open and not was_open) as reopened
     from pairs group by run, since, since_at`,
    [runs],
  )
  const largest = rows.length === 0 ? [] : await readLargest(client, runs)
  return new Map(
    rows.map(({ run, since_at: sinceAt, ...counts }) => [
      run,
      {
        ...counts,
        since_at: sinceAt.toISOString(),
        largest: largest.filter((change) => change.run === run).map(largestView),
      },
    ]),
  )
}

interface LargestRow {
  run: number
  chain: string
  code: string
  name: string | null
  night: string
  los: number
  quoted: number | null
  before: number
  now: number
}

async function readLargest(client: Client, runs: readonly number[]): Promise<LargestRow[]> {
  const { rows } = await client.query<LargestRow>(
    `${PAIRS}, ranked as (
       select *, row_number() over (partition by run order by abs(now - before)::float8 / before desc, night, hotel, los) as place
       from pairs where now <> before and before > 0
     )
     select r.run, h.source as chain, h.code, h.name, r.night::text, r.los, r.quoted, r.before, r.now
     from ranked r join hotels h on h.id = r.hotel % ${HOTELS} where r.place <= $2 order by r.run, r.place`,
    [runs, MOST_LISTED],
  )
  return rows
}

function largestView({ chain, code, name, night, los, quoted, before, now }: LargestRow): LargestChange {
  const currency = quoted === null ? null : currencyOf(quoted)
  const figure = (amount: number) => (currency === null ? amount : toDecimal(amount, currency))
  return {
    chain,
    hotel_code: code,
    name,
    night,
    los,
    currency,
    before: figure(before),
    now: figure(now),
    change_pct: Math.round(((now - before) / before) * 1000) / 10,
  }
}
