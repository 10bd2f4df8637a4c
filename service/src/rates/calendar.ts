import { PRICE_OF } from '../billing/prices.ts'
import { type Planned, type Served, served } from '../billing/sale.ts'
import type { Tab } from '../billing/tab.ts'
import type { Night } from '../kernel/dates.ts'
import type { Figures } from '../observations/figures.ts'
import type { Stay } from '../observations/key.ts'
import type { Summary } from '../observations/observations.ts'
import { weightsOf } from '../sources/catalog/catalog.ts'
import { publicError, type RateDesk, rowError, shopLive } from './ask.ts'
import {
  currencyOf,
  freshnessView,
  lowestView,
  NO_FRESHNESS,
  oldest,
  type Sighting,
  termsView,
} from './render.ts'
import type { Terms } from './request.ts'

export interface CalendarAsk {
  stay: Omit<Stay, 'checkin'>
  nights: readonly Night[]
  terms: Terms
}

/** One priced night, or why there is none. */
export type PricedNight = { night: Night } & (
  | { figures: Figures; sighting: Sighting; stored: Promise<void> }
  | { error: { code: string; message: string }; cause: unknown }
)

/** Up to sixty nights of one hotel, each a full one-night shop: what is not in the store is asked for now. */
export async function planCalendar(desk: RateDesk, ask: CalendarAsk): Promise<Planned> {
  const price = PRICE_OF.shop(weightsOf(ask.stay.source))
  const known = await knownNights(desk, ask)
  const missing = ask.nights.filter((night) => !known.has(night))
  return {
    estimate: { cached: [...known.keys()].map(() => price), live: missing.map(() => price), free: 0 },
    run: async (tab) => answer(ask, await priceNights(desk, ask, known, tab), desk.now()),
  }
}

export async function knownNights(
  desk: RateDesk,
  { stay, nights, terms }: CalendarAsk,
): Promise<Map<Night, Summary>> {
  return terms.live ? new Map() : desk.observations.findNights(stay, nights, terms.fresh)
}

/** Every night as it is known, or shopped alone. One that fails is free and stands for itself; if all fail, so does the call. */
export async function priceNights(
  desk: RateDesk,
  { stay, nights, terms }: CalendarAsk,
  known: Map<Night, Summary>,
  tab: Tab,
): Promise<PricedNight[]> {
  const price = PRICE_OF.shop(weightsOf(stay.source))
  const priced = await Promise.all(
    nights.map(async (night): Promise<PricedNight> => {
      const seen = known.get(night)
      if (seen) {
        tab.cached(price)
        return {
          night,
          figures: seen.value,
          sighting: { cached: true, seenMs: seen.seenMs },
          stored: Promise.resolve(),
        }
      }
      try {
        const { observation, cached, stored } = await shopLive(
          desk,
          { ...stay, checkin: night },
          terms,
          tab,
          price,
        )
        return {
          night,
          figures: observation.figures,
          sighting: { cached, seenMs: observation.seenMs },
          stored,
        }
      } catch (error) {
        tab.free()
        return { night, error: rowError(error, stay.source), cause: error }
      }
    }),
  )
  const [first] = priced
  if (first && 'error' in first && priced.every((night) => 'error' in night))
    throw publicError(first.cause, stay.source)
  return priced
}

function answer({ stay, nights, terms }: CalendarAsk, priced: PricedNight[], nowMs: number): Served {
  const found = priced.filter((night) => 'figures' in night)
  const view = {
    ...freshnessView(oldest(found.map(({ sighting }) => sighting)), nowMs),
    query: {
      chain: stay.source.id,
      hotel_code: stay.hotelCode,
      nights: { from: nights[0], to: nights.at(-1) },
      ...termsView(terms),
    },
    currency: currencyOf(found.map(({ figures }) => figures)),
    nights: priced.map((night) => nightView(night, nowMs)),
  }
  const stored = Promise.all(found.map((night) => night.stored)).then(() => {})
  return { ...served(view), stored }
}

function nightView(priced: PricedNight, nowMs: number) {
  if ('error' in priced) {
    return {
      night: priced.night,
      status: null,
      min_los: null,
      lowest: null,
      error: priced.error,
      ...NO_FRESHNESS,
    }
  }
  const { night, figures, sighting } = priced
  return {
    night,
    status: figures.status,
    min_los: figures.minLos,
    lowest: lowestView(figures),
    ...freshnessView(sighting, nowMs),
  }
}
