import { PRICE_OF } from '../billing/prices.ts'
import { type Planned, served } from '../billing/sale.ts'
import type { Tab } from '../billing/tab.ts'
import { addNights, type Night } from '../kernel/dates.ts'
import type { Stay } from '../observations/key.ts'
import type { Summary } from '../observations/observations.ts'
import { weightsOf } from '../sources/catalog/catalog.ts'
import { type RateDesk, type Shopped, shopLive } from './ask.ts'
import { type CalendarAsk, knownNights, type PricedNight, priceNights } from './calendar.ts'
import { calendarNights, knownCells } from './native-calendar.ts'
import { currencyOf, freshnessView, lowestView, queryView } from './render.ts'
import type { Terms } from './request.ts'
import { compareSplit } from './split.ts'

/** One stay against its nights booked one by one. */
export async function planStay(desk: RateDesk, stay: Stay, terms: Terms): Promise<Planned> {
  const weights = weightsOf(stay.source)
  const [stayPrice, nightPrice] = [PRICE_OF.shop(weights), PRICE_OF.calendarNight(weights)]
  const nights = Array.from({ length: stay.los }, (_, index) => addNights(stay.checkin, index))
  const ask: CalendarAsk = { stay: { ...stay, los: 1 }, nights, terms }
  const [whole, known] = await Promise.all([
    terms.live ? undefined : desk.observations.findStay(stay, terms.fresh),
    stay.source.calendar ? knownCells(desk, ask) : knownNights(desk, ask),
  ])
  const missing = nights.filter((night) => !known.has(night))
  return {
    estimate: {
      cached: [...(whole ? [stayPrice] : []), ...[...known.keys()].map(() => nightPrice)],
      live: [...(whole ? [] : [stayPrice]), ...missing.map(() => nightPrice)],
      free: 0,
    },
    run: async (tab) => {
      const wholeStay = async (): Promise<Shopped> => {
        if (!whole) return shopLive(desk, stay, terms, tab, stayPrice)
        tab.cached(stayPrice)
        return { observation: whole, cached: true, raw: [], stored: Promise.resolve() }
      }
      const [shopped, priced] = await Promise.all([wholeStay(), pricedNights(desk, ask, known, tab)])
      return answer(stay, shopped, priced, desk.now())
    },
  }
}

function pricedNights(
  desk: RateDesk,
  ask: CalendarAsk,
  known: Map<Night, Summary>,
  tab: Tab,
): Promise<PricedNight[]> {
  return ask.stay.source.calendar ? calendarNights(desk, ask, known, tab) : priceNights(desk, ask, known, tab)
}

function answer(stay: Stay, { observation, cached, stored }: Shopped, priced: PricedNight[], nowMs: number) {
  const { figures, seenMs } = observation
  const found = priced.filter((night) => 'figures' in night)
  const view = {
    // Of the stay as a whole: each night has a mark of its own, and from all of them the price can be told.
    ...freshnessView({ cached, seenMs }, nowMs),
    query: queryView(stay),
    currency: currencyOf([figures, ...found.map((night) => night.figures)]),
    stay: { status: figures.status, min_los: figures.minLos, lowest: lowestView(figures) },
    nights: priced.map(nightView),
    ...compareSplit(figures, priced, stay.los, stay.occupancy.rooms),
  }
  const all = Promise.all([stored, ...found.map((night) => night.stored)]).then(() => {})
  return { ...served(view), stored: all }
}

function nightView(priced: PricedNight) {
  if ('error' in priced) {
    return {
      night: priced.night,
      status: null,
      min_los: null,
      lowest: null,
      cached: null,
      error: priced.error,
    }
  }
  const { night, figures, sighting } = priced
  return {
    night,
    status: figures.status,
    min_los: figures.minLos,
    lowest: lowestView(figures),
    cached: sighting.cached,
  }
}
