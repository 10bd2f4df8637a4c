import { inTransaction, type Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { dayAt, dayOf, type Night, nightOfDay } from '../kernel/dates.ts'
import { type Catalog, findSource } from '../sources/catalog/catalog.ts'
import { type Falls, fallsOf } from './falls.ts'
import { COUNTED, DROPS, reached } from './forecast.ts'
import { marketOf } from './market.ts'
import { BUCKETS } from './origin.ts'

/** Small enough that a statement takes a few milliseconds and blocks no one. */
const HOTELS_AT_ONCE = 100
/** What was seen just before midnight is written by now. */
const SLACK_MS = 600_000
/** Longer than any window. */
const KEPT_DAYS = 400

/**
 * Keeps what became of the prices of nights that are over, so that an outlook reads a few hundred small rows and no changes. Each night
 * is settled once. Returns how many nights of hotels were settled.
 */
export function createSettling(pool: Pool, catalog: Catalog, now: () => number) {
  return async (): Promise<number> => {
    const today = dayAt(now() - SLACK_MS)
    let count = 0
    for (let day = (await lastSettled(pool)) + 1; day <= today; day += 1) {
      count += await settleNight(pool, catalog, nightOfDay(day))
      await pool.query('update outlook_settled set night = greatest(night, $1)', [nightOfDay(day)])
      await forget(pool, nightOfDay(day - KEPT_DAYS))
    }
    return count
  }
}

/** Also for nights that were made or brought later than they were over. Nights that are settled stay as they are. */
export async function settleNight(pool: Pool, catalog: Catalog, night: Night): Promise<number> {
  let count = 0
  for (let after = 0; ; ) {
    const hotels = await readHotels(pool, after)
    const last = hotels.at(-1)
    if (!last) return count
    count += await settleHotels(pool, catalog, hotels, night)
    after = last.id
  }
}

async function lastSettled(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ night: Night }>('select night::text from outlook_settled')
  return dayOf(one(rows).night)
}

async function forget(pool: Pool, before: Night): Promise<void> {
  await pool.query('delete from outlook_nights where night < $1', [before])
  await pool.query('delete from outlook_markets where night < $1', [before])
}

interface HotelRow {
  id: number
  source: string
  country: string | null
  city: string | null
  stars: number | null
}

async function readHotels(pool: Pool, after: number): Promise<HotelRow[]> {
  const { rows } = await pool.query<HotelRow>({
    name: 'outlook_hotels',
    text: 'select id, source, country, city, stars from hotels where id > $1 order by id limit $2',
    values: [after, HOTELS_AT_ONCE],
  })
  return rows
}

type ChangeRow = [seenMs: number, quoted: number, tax: string, figure: number | null, afterTax: number | null]

interface LookedAt {
  hotel: number
  kind: string
  los: number
  occ: number
  seen: number
  steady: number | null
  gap: number
  changes: ChangeRow[]
}

async function settleHotels(
  pool: Pool,
  catalog: Catalog,
  hotels: readonly HotelRow[],
  night: Night,
): Promise<number> {
  const looked = await readLooked(pool, hotels, night)
  if (looked.length === 0) return 0
  const before = await readWeekBefore(pool, hotels, night)
  const byId = new Map(hotels.map((hotel) => [hotel.id, hotel]))
  const settled = looked.flatMap((cell) => {
    const hotel = byId.get(cell.hotel)
    const source = hotel && findSource(catalog, hotel.source)
    if (!hotel || !source) return []
    const market = marketOf(source, hotel, cell.kind)
    return fallsOf({
      nightDay: dayOf(night),
      steadyMs: cell.steady,
      seenMs: cell.seen,
      gapMs: cell.gap,
      changes: cell.changes.map(([seenMs, quoted, tax, figure, afterTax]) => ({
        seenMs,
        quoted,
        tax,
        figure,
        afterTax,
      })),
    }).map((falls) => Object.assign({ market, night }, cell, falls))
  })
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<Key>({
      name: 'outlook_settle',
      text: `insert into outlook_nights (hotel, night, los, occ, quoted, kind, tax, falls, falls_after_tax)
        select hotel, $2::date, los, occ, quoted, kind, tax, falls, falls_after_tax
        from json_to_recordset($1) as n(hotel bigint, los smallint, occ smallint, quoted smallint, kind "char", tax "char",
          falls smallint[], falls_after_tax smallint[])
        order by hotel, kind, los, occ, quoted, tax on conflict do nothing
        returning hotel, los, occ, quoted, kind::text, tax::text`,
      values: [JSON.stringify(settled.map(record)), night],
    })
    const fresh = new Set(rows.map(keyOf))
    // A cell that several currencies were asked for is one night.
    const counted = settled.filter((falls) => fresh.delete(keyOf(falls)))
    await countMarkets(
      client,
      counted.map((falls) => Object.assign(falls, { before: before.get(keyOf(falls)) })),
      night,
    )
  })
  return settled.length
}

type Key = Pick<LookedAt, 'hotel' | 'kind' | 'los' | 'occ'> & { quoted: number; tax: string }
type Settled = Falls & LookedAt & { market: string }
type Paired = Settled & { before: Week | undefined }

const keyOf = ({ hotel, kind, los, occ, quoted, tax }: Key) => [hotel, kind, los, occ, quoted, tax].join('/')

function record({ hotel, los, occ, quoted, kind, tax, falls, fallsAfterTax }: Settled) {
  return { hotel, los, occ, quoted, kind, tax, falls, falls_after_tax: fallsAfterTax }
}

/** The newest look decides: a cell may have been forgotten and seen again. */
async function readLooked(pool: Pool, hotels: readonly HotelRow[], night: Night): Promise<LookedAt[]> {
  const { rows } = await pool.query<LookedAt>({
    name: 'outlook_looked',
    text: `select l.hotel, l.kind::text, l.los, l.occ, l.seen, l.steady, steady_gap() as gap, h.changes
      from (
        select distinct on (hotel, kind, los, occ, currency) * from (
          select hotel, kind, los, occ, currency, seen, steady from cells where hotel = any($1) and night = $2::date
          union all
          select hotel, kind, los, occ, currency, seen, steady from last_looks where hotel = any($1) and night = $2::date
        ) both_of order by hotel, kind, los, occ, currency, seen desc
      ) l cross join lateral (
        select json_agg(json_build_array(seen, case when kind = award_kind() then 0 else quoted end,
            case when kind = award_kind() or tax is null then 'u' when tax then 'i' else 'e' end,
            case when kind = award_kind() then points else bar end,
            case when kind <> award_kind() then bar_after_tax end) order by seen) as changes
        from cell_history c where c.hotel = l.hotel and c.kind = l.kind and c.los = l.los and c.occ = l.occ
          and c.currency = l.currency and c.night = $2::date
      ) h
      where h.changes is not null order by l.hotel, l.kind, l.los, l.occ, l.steady`,
    values: [hotels.map(({ id }) => id), night],
  })
  return rows
}

async function countMarkets(
  client: Pick<Pool, 'query'>,
  settled: readonly Paired[],
  night: Night,
): Promise<void> {
  const markets = Map.groupBy(settled, ({ market, kind, los, occ }) =>
    JSON.stringify({ market, kind, los, occ }),
  )
  const rows = [...markets]
    .map(([key, nights]) => Object.assign(JSON.parse(key) as object, { counts: countsOf(nights) }))
    .filter(({ counts }) => counts.some((count) => count > 0))
  if (rows.length === 0) return
  await client.query({
    name: 'outlook_count',
    text: `insert into outlook_markets as m (market, night, los, occ, kind, counts)
      select market, $2::date, los, occ, kind, counts
      from json_to_recordset($1) as n(market text, los smallint, occ smallint, kind "char", counts int[])
      order by market, kind, los, occ
      on conflict (market, kind, los, occ, night) do update set counts =
        array(select a + b from unnest(m.counts, excluded.counts) with ordinality as u(a, b, at) order by at)`,
    values: [JSON.stringify(rows), night],
  })
}

/** As `MarketNight` has them: after tax where that is known. */
export function countsOf(nights: readonly (Week & { before: Week | undefined })[]): number[] {
  const counts = Array.from({ length: BUCKETS * COUNTED }, () => 0)
  const add = (at: number, numbers: readonly number[]): void => {
    for (const [index, number] of numbers.entries()) counts[at + index] = (counts[at + index] ?? 0) + number
  }
  for (const night of nights)
    for (let at = 0; at < BUCKETS; at += 1) {
      const fall = fallAt(night, at)
      if (fall === null) continue
      const fell = reached(fall)
      add(at * COUNTED, [1, ...fell])
      const before = night.before ? fallAt(night.before, at) : null
      if (before === null) continue
      const fellBefore = reached(before)
      add(at * COUNTED + 1 + DROPS.length, [1, ...fell.map((hit, drop) => hit * (fellBefore[drop] ?? 0))])
    }
  return counts
}

type Week = Pick<Falls, 'falls' | 'fallsAfterTax'>

function fallAt({ falls, fallsAfterTax }: Week, at: number): number | null {
  return fallsAfterTax[at] ?? falls[at] ?? null
}

/** What became of the same nights a week before, by `keyOf`. */
async function readWeekBefore(
  pool: Pool,
  hotels: readonly HotelRow[],
  night: Night,
): Promise<Map<string, Week>> {
  const { rows } = await pool.query<Key & { falls: Week['falls']; falls_after_tax: Week['falls'] }>({
    name: 'outlook_week_before',
    text: `select hotel, los, occ, quoted, kind::text, tax::text, falls, falls_after_tax
      from outlook_nights where hotel = any($1) and night = $2::date - 7`,
    values: [hotels.map(({ id }) => id), night],
  })
  return new Map(rows.map((row) => [keyOf(row), { falls: row.falls, fallsAfterTax: row.falls_after_tax }]))
}
