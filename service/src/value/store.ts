import type { Client } from '../db/pool.ts'
import { CELL_COLUMNS, type CellColumns, type RawCell, rawCell } from '../grids/cell.ts'
import { type Night, nightOfDay } from '../kernel/dates.ts'
import { currencyNo } from '../kernel/money.ts'
import { keptCurrency } from '../observations/key.ts'
import type { ValueAsk } from './request.ts'

/** A position in the ranking. Ties are sorted by code, then by chain. */
export interface Standing {
  score: number
  code: string
  source: string
}

/** A hotel that may be in the ranking; its real score is at most `score`. */
export interface Candidate extends Standing {
  hotel: number
}

export interface HotelOf {
  hotel: number
  source: string
  code: string
}

/** A hotel and the sums of its nights that count. Figures in hundredths of a cent. */
export interface Valued extends HotelOf {
  nights: number
  best: number
  /** On a tie, the earlier night. */
  bestNight: Night
  total: number
}

/** The ranked cells. Must match the condition of the partial indexes. */
export const RANKED = `kind = 'a' and los = 1 and occ = 201 and cpp is not null`

export interface Tops {
  /** Best first; when ranking by mean, those that are among the best most often. */
  candidates: Candidate[]
  /** All other hotels rank behind this by their best night; null if there are none. */
  rest: Standing | null
}

export interface Depth {
  /** How many entries per night are read, and how many hotels are returned; null for all. */
  entries: number | null
  hotels: number | null
  /** Only nights with at least this value. */
  leastCpp: number
}

/**
 * The best entries of every night, merged. A hotel in the top n is also in the top n of its best night, so the cost
 * depends on the nights and n, not on the number of cells. The age of a cell is not in the index (every refresh would have
 * to move it), so the figures are upper bounds.
 */
export async function readTops(client: Client, ask: ValueAsk, depth: Depth): Promise<Tops> {
  const values: unknown[] = [
    ask.nights,
    currencyNo(ask.currency),
    depth.leastCpp,
    depth.entries,
    depth.hotels,
  ]
  const within = withinOf(ask, values)
  const { rows } = await client.query<{ hotel: number | null; source: string; code: string; score: number }>({
    name: `value_tops_${ask.rank}_${within.name}`,
    text: TOPS(within.sql, ask.rank === 'avg' ? 'sum(cpp)' : 'max(cpp)'),
    values,
  })
  const candidates: Candidate[] = []
  let rest: Standing | null = null
  for (const { hotel, ...standing } of rows) {
    if (hotel === null) rest = standing
    else candidates.push({ hotel, ...standing })
  }
  const last = candidates.at(-1)
  if (last && candidates.length === depth.hotels && (!rest || compare(last, rest) < 0)) rest = last
  return { candidates, rest }
}

/** The country or chain filter as SQL for the night indexes; adds its parameters to `values`. */
export function withinOf(ask: ValueAsk, values: unknown[]): { name: string; sql: string } {
  const within: string[] = []
  if (ask.country !== null) within.push(`country = $${values.push(ask.country)} and`)
  // As an index condition, the list would be prepared again for every night: three times the work.
  if (ask.chainsNamed) {
    within.push(
      `array_position($${values.push(ask.sources.map(({ id }) => id))}::text[], source) is not null and`,
    )
  }
  return { name: `${within.length}_${ask.country === null}`, sql: within.join(' ') }
}

const TOPS = (within: string, score: string) => `
  with entries as materialized (
    select e.* from unnest($1::date[]) as n(night) cross join lateral (
      select hotel, cpp, code, source, row_number() over (order by cpp desc, code, source) as place from cells
      where ${within} quoted = $2 and night = n.night and cpp >= $3 and ${RANKED}
      order by cpp desc, code, source limit $4::int) e
  ), hotels_told as (
    select hotel, source, code, ${score} as score from entries group by hotel, source, code
    order by score desc, code, source limit $5::int
  ), rest as (
    select null::bigint as hotel, source, code, cpp as score from entries where place = $4::int
    order by cpp desc, code, source limit 1
  )
  select hotel, source, code, score from hotels_told
  union all select hotel, source, code, score from rest
  order by score desc, code, source`

export function compare(a: Standing, b: Standing): number {
  return b.score - a.score || order(a.code, b.code) || order(a.source, b.source)
}

function order(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** A city has few enough hotels to value each. */
export async function readHotelsOfCity(client: Client, ask: ValueAsk): Promise<HotelOf[]> {
  const { rows } = await client.query<HotelOf>({
    name: 'value_city',
    text: `select id as hotel, source, code from hotels
      where fold_name(city) = fold_name($1) and source = any($2::text[]) and ($3::text is null or country = $3)`,
    values: [ask.city, ask.sources.map(({ id }) => id), ask.country],
  })
  return rows
}

/** Which nights count (without `hotel` and `night`), as SQL. The first parameters are the same in all statements. */
export const COUNTS = `${RANKED} and c.quoted = $1 and c.cpp >= $4 and c.seen >= $5`
export const COUNTING = `${COUNTS} and c.night between $2::date and $3::date`

export function countingValues(ask: ValueAsk): unknown[] {
  return [currencyNo(ask.currency), ask.nights[0], ask.nights.at(-1), ask.minCpp, ask.notBeforeMs]
}

/** `top` packs the best figure and its night into one number, so that one max gives both. Days since 1970 fit two bytes until 2149. */
export const SUMS = `count(*) as nights, sum(c.cpp) as total, max(c.cpp * 65536::bigint + 65535 - (c.night - date '1970-01-01')) as top`

export interface Sums {
  nights: number
  total: number
  top: number
}

export function valuedOf({ hotel, source, code }: HotelOf, { nights, total, top }: Sums): Valued {
  const best = Math.floor(top / 65_536)
  return { hotel, source, code, nights, total, best, bestNight: nightOfDay(65_535 - (top - best * 65_536)) }
}

/** The real values of the hotels; those with too few nights are left out. */
export async function readValues(
  client: Client,
  ask: ValueAsk,
  hotels: readonly HotelOf[],
): Promise<Valued[]> {
  if (hotels.length === 0) return []
  const kept = keptCurrencies(ask)
  const { rows } = await client.query<Sums & { place: number }>({
    name: 'value_nights',
    text: `select h.place - 1 as place, v.* from unnest($7::bigint[], $8::int[]) with ordinality as h(hotel, currency, place)
      cross join lateral (
        select ${SUMS} from cells c where c.hotel = h.hotel and c.currency = h.currency and ${COUNTING}) v
      where v.nights >= $6`,
    values: [
      ...countingValues(ask),
      ask.minNights,
      hotels.map(({ hotel }) => hotel),
      hotels.map(({ source }) => kept.get(source)),
    ],
  })
  return rows.flatMap(({ place, ...sums }) => {
    const hotel = hotels[place]
    return hotel ? [valuedOf(hotel, sums)] : []
  })
}

/** Whether at most `few` hotels were observed since then, so that each can be valued. */
export async function areFewFresh(client: Client, { notBeforeMs }: ValueAsk, few: number): Promise<boolean> {
  const { rows } = await client.query<{ count: number }>({
    name: 'value_fresh',
    text: 'select count(*) as count from (select 1 from value_looks where until >= $1 limit $2) l',
    values: [notBeforeMs, few + 1],
  })
  return (rows[0]?.count ?? 0) <= few
}

/**
 * The top hotels by reading every night, for when so few nights count that no index order helps. In hotel order, because
 * the nights of neighbours share pages.
 */
export async function readAllValues(client: Client, ask: ValueAsk): Promise<Valued[]> {
  const score = ask.rank === 'avg' ? '(2 * v.total + v.nights) / (2 * v.nights)' : 'v.top / 65536'
  const kept = keptCurrencies(ask)
  const { rows } = await client.query<HotelOf & Sums>({
    text: `select h.hotel, h.source, h.code, v.* from (
        select m.id as hotel, m.source collate "C" as source, m.code collate "C" as code, s.currency from value_looks l
        join hotels m on m.id = l.hotel join unnest($7::text[], $8::int[]) as s(source, currency) on s.source = m.source
        where l.until >= $5 ${ask.country === null ? '' : 'and m.country = $10'} order by l.hotel) h
      cross join lateral (
        select ${SUMS} from cells c where c.hotel = h.hotel and c.currency = h.currency and ${COUNTING}) v
      where v.nights >= $6 order by ${score} desc, h.code, h.source limit $9`,
    values: [
      ...countingValues(ask),
      ask.minNights,
      [...kept.keys()],
      [...kept.values()],
      ask.limit,
      ...(ask.country === null ? [] : [ask.country]),
    ],
  })
  return rows.map((row) => valuedOf(row, row))
}

/** By source, the currency number under which cells in the requested currency are stored. */
export function keptCurrencies({ sources, currency }: ValueAsk): Map<string, number> {
  return new Map(sources.map((source) => [source.id, keptCurrency(source, currency)]))
}

/** A hotel for display: its facts, and its best night in full. */
export interface Shown {
  name: string | null
  city: string | null
  country: string | null
  cell: RawCell
}

interface ShownRow extends CellColumns, Omit<Shown, 'cell'> {
  place: number
}

/** In the order of the ranking. */
export async function readShown(
  client: Client,
  ask: ValueAsk,
  hotels: readonly Pick<Valued, 'hotel' | 'source' | 'bestNight'>[],
): Promise<Shown[]> {
  if (hotels.length === 0) return []
  const kept = keptCurrencies(ask)
  const { rows } = await client.query<ShownRow>({
    name: 'value_shown',
    text: `select h.place - 1 as place, m.name, m.city, m.country, ${CELL_COLUMNS}
      from unnest($1::bigint[], $2::int[], $3::date[]) with ordinality as h(hotel, currency, night, place)
      join hotels m on m.id = h.hotel
      join cells c on c.hotel = h.hotel and c.kind = 'a' and c.los = 1 and c.occ = 201 and c.currency = h.currency
        and c.night = h.night
      order by h.place`,
    values: [
      hotels.map(({ hotel }) => hotel),
      hotels.map(({ source }) => kept.get(source)),
      hotels.map(({ bestNight }) => bestNight),
    ],
  })
  return rows.map(({ name, city, country, place, ...row }) => ({
    name,
    city,
    country,
    cell: rawCell(place, row),
  }))
}
