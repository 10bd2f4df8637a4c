import type { Client } from '../db/pool.ts'
import {
  COUNTS,
  countingValues,
  type HotelOf,
  listedOf,
  overNights,
  type RankedAsk,
  SUMS,
  type Sums,
  type Valued,
  valuedOf,
} from './store.ts'

/**
 * How many other nights are checked per round: a few for every hotel, more for those that remain. Finding a hotel takes longer than
 * reading three of its nights, which rule out five hotels in six.
 */
const ROUNDS = [3, 9, 27]
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
  const best = listedOf(ask, score, null, FIRST_FREE)
  const values: unknown[] = [
    ...countingValues(ask),
    ask.minNights,
    score,
    valued.map(({ hotel }) => hotel),
    ask.sources.map(({ id }) => id),
    ...best.values,
  ]
  const rounds: Round[] = []
  let begin = Math.floor(ask.nights.length * BEGIN)
  for (const size of ROUNDS) {
    const nights = ask.nights.slice(begin, begin + size)
    rounds.push({ from: `$${values.push(nights[0])}`, to: `$${values.push(nights.at(-1))}` })
    begin += size
  }
  const { rows } = await client.query<HotelOf & Sums>({
    name: `value_mean_${best.name}`,
    text: OF_MEAN(best.sql, rounds),
    values,
  })
  return rows.map((row) => valuedOf(row, row))
}

/** The first and last night of a round, as parameters. */
interface Round {
  from: string
  to: string
}

/** The parameters before are those of `overNights` and `$7` to `$10`. */
const FIRST_FREE = 11
const WEIGHT = (cpp: string, where = 'true') =>
  `coalesce(sum(2 * ${cpp} - (2 * $8::bigint - 1)) filter (where ${where}), 0)::bigint`

/**
 * The hotels with a night as good as the score, and how far all such nights outweigh it at most. `not in` a list is looked up in
 * a hash table, `<> all` is compared one by one.
 */
const LISTED = (best: string) => `
  select hotel, ${WEIGHT('bound')} as weight from ${best}
  where hotel not in (select unnest($9::bigint[])) and source = any($10::text[])
  group by hotel order by hotel`

const STANDING = (before: string, { from, to }: Round) => `
  select h.hotel, h.weight + b.weight as weight from ${before} h
  cross join lateral ${overNights(WEIGHT('c.cpp', `${COUNTS} and c.cpp < $8::bigint`), from, to)} as b(weight)
  where h.weight + b.weight >= 0`

const OF_MEAN = (best: string, rounds: readonly Round[]) => `
  with left_0 as materialized (${LISTED(best)}),
  ${rounds.map((round, no) => `left_${no + 1} as materialized (${STANDING(`left_${no}`, round)})`).join(', ')}
  select m.id as hotel, m.source, m.code, v.* from left_${rounds.length} h join hotels m on m.id = h.hotel
  cross join ${SUMS}
  where v.nights >= $7`
