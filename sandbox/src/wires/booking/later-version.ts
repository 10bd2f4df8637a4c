import { exchange, minorDigits } from '../../world/currencies.ts'
import type { Quote } from '../../world/world.ts'
import type { Fields } from './stay-request.ts'

/**
 * Writes what version 3.1 says in the form of 3.2 and 3.3: each amount in two currencies, one list of charges with marks, textual
 * room ids. A charge with a condition is in that list too, though few guests pay it.
 */
export function asLater(listing: Fields, quote: Quote): Fields {
  const both = bothCurrencies(quote)
  const { currency, price, products, recommendation, ...rest } = listing
  return {
    ...rest,
    currency: { accommodation: quote.listing.currency, booker: currency },
    ...(isFields(price) ? { price: priceLater(price, both) } : {}),
    ...(Array.isArray(products)
      ? { products: products.map((each: Fields) => productLater(each, both)) }
      : {}),
    ...(isFields(recommendation) ? { recommendation: recommendationLater(recommendation, both) } : {}),
  }
}

type Both = (amount: unknown) => { accommodation_currency: number; booker_currency: number } | null

function bothCurrencies({ currency, listing }: Quote): Both {
  const [asked, own] = [10 ** minorDigits(currency), 10 ** minorDigits(listing.currency)]
  return (amount) => {
    if (typeof amount !== 'number') return null
    const minor = exchange(Math.round(amount * asked), currency, listing.currency)
    return { accommodation_currency: minor / own, booker_currency: amount }
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function recommendationLater(recommendation: Fields, both: Both): Fields {
  const { price, products } = recommendation
  const one = (product: Fields) => ({
    ...product,
    ...(isFields(product['price']) ? { price: priceLater(product['price'], both) } : {}),
  })
  return {
    ...(isFields(price) ? { price: priceLater(price, both) } : {}),
    products: Array.isArray(products) ? products.map(one) : [],
  }
}

function productLater(product: Fields, both: Both): Fields {
  const { number_available_at_this_price: left, price, room, deal, ...rest } = product
  return {
    ...rest,
    ...(left === undefined ? {} : { number_available: left }),
    room: String(room),
    deal: isFields(deal) ? { ...deal, public_price: both(deal['public_price']) } : null,
    ...(isFields(price) ? { price: priceLater(price, both) } : {}),
  }
}

/** The number of the condition "with a pet". */
const PET = 4
const PET_CHARGE = { charge: 3, condition: PET, mode: 'per_stay', percentage: null, unit_amount: null }

function priceLater({ base, book, total, extra_charges: charges }: Fields, both: Both): Fields {
  return {
    total: both(total),
    ...(base === undefined
      ? {}
      : { base: both(base), display: both(book), charges: chargesLater(fieldsIn(charges), both) }),
  }
}

function fieldsIn(value: unknown): Fields {
  return isFields(value) ? value : {}
}

function chargesLater({ included, excluded }: Fields, both: Both): Fields[] {
  const marked = (list: unknown, display: boolean): Fields[] =>
    (Array.isArray(list) ? list : []).map((charge: Fields) =>
      Object.assign({}, charge, {
        condition: null,
        included_in: { display, chargeable_online: display },
        total_amount: both(charge['total_amount']),
      }),
    )
  const pet = { ...PET_CHARGE, included_in: { display: false }, total_amount: both(50) }
  return [...marked(included, true), ...marked(excluded, false), pet]
}
