import { cachedPrice } from '../billing/prices.ts'
import type { Estimate, Tab } from '../billing/tab.ts'
import { payWith } from '../edge/pay-with.ts'
import type { Commission, Planned } from '../edge/sale.ts'
import { accepted, type Served, served } from '../edge/served.ts'
import type { ReferenceRates } from '../fx/reference-rates.ts'
import type { GridHotel } from '../grids/grid.ts'
import type { PlaceDeps } from '../hotels/chain-lookups.ts'
import { type Lookup, type LookupAsk, type LookupPlan, planLookup } from '../hotels/lookup.ts'
import { type NearbyHotel, nearestFirst } from '../hotels/nearby.ts'
import type { Place } from '../hotels/places.ts'
import { placeView } from '../hotels/schemas.ts'
import { type Job, locationOf } from '../jobs/job.ts'
import type { Milli } from '../kernel/credits.ts'
import type { AgeDeps } from '../rates/auto-age.ts'
import { ageView } from '../rates/render.ts'
import { type Fill, makeFills, planFills } from './fill.ts'
import { type Foreseen, foresee } from './foreseen.ts'

export interface AreaDeps extends PlaceDeps, AgeDeps {
  fx: ReferenceRates
  now: () => number
}

/** The account and the request. */
export interface Asker {
  account: number
  requestId: string
  /** Whether to show, and charge, what is cached while jobs fetch the rest. */
  partial: boolean
}

/** What is cached for the hotels around a place, and what is missing. Live prices of cells, whatever their figures are. */
export interface Survey extends Pick<Estimate, 'cached' | 'perhaps'> {
  fills: readonly Fill[]
  /** The answer of a call that wants all or nothing: only the jobs. Like all answers here, without the place. */
  waiting(jobs: readonly Job[]): object
  /** Looks at the figures. Called once the worst case is reserved. */
  show(): Promise<Shown>
}

/** A place with its hotels, nearest first. */
export interface Surroundings {
  place: Place
  hotels: readonly NearbyHotel[]
  /** Hotels that the quote did not count. The next call has them. */
  others: readonly NearbyHotel[]
}

export interface Shown {
  /** Live prices of the cached cells in the answer. */
  sold: readonly Milli[]
  /** The answer, with the jobs that fetch the rest. */
  view(jobs: readonly Job[]): object
}

/** A hotel around a place, as answers show it. */
export function hotelView(hotel: NearbyHotel & GridHotel) {
  const { source, hotelCode, name, lat, lng, timezone, distanceMi } = hotel
  return {
    chain: source.id,
    hotel_code: hotelCode,
    name,
    lat,
    lng,
    timezone,
    distance_mi: distanceMi,
    ...ageView(hotel),
  }
}

/** Worst-case live prices: of cached cells that may be shown, and of cells that jobs may have to fetch. */
export interface Worst {
  sold: readonly Milli[]
  fill: readonly Milli[]
  /** Jobs fetch what a budget pays for, so the answer may show cached cells besides. Otherwise every cell is either. */
  isCut?: boolean
}

/** What an endpoint does with a place and its hotels, and its worst-case price before they are known. */
export interface Around {
  lookup: LookupAsk
  worst(foreseen: Foreseen): Worst
  /** Takes no more hotels than the quote counted. */
  survey(place: Place, hotels: readonly NearbyHotel[], foreseen: Foreseen): Promise<Survey>
  /** The answer if the place is unknown. */
  nowhere: object
}

/**
 * Looks up the place and its hotels, then surveys the cache, both on the request's tab. If all hotels are cached, the
 * survey is done while planning, and the quote counts what is known.
 */
export async function planAround(deps: AreaDeps, around: Around, asker: Asker): Promise<Planned> {
  // The account may be unable to pay for the jobs. Then the answer is refused after its lookup.
  const lookup = await planLookup(deps, { ...around.lookup, standsOn: asker.requestId })
  const place = lookup.resolved?.place
  const isKnown = place && lookup.missing.length === 0
  const foreseen = await foresee(deps, lookup, around.lookup.radiusMi)
  const surveyed = isKnown ? await around.survey(place, nearestFirst(lookup.known), foreseen) : null
  return {
    ...(surveyed ? exactEstimate(lookup, surveyed, asker) : worstEstimate(lookup, around, foreseen, asker)),
    run: async (tab) => {
      const found = await lookup.run(tab)
      if (!found.place) {
        tab.waive()
        return served({ ...wordsOf(found), ...around.nowhere })
      }
      const survey = surveyed ?? (await around.survey(found.place, found.hotels, foreseen))
      return answerOf(deps, survey, wordsOf(found), tab, asker)
    },
  }
}

/** For hotels that need no lookup. */
export function planSurveyed(deps: AreaDeps, survey: Survey, asker: Asker): Planned {
  return {
    ...exactEstimate({ estimate: { cached: [], live: [], free: 0 } }, survey, asker),
    run: (tab) => answerOf(deps, survey, wordsOf({ place: null, alternatives: [] }), tab, asker),
  }
}

function exactEstimate(
  { estimate }: Pick<LookupPlan, 'estimate'>,
  { cached, perhaps, fills }: Survey,
  { partial }: Asker,
): { estimate: Estimate } {
  const later = fills.flatMap((fill) => ('running' in fill ? [] : fill.prices))
  const ofJobs = later.length > 0 && { later }
  if (!partial && fills.length > 0) return { estimate: { ...estimate, nothing: 'surely', ...ofJobs } }
  const known = { cached: [...estimate.cached, ...cached], ...(perhaps && { perhaps }) }
  return { estimate: { ...estimate, ...known, ...ofJobs } }
}

/** The quote assumes that jobs fetch every hotel; the reserved amount assumes that the answer shows every hotel. */
function worstEstimate(
  { estimate, resolved, known }: LookupPlan,
  around: Around,
  foreseen: Foreseen,
  { partial }: Asker,
): { estimate: Estimate; own?: Estimate } {
  if (resolved?.place === null) return { estimate: { ...estimate, nothing: 'surely' } }
  const ifItFails = known.length === 0 || !partial ? { nothing: 'maybe' as const } : {}
  const worst = around.worst(foreseen)
  const shown = worst.sold.map(cachedPrice)
  const own = { ...estimate, live: [...estimate.live, ...shown], ...ifItFails }
  return worst.fill.length === 0
    ? { estimate: own }
    : { estimate: { ...(worst.isCut ? own : estimate), later: worst.fill, ...ifItFails }, own }
}

/** What the words of the call were taken for, and what else they may mean. */
function wordsOf({ place, alternatives }: Pick<Lookup, 'place' | 'alternatives'>) {
  return { place: place && placeView(place), alternatives: alternatives.map(placeView) }
}

async function answerOf(
  { pool }: AreaDeps,
  { fills, show, waiting }: Survey,
  words: ReturnType<typeof wordsOf>,
  tab: Tab,
  { partial, requestId }: Asker,
): Promise<Served | Commission> {
  const mustWait = !partial && fills.length > 0
  if (mustWait) tab.waive()
  const { sold, view } = mustWait ? { sold: [], view: waiting } : await show()
  for (const price of sold) tab.cached(price)
  const whole = (jobs: readonly Job[]) => ({ ...words, ...view(jobs) })
  const answer = (jobs: readonly Job[]) => accepted(whole(jobs), locationOf(jobs))
  if (fills.length === 0) return served(whole([]))
  if (fills.every((fill) => 'running' in fill)) return answer(fills.map(({ running }) => running))
  const ready = await planFills(fills)
  return {
    commit: (payment) =>
      payWith(pool, payment, async (client, pay) =>
        answer(
          await makeFills(
            client,
            ready,
            { ...payment.metered.payer, requestId },
            { cost: payment.cost, pay },
          ),
        ),
      ),
  }
}
