import { cachedPrice } from '../billing/prices.ts'
import type { Estimate } from '../billing/tab.ts'
import type { Client } from '../db/pool.ts'
import { refusalOf } from '../edge/metering.ts'
import { payWith } from '../edge/pay-with.ts'
import type { Commission, Planned } from '../edge/sale.ts'
import type { Served } from '../edge/served.ts'
import type { PlaceDeps } from '../hotels/chains.ts'
import { type LookupAsk, type LookupPlan, planLookup } from '../hotels/lookup.ts'
import { byDistance, type ChainHotels, type NearbyHotel } from '../hotels/nearby.ts'
import type { Place } from '../hotels/places.ts'
import type { Job } from '../jobs/job.ts'
import { findFillsAfter, makeJobs, type NewJob } from '../jobs/store.ts'
import type { Milli } from '../kernel/credits.ts'
import type { Fill } from './fill.ts'

export interface AreaDeps extends PlaceDeps {
  now: () => number
}

/** Who asks, and in which request. */
export interface Asker {
  account: number
  requestId: string
}

/** What the store knows of the hotels around a place, and what is still to be asked for. */
export interface Survey {
  /** Live prices of what the answer shows from the store. */
  sold: readonly Milli[]
  fills: readonly Fill[]
  /** The answer, with the jobs that fill the rest. */
  body(jobs: readonly Job[]): string
}

/** Live prices, at their worst, of what may be shown from the store and of what jobs may have to ask for. */
export interface Worst {
  sold: readonly Milli[]
  fill: readonly Milli[]
}

/** What an endpoint about a place does once the place and its hotels are known, and what that may come to before they are. */
export interface Around {
  lookup: LookupAsk
  /** What that may come to, while the hotels of some chains are not known. */
  worst(known: readonly ChainHotels[]): Worst
  survey(place: Place, hotels: readonly NearbyHotel[]): Promise<Survey>
  /** The answer where nobody knows the place. */
  nowhere: string
}

/**
 * First where, then what: the lookup is on the tab of the request like the cells that are shown. Where everything about the
 * place is in the store, the survey is made while planning, and the quote is exact.
 */
export async function planAround(deps: AreaDeps, around: Around, { requestId }: Asker): Promise<Planned> {
  const lookup = await planLookup(deps, around.lookup)
  const place = lookup.resolved?.place
  const surveyed =
    place && lookup.missing.length === 0
      ? await around.survey(place, lookup.known.flatMap(({ hotels }) => hotels).toSorted(byDistance))
      : null
  return {
    ...(surveyed ? knownEstimate(lookup, surveyed) : unknownEstimate(lookup, around)),
    run: async (tab) => {
      const found = await lookup.run(tab)
      if (!found.place) {
        tab.waive()
        return { status: 200, headers: {}, body: around.nowhere }
      }
      const survey = surveyed ?? (await around.survey(found.place, found.hotels))
      for (const price of survey.sold) tab.cached(price)
      return answerOf(deps, survey, requestId)
    },
  }
}

function knownEstimate({ estimate }: LookupPlan, { sold, fills }: Survey): { estimate: Estimate } {
  const later = fills.flatMap((fill) => ('make' in fill ? fill.prices : []))
  const cached = [...estimate.cached, ...sold]
  return { estimate: { ...estimate, cached, ...(later.length > 0 && { later }) } }
}

/** The quote takes every hotel for one that must be asked for; what is set aside takes every one for one that is shown. */
function unknownEstimate(
  { estimate, resolved, known }: LookupPlan,
  around: Around,
): { estimate: Estimate; own?: Estimate } {
  if (resolved?.place === null) return { estimate: { ...estimate, nothing: 'surely' } }
  const ifItFails = known.length === 0 ? { nothing: 'maybe' as const } : {}
  const worst = around.worst(known)
  const shown = worst.sold.map(cachedPrice)
  const own = { ...estimate, live: [...estimate.live, ...shown], ...ifItFails }
  return worst.fill.length === 0
    ? { estimate: own }
    : { estimate: { ...estimate, later: worst.fill, ...ifItFails }, own }
}

function answerOf({ pool }: AreaDeps, { fills, body }: Survey, requestId: string): Served | Commission {
  const status = fills.length > 0 ? 202 : 200
  if (fills.every((fill) => 'running' in fill)) {
    return { status, headers: {}, body: body(fills.map(({ running }) => running)) }
  }
  return {
    commit: (payment) =>
      payWith(pool, payment, async (client) => ({
        status,
        headers: {},
        body: body(await jobsOf(client, fills, { ...payment.metered.payer, requestId })),
      })),
  }
}

/**
 * The account's row is locked: whoever asked for the same at the same time has made the job, or waits for this one. One that was
 * made since we looked may even have ended: it is shown as it is, and asking again finds its cells.
 */
async function jobsOf(
  client: Client,
  fills: readonly Fill[],
  payer: Pick<NewJob, 'account' | 'key' | 'requestId'>,
): Promise<Job[]> {
  const { account, key, requestId } = payer
  const wanted = fills.filter((fill) => 'make' in fill)
  const jobs = await findFillsAfter(
    client,
    account,
    Math.min(...wanted.map(({ after }) => after)),
    wanted.map(({ make }) => make.fill),
  )
  const [first, ...rest] = wanted
    .filter(({ make }) => !jobs.has(make.fill))
    .map(({ make }): NewJob => Object.assign({}, make, { account, key, requestId }))
  if (first) {
    const made = await makeJobs(client, [first, ...rest])
    if ('refused' in made) throw refusalOf(made.refused, made.worst, made.unreserved)
    for (const job of made.jobs) if (job.fill !== null) jobs.set(job.fill, job)
  }
  return fills.flatMap((fill) => ('running' in fill ? [fill.running] : (jobs.get(fill.make.fill) ?? [])))
}
