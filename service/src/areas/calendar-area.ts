import { PRICE_OF, upToOneCredit } from '../billing/prices.ts'
import type { Planned } from '../edge/sale.ts'
import { cellPrice } from '../grids/plan.ts'
import type { NearbyHotel } from '../hotels/nearby.ts'
import type { Place } from '../hotels/places.ts'
import { placeView } from '../hotels/schemas.ts'
import { type Job, jobView } from '../jobs/job.ts'
import { findFilling } from '../jobs/store.ts'
import type { Milli } from '../kernel/credits.ts'
import { toDecimal } from '../kernel/money.ts'
import { type Source, weightsOf } from '../sources/catalog/catalog.ts'
import { hotelView } from './area.ts'
import { type AreaDeps, type Asker, planAround, type Survey } from './around.ts'
import { type HotelSummary, type NightSummary, readSummaries } from './calendar-store.ts'
import { fillKey, fillsOf, isToFill } from './fill.ts'
import type { CalendarAreaAsk } from './request.ts'

const KIND = 'calendar_area'

/** A chain's hotels around a place, night by night. */
export async function planCalendarArea(deps: AreaDeps, ask: CalendarAreaAsk, asker: Asker): Promise<Planned> {
  const { maxHotels, nights } = ask
  const [chain] = ask.lookup.chains
  if (!chain) throw new Error('a calendar of an area is about one chain')
  return planAround(
    deps,
    {
      lookup: ask.lookup,
      worst: () => ({
        sold: nights.flatMap(() => upToOneCredit(nightPrice(chain), maxHotels)),
        fill:
          ask.fill === 'none' ? [] : Array<Milli>(maxHotels * nights.length).fill(cellPrice(chain, ask.kind)),
      }),
      survey: async (place, hotels) =>
        survey(deps, ask, chain, { place, hotels: hotels.slice(0, maxHotels) }, asker),
      nowhere: JSON.stringify({ place: null, nights: [], hotels: [] }),
    },
    asker,
  )
}

function nightPrice(chain: Source): Milli {
  return PRICE_OF.calendarNight(weightsOf(chain))
}

interface Found {
  place: Place
  hotels: readonly NearbyHotel[]
}

async function survey(
  { pool }: AreaDeps,
  ask: CalendarAreaAsk,
  chain: Source,
  found: Found,
  { account }: Asker,
): Promise<Survey> {
  const { place, hotels } = found
  const { radiusMi } = ask.lookup
  const key = fillKey(KIND, { place, radiusMi, chains: [chain.id], maxHotels: ask.maxHotels }, ask)
  const filling = await findFilling(pool, account, ask.fill === 'none' ? [] : [key])
  const summaries = await readSummaries(pool, chain, hotels, ask)
  const ofHotel = new Map(summaries.hotels.map((summary) => [summary.hotel, summary]))
  const ofNight = new Map(summaries.nights.map((summary) => [summary.night, summary]))
  const wanted = hotels.filter((_hotel, index) => {
    return isToFill(ofHotel.get(index)?.newestMs ?? null, ask.fill, ask)
  })
  return {
    sold: summaries.nights.flatMap(({ available }) => upToOneCredit(nightPrice(chain), available)),
    fills: ask.fill === 'none' ? [] : fillsOf(filling, KIND, ask, [{ key, wanted }]),
    body: ([job]) =>
      JSON.stringify({
        place: placeView(place),
        nights: ask.nights.map((night) => nightView(night, ofNight.get(night), ask, hotels)),
        hotels: hotels.map((hotel, index) => summaryView(hotel, ofHotel.get(index), ask)),
        ...(job && { job: jobView(job satisfies Job) }),
      }),
  }
}

function nightView(
  night: string,
  summary: NightSummary | undefined,
  ask: CalendarAreaAsk,
  hotels: readonly NearbyHotel[],
) {
  const cheapest = hotels[summary?.cheapestHotel ?? -1]
  const bestCpp = ask.kind === 'award' ? (summary?.bestCpp ?? null) : null
  return {
    night,
    hotels_known: summary?.known ?? 0,
    hotels_available: summary?.available ?? 0,
    cheapest: figureView(summary?.cheapest, ask),
    cheapest_hotel: cheapest
      ? { chain: cheapest.source.id, hotel_code: cheapest.hotelCode, name: cheapest.name }
      : null,
    median: figureView(summary?.median, ask),
    best_cpp: bestCpp === null ? null : bestCpp / 100,
  }
}

function summaryView(hotel: NearbyHotel, summary: HotelSummary | undefined, ask: CalendarAreaAsk) {
  return {
    ...hotelView(hotel),
    cheapest_night: summary?.cheapestNight ?? null,
    cheapest: figureView(summary?.cheapest, ask),
  }
}

/** Points as they are, money in units of its currency. */
function figureView(figure: number | null | undefined, { kind, currency }: CalendarAreaAsk): number | null {
  if (figure === null || figure === undefined) return null
  return kind === 'award' ? figure : toDecimal(figure, currency)
}
