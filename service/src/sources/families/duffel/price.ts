import { divideMinor, isCurrency, type Minor, parseMinor } from '../../../kernel/money.ts'
import { SourceFailure } from '../../source.ts'
import type { VendorRate } from './schema.ts'

export interface Price {
  taxIncluded: boolean
  pricePerNight: Minor | null
  pricePerNightAfterTax: Minor | null
  total: Minor | null
  totalAfterTax: Minor | null
}

/** `total_amount` consists of three parts that are converted and rounded separately. */
const ROUNDING = 2

/**
 * Which figure a rate has depends on its taxes.
 *
 * `total_amount` is charged for all nights, rooms and guests; if everything is stated it is base + tax + fee. What the hotel
 * collects is in `due_at_accommodation_amount`, perhaps in another currency. Null means "unknown". So a rate is all-in only
 * if tax, fee and due are stated, the parts add up to the total, and the due amount is zero or in the total's currency: then
 * total + due is the figure, before and after tax. Otherwise only the base is certain: it is the figure without taxes, and
 * there is none after tax. A rate without a base has no figure.
 */
export function priceRate(rate: VendorRate, nights: number, rooms: number): Price {
  const currency = rate.total_currency
  if (!isCurrency(currency)) throw new SourceFailure('broken', `a total in "${currency.slice(0, 10)}"`)
  const total = readAmount(rate.total_amount, currency)
  if (total <= 0) throw new SourceFailure('broken', 'a rate without a price')

  const base = readIn(rate.base_amount, rate.base_currency, currency)
  const allIn = readAllIn(rate, total, base)
  const figure = allIn ?? base
  const nightly = figure === null ? null : divideMinor(figure, nights * rooms)
  return {
    taxIncluded: allIn !== null,
    pricePerNight: nightly,
    pricePerNightAfterTax: allIn === null ? null : nightly,
    total: figure,
    totalAfterTax: allIn,
  }
}

function readAllIn(rate: VendorRate, total: Minor, base: Minor | null): Minor | null {
  const currency = rate.total_currency
  const tax = readIn(rate.tax_amount, rate.tax_currency, currency)
  const fee = readIn(rate.fee_amount, rate.fee_currency, currency)
  const due = readIn(rate.due_at_accommodation_amount, rate.due_at_accommodation_currency, currency)
  if (base === null || tax === null || fee === null || due === null) return null
  return Math.abs(base + tax + fee - total) <= ROUNDING ? total + due : null
}

/** An amount in the wanted currency, or null if unknown or not comparable. Zero is zero in any currency. */
function readIn(
  amount: string | null | undefined,
  currency: string | null | undefined,
  wanted: string,
): Minor | null {
  if (amount === null || amount === undefined) return null
  if (/^0+(\.0*)?$/.test(amount)) return 0
  const minor = readAmount(amount, wanted)
  return currency === wanted && minor >= 0 ? minor : null
}

export function readAmount(amount: string, currency: string): Minor {
  try {
    return parseMinor(amount, currency)
  } catch (cause) {
    throw new SourceFailure('broken', `not an amount: ${amount.slice(0, 40)}`, { cause })
  }
}
