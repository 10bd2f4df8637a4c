import { isKnownCurrency, minorDigits, scaleHalfUp } from '../../world/currencies.ts'
import { chance, mix } from '../../world/hash.ts'
import type { Sale } from '../../world/points-of-sale.ts'
import { timezoneOf } from '../../world/timezones.ts'
import type { Plan, Quote, StayAsk, World } from '../../world/world.ts'
import { isForEverybody } from '../for-everybody.ts'
import type { PageSeller } from './sellers.ts'

type Json = Record<string, unknown>

export interface Stay {
  checkin: string
  los: number
  adults: number
  children: number
  childAges: readonly number[]
  sale?: Sale
  currency: string
  /** Of the engine's page, which writes prices. */
  locale: string
}

/** The public plans of a seller for the stay, by room; null if it sells nothing. */
export interface Sold {
  quote: Quote
  rooms: { name: string; plans: Plan[] }[]
}

export function askOf({ currency, locale: _locale, ...rest }: Stay): StayAsk {
  return { ...rest, rooms: 1, ...(isKnownCurrency(currency) ? { currency } : {}) }
}

export function soldBy({ source, code }: PageSeller, stay: Stay, world: World): Sold | null {
  const quote = world.quote(source, code, askOf(stay))
  if (!quote) return null
  const rooms = quote.rooms.flatMap(({ name, plans }) => {
    const open = plans.filter((plan) => isForEverybody(plan, quote))
    return open.length > 0
      ? [{ name, plans: open.toSorted((a, b) => totalOf(a, true) - totalOf(b, true)) }]
      : []
  })
  return rooms.length > 0 ? { quote, rooms } : null
}

/** The plan that a seller's one price is for. */
export function cheapestOf({ rooms }: Sold): Plan | undefined {
  return rooms.flatMap(({ plans }) => plans).toSorted((a, b) => totalOf(a, true) - totalOf(b, true))[0]
}

/** What the engine says of one plan. Some sellers do not tell it what the taxes are. */
export function termsOf(plan: Plan, seller: PageSeller, stay: Stay, { listing, currency }: Quote): Json {
  const hidesTaxes = !seller.official && chance(mix(seller.key, 211), 1_200)
  const figure = (total: number, before: number) =>
    figureOf(total, hidesTaxes ? null : before, { currency, locale: stay.locale })
  const [total, before] = [true, false].map((withTaxes) =>
    scaleHalfUp(totalOf(plan, withTaxes), seller.markup, 10_000),
  ) as [number, number]
  return {
    num_guests: stay.adults + stay.children,
    rate_per_night: figure(scaleHalfUp(total, 1, stay.los), scaleHalfUp(before, 1, stay.los)),
    total_rate: figure(total, before),
    ...cancellationOf(plan, seller, listing.country),
  }
}

function cancellationOf({ refundable, cancelBy }: Plan, { key }: PageSeller, country: string): Json {
  // Many sellers leave it out.
  if (!refundable || cancelBy === null || chance(mix(key, 212), 3_000)) return {}
  const timeZone = timezoneOf(country)
  if (timeZone === null) return { free_cancellation: true }
  const at = new Date(cancelBy)
  return {
    free_cancellation: true,
    free_cancellation_until_date: dayIn(timeZone).format(at),
    ...(chance(mix(key, 213), 5_000) && { free_cancellation_until_time: timeIn(timeZone).format(at) }),
  }
}

/** Making a formatter takes longer than the rest of a page. */
function kept<Format>(make: (key: string) => Format): (key: string) => Format {
  const made = new Map<string, Format>()
  return (key) => {
    const format = made.get(key) ?? make(key)
    made.set(key, format)
    return format
  }
}

const dayIn = kept(
  (timeZone) => new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone }),
)
const timeIn = kept(
  (timeZone) => new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone }),
)
const moneyIn = kept((key) => {
  const [locale, currency] = key.split(' ')
  return new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 0 })
})

function totalOf({ nights }: Plan, withTaxes: boolean): number {
  return nights.reduce((sum, night) => sum + night.base + (withTaxes ? night.tax + night.fee : 0), 0)
}

/** The engine shows whole units of money. */
function figureOf(
  total: number,
  before: number | null,
  { currency, locale }: { currency: string; locale: string },
): Json {
  const whole = (amount: number): number => scaleHalfUp(amount, 1, 10 ** minorDigits(currency))
  const text = (amount: number): string => moneyIn(`${locale} ${currency}`).format(amount)
  return {
    lowest: text(whole(total)),
    extracted_lowest: whole(total),
    ...(before !== null && {
      before_taxes_fees: text(whole(before)),
      extracted_before_taxes_fees: whole(before),
    }),
  }
}
