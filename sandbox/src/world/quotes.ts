import { converter, isKnownCurrency } from './currencies.ts'
import { dayOf } from './days.ts'
import { chance, mix } from './hash.ts'
import type { Channel, Hotel } from './hotel.ts'
import { type HotelNight, nightOf } from './nights.ts'
import { chainOffers, channelOffers } from './offers.ts'
import type { Steps } from './steps.ts'
import { testNight } from './test-hotels.ts'
import type { Listing, Quote, RoomOffer, Status, StayAsk, Step } from './world.ts'

export interface Market {
  now: () => number
  steps: Steps
}

export function quoteHotel(market: Market, hotel: Hotel, ask: StayAsk, step: Step): Quote {
  const nights = nightsOf(market, hotel, hotel.listing, ask, step)
  const offers = (): RoomOffer[] =>
    chainOffers(hotel, nights, termsOf(market, ask), ask.rooms, inAskedCurrency(hotel, ask))
  return quoteOf(hotel.listing, nights, ask, offers)
}

export function quoteChannel(market: Market, channel: Channel, ask: StayAsk, step: Step): Quote {
  const { hotel, listing } = channel
  const nights = nightsOf(market, hotel, listing, ask, step)
  if (!hotel.test) for (const night of nights) night.soldOut = isSoldOutAt(channel, night)
  const offers = (): RoomOffer[] =>
    channelOffers(channel, nights, termsOf(market, ask), ask.rooms, inAskedCurrency(hotel, ask))
  return quoteOf(listing, nights, ask, offers)
}

/** An agency follows the chain, but for a few rooms it still holds and a few it has run out of. */
function isSoldOutAt(channel: Channel, night: HotelNight): boolean {
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

/** A stay is as good as its worst night; arrival and minimum stay are about the first alone. */
function quoteOf(
  listing: Listing,
  nights: readonly HotelNight[],
  ask: StayAsk,
  offers: () => RoomOffer[],
): Quote {
  const minLos = nights[0]?.minLos ?? 1
  let status: Status = 'available'
  if (nights.some((night) => night.shut) || nights[0]?.noArrival) status = 'closed'
  else if (nights.some((night) => night.soldOut)) status = 'sold_out'
  else if (minLos > ask.los) status = 'restricted_los'
  const rooms = status === 'available' ? offers() : []
  if (status === 'available' && rooms.length === 0) status = 'sold_out'
  return { listing, status, minLos, currency: currencyOf(listing, ask), rooms }
}

function termsOf(market: Market, ask: StayAsk) {
  return {
    checkinDay: dayOf(ask.checkin),
    los: ask.los,
    party: { adults: ask.adults, children: ask.children },
    nowMs: market.now(),
  }
}

/** The asked currency, or the property's own where the world has no rate for it. */
function currencyOf(listing: Listing, ask: StayAsk): string {
  return ask.currency !== undefined && isKnownCurrency(ask.currency) ? ask.currency : listing.currency
}

function inAskedCurrency({ listing }: Hotel, ask: StayAsk): (amount: number) => number {
  return converter(listing.currency, currencyOf(listing, ask))
}
