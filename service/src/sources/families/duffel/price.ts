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

/** `total_amount` is split into three parts that are converted and rounded each on its own. */
const ROUNDING = 2

/**
 * What a rate says of taxes decides which figure it has.
 *
 * `total_amount` is what is charged for all nights, rooms and guests; where all is told it is base + tax + fee. What
 * the property collects comes beside it in `due_at_accommodation_amount`, perhaps in another currency. Null means "not
 * known" in each of them. So a rate is all-in only when tax, fee and due are told, the parts make up the total, and
 * the due amount is zero or in the currency of the total: then total + due is the figure, before and after tax alike.
 * In every other case only the base is certain: it becomes the figure without taxes and there is none after tax.
 * A rate that does not even tell its base has no figure at all.
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

/** An amount in the wanted currency, or null where it is not told or not comparable. Nothing is nothing anywhere. */
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
