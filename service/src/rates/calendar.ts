import { PRICE_OF } from '../billing/prices.ts'
import type { Tab } from '../billing/tab.ts'
import type { Planned } from '../edge/sale.ts'
import { type Served, served } from '../edge/served.ts'
import type { BookedFacts } from '../hotels/directory/hotel-book.ts'
import type { Night } from '../kernel/dates.ts'
import type { Summary } from '../observations/observations.ts'
import { weightsOf } from '../sources/catalog/catalog.ts'
import { buyStay, factsOf, type RateDeps } from './ask.ts'
import {
  failedNight,
  type NightsAsk,
  nightFromStore,
  nightView,
  type PricedNight,
  unlessAllFailed,
} from './nights.ts'
import { ageView, currencyOf, freshnessView, hotelView, NO_FRESHNESS, oldest, termsView } from './render.ts'

/** Up to 60 nights of one hotel, each a full one-night shop, from the cache or live. */
export async function planCalendar(deps: RateDeps, ask: NightsAsk): Promise<Planned> {
  const price = PRICE_OF.shop(weightsOf(ask.stay.source))
  const known = await knownNights(deps, ask)
  const missing = ask.nights.filter((night) => !known.has(night))
  return {
    estimate: { cached: [...known.keys()].map(() => price), live: missing.map(() => price), free: 0 },
    run: async (tab) => {
      const priced = await priceNights(deps, ask, known, tab)
      return answer(ask, priced, await factsOf(deps, ask.stay), deps.now())
    },
  }
}

export async function knownNights(
  deps: RateDeps,
  { stay, nights, terms }: NightsAsk,
): Promise<Map<Night, Summary>> {
  return terms.live ? new Map() : deps.observations.findNights(stay, nights, terms.fresh)
}

/** Every night from the cache, or by its own shop. */
export async function priceNights(
  deps: RateDeps,
  { stay, nights, terms, standsOn }: NightsAsk,
  known: Map<Night, Summary>,
  tab: Tab,
): Promise<PricedNight[]> {
  const price = PRICE_OF.shop(weightsOf(stay.source))
  const priced = await Promise.all(
    nights.map(async (night): Promise<PricedNight> => {
      const seen = known.get(night)
      if (seen) {
        tab.cached(price)
        return nightFromStore(night, seen)
      }
      try {
        const options = { ...terms, standsOn }
        const { observation, cached } = await buyStay(deps, { ...stay, checkin: night }, options, tab, price)
        const { figures, seenMs } = observation
        return { night, figures, sighting: { cached, seenMs } }
      } catch (error) {
        tab.free()
        return failedNight(night, error, stay.source)
      }
    }),
  )
  return unlessAllFailed(priced, stay.source)
}

function answer(
  { stay, nights, terms }: NightsAsk,
  priced: PricedNight[],
  facts: BookedFacts | null,
  nowMs: number,
): Served {
  const found = priced.filter((night) => 'figures' in night)
  const view = {
    ...freshnessView(oldest(found.map(({ sighting }) => sighting)), nowMs),
    query: {
      chain: stay.source.id,
      hotel_code: stay.hotelCode,
      nights: { from: nights[0], to: nights.at(-1) },
      ...termsView(terms),
      ...ageView(stay),
    },
    hotel: hotelView(stay, null, facts),
    currency: currencyOf(found.map(({ figures }) => figures)),
    nights: priced.map((night) => ({
      ...nightView(night),
      ...('sighting' in night ? freshnessView(night.sighting, nowMs) : NO_FRESHNESS),
    })),
  }
  return served(view)
}
