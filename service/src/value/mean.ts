import type { Client } from '../db/pool.ts'
import {
  COUNTING,
  countingValues,
  type HotelOf,
  listedOf,
  type RankedAsk,
  SUMS,
  type Sums,
  type Valued,
  valuedOf,
} from './store.ts'

/** How many other nights are checked per round: a few for every hotel, more for those that remain. */
const ROUNDS = [1, 3, 8, 24]
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
 * nights that are too old, or worth less than their bound, only make a hotel look better than it is.
 *
 * Rejected: stored sums per hotel and month. They cannot say how many nights are fresh enough, and every price change
 * would have to update them.
 */
export async function readOfMean(
  client: Client,
  ask: RankedAsk,
  score: number,
  valued: readonly HotelOf[],
): Promise<Valued[]> {
  const listed = await readListed(client, ask, score, valued)
  const values: unknown[] = [
    ...countingValues(ask),
    ask.minNights,
    score,
    listed.map(({ hotel }) => hotel),
    listed.map(({ weight }) => weight),
  ]
  let begin = Math.floor(ask.nights.length * BEGIN)
  for (const size of ROUNDS) {
    const nights = ask.nights.slice(begin, begin + size)
    values.push(nights[0], nights.at(-1))
    begin += size
  }
  const { rows } = await client.query<Sums & { hotel: number }>({ name: 'value_mean', text: OF_MEAN, values })
  const hotelOf = new Map(listed.map((hotel) => [hotel.hotel, hotel]))
  return rows.flatMap((row) => {
    const hotel = hotelOf.get(row.hotel)
    return hotel ? [valuedOf(hotel, row)] : []
  })
}

/** The hotels with a night as good as the score, and how far all such nights outweigh it at most. */
async function readListed(
  client: Client,
  ask: RankedAsk,
  score: number,
  valued: readonly HotelOf[],
): Promise<(HotelOf & { weight: number })[]> {
  const best = listedOf(ask, score, null)
  const { rows } = await client.query<HotelOf & { weight: number }>({
    name: `value_listed_${best.name}`,
    text: `select hotel, source, code, (${WEIGHT('bound', '$7::bigint')})::bigint as weight from ${best.sql}
      where hotel <> all($1::bigint[]) and source = any($2::text[])
      group by hotel, source, code order by hotel`,
    values: [valued.map(({ hotel }) => hotel), ask.sources.map(({ id }) => id), ...best.values],
  })
  return rows
}

const WEIGHT = (cpp: string, score: string) => `2 * sum(${cpp}) - count(*) * (2 * ${score} - 1)`
const STANDING = (round: number) => `
  select h.hotel, h.weight + b.weight as weight
  from ${round === 0 ? 'unnest($9::bigint[], $10::bigint[]) as h(hotel, weight)' : `left_${round - 1} h`}
  cross join lateral (
    select coalesce(${WEIGHT('c.cpp', '$8::bigint')}, 0) as weight
    from ${COUNTING(`$${11 + 2 * round}`, `$${12 + 2 * round}`)} where c.cpp < $8::bigint) b
  where h.weight + b.weight >= 0`

const OF_MEAN = `
  with ${ROUNDS.map((_, round) => `left_${round} as materialized (${STANDING(round)})`).join(', ')}
  select h.hotel, v.* from left_${ROUNDS.length - 1} h
  cross join lateral (select ${SUMS} from ${COUNTING()}) v
  where v.nights >= $7`
