import { divideMinor, isCurrency, type Minor, parseMinor } from '../../../kernel/money.ts'
import { type Rate, SourceFailure } from '../../source.ts'
import type { GrossAmount, Money, Offer } from './schema.ts'

type Price = Pick<Rate, 'taxIncluded' | 'pricePerNight' | 'pricePerNightAfterTax' | 'total' | 'totalAfterTax'>

/**
 * An offer's total is for one unit and the whole stay, with VAT. City taxes and fees come on top when it is booked. Services
 * that are booked with it are part of the total, which the nights and the services must then add up to; if they do not, it
 * is not stated what a guest pays in the end.
 */
export function priceOf(offer: Offer, nights: number, rooms: number): Price {
  const { currency } = offer.totalGrossAmount
  const gross = readMoney(offer.totalGrossAmount, currency)
  if (gross <= 0) throw new SourceFailure('broken', 'an offer without a price')
  const cityTax = cityTaxOf(offer, currency)
  const fees = sum((offer.fees ?? []).map((fee) => readGross(fee.totalAmount, currency)))
  const total = gross * rooms
  const allIn = holdsServices(offer, gross, currency) ? (gross + cityTax + fees) * rooms : null
  return {
    taxIncluded: cityTax === 0,
    pricePerNight: divideMinor(total, nights * rooms),
    pricePerNightAfterTax: allIn === null ? null : divideMinor(allIn, nights * rooms),
    total,
    totalAfterTax: allIn,
  }
}

function cityTaxOf({ cityTax, cityTaxes }: Offer, currency: string): Minor {
  if (cityTaxes) return sum(cityTaxes.map((tax) => readMoney(tax.totalGrossAmount, currency)))
  return cityTax ? readGross(cityTax, currency) : 0
}

function holdsServices({ services, timeSlices }: Offer, gross: Minor, currency: string): boolean {
  if (!services || services.length === 0) return true
  const nights = sum(timeSlices.map((slice) => readMoney(slice.totalGrossAmount, currency)))
  return nights + sum(services.map((service) => readGross(service.totalAmount, currency))) === gross
}

function readGross({ grossAmount, currency }: GrossAmount, expected: string): Minor {
  return readMoney({ amount: grossAmount, currency }, expected)
}

/** An amount that is not negative. The parts of an offer have one currency. */
export function readMoney({ amount, currency }: Money, expected: string): Minor {
  if (!isCurrency(currency) || currency !== expected) {
    throw new SourceFailure('broken', `an amount in "${currency.slice(0, 10)}"`)
  }
  try {
    const minor = parseMinor(amount, currency)
    if (minor >= 0) return minor
  } catch (cause) {
    throw new SourceFailure('broken', `not an amount: ${amount}`, { cause })
  }
  throw new SourceFailure('broken', `a negative amount: ${amount}`)
}

function sum(amounts: readonly Minor[]): Minor {
  return amounts.reduce((total, amount) => total + amount, 0)
}
