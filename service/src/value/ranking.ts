import type { Client } from '../db/pool.ts'
import { divideMinor } from '../kernel/money.ts'
import { readOfMean } from './mean.ts'
import type { RankedAsk } from './parameters.ts'
import type { Rank } from './request.ts'
import { readHotelsOfCity } from './store.ts'
import { doFewReach, readAllValues, readReaching, readValues, type Valued } from './sums.ts'
import { type Candidate, compare, readTops } from './tops.ts'

/** A ranked hotel. Figures in hundredths of a cent. */
export interface Ranked extends Valued {
  avg: number
  /** The figure that it is ranked by. */
  score: number
}

/** How much deeper the second look goes if the first finds too many old nights, or hotels with too few nights. */
const DEEPER = 8
/** Candidates per wanted hotel: many hotels come near the top on some night. */
const TOLD = 4
/** Candidates valued first, per wanted hotel. Some turn out to be worth less than their bound, so a few more are needed. */
const FIRST = 1.25
/** When ranking by mean: candidates valued per wanted hotel, to find the score to beat. */
const TRIED = 2

/** The exact top of the ranking. */
export async function rankHotels(client: Client, ask: RankedAsk): Promise<Ranked[]> {
  if (ask.minNights > ask.nights.length) return []
  if (ask.city !== null) {
    return merged([], await readValues(client, ask, await readHotelsOfCity(client, ask)), ask)
  }
  const look = ask.rank === 'avg' ? lookByMean : lookByBest
  const near = await look(client, ask, 1)
  if (near) return near
  // If few hotels have enough fresh nights, valuing these is cheaper than looking deeper.
  if (!(await doFewReach(client, ask, ask.limit * DEEPER * TOLD))) {
    const deep = await look(client, ask, DEEPER)
    if (deep) return deep
  }
  const all = ask.isAuto
    ? await readValues(client, ask, await readReaching(client, ask))
    : await readAllValues(client, ask)
  return merged([], all, ask)
}

/**
 * Candidates come sorted by the most they can score. Values each by its own nights until no remaining candidate can enter
 * the ranking. Null if too few were found to be sure.
 */
async function lookByBest(client: Client, ask: RankedAsk, factor: number): Promise<Ranked[] | null> {
  const valued = new Set<number>()
  const entries = ask.limit * factor
  const depth = { entries, hotels: TOLD * entries, leastCpp: ask.minCpp }
  const { candidates, rest } = await readTops(client, ask, depth)
  const ranked = await valueInTurn(client, ask, candidates, [], valued)
  const last = ranked[ask.limit - 1]
  if (!rest || (last && compare(last, rest) <= 0)) return ranked
  if (!last) return null
  // Only hotels with a night at least as good as the last score can still enter the ranking.
  const leastCpp = Math.max(ask.minCpp, last.score)
  const better = await readTops(client, ask, { entries: null, hotels: null, leastCpp })
  return valueInTurn(client, ask, better.candidates, ranked, valued)
}

/** Values hotels that are among the best on many nights, then finds all others that reach their score. */
async function lookByMean(client: Client, ask: RankedAsk, factor: number): Promise<Ranked[] | null> {
  const entries = ask.limit * factor
  const depth = { entries, hotels: TRIED * entries, leastCpp: ask.minCpp }
  const { candidates, rest } = await readTops(client, ask, depth)
  const ranked = merged([], await readValues(client, ask, candidates), ask)
  const last = ranked[ask.limit - 1]
  if (!rest) return ranked
  return last ? merged(ranked, await readOfMean(client, ask, last.score, candidates), ask) : null
}

/** First as many as usually suffice, then half as many as are wanted, doubling each time. */
async function valueInTurn(
  client: Client,
  ask: RankedAsk,
  candidates: readonly Candidate[],
  before: Ranked[],
  valued: Set<number>,
): Promise<Ranked[]> {
  const left = candidates.filter(({ hotel }) => !valued.has(hotel))
  let ranked = before
  let size = Math.ceil(FIRST * ask.limit)
  for (let from = 0, more = Math.ceil(ask.limit / 2); from < left.length; more *= 2) {
    const next = left[from]
    const last = ranked[ask.limit - 1]
    if (next && last && compare(last, next) <= 0) break
    const turn = left.slice(from, from + size)
    for (const { hotel } of turn) valued.add(hotel)
    ranked = merged(ranked, await readValues(client, ask, turn), ask)
    from += size
    size = more
  }
  return ranked
}

function merged(ranked: readonly Ranked[], values: readonly Valued[], { rank, limit }: RankedAsk): Ranked[] {
  return [...ranked, ...values.map((value) => scored(value, rank))].toSorted(compare).slice(0, limit)
}

/** Ranks by the displayed figure, so that equal-looking means are a tie. */
function scored(value: Valued, rank: Rank): Ranked {
  const avg = divideMinor(value.total, value.nights)
  return { ...value, avg, score: rank === 'avg' ? avg : value.best }
}
