import { PRICE_OF } from '../billing/prices.ts'
import type { Tab } from '../billing/tab.ts'
import type { Planned } from '../edge/sale.ts'
import { served } from '../edge/served.ts'
import type { BookedFacts } from '../hotels/directory/hotel-book.ts'
import { addNights, type Night } from '../kernel/dates.ts'
import { type Stay, stayKey } from '../observations/key.ts'
import type { Summary } from '../observations/observations.ts'
import { weightsOf } from '../sources/catalog/catalog.ts'
import { factsOf, fromStore, type RateDeps, type Shopped, sellStay, shopLive } from './ask.ts'
import { knownNights, priceNights } from './calendar.ts'
import { calendarNights, knownCells } from './native-calendar.ts'
import { type NightsAsk, nightView, type PricedNight } from './nights.ts'
import { currencyOf, freshnessView, hotelView, lowestView, queryView } from './render.ts'
import type { RateTerms } from './request.ts'
import { compareSplit } from './split.ts'

/** One stay compared with its nights booked one by one. */
export async function planStay(deps: RateDeps, stay: Stay, terms: RateTerms): Promise<Planned> {
  const weights = weightsOf(stay.source)
  const [stayPrice, nightPrice] = [PRICE_OF.shop(weights), PRICE_OF.calendarNight(weights)]
  const nights = Array.from({ length: stay.los }, (_, index) => addNights(stay.checkin, index))
  const asked: NightsAsk = { stay: { ...stay, los: 1 }, nights, terms }
  const [whole, known] = await Promise.all([
    terms.live ? undefined : deps.observations.findStay(stay, terms.fresh),
    stay.source.calendar ? knownCells(deps, asked) : knownNights(deps, asked),
  ])
  const ask: NightsAsk = { ...asked, standsOn: whole ? undefined : stayKey(stay) }
  const missing = nights.filter((night) => !known.has(night))
  return {
    estimate: {
      cached: [...(whole ? [stayPrice] : []), ...[...known.keys()].map(() => nightPrice)],
      live: [...(whole ? [] : [stayPrice]), ...missing.map(() => nightPrice)],
      free: 0,
      standsOnLive: !whole,
    },
    run: async (tab) => {
      const wholeStay = async (): Promise<Shopped> => {
        const shopped = whole ? fromStore(whole) : await shopLive(deps, stay, terms, tab)
        sellStay(shopped, tab, stayPrice)
        return shopped
      }
      const [shopped, priced] = await Promise.all([wholeStay(), pricedNights(deps, ask, known, tab)])
      return answer(stay, shopped, priced, await factsOf(deps, stay), deps.now())
    },
  }
}

function pricedNights(
  deps: RateDeps,
  ask: NightsAsk,
  known: Map<Night, Summary>,
  tab: Tab,
): Promise<PricedNight[]> {
  return ask.stay.source.calendar ? calendarNights(deps, ask, known, tab) : priceNights(deps, ask, known, tab)
}

function answer(
  stay: Stay,
  { observation, cached }: Shopped,
  priced: PricedNight[],
  facts: BookedFacts | null,
  nowMs: number,
) {
  const { figures, seenMs } = observation
  const found = priced.filter((night) => 'figures' in night)
  const view = {
    // For the whole stay; each night has its own `cached`, and together they explain the price.
    ...freshnessView({ cached, seenMs }, nowMs),
    query: queryView(stay),
    hotel: hotelView(stay, observation.answer.hotel, facts),
    currency: currencyOf([figures, ...found.map((night) => night.figures)]),
    stay: { status: figures.status, min_los: figures.minLos, lowest: lowestView(figures) },
    nights: priced.map((night) => ({
      ...nightView(night),
      cached: 'sighting' in night ? night.sighting.cached : null,
    })),
    ...compareSplit(observation, priced, stay.los, stay.occupancy.rooms),
  }
  return served(view)
}
