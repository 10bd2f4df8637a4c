import type { Client } from '../db/pool.ts'
import { CELL_COLUMNS, type CellColumns, rawCell, type StoredCell } from '../grids/cell.ts'
import { dayOf, type Night, nightOfDay } from '../kernel/dates.ts'
import { currencyNo } from '../kernel/money.ts'
import { cppInSql } from '../observations/comparable.ts'
import { overNewest } from '../observations/newest.ts'
import { ringOf } from '../observations/night-ring.ts'
import type { WorthClass } from './bounds.ts'
import type { ValueAsk } from './request.ts'

/** With the reference rates that its nights need. */
export interface RankedAsk extends ValueAsk {
  classes: readonly WorthClass[]
  factors: string
}

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

/** Which classes of worth exist. */
export async function readClasses(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ rated: number }>({
    name: 'value_classes',
    text: 'select rated from worth_classes() as rated',
  })
  return rows.map(({ rated }) => rated)
}

/**
 * The best entries of every night, merged. A hotel in the top n is also in the top n of its best night, so the cost
 * depends on the nights and n, not on the number of cells. The figures are upper bounds: the index has neither the age of
 * a cell (every refresh would have to move it) nor the rate of its day.
 */
export async function readTops(client: Client, ask: RankedAsk, depth: Depth): Promise<Tops> {
  const listed = listedOf(ask, depth.leastCpp, depth.entries, 4)
  const { rows } = await client.query<{ hotel: number | null; source: string; code: string; score: number }>({
    name: `value_tops_${ask.rank}_${listed.name}`,
    text: TOPS(listed.sql, ask.rank === 'avg' ? 'sum(bound)::bigint' : 'max(bound)'),
    values: [depth.hotels, ask.classes.map(({ isExact }) => isExact), depth.entries, ...listed.values],
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

/** A part of a statement with its parameters. */
interface Listed {
  name: string
  sql: string
  values: unknown[]
}

/**
 * The best entries of every night and class, at most `most` of each, as rows of `hotel`, `source`, `code`, `class`, `bound`
 * and `place`. Each country has a part of an index of its own. The parameters begin with `$first`. What is null is part of the
 * text: a plan for any value would sort and count entries for nothing.
 */
export function listedOf(ask: RankedAsk, leastCpp: number, most: number | null, first: number): Listed {
  const { nights, classes, country, chainsNamed, sources } = ask
  const values: unknown[] = []
  const parameter = (value: unknown, type: string) => {
    if (value === null) return `null::${type}`
    values.push(value)
    return `$${first + values.length - 1}::${type}`
  }
  const entries = [
    parameter(nights, 'date[]'),
    parameter(
      classes.map(({ rated }) => rated),
      'int[]',
    ),
    parameter(
      classes.map(({ factor }) => factor),
      'float8[]',
    ),
    parameter(
      classes.map(({ add }) => add),
      'float8[]',
    ),
    parameter(leastCpp, 'bigint'),
    parameter(chainsNamed ? sources.map(({ id }) => id) : null, 'text[]'),
    parameter(most, 'int'),
  ]
  const where = country === null ? [] : [parameter(country, 'text')]
  return {
    name: [
      country === null ? 'anywhere' : 'in',
      chainsNamed ? 'chains' : 'all',
      most === null ? 'full' : 'top',
    ].join('_'),
    sql: `worth_listed${country === null ? '' : '_in'}(${[...where, ...entries].join(', ')})`,
    values,
  }
}

/** The rest of a class begins where its list ends. Unless its bounds are exact, it may win every tie. */
const TOPS = (listed: string, score: string) => `
  with entries as materialized (
    select hotel, bound, code collate "C" as code, source collate "C" as source, place, ($2::boolean[])[class] as exact
    from ${listed}
  ), hotels_told as (
    select hotel, min(source) as source, min(code) as code, ${score} as score from entries group by hotel
    order by score desc, code, source limit $1::int
  ), rest as (
    select null::bigint as hotel, case when exact then source else '' end as source,
      case when exact then code else '' end as code, bound as score from entries where place = $3::int
    order by bound desc, exact, code, source limit 1
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
export async function readHotelsOfCity(client: Client, ask: RankedAsk): Promise<HotelOf[]> {
  const { rows } = await client.query<HotelOf>({
    name: 'value_city',
    text: `select id as hotel, source, code from hotels
      where fold_name(city) = fold_name($1) and source = any($2::text[]) and ($3::text is null or country = $3)`,
    values: [ask.city, ask.sources.map(({ id }) => id), ask.country],
  })
  return rows
}

/** An aggregate over the fresh cells `c` of the hotel `h`, each with its `cpp` in the requested currency if it has one. */
export function overNights(aggregate: string, from = '$2', to = '$3'): string {
  return overNewest(aggregate, `cells_of(h.hotel, 'a', 1, 201, ${from}::date, ${to}::date)`, FRESH)
}

/** Without the `offset 0`, `cpp` would be computed once for every time that it is mentioned. */
const FRESH = (cells: string) =>
  `(select c.night, c.currency, ${cppInSql('$1::int', '$6')} as cpp from ${cells} c where c.seen >= $5 offset 0) c`

/** Which of these cells count. */
export const COUNTS = 'c.cpp >= $4'

export function countingValues(ask: RankedAsk): unknown[] {
  return [
    currencyNo(ask.currency),
    ask.nights[0],
    ask.nights.at(-1),
    ask.minCpp,
    ask.notBeforeMs,
    ask.factors,
  ]
}

/**
 * The sums of the nights of `h`, as `v`. `top` packs the best figure and its night into one number, so that one max gives both. Days
 * since 1970 fit two bytes until 2149.
 */
export const SUMS = `lateral (
  select s.sums[1] as nights, s.sums[2] as total, s.sums[3] as top from ${overNights(`array[
    count(*) filter (where ${COUNTS}),
    sum(c.cpp) filter (where ${COUNTS}),
    max(c.cpp * 65536::bigint + 65535 - (c.night - date '1970-01-01')) filter (where ${COUNTS})]::bigint[]`)} as s(sums)) v`

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
  ask: RankedAsk,
  hotels: readonly HotelOf[],
): Promise<Valued[]> {
  if (hotels.length === 0) return []
  const { rows } = await client.query<Sums & { place: number }>({
    name: 'value_nights',
    text: `select h.place - 1 as place, v.* from unnest($8::bigint[]) with ordinality as h(hotel, place)
      cross join ${SUMS}
      where v.nights >= $7`,
    values: [...countingValues(ask), ask.minNights, hotels.map(({ hotel }) => hotel)],
  })
  return rows.flatMap(({ place, ...sums }) => {
    const hotel = hotels[place]
    return hotel ? [valuedOf(hotel, sums)] : []
  })
}

/** The hotels `l` that may have as many fresh nights as wanted. */
function mayReach({ isUsualAge }: RankedAsk, fresh: string, least: string, window: string): string {
  const nights = isUsualAge ? 'l.fresh_nights' : 'l.nights'
  return `l.until >= ${fresh} and bit_count(${nights}) >= ${least} and bit_count(${nights} & ${window}::bit(512)) >= ${least}`
}

/** Whether at most `few` hotels can have enough fresh nights, so that each can be valued. */
export async function doFewReach(client: Client, ask: RankedAsk, few: number): Promise<boolean> {
  const { rows } = await client.query<{ count: number }>({
    text: `select count(*) as count from (
        select 1 from value_looks l where ${mayReach(ask, '$1', '$2', '$3')} limit $4) l`,
    values: [ask.notBeforeMs, ask.minNights, ringOf(ask.nights.map(dayOf)), few + 1],
  })
  return (rows[0]?.count ?? 0) <= few
}

/**
 * The top hotels by reading every night, for when so few nights count that no index order helps. In hotel order, because
 * the nights of neighbours share pages.
 */
export async function readAllValues(client: Client, ask: RankedAsk): Promise<Valued[]> {
  const score = ask.rank === 'avg' ? 'floor((2 * v.total + v.nights) / (2 * v.nights))' : 'v.top / 65536'
  const { rows } = await client.query<HotelOf & Sums>({
    text: `select h.hotel, h.source, h.code, v.* from (
        select m.id as hotel, m.source collate "C" as source, m.code collate "C" as code from value_looks l
        join hotels m on m.id = l.hotel
        where ${mayReach(ask, '$5', '$7', '$10')} and m.source = any($8::text[])
          ${ask.country === null ? '' : 'and m.country = $11'}
        order by l.hotel) h
      cross join ${SUMS}
      where v.nights >= $7 order by ${score} desc, h.code, h.source limit $9`,
    values: [
      ...countingValues(ask),
      ask.minNights,
      ask.sources.map(({ id }) => id),
      ask.limit,
      ringOf(ask.nights.map(dayOf)),
      ...(ask.country === null ? [] : [ask.country]),
    ],
  })
  return rows.map((row) => valuedOf(row, row))
}

/** A hotel for display: its facts, and its best night in full. */
export interface Shown {
  name: string | null
  city: string | null
  country: string | null
  cell: StoredCell
}

interface ShownRow extends CellColumns, Omit<Shown, 'cell'> {
  place: number
}

/** In the order of the ranking. */
export async function readShown(
  client: Client,
  hotels: readonly Pick<Valued, 'hotel' | 'bestNight'>[],
): Promise<Shown[]> {
  if (hotels.length === 0) return []
  const { rows } = await client.query<ShownRow>({
    name: 'value_shown',
    text: `select h.place - 1 as place, m.name, m.city, m.country, ${CELL_COLUMNS}
      from unnest($1::bigint[], $2::date[]) with ordinality as h(hotel, night, place)
      join hotels m on m.id = h.hotel
      cross join lateral (
        select * from cells_of(h.hotel, 'a', 1, 201, h.night, h.night) order by seen desc, currency limit 1) c
      order by h.place`,
    values: [hotels.map(({ hotel }) => hotel), hotels.map(({ bestNight }) => bestNight)],
  })
  return rows.map(({ name, city, country, place, ...row }) => ({
    name,
    city,
    country,
    cell: rawCell(place, row),
  }))
}
