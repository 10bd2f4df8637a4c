import { converter, isKnownCurrency } from './currencies.ts'
import { dayOf } from './days.ts'
import { chance, mix } from './hash.ts'
import type { Channel, Hotel } from './hotel.ts'
import type { Listing } from './listing.ts'
import { type HotelNight, nightOf } from './nights.ts'
import { chainOffers, channelOffers, type Selling } from './offers.ts'
import { heldBackPlans } from './plans.ts'
import { type Quirks } from './quirk.ts'
import { type Property, type QuirkBook, quotesWithTax } from './quirks.ts'
import type { Steps } from './steps.ts'
import { partyOf } from './taxes.ts'
import { testNight } from './test-hotels.ts'
import type { Quote, RoomOffer, Status, StayAsk, Step } from './world.ts'

export interface Market {
  now: () => number
  steps: Steps
  quirks: QuirkBook
}

export function quoteHotel(market: Market, hotel: Hotel, ask: StayAsk, step: Step): Quote {
  const { listing } = hotel
  const nights = nightsOf(market, hotel, listing, ask, step)
  const quirks = market.quirks.of(propertyOf(hotel))
  return quoteOf(hotel, listing, nights, ask, quirks, () =>
    chainOffers(hotel, sellingOf(market, listing, nights, ask, quirks)),
  )
}

export function quoteChannel(market: Market, channel: Channel, ask: StayAsk, step: Step): Quote {
  const { hotel, listing } = channel
  const nights = nightsOf(market, hotel, listing, ask, step)
  if (!hotel.test) for (const night of nights) night.soldOut = isSoldOutAt(channel, night)
  const quirks = market.quirks.of(propertyOf(channel))
  return quoteOf(hotel, listing, nights, ask, quirks, () =>
    channelOffers(channel, sellingOf(market, listing, nights, ask, quirks)),
  )
}

/** A hotel of a chain or an agency's listing, as the book of quirks knows it. */
export function propertyOf(one: Hotel | Channel): Property {
  const { listing, key } = one
  if ('hotel' in one) return { listing, key, isTest: one.hotel.test !== null, members: one.memberDeal }
  return { listing, key, isTest: one.test !== null, members: one.memberBasisPoints > 0 }
}

/** An agency follows the chain, except for a few rooms it still has and a few it has sold out. */
function isSoldOutAt(channel: Channel, night: HotelNight): boolean {
  if (channel.hotel.flagship) return false
  const h = mix(channel.key, night.day, 131)
  return night.soldOut ? !chance(h, 400) : chance(h, 150)
}

function nightsOf(market: Market, hotel: Hotel, listing: Listing, ask: StayAsk, step: Step): HotelNight[] {
  const first = dayOf(ask.checkin)
  const days = Array.from({ length: ask.los }, (_, i) => first + i)
  if (!hotel.test) {
    const hour = Math.floor(market.now() / 3_600_000)
    return days.map((day) => nightOf(hotel, day, hour))
  }
  const cash = market.steps.at('cash', listing.source, listing.code, ask, step.cash ?? false)
  const award = market.steps.at('award', listing.source, listing.code, ask, step.award ?? false)
  return days.map((day) => testNight(hotel, day, cash, award))
}

/** A stay has the status of its worst night; arrival and minimum stay depend on the first night only. */
function quoteOf(
  hotel: Hotel,
  listing: Listing,
  nights: readonly HotelNight[],
  ask: StayAsk,
  quirks: Quirks,
  offers: () => RoomOffer[],
): Quote {
  const minLos = nights[0]?.minLos ?? 1
  let status: Status = 'available'
  if (nights.some((night) => night.shut) || nights[0]?.noArrival) status = 'closed'
  else if (nights.some((night) => night.soldOut)) status = 'sold_out'
  else if (minLos > ask.los) status = 'restricted_los'
  const rooms = status === 'available' ? offers() : []
  if (status === 'available' && rooms.length === 0) status = 'sold_out'
  const heldBack = status === 'available' ? heldBackPlans(hotel, ask.los, quirks) : []
  return { listing, quirks, status, minLos, currency: currencyOf(listing, ask), rooms, heldBack }
}

function sellingOf(
  market: Market,
  listing: Listing,
  nights: readonly HotelNight[],
  ask: StayAsk,
  quirks: Quirks,
): Selling {
  const currency = currencyOf(listing, ask)
  const otherCurrency = currency === 'EUR' ? 'GBP' : 'EUR'
  return {
    nights,
    terms: {
      checkinDay: dayOf(ask.checkin),
      los: ask.los,
      party: partyOf(ask),
      nowMs: market.now(),
      withTax: quotesWithTax(listing.source),
    },
    rooms: ask.rooms,
    sale: ask.sale,
    quirks,
    currency,
    otherCurrency,
    inCurrency: converter(listing.currency, currency),
    inOtherCurrency: converter(listing.currency, otherCurrency),
  }
}

/** The asked currency, or the property's own where the world has no rate for it. */
function currencyOf(listing: Listing, ask: StayAsk): string {
  return ask.currency !== undefined && isKnownCurrency(ask.currency) ? ask.currency : listing.currency
}
