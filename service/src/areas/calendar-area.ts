import { upToOneCredit } from '../billing/prices.ts'
import type { Planned } from '../edge/sale.ts'
import { cellPrice } from '../grids/prices.ts'
import type { NearbyHotel } from '../hotels/nearby.ts'
import { jobView } from '../jobs/job.ts'
import { findFilling } from '../jobs/store.ts'
import type { Milli } from '../kernel/credits.ts'
import { toDecimal } from '../kernel/money.ts'
import { withAges } from '../rates/auto-age.ts'
import { nightPrice, type Source } from '../sources/catalog/catalog.ts'
import { type AreaDeps, type Asker, hotelView, planAround, type Surroundings, type Survey } from './around.ts'
import { type HotelSummary, type NightSummary, readSummaries } from './calendar-store.ts'
import { fillsOf, toFill } from './fill.ts'
import { atMostBudget, payable } from './fill-budget.ts'
import { fillKey } from './fill-key.ts'
import { splitForeseen } from './foreseen.ts'
import type { AreaTerms, CalendarAreaAsk } from './request.ts'

const KIND = 'calendar_area'
/** A hotel without any cell. */
const UNKNOWN = { known: 0, fresh: [] }

/** A chain's hotels around a place, night by night. */
export async function planCalendarArea(deps: AreaDeps, ask: CalendarAreaAsk, asker: Asker): Promise<Planned> {
  const {
    lookup,
    maxHotels,
    fill,
    fillBudget,
    terms: { nights, kind },
  } = ask
  const [chain] = lookup.chains
  if (!chain) throw new Error('an area calendar needs exactly one chain')
  return planAround(
    deps,
    {
      lookup,
      worst: (foreseen) => {
        const hotels = Math.min(foreseen.get(chain) ?? maxHotels, maxHotels)
        const cells = Array<Milli>(hotels * nights.length).fill(cellPrice(chain, kind))
        return {
          sold: nights.flatMap(() => upToOneCredit(nightPrice(chain), hotels)),
          fill: fill === 'none' ? [] : atMostBudget(cells, fillBudget),
          isCut: fillBudget !== null,
        }
      },
      survey: async (place, hotels, foreseen) => {
        const { taken, others } = splitForeseen(hotels.slice(0, maxHotels), foreseen)
        const aged = await withAges(deps, taken, ask.terms, ask.terms)
        return survey(deps, ask, chain, { place, hotels: aged, others }, asker)
      },
      nowhere: { nights_unknown: 0, nights: [], hotels: [] },
    },
    asker,
  )
}

async function survey(
  deps: AreaDeps,
  { lookup, maxHotels, fill, fillBudget, terms }: CalendarAreaAsk,
  chain: Source,
  { place, hotels, others }: Surroundings,
  { account }: Asker,
): Promise<Survey> {
  const key = fillKey(KIND, { place, radiusMi: lookup.radiusMi, chains: [chain.id], maxHotels }, terms)
  const filling = await findFilling(deps.pool, account, fill === 'none' ? [] : [key])
  const summaries = await readSummaries(deps, chain, hotels, { fill, terms })
  const ofNight = new Map(summaries.nights.map((summary) => [summary.night, summary]))
  const ofHotel = new Map(summaries.hotels.map((summary) => [summary.hotel, summary]))
  const wanted = hotels.flatMap((hotel, index) => toFill(hotel, ofHotel.get(index) ?? UNKNOWN, fill, terms))
  const asked = fill === 'none' ? [] : [{ key, terms, wanted }]
  const { fillings, left } = payable(asked, filling, fillBudget, { hotels: others, nights: terms.nights })
  const nightsUnknown =
    hotels.length * terms.nights.length - summaries.hotels.reduce((sum, { known }) => sum + known, 0)
  const pricesOf = (counts: readonly number[]) =>
    counts.flatMap((count) => upToOneCredit(nightPrice(chain), count))
  return {
    cached: [],
    perhaps: pricesOf(summaries.nights.map(({ known }) => known)),
    fills: fillsOf(filling, KIND, fillings, deps.now()),
    waiting: ([job]) => ({
      nights_unknown: nightsUnknown,
      nights: [],
      hotels: [],
      ...left,
      ...(job && { job: jobView(job) }),
    }),
    show: async () => ({
      sold: pricesOf(summaries.nights.map(({ available }) => available)),
      view: ([job]) => ({
        nights_unknown: nightsUnknown,
        nights: terms.nights.map((night) => nightView(night, ofNight.get(night), terms, hotels)),
        hotels: hotels.map((hotel, index) => summaryView(hotel, ofHotel.get(index), terms)),
        ...left,
        ...(job && { job: jobView(job) }),
      }),
    }),
  }
}

function nightView(
  night: string,
  summary: NightSummary | undefined,
  terms: AreaTerms,
  hotels: readonly NearbyHotel[],
) {
  const cheapest = hotels[summary?.cheapestHotel ?? -1]
  const bestCpp = terms.kind === 'award' ? (summary?.bestCpp ?? null) : null
  return {
    night,
    hotels_known: summary?.known ?? 0,
    hotels_available: summary?.available ?? 0,
    converted: summary?.converted ?? 0,
    not_compared: summary?.notCompared ?? 0,
    cheapest: figureView(summary?.cheapest, terms),
    cheapest_hotel: cheapest
      ? { chain: cheapest.source.id, hotel_code: cheapest.hotelCode, name: cheapest.name }
      : null,
    median: figureView(summary?.median, terms),
    best_cpp: bestCpp === null ? null : bestCpp / 100,
  }
}

function summaryView(hotel: NearbyHotel, summary: HotelSummary | undefined, terms: AreaTerms) {
  return {
    ...hotelView(hotel),
    cheapest_night: summary?.cheapestNight ?? null,
    cheapest: figureView(summary?.cheapest, terms),
  }
}

/** Points unchanged, money in units of its currency. */
function figureView(figure: number | null | undefined, { kind, currency }: AreaTerms): number | null {
  if (figure === null || figure === undefined) return null
  return kind === 'award' ? figure : toDecimal(figure, currency)
}
