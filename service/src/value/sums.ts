import { reachesInSql } from '../access/pairs.ts'
import { named } from '../db/named.ts'
import type { Client } from '../db/pool.ts'
import { type Night, nightOfDay } from '../kernel/dates.ts'
import { cppInSql } from '../observations/comparable.ts'
import { overNewest } from '../observations/newest.ts'
import { type HotelOf, parametersOf, type RankedAsk, windowOf } from './parameters.ts'

/** A hotel and the sums of its nights that count. Figures in hundredths of a cent. */
export interface Valued extends HotelOf {
  nights: number
  best: number
  /** On a tie, the earlier night. */
  bestNight: Night
  total: number
}

/** An aggregate over the fresh cells `c` of the hotel `h`, each with its `cpp` in the requested currency if it has one. */
export function overNights(
  aggregate: string,
  { from = ':firstNight', to = ':lastNight', since = ':notBefore' } = {},
): string {
  return overNewest(aggregate, `ranked_cells_of(h.hotel, ${from}::date, ${to}::date)`, freshSince(since))
}

/** Without the `offset 0`, `cpp` would be computed once for every time that it is mentioned. */
const freshSince = (since: string) => (cells: string) =>
  `(select c.night, c.currency, ${cppInSql(':currency::int', ':factors')} as cpp from ${cells} c where c.seen >= ${since} offset 0) c`

/** Which of these cells count. */
export const COUNTS = 'c.cpp >= :minCpp'

/**
 * The sums of the nights of `h`, as `v`. `top` packs the best figure and its night into one number, so that one max gives both. Days
 * since 1970 fit two bytes until 2149.
 */
const sumsSince = (since?: string) => `lateral (
  select s.sums[1] as nights, s.sums[2] as total, s.sums[3] as top from ${overNights(
    `array[
    count(*) filter (where ${COUNTS}),
    sum(c.cpp) filter (where ${COUNTS}),
    max(c.cpp * 65536::bigint + 65535 - (c.night - date '1970-01-01')) filter (where ${COUNTS})]::bigint[]`,
    { since },
  )} as s(sums)) v`
export const SUMS = sumsSince()

/** Which of the hotels `h`, valued as `v`, are ranked, as a part of a statement, and what tells it from the other. */
export function rankedOf({ minAccess }: RankedAsk): { name: string; sql: string } {
  const enough = 'v.nights >= :minNights'
  if (minAccess === null) return { name: '', sql: enough }
  return {
    name: '_access',
    sql: `${enough} and ${reachesInSql('h.hotel', ':firstNight', ':lastNight', ':minAccess')}`,
  }
}

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
  const ranked = rankedOf(ask)
  const { rows } = await client.query<Sums & { place: number }>(
    named({
      name: `value_nights${ranked.name}`,
      text: `select h.place - 1 as place, v.* from unnest(:hotels::bigint[], :since::bigint[]) with ordinality as h(hotel, since, place)
        cross join ${sumsSince('h.since')}
        where ${ranked.sql}`,
      values: {
        ...parametersOf(ask),
        hotels: hotels.map(({ hotel }) => hotel),
        since: await ask.since(hotels),
      },
    }),
  )
  return rows.flatMap(({ place, ...sums }) => {
    const hotel = hotels[place]
    return hotel ? [valuedOf(hotel, sums)] : []
  })
}

/** The hotels `l` that may have as many fresh nights as wanted. */
function mayReach({ isUsualAge }: RankedAsk): string {
  const nights = isUsualAge ? 'l.fresh_nights' : 'l.nights'
  return `l.until >= :notBefore and bit_count(${nights}) >= :minNights
    and bit_count(${nights} & :window::bit(512)) >= :minNights`
}

/** Whether at most `few` hotels can have enough fresh nights, so that each can be valued. */
export async function doFewReach(client: Client, ask: RankedAsk, few: number): Promise<boolean> {
  const { rows } = await client.query<{ count: number }>(
    named({
      text: `select count(*) as count from (select 1 from value_looks l where ${mayReach(ask)} limit :few + 1) l`,
      values: { ...parametersOf(ask), window: windowOf(ask), few },
    }),
  )
  return (rows[0]?.count ?? 0) <= few
}

/** All hotels that may have enough fresh nights, to value each by an age of its own. */
export async function readReaching(client: Client, ask: RankedAsk): Promise<HotelOf[]> {
  const { rows } = await client.query<HotelOf>(
    named({
      text: `select m.id as hotel, m.source, m.code from value_looks l join hotels m on m.id = l.hotel
        where ${mayReach(ask)} and m.source = any(:chains::text[])
          ${ask.country === null ? '' : 'and m.country = :country'}`,
      values: { ...parametersOf(ask), window: windowOf(ask) },
    }),
  )
  return rows
}

/**
 * The top hotels by reading every night, for when so few nights count that no index order helps. In hotel order, because
 * the nights of neighbours share pages.
 */
export async function readAllValues(client: Client, ask: RankedAsk): Promise<Valued[]> {
  const score = ask.rank === 'avg' ? 'floor((2 * v.total + v.nights) / (2 * v.nights))' : 'v.top / 65536'
  const { rows } = await client.query<HotelOf & Sums>(
    named({
      text: `select h.hotel, h.source, h.code, v.* from (
          select m.id as hotel, m.source collate "C" as source, m.code collate "C" as code from value_looks l
          join hotels m on m.id = l.hotel
          where ${mayReach(ask)} and m.source = any(:chains::text[])
            ${ask.country === null ? '' : 'and m.country = :country'}
          order by l.hotel) h
        cross join ${SUMS}
        where ${rankedOf(ask).sql} order by ${score} desc, h.code, h.source limit :limit`,
      values: { ...parametersOf(ask), window: windowOf(ask), limit: ask.limit },
    }),
  )
  return rows.map((row) => valuedOf(row, row))
}
