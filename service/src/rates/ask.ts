import { PRICE_OF } from '../billing/prices.ts'
import type { Tab } from '../billing/tab.ts'
import type { Planned } from '../edge/sale.ts'
import type { Served } from '../edge/served.ts'
import type { Milli } from '../kernel/credits.ts'
import { ApiError, type ErrorCode } from '../kernel/errors.ts'
import type { Stay } from '../observations/key.ts'
import type { Freshness, Observations, StayObservation } from '../observations/observations.ts'
import { type Catalog, type Source, weightsOf } from '../sources/catalog/catalog.ts'
import { toApiError } from '../sources/failures.ts'
import type { Gateway } from '../sources/gateway.ts'
import { SourceFailure } from '../sources/source.ts'

/** What the rate verbs work with. */
export interface RateDeps {
  catalog: Catalog
  gateway: Gateway
  observations: Observations
  now: () => number
}

/** A full answer for this request: from the store, from another caller's call, or asked for now. */
export interface Shopped {
  observation: StayObservation
  cached: boolean
  raw: unknown[]
  stored: Promise<void>
}

export interface ShopOptions {
  fresh: Freshness
  live: boolean
  raw?: boolean
  /** An answer whose points are unknown will not do. */
  points?: boolean
}

/**
 * Asks a source for one stay and puts it on the tab at its price. Whoever asks for the same while the call is under way joins
 * it and pays as for a cached answer; so does whoever waited for its hold so long that the answer is already there.
 */
export async function shopLive(
  { gateway, observations, now }: RateDeps,
  stay: Stay,
  { fresh, live, raw = false, points = false }: ShopOptions,
  tab: Tab,
  price: Milli,
): Promise<Shopped> {
  const meanwhile = live || raw ? undefined : observations.recall(stay, fresh)
  if (meanwhile && (!points || meanwhile.answer.pointsKnown)) {
    tab.cached(price)
    return fromStore(meanwhile)
  }
  const { source, hotelCode, checkin, los, occupancy, currency } = stay
  const query = { hotelCode, checkin, los, occupancy, currency }
  const { answer, joined } = await gateway.shop(source.id, query, { live, raw }).catch((error: unknown) => {
    throw publicError(error, source)
  })
  const { observation, stored } = observations.recordStay(stay, answer, now())
  if (points && !answer.pointsKnown) throw pointsUnknown(source)
  if (joined) tab.cached(price)
  else tab.live(price)
  return { observation, cached: joined, raw: answer.raw, stored }
}

export function fromStore(observation: StayObservation): Shopped {
  return { observation, cached: true, raw: [], stored: Promise.resolve() }
}

/** One stay as a verb of its own: from the store where that will do, at the price of a shop either way. */
export async function planOneStay(
  deps: RateDeps,
  stay: Stay,
  options: ShopOptions,
  answer: (shopped: Shopped) => Served,
): Promise<Planned> {
  const price = PRICE_OF.shop(weightsOf(stay.source))
  const found = options.live ? undefined : await deps.observations.findStay(stay, options.fresh)
  const known = options.points && !found?.answer.pointsKnown ? undefined : found
  if (!known) {
    return {
      estimate: { cached: [], live: [price], free: 0 },
      run: async (tab) => answer(await shopLive(deps, stay, options, tab, price)),
    }
  }
  return {
    estimate: { cached: [price], live: [], free: 0 },
    run: async (tab) => {
      tab.cached(price)
      return answer(fromStore(known))
    },
  }
}

/** What was seen is kept for whoever asks for cash; here it would read as "no award", which nobody knows. */
function pointsUnknown({ id }: Source): ApiError {
  return new ApiError('source_unavailable', `The source ${id} cannot tell its points at the moment.`, {
    chain: id,
  })
}

/** A source's failure in the words that a client may read. Anything else stays what it is. */
export function publicError(error: unknown, source: Source): unknown {
  return error instanceof SourceFailure ? toApiError(error, source.id) : error
}

/** Why one row of many failed, where the others can do without it. */
export function rowError(error: unknown, source: Source): { code: ErrorCode; message: string } {
  const shown = publicError(error, source)
  if (shown instanceof ApiError) return { code: shown.code, message: shown.message }
  throw error
}
