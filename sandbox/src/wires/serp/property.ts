import { isKnownCurrency, minorDigits, scaleHalfUp } from '../../world/currencies.ts'
import type { HotelEntity, Plan, World } from '../../world/world.ts'
import { isForEverybody } from '../for-everybody.ts'

type Json = Record<string, unknown>

export interface Stay {
  checkin: string
  los: number
  adults: number
  currency: string
}

/** Partners that pay to stand at the top of a hotel's page. */
const FEATURED = 1

/** A hotel in a list: one price per partner, and no links. */
export function propertyOf(entity: HotelEntity, stay: Stay, world: World): Json {
  const prices = pricesOf(entity, stay, world)
  return { ...headOf(entity), prices: prices.map(({ link: _link, ...price }) => price) }
}

/** A hotel's own page, with the links of the partners that sell it. */
export function detailsOf(entity: HotelEntity, stay: Stay, world: World): Json {
  const prices = pricesOf(entity, stay, world)
  return {
    ...headOf(entity),
    address: `${entity.address}, ${entity.city}`,
    featured_prices: prices.slice(0, FEATURED),
    prices,
  }
}

function headOf({ name, propertyToken, lat, lng }: HotelEntity): Json {
  return {
    type: 'hotel',
    name,
    property_token: propertyToken,
    gps_coordinates: { latitude: lat, longitude: lng },
  }
}

function pricesOf({ partners }: HotelEntity, stay: Stay, world: World): Json[] {
  return Object.entries(partners).map(([source, code]) => priceOf(source, code, stay, world))
}

/** A partner without a room to sell is still linked, but shows no price. */
function priceOf(source: string, code: string, stay: Stay, world: World): Json {
  return {
    source: source[0]?.toUpperCase() + source.slice(1),
    link: `https://www.${source}.example/hotel/${encodeURIComponent(code)}?checkin=${stay.checkin}&los=${stay.los}`,
    num_guests: stay.adults,
    ...ratesOf(source, code, stay, world),
  }
}

function ratesOf(source: string, code: string, { currency, ...stay }: Stay, world: World): Json {
  const ask = { ...stay, children: 0, rooms: 1, ...(isKnownCurrency(currency) ? { currency } : {}) }
  const quote = world.quote(source, code, ask)
  if (!quote) return {}
  const plans = quote.rooms.flatMap((room) => room.plans).filter((plan) => isForEverybody(plan, quote))
  const cheapest = plans.toSorted((a, b) => totalOf(a, true) - totalOf(b, true))[0]
  if (!cheapest) return {}
  const [total, beforeTaxes] = [totalOf(cheapest, true), totalOf(cheapest, false)]
  return {
    rate_per_night: rateOf(
      scaleHalfUp(total, 1, stay.los),
      scaleHalfUp(beforeTaxes, 1, stay.los),
      quote.currency,
    ),
    total_rate: rateOf(total, beforeTaxes, quote.currency),
  }
}

function totalOf({ nights }: Plan, withTaxes: boolean): number {
  return nights.reduce((sum, night) => sum + night.base + (withTaxes ? night.tax + night.fee : 0), 0)
}

/** The engine shows whole units of money. */
function rateOf(total: number, beforeTaxes: number, currency: string): Json {
  const whole = (amount: number): number => scaleHalfUp(amount, 1, 10 ** minorDigits(currency))
  const text = (amount: number): string =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: 0 }).format(amount)
  return {
    lowest: text(whole(total)),
    extracted_lowest: whole(total),
    before_taxes_fees: text(whole(beforeTaxes)),
    extracted_before_taxes_fees: whole(beforeTaxes),
  }
}
