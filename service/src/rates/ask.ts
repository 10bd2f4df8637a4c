import { PRICE_OF } from '../billing/prices.ts'
import type { Keep, Tab } from '../billing/tab.ts'
import type { Commission, Planned } from '../edge/sale.ts'
import type { Served } from '../edge/served.ts'
import type { ReferenceRates } from '../fx/reference-rates.ts'
import type { BookedFacts, HotelBook } from '../hotels/directory/hotel-book.ts'
import type { Milli } from '../kernel/credits.ts'
import { ApiError, type ErrorCode } from '../kernel/errors.ts'
import type { Stay } from '../observations/key.ts'
import type { Freshness, Observations, StayObservation } from '../observations/observations.ts'
import { type Catalog, type Source, weightsOf } from '../sources/catalog/catalog.ts'
import { type Evidence, evidenceOf } from '../sources/evidence/reading.ts'
import { createWitness } from '../sources/evidence/witness.ts'
import { toApiError } from '../sources/failures.ts'
import type { Gateway } from '../sources/gateway.ts'
import { SourceFailure } from '../sources/source.ts'

/** The dependencies of the rate verbs. */
export interface RateDeps {
  catalog: Catalog
  gateway: Gateway
  observations: Observations
  fx: ReferenceRates
  hotelBook: HotelBook
  now: () => number
}

/** A full answer: from the cache, from a call that another request started, or fetched now. */
export interface Shopped {
  observation: StayObservation
  cached: boolean
  raw: unknown[]
  /** Stores it, unless it came from the store. */
  keep?: Keep
  /** What the source sent, if that was asked for and fetched by this call. */
  evidence?: Evidence | null
}

export interface ShopOptions {
  fresh: Freshness
  live: boolean
  raw?: boolean
  /** Keeps what the source sends, for a receipt. */
  evidence?: boolean
  /** Requires an answer whose points are known. */
  points?: boolean
  /** The question on which the call stands: if that fails, it pays nothing. */
  standsOn?: string | undefined
}

/** For whom a source is asked, and what for. */
export type Asker = Pick<Tab, 'caller' | 'purpose'>

/**
 * Asks a source for one stay. Requests that join a running call get the answer as cached; so do requests that find it cached by
 * the time they have their hold.
 */
export async function shopLive(
  { catalog, gateway, observations, now }: RateDeps,
  stay: Stay,
  { fresh, live, raw = false, evidence = false, points = false, standsOn }: ShopOptions,
  { caller, purpose }: Asker,
): Promise<Shopped> {
  const known = live || raw ? undefined : observations.recall(stay, fresh)
  const meanwhile = known ? { observation: known } : !live && !raw && observations.findShared(stay, fresh)
  if (meanwhile && (!points || meanwhile.observation.answer.pointsKnown)) {
    return { ...meanwhile, cached: true, raw: [] }
  }
  const { source, hotelCode, checkin, los, occupancy, currency, pointOfSale } = stay
  const query = { hotelCode, checkin, los, occupancy, currency, ...(pointOfSale && { pointOfSale }) }
  const witness = evidence ? createWitness(now()) : undefined
  const { answer, joined } = await gateway
    .shop(source.id, query, { live, raw, witness, standsOn, caller, purpose })
    .catch((error: unknown) => {
      throw publicError(error, source)
    })
  if (points && !answer.pointsKnown) throw pointsUnknown(source)
  const share = standsOn === undefined
  return {
    ...observations.observe(stay, answer, { seenMs: now(), share }),
    cached: joined,
    raw: answer.raw,
    ...(witness && { evidence: evidenceOf(source, catalog.families, query, answer, witness) }),
  }
}

/** Puts a stay on the tab, which stores it once it is paid. */
export function sellStay({ cached, keep }: Shopped, tab: Tab, price: Milli): void {
  if (cached) tab.cached(price, keep)
  else tab.live(price, keep)
}

/** Asks a source for one stay and sells it. */
export async function buyStay(
  deps: RateDeps,
  stay: Stay,
  options: ShopOptions,
  tab: Tab,
  price: Milli,
): Promise<Shopped> {
  const shopped = await shopLive(deps, stay, options, tab)
  sellStay(shopped, tab, price)
  return shopped
}

/** What the sources sent for these answers. */
export function evidenceIn(shopped: readonly Shopped[]): Evidence[] {
  return shopped.flatMap(({ evidence }) => evidence ?? [])
}

/** What the directory says of the hotel of a stay. */
export function factsOf({ hotelBook }: RateDeps, stay: Omit<Stay, 'checkin'>): Promise<BookedFacts | null> {
  return hotelBook.one({ source: stay.source.id, hotelCode: stay.hotelCode })
}

export function fromStore(observation: StayObservation): Shopped {
  return { observation, cached: true, raw: [] }
}

/** Plans one stay: from the cache if it is fresh enough, otherwise live. */
export async function planOneStay(
  deps: RateDeps,
  stay: Stay,
  options: ShopOptions,
  answer: (shopped: Shopped, tab: Tab) => Served | Promise<Served | Commission>,
): Promise<Extract<Planned, { run: unknown }>> {
  const price = PRICE_OF.shop(weightsOf(stay.source))
  const found = options.live ? undefined : await deps.observations.findStay(stay, options.fresh)
  const known = options.points && !found?.answer.pointsKnown ? undefined : found
  return {
    estimate: known
      ? { cached: [price], live: [], free: 0 }
      : { cached: [], live: [price], free: 0, ...(options.evidence && { extra: PRICE_OF.receipt() }) },
    run: async (tab) => {
      const shopped = known ? fromStore(known) : await shopLive(deps, stay, options, tab)
      sellStay(shopped, tab, price)
      return answer(shopped, tab)
    },
  }
}

/** An award answer without points would wrongly read as "no award". */
function pointsUnknown({ id }: Source): ApiError {
  return new ApiError(
    'source_unavailable',
    `The source ${id} does not show its points at the moment. Try again later.`,
    {
      chain: id,
    },
  )
}

/** Turns a source's failure into an error that clients may see. Other errors are returned unchanged. */
export function publicError(error: unknown, source: Source): unknown {
  return error instanceof SourceFailure ? toApiError(error, source.id) : error
}

/** The error of a single row; the other rows are still answered. */
export function rowError(error: unknown, source: Source): { code: ErrorCode; message: string } {
  const shown = publicError(error, source)
  if (shown instanceof ApiError) return { code: shown.code, message: shown.message }
  throw error
}
