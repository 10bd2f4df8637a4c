import { isCurrency, type Minor, parseMinor } from '../../../kernel/money.ts'
import { SourceFailure } from '../../source.ts'
import type { VendorAmount, VendorOffer, VendorRate } from './rates-schema.ts'

export interface PricedOffer {
  currency: string
  /** What the vendor charges for all rooms and nights, without what the hotel collects. */
  charged: Minor
  /** All-in if everything that the hotel collects is known, else what is charged; null if the answer contradicts itself. */
  price: Minor | null
  /** Whether the price is all-in. */
  taxIncluded: boolean
}

/**
 * The total includes every tax and fee except those listed as not included, so a rate without such a list is complete. If such an
 * item has another currency or no amount, only the price before it is known. If an item does not say whether it is
 * included, or the offer's sum contradicts its rates, nothing is.
 */
export function priceOffer(offer: VendorOffer, askedCurrency: string): PricedOffer {
  let total = 0
  let excluded: Excluded = 0
  let currency: string | null = null
  for (const rate of offer.rates) {
    const own = pickAmount(rate.retailRate.total, askedCurrency)
    currency ??= own.currency
    if (own.currency !== currency) {
      throw new SourceFailure('broken', `one offer in ${currency} and ${own.currency}`)
    }
    total += toMinor(own)
    const more = notIncluded(rate, currency)
    excluded = together(excluded, more)
  }
  if (currency === null || total <= 0) throw new SourceFailure('broken', 'an offer without a price')
  const clear = excluded !== 'unclear' && agreesWithOffer(offer, total, currency)
  const allIn = typeof excluded === 'number' ? total + excluded : total
  return { currency, charged: total, price: clear ? allIn : null, taxIncluded: excluded !== 'more' }
}

/** What the hotel collects besides: an amount, more than can be counted, or unclear whether anything. */
type Excluded = Minor | 'more' | 'unclear'

function together(one: Excluded, other: Excluded): Excluded {
  if (one === 'unclear' || other === 'unclear') return 'unclear'
  return one === 'more' || other === 'more' ? 'more' : one + other
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

function notIncluded(rate: VendorRate, currency: string): Excluded {
  let sum: Excluded = 0
  for (const { included, amount, currency: own } of rate.retailRate.taxesAndFees ?? []) {
    if (included === true || amount === 0) continue
    sum = together(sum, collected(included, amount, own === currency ? currency : null))
  }
  return sum
}

/** One item; `currency` is null if it is not the offer's. */
function collected(included: unknown, amount: unknown, currency: string | null): Excluded {
  if (included !== false) return 'unclear'
  if (amount === undefined || amount === null) return 'more'
  if (typeof amount !== 'number' || amount < 0) return 'unclear'
  return currency === null ? 'more' : toMinor({ amount, currency })
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
