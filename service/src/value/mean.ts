import type { Client } from '../db/pool.ts'
import type { ValueAsk } from './request.ts'
import {
  COUNTING,
  COUNTS,
  countingValues,
  type HotelOf,
  keptCurrencies,
  RANKED,
  SUMS,
  type Sums,
  type Valued,
  valuedOf,
  withinOf,
} from './store.ts'

/** How many nights are held against a hotel: a few against each, ever more against those that stand that. */
const ROUNDS = [3, 8, 24]
/** Where in the window they begin: its first nights are often sold out, its last not known yet. */
const BEGIN = 0.25

/**
 * What else has a mean of at least this score. Such a hotel has a night as good as the score, and the indexes list those; but
 * one good night is no good mean, and most of the listed have little else. So what they are above the score on all their good
 * nights is set against a few of their other nights: where these alone outweigh it, the rest of the hotel's nights is below the
 * score as well, and need not be looked at. Only what is left is valued by all its nights. The few are neighbours in the primary
 * key, because a search that might go on costs as much as one that does; and the hotels come in its order, as neighbours share
 * their pages.
 *
 * Each night weighs twice its distance to the score, and one more: the mean, rounded half up, reaches the score where the sum is
 * not negative. Good nights that are too old only make a hotel look better than it is.
 *
 * Kept figures of each hotel and month would say more in advance, but not how many of its nights are fresh enough, and every
 * change of a price would have to keep them right.
 */
export async function readOfMean(
  client: Client,
  ask: ValueAsk,
  score: number,
  valued: readonly HotelOf[],
): Promise<Valued[]> {
  const kept = keptCurrencies(ask)
  const values: unknown[] = [
    ...countingValues(ask),
    ask.minNights,
    ask.nights,
    score,
    [...kept.keys()],
    [...kept.values()],
    valued.map(({ hotel }) => hotel),
  ]
  let begin = Math.floor(ask.nights.length * BEGIN)
  for (const size of ROUNDS) {
    const nights = ask.nights.slice(begin, begin + size)
    values.push(nights[0], nights.at(-1))
    begin += size
  }
  const within = withinOf(ask, values)
  const { rows } = await client.query<HotelOf & Sums>({
    name: `value_mean_${within.name}`,
    text: OF_MEAN(within.sql),
    values,
  })
  return rows.map((row) => valuedOf(row, row))
}

const WEIGHT = '2 * sum(cpp) - count(*) * (2 * $8::bigint - 1)'
const OF_HOTEL = 'c.hotel = h.hotel and c.currency = h.currency'
const STANDING = (round: number) => `
  select h.hotel, h.source, h.code, h.currency, h.weight + b.weight as weight
  from ${round === 0 ? 'listed' : `left_${round - 1}`} h cross join lateral (
    select coalesce(${WEIGHT}, 0) as weight from cells c
    where ${OF_HOTEL} and c.night between $${12 + 2 * round}::date and $${13 + 2 * round}::date and c.cpp < $8::int
      and ${COUNTS}) b
  where h.weight + b.weight >= 0`

const OF_MEAN = (within: string) => `
  with listed as materialized (
    select hotel, source, code, currency, weight from (
      select e.hotel, e.source, e.code, ${WEIGHT} as weight
      from unnest($7::date[]) as n(night) cross join lateral (
        select hotel, cpp, code, source from cells
        where ${within} quoted = $1 and night = n.night and cpp >= $8::int and ${RANKED} offset 0) e
      where e.hotel <> all($11::bigint[]) group by e.hotel, e.source, e.code) l
    join unnest($9::text[], $10::int[]) as s(source, currency) using (source)
    order by hotel
  )${ROUNDS.map((_, round) => `, left_${round} as materialized (${STANDING(round)})`).join('')}
  select h.hotel, h.source, h.code, v.* from left_${ROUNDS.length - 1} h
  cross join lateral (select ${SUMS} from cells c where ${OF_HOTEL} and ${COUNTING}) v
  where v.nights >= $6`
