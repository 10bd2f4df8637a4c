import { isCurrency, type Minor, parseMinor } from '../../../kernel/money.ts'
import { SourceFailure } from '../../source.ts'
import type { VendorAmount, VendorOffer, VendorRate } from './rates-schema.ts'

export interface PricedOffer {
  currency: string
  /** The price of the booking: all rooms and nights, without what the hotel collects. */
  total: Minor
  /** The same including everything the hotel collects; null if unknown. */
  inclusive: Minor | null
}

/**
 * The total includes every tax and fee except those listed as not included, so a rate without such a list is complete. If a
 * listed item is not included and has another currency or no plain amount, or the offer's sum contradicts its rates, the
 * inclusive figure is unknown.
 */
export function priceOffer(offer: VendorOffer, askedCurrency: string): PricedOffer {
  let total = 0
  let excluded: Minor | null = 0
  let currency: string | null = null
  for (const rate of offer.rates) {
    const own = pickAmount(rate.retailRate.total, askedCurrency)
    currency ??= own.currency
    if (own.currency !== currency) {
      throw new SourceFailure('broken', `one offer in ${currency} and ${own.currency}`)
    }
    total += toMinor(own)
    const more = notIncluded(rate, currency)
    excluded = excluded === null || more === null ? null : excluded + more
  }
  if (currency === null || total <= 0) throw new SourceFailure('broken', 'an offer without a price')
  const known = excluded !== null && agreesWithOffer(offer, total, currency)
  return { currency, total, inclusive: known ? total + (excluded ?? 0) : null }
}

function pickAmount(amounts: VendorAmount[], askedCurrency: string): VendorAmount {
  const asked = amounts.find((amount) => amount.currency === askedCurrency)
  const chosen = asked ?? (amounts.length === 1 ? amounts[0] : undefined)
  if (!chosen || !isCurrency(chosen.currency)) {
    throw new SourceFailure(
      'broken',
      `a total in no single currency: ${JSON.stringify(amounts).slice(0, 120)}`,
    )
  }
  return chosen
}

function notIncluded(rate: VendorRate, currency: string): Minor | null {
  let sum = 0
  for (const item of rate.retailRate.taxesAndFees ?? []) {
    if (item.included === true || item.amount === 0) continue
    const countable =
      item.included === false &&
      typeof item.amount === 'number' &&
      item.amount > 0 &&
      item.currency === currency
    if (!countable) return null
    sum += toMinor({ amount: Number(item.amount), currency })
  }
  return sum
}

/** A difference of one minor unit per room is rounding. */
function agreesWithOffer(offer: VendorOffer, total: Minor, currency: string): boolean {
  const stated = [offer.offerRetailRate ?? []].flat().find((amount) => amount.currency === currency)
  return stated === undefined || Math.abs(toMinor(stated) - total) <= offer.rates.length
}

function toMinor(amount: VendorAmount): Minor {
  try {
    return parseMinor(amount.amount, amount.currency)
  } catch (cause) {
    throw new SourceFailure('broken', `not an amount: ${amount.amount}`, { cause })
  }
}
