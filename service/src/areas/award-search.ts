import { readReaching } from '../access/pairs.ts'
import { upToOneCredit } from '../billing/prices.ts'
import { cellView } from '../cells/cell.ts'
import type { StoredCell } from '../cells/stored.ts'
import { type Client, inTransaction, SNAPSHOT } from '../db/pool.ts'
import type { Planned } from '../edge/sale.ts'
import type { ReferenceRates } from '../fx/reference-rates.ts'
import { cellPrice } from '../grids/prices.ts'
import type { NearbyHotel } from '../hotels/nearby.ts'
import type { Place } from '../hotels/places.ts'
import { jobView } from '../jobs/job.ts'
import { findFilling } from '../jobs/store.ts'
import type { Milli } from '../kernel/credits.ts'
import { LIMITS } from '../kernel/limits.ts'
import { comparableView, compare } from '../observations/comparable.ts'
import { withAges } from '../rates/auto-age.ts'
import { nightPrice, type Source } from '../sources/catalog/catalog.ts'
import {
  type AreaDeps,
  type Asker,
  hotelView,
  planAround,
  type Surroundings,
  type Survey,
  type Worst,
} from './around.ts'
import { type Filling, fillsOf, toFill } from './fill.ts'
import { atMostBudget, payable } from './fill-budget.ts'
import { fillKey } from './fill-key.ts'
import { dearest, type Foreseen, splitForeseen } from './foreseen.ts'
import type { AreaTerms, SearchAsk, SearchRank } from './request.ts'
import { type Matches, readMatches, readMatchingNights } from './search-store.ts'

const KIND = 'award_search'
const MAX_HOTELS = LIMITS.searchHotelsOfChain

/** Award nights of many chains around a place, ranked by hotel. */
export async function planAwardSearch(
  deps: AreaDeps,
  ask: SearchAsk,
  asker: Asker,
  nowMs: number,
): Promise<Planned> {
  return planAround(
    deps,
    {
      lookup: ask.lookup,
      worst: (foreseen) => worstOf(ask, foreseen),
      survey: async (place, hotels, foreseen) => {
        const { taken, others } = splitForeseen(nearestOfEach(hotels), foreseen)
        const aged = await withAges(deps, taken, ask.terms, ask.terms)
        return survey(deps, ask, { place, hotels: aged, others }, asker, nowMs)
      },
      nowhere: { nights_unknown: 0, hotels: [] },
    },
    asker,
  )
}

function worstOf(
  { lookup: { chains }, terms: { nights }, limit, fill, fillBudget }: SearchAsk,
  foreseen: Foreseen,
): Worst {
  const hotel = (source: Source) => upToOneCredit(nightPrice(source), nights.length)
  const cellsOf = (source: Source): Milli[] => {
    const hotels = Math.min(foreseen.get(source) ?? MAX_HOTELS, MAX_HOTELS)
    return Array<Milli>(hotels * nights.length).fill(cellPrice(source, 'award'))
  }
  return {
    sold: dearest(chains, foreseen, limit, hotel, sum).flat(),
    fill: fill === 'none' ? [] : atMostBudget(chains.flatMap(cellsOf), fillBudget),
    isCut: fillBudget !== null,
  }
}

function sum(prices: readonly Milli[]): Milli {
  return prices.reduce((all, price) => all + price, 0)
}

/** Takes the hotels nearest first, all chains together. */
function nearestOfEach(hotels: readonly NearbyHotel[]): NearbyHotel[] {
  const counts = new Map<Source, number>()
  return hotels.filter(({ source }) => {
    const count = (counts.get(source) ?? 0) + 1
    counts.set(source, count)
    return count <= MAX_HOTELS
  })
}

async function survey(
  { pool, fx }: AreaDeps,
  ask: SearchAsk,
  { place, hotels, others }: Surroundings,
  { account }: Asker,
  nowMs: number,
): Promise<Survey> {
  const keys = keysOf(ask, place)
  const filling = await findFilling(pool, account, [...keys.values()])
  // One snapshot for both reads, so that the listed nights are the ranked ones.
  const read = async (client: Client) => {
    const matches = await readMatches(client, fx, ask, hotels, nowMs)
    const chosen = ranked(await accessible(client, matches, ask), ask).map(({ hotel }) => hotel)
    const nights = Map.groupBy(await readMatchingNights(client, ask, chosen), ({ hotel }) => hotel)
    return {
      known: matches,
      rows: chosen.map((hotel, index) => ({ hotel, nights: nights.get(index) ?? [] })),
    }
  }
  const { known, rows } = await inTransaction(pool, read, SNAPSHOT)
  const nightsUnknown = known.reduce((count, matches) => count + ask.terms.nights.length - matches.known, 0)
  const beyond = { hotels: others, nights: ask.terms.nights }
  const { fillings, left } = payable(fillingsOf(ask, keys, known), filling, ask.fillBudget, beyond)
  return {
    cached: [],
    perhaps: atMost(known, ask),
    fills: fillsOf(filling, KIND, fillings, nowMs),
    waiting: (jobs) => ({
      hotels: [],
      nights_unknown: nightsUnknown,
      ...left,
      jobs: jobs.map(jobView),
    }),
    show: async () => ({
      sold: rows.flatMap(({ hotel, nights }) => upToOneCredit(nightPrice(hotel.source), nights.length)),
      view: (jobs) => ({
        hotels: rows.map((row) => nightsView(fx, row, ask.terms, nowMs)),
        nights_unknown: nightsUnknown,
        ...left,
        ...(jobs.length > 0 && { jobs: jobs.map(jobView) }),
      }),
    }),
  }
}

/** As if all fresh nights matched, and the dearest hotels were listed. */
function atMost(known: readonly Matches[], { limit }: SearchAsk): Milli[] {
  return known
    .map(({ hotel, freshNights }) => upToOneCredit(nightPrice(hotel.source), freshNights))
    .toSorted((a, b) => sum(b) - sum(a))
    .slice(0, limit)
    .flat()
}

/** Each chain has its own fill. */
function keysOf({ fill, lookup, terms }: SearchAsk, place: Place): Map<Source, string> {
  if (fill === 'none') return new Map()
  const { radiusMi, chains } = lookup
  return new Map(
    chains.map((chain) => [
      chain,
      fillKey(KIND, { place, radiusMi, chains: [chain.id], maxHotels: MAX_HOTELS }, terms),
    ]),
  )
}

function fillingsOf(
  { fill, terms }: SearchAsk,
  keys: ReadonlyMap<Source, string>,
  known: readonly Matches[],
): Filling[] {
  return [...keys].map(([chain, key]) => ({
    key,
    terms,
    wanted: known
      .filter(({ hotel }) => hotel.source === chain)
      .flatMap(({ hotel, known: count, fresh }) =>
        toFill(hotel, { known: count, fresh: fresh ?? [] }, fill, terms),
      ),
  }))
}

const SCORE: Readonly<Record<SearchRank, (matches: Matches) => number>> = {
  points: ({ points }) => points ?? Number.MAX_VALUE,
  cpp: ({ cpp }) => -(cpp ?? -1),
  nights: ({ nights }) => -nights,
}

/** Those whose access is as asked. */
async function accessible(
  client: Client,
  matches: readonly Matches[],
  { minAccess, terms: { nights } }: SearchAsk,
): Promise<readonly Matches[]> {
  const [from = '', to = from] = [nights[0], nights.at(-1)]
  if (minAccess === null) return matches
  const nos = matches.map(({ hotel }) => hotel.no)
  const reaching = await readReaching(client, nos, { from, to }, minAccess)
  return matches.filter(({ hotel }) => reaching.has(hotel.no))
}

/** The sort is stable: ties stay ordered by distance and code. */
function ranked(matches: readonly Matches[], { rank, limit }: SearchAsk): Matches[] {
  const score = SCORE[rank]
  return matches
    .filter(({ nights }) => nights > 0)
    .toSorted((a, b) => score(a) - score(b))
    .slice(0, limit)
}

/** A hotel with its matching nights. */
function nightsView(
  fx: ReferenceRates,
  { hotel, nights }: { hotel: NearbyHotel; nights: readonly StoredCell[] },
  terms: AreaTerms,
  nowMs: number,
) {
  return {
    ...hotelView(hotel),
    ...comparableOfBest(fx, nights, terms),
    nights: nights.map((cell) => cellView(hotel, cell, terms, nowMs)),
  }
}

/** The best night has the fewest points; on a tie, it is the first. */
function comparableOfBest(fx: ReferenceRates, nights: readonly StoredCell[], { currency }: AreaTerms) {
  const best = nights.toSorted((a, b) => Number(a.points) - Number(b.points))[0]
  if (!best) return { comparable: null, comparison_note: null }
  const { comparable, note } = compare(fx, best, currency, best.seenMs)
  return { comparable: comparableView(comparable), comparison_note: note }
}
