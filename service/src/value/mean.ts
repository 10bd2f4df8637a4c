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

/** How many other nights are checked per round: a few for every hotel, more for those that remain. */
const ROUNDS = [3, 8, 24]
/** Where in the window these nights begin: the first are often sold out, the last not known yet. */
const BEGIN = 0.25

/**
 * The other hotels whose mean is at least `score`.
 * - Such a hotel has at least one night as good as the score, which the indexes list. Most listed hotels have few others.
 * - So their surplus over the score on all good nights is compared with a few of their other nights. If these already
 *   outweigh it, the hotel is out: its remaining nights are below the score too.
 * - Only the hotels left over are valued by all their nights.
 * - The few nights are adjacent in the primary key, and hotels are visited in key order, because neighbours share pages.
 *
 * Each night weighs 2 × (cpp - score) + 1: the mean, rounded half up, reaches the score if the sum is not negative. Good
 * nights that are too old only make a hotel look better than it is.
 *
 * Rejected: stored sums per hotel and month. They cannot say how many nights are fresh enough, and every price change
 * would have to update them.
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
