import {
  type AreaDeps,
  type Asker,
  planAround,
  planSurveyed,
  type Survey,
  type Worst,
} from '../areas/around.ts'
import { type Filling, fillsOf, toFill, type Wanted } from '../areas/fill.ts'
import { atMostBudget, payable } from '../areas/fill-budget.ts'
import { fillKeyOfHotels } from '../areas/fill-key.ts'
import { dearest, type Foreseen, splitForeseen } from '../areas/foreseen.ts'
import type { Planned } from '../edge/sale.ts'
import { cellPrice } from '../grids/prices.ts'
import type { HotelBook } from '../hotels/directory/hotel-book.ts'
import { type HotelsMaster, hotelKey } from '../hotels/master.ts'
import type { NearbyHotel } from '../hotels/nearby.ts'
import { findFilling } from '../jobs/store.ts'
import type { Milli } from '../kernel/credits.ts'
import type { Night } from '../kernel/dates.ts'
import type { Turns } from '../kernel/turns.ts'
import { withAges } from '../rates/auto-age.ts'
import { nightPrice, type Source } from '../sources/catalog/catalog.ts'
import { nowhereView, tripView, waitingView } from './answer.ts'
import { type Candidate, type HotelCells, type KnownCells, readCandidates } from './cells.ts'
import { inSlices } from './in-slices.ts'
import { problemOf } from './problem-of.ts'
import type { TripAsk } from './request.ts'
import type { Solution } from './solver/problem.ts'
import { MOST_OPTIONS, solveTrip } from './solver/solve.ts'

export const KIND = 'trip'

export interface TripDeps extends AreaDeps {
  hotels: HotelsMaster
  hotelBook: HotelBook
  /** Trips take turns at the solver, by account. */
  solving: Turns<number>
}

/** The best ways to pay for a trip, from what is cached; jobs fetch what is missing. */
export async function planTrip(deps: TripDeps, ask: TripAsk, asker: Asker): Promise<Planned> {
  const { hotels: wanted } = ask
  if ('listed' in wanted) {
    const listed = await withStars(deps, ask, await candidatesOf(deps, wanted.listed))
    return planSurveyed(deps, await survey(deps, ask, { hotels: listed, others: [] }, asker), asker)
  }
  const { lookup, maxHotels } = wanted
  return planAround(
    deps,
    {
      lookup,
      worst: (foreseen) => worstOf(ask, lookup.chains, foreseen, maxHotels),
      survey: async (_place, near: readonly NearbyHotel[], foreseen) => {
        const nearest = (await withStars(deps, ask, near)).slice(0, maxHotels)
        const { taken, others } = splitForeseen(nearest, foreseen)
        return survey(deps, ask, { hotels: taken, others }, asker)
      },
      nowhere: nowhereView(ask),
    },
    asker,
  )
}

/** The hotels of a list, with their numbers and names. */
export async function candidatesOf(
  { hotels, hotelBook }: TripDeps,
  listed: readonly { source: Source; hotelCode: string }[],
): Promise<Candidate[]> {
  const names = listed.map(({ source, hotelCode }) => ({ source: source.id, hotelCode }))
  const [nos, facts] = await Promise.all([hotels.findNos(names), hotelBook.many(names)])
  return listed.map(({ source, hotelCode }) => {
    const key = hotelKey({ source: source.id, hotelCode })
    return { source, hotelCode, no: nos.get(key) ?? null, name: facts.get(key)?.name ?? null }
  })
}

/** The hotels with enough stars. Those whose stars are unknown are left out. */
async function withStars<Hotel extends Candidate>(
  { hotelBook }: TripDeps,
  { minStars }: TripAsk,
  hotels: readonly Hotel[],
): Promise<readonly Hotel[]> {
  if (minStars === null) return hotels
  const names = hotels.map(({ source, hotelCode }) => ({ source: source.id, hotelCode }))
  const facts = await hotelBook.many(names)
  return hotels.filter((_, at) => {
    const name = names[at]
    const stars = name && facts.get(hotelKey(name))?.stars
    return typeof stars === 'number' && stars >= minStars
  })
}

function worstOf(
  { terms, wallet, fill, fillBudget }: TripAsk,
  chains: readonly Source[],
  foreseen: Foreseen,
  maxHotels: number,
): Worst {
  const award = (chain: Source) => (wallet.has(chain) ? cellPrice(chain, 'award') : 0)
  const fetched = (chain: Source) => cellPrice(chain, 'cash') + award(chain)
  const nightly = (hotels: number, price: (chain: Source) => Milli) => {
    const night = dearest(chains, foreseen, hotels, price, (one) => one)
    return terms.cash.nights.flatMap(() => night)
  }
  return {
    sold: nightly(Math.min(maxHotels, MOST_OPTIONS), nightPrice),
    fill: fill === 'none' ? [] : atMostBudget(nightly(maxHotels, fetched), fillBudget),
    isCut: fillBudget !== null,
  }
}

/** The hotels to choose from, and those that the quote did not count. */
interface Choice {
  hotels: readonly Candidate[]
  others: readonly Candidate[]
}

async function survey(
  deps: TripDeps,
  ask: TripAsk,
  { hotels, others }: Choice,
  { account }: Asker,
): Promise<Survey> {
  const { pool, fx, now, solving } = deps
  const { terms, fill, fillBudget } = ask
  const all = [...hotels, ...others]
  const keys = {
    cash: fillKeyOfHotels(KIND, all, terms.cash),
    award: fillKeyOfHotels(KIND, all, terms.award),
  }
  const filling = await findFilling(pool, account, fill === 'none' ? [] : Object.values(keys))
  const aged = {
    cash: await withAges(deps, hotels, terms.cash, terms.cash),
    award: await withAges(deps, hotels, terms.award, terms.award),
  }
  const cells = await readCandidates(pool, hotels, ask, aged)
  const wanted = wantedOf(ask, hotels, cells)
  const fillingOf = (kind: 'cash' | 'award'): Filling => ({
    key: keys[kind],
    terms: terms[kind],
    wanted: wanted[kind],
  })
  const asked = fill === 'none' ? [] : [fillingOf('cash'), fillingOf('award')]
  const beyond = { hotels: others, nights: terms.cash.nights }
  const { fillings, left } = payable(asked, filling, fillBudget, beyond)
  return {
    cached: [],
    perhaps: atMost(terms.cash.nights, hotels, cells),
    fills: fillsOf(filling, KIND, fillings, now()),
    waiting: (jobs) => ({
      ...waitingView(ask, problemOf(fx, ask, hotels, cells).nightsUnknown, jobs),
      ...left,
    }),
    show: async () => {
      const posed = problemOf(fx, ask, hotels, cells)
      const solution = await solving.take(account, () => inSlices(solveTrip(posed.problem)))
      return {
        sold: soldOf(solution, hotels),
        view: (jobs) => ({ ...tripView({ ...posed, ask, hotels, cells, solution }, jobs), ...left }),
      }
    },
  }
}

/** An option has one hotel per night. So a night is sold at most once per option, and only at hotels where it is known. */
function atMost(
  nights: readonly Night[],
  hotels: readonly Candidate[],
  cells: readonly HotelCells[],
): Milli[] {
  return nights.flatMap((night) =>
    hotels
      .filter((_, at) => cells[at]?.cash.fresh.has(night) || cells[at]?.award?.fresh.has(night))
      .map(({ source }) => nightPrice(source))
      .toSorted((a, b) => b - a)
      .slice(0, MOST_OPTIONS),
  )
}

/** The nights to fetch, by kind. */
function wantedOf(
  { fill, terms }: TripAsk,
  hotels: readonly Candidate[],
  cells: readonly HotelCells[],
): Record<'cash' | 'award', Wanted[]> {
  const ofKind = (hotel: Candidate, known: KnownCells) =>
    toFill(hotel, { known: known.known, fresh: [...known.fresh.keys()] }, fill, terms.cash)
  const wanted: Record<'cash' | 'award', Wanted[]> = { cash: [], award: [] }
  for (const [at, hotel] of hotels.entries()) {
    const known = cells[at]
    if (!known) continue
    const award = known.award ? ofKind(hotel, known.award) : []
    const cash = ofKind(hotel, known.cash)
    wanted.award.push(...award)
    if (!isBrought(hotel.source, cash, award)) wanted.cash.push(...cash)
  }
  return wanted
}

/** Whether the calls for award cells bring the cash cells too: where each is a shop of its own, it has both. */
function isBrought({ batch, calendar }: Source, cash: readonly Wanted[], award: readonly Wanted[]): boolean {
  if (batch || calendar) return false
  return cash.every(({ fresh }) => award.some((other) => other.fresh.isSubsetOf(fresh)))
}

/** The distinct nights of hotels in the options. */
function soldOf({ options }: Solution, hotels: readonly Candidate[]): Milli[] {
  const shown = new Set(
    options.flatMap(({ nights }) => nights.map(({ hotel }, night) => `${hotel} ${night}`)),
  )
  return [...shown].flatMap((key) => {
    const hotel = hotels[Number(key.slice(0, key.indexOf(' ')))]
    return hotel ? [nightPrice(hotel.source)] : []
  })
}
