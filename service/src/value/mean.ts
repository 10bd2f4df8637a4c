import { named } from '../db/named.ts'
import type { Client } from '../db/pool.ts'
import type { Night } from '../kernel/dates.ts'
import { type HotelOf, parametersOf, type RankedAsk } from './parameters.ts'
import { COUNTS, overNights, rankedOf, SUMS, type Sums, type Valued, valuedOf } from './sums.ts'
import { listedOf } from './tops.ts'

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
  const best = listedOf(ask, null)
  const ranked = rankedOf(ask)
  const { rows } = await client.query<HotelOf & Sums>(
    named({
      name: `value_mean_${best.name}${ranked.name}`,
      text: OF_MEAN(best.sql, ranked.sql),
      values: {
        ...parametersOf(ask),
        leastCpp: score,
        score,
        valued: valued.map(({ hotel }) => hotel),
        ...roundsOf(ask.nights),
      },
    }),
  )
  return rows.map((row) => valuedOf(row, row))
}

/** The first and last night of every round, as `:from0`, `:to0` and so on. */
function roundsOf(nights: readonly Night[]): Record<string, Night | undefined> {
  const rounds: Record<string, Night | undefined> = {}
  let begin = Math.floor(nights.length * BEGIN)
  for (const [no, size] of ROUNDS.entries()) {
    const some = nights.slice(begin, begin + size)
    rounds[`from${no}`] = some[0]
    rounds[`to${no}`] = some.at(-1)
    begin += size
  }
  return rounds
}

const WEIGHT = (cpp: string, where = 'true') =>
  `coalesce(sum(2 * ${cpp} - (2 * :score::bigint - 1)) filter (where ${where}), 0)::bigint`

/**
 * The hotels with a night as good as the score, and how far all such nights outweigh it at most. `not in` a list is looked up in
 * a hash table, `<> all` is compared one by one.
 */
const LISTED = (best: string) => `
  select hotel, ${WEIGHT('bound')} as weight from ${best}
  where hotel not in (select unnest(:valued::bigint[])) and source = any(:chains::text[])
  group by hotel order by hotel`

/** What a round leaves of the hotels that the one before has left. */
const STANDING = (no: number) => `
  select h.hotel, h.weight + b.weight as weight from left_${no} h
  cross join lateral ${overNights(WEIGHT('c.cpp', `${COUNTS} and c.cpp < :score::bigint`), { from: `:from${no}`, to: `:to${no}` })} as b(weight)
  where h.weight + b.weight >= 0`

const OF_MEAN = (best: string, ranked: string) => `
  with left_0 as materialized (${LISTED(best)}),
  ${ROUNDS.map((_, no) => `left_${no + 1} as materialized (${STANDING(no)})`).join(', ')}
  select m.id as hotel, m.source, m.code, v.* from left_${ROUNDS.length} h join hotels m on m.id = h.hotel
  cross join ${SUMS}
  where ${ranked}`
