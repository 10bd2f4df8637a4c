import { isCurrency } from '../../../kernel/money.ts'

/**
 * Converts answers of versions 3.2 and 3.3 to the format of 3.1, which the parsers read. Since 3.2 every amount has two
 * currencies, the displayed price is `display`, charges say what they are included in, and room ids are strings. Nothing that
 * is known of 3.3 changes that. Anything of another shape is left unchanged, for the parsers to refuse.
 */
export function availabilityAs31(body: unknown, id: string, currency: string): unknown {
  if (!isRecord(body) || !Array.isArray(body['data'])) return body
  // One accommodation is requested: an empty list has no product, and several would answer another question.
  const [only, ...others] = body['data']
  if (only === undefined) return { ...body, data: { id, products: [] } }
  return { ...body, data: others.length === 0 ? listingAs31(only, currency) : body['data'] }
}

export function searchAs31(body: unknown, currency: string): unknown {
  if (!isRecord(body) || !Array.isArray(body['data'])) return body
  return { ...body, data: body['data'].map((listing) => listingAs31(listing, currency)) }
}

type Fields = Record<string, unknown>

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The field of each amount in the chosen currency. */
type Column = 'booker_currency' | 'accommodation_currency'

function listingAs31(listing: unknown, asked: string): unknown {
  if (!isRecord(listing)) return listing
  const { currency, url, price, products, recommendation } = listing
  const chosen = isRecord(currency) ? chooseColumn(currency, asked) : undefined
  // A price without a currency is useless. A plain id, as from a search around a point, has none.
  if (chosen === undefined) return { ...listing, currency: undefined, url: webOf(url) }
  const { column } = chosen
  return {
    ...listing,
    currency: chosen.currency,
    url: webOf(url),
    ...(isRecord(price) ? { price: priceAs31(price, column) } : {}),
    ...(Array.isArray(products) ? { products: products.map((each) => productAs31(each, column)) } : {}),
    ...(recommendation === undefined ? {} : { recommendation }),
  }
}

/** The requested currency if present, else the booker's, else the accommodation's. */
function chooseColumn(currency: Fields, asked: string): { currency: string; column: Column } | undefined {
  const columns = [
    { currency: currency['booker'], column: 'booker_currency' },
    { currency: currency['accommodation'], column: 'accommodation_currency' },
  ] as const
  const named = columns.flatMap((each) =>
    typeof each.currency === 'string' && isCurrency(each.currency)
      ? [{ currency: each.currency, column: each.column }]
      : [],
  )
  return named.find((each) => each.currency === asked) ?? named[0]
}

function webOf(url: unknown): unknown {
  return isRecord(url) ? url['web'] : url
}

function productAs31(product: unknown, column: Column): unknown {
  if (!isRecord(product)) return product
  const { number_available: available, price } = product
  return {
    ...product,
    number_available_at_this_price: available,
    ...(isRecord(price) ? { price: priceAs31(price, column) } : {}),
  }
}

function priceAs31(price: Fields, column: Column): Fields {
  const display = amountIn(price['display'] ?? price['book'], column)
  const total = amountIn(price['total'], column)
  const charges = chargesIn(price['charges'] ?? price['extra_charges'], column)
  return { book: display, total, extra_charges: charges && { excluded: excludedOf(charges, display, total) } }
}

function amountIn(amount: unknown, column: Column): unknown {
  return isRecord(amount) ? amount[column] : undefined
}

interface Charge {
  fields: Fields
  /** Whether the displayed price includes it; undefined if unknown. */
  displayed: boolean | undefined
  amount: unknown
}

/** Conditional charges are left out, because only some guests pay them. Null if there is no list. */
function chargesIn(charges: unknown, column: Column): Charge[] | null {
  const groups = Array.isArray(charges) ? { non_conditional: charges } : charges
  if (!isRecord(groups)) return null
  const lists = ['non_conditional', 'included', 'excluded'].filter((name) => Array.isArray(groups[name]))
  if (lists.length === 0) return null
  return lists.flatMap((name) => {
    const list = groups[name]
    const due = (Array.isArray(list) ? list : []).filter(isRecord).filter(isUnconditional)
    return due.map((fields): Charge => {
      const mark = isRecord(fields['included_in']) ? fields['included_in']['display'] : undefined
      const byList = name === 'non_conditional' ? undefined : name === 'included'
      return {
        fields,
        displayed: typeof mark === 'boolean' ? mark : byList,
        amount: amountIn(fields['total_amount'], column),
      }
    })
  })
}

/** The number of a condition, such as bringing a pet, is beside the charge; null if everybody pays it. */
function isUnconditional(charge: Fields): boolean {
  const condition = charge['condition'] ?? 0
  return condition === 0 || condition === '' || (Array.isArray(condition) && condition.length === 0)
}

/**
 * The charges not in the displayed price. If some do not say, the total decides: it includes the displayed price and all
 * charges that can be calculated. If that does not fit either, they count as extra and unknown.
 */
function excludedOf(charges: readonly Charge[], display: unknown, total: unknown): Fields[] {
  const beside = charges.filter((charge) => charge.displayed === false)
  const unmarked = charges.filter((charge) => charge.displayed === undefined)
  const listed = beside.map((charge) => chargeAs31(charge))
  if (unmarked.length === 0 || fits(display, beside, total)) return listed
  const known = fits(display, [...beside, ...unmarked], total)
  return [...listed, ...unmarked.map((charge) => chargeAs31(known ? charge : { ...charge, amount: null }))]
}

const CENT = 0.011

function fits(display: unknown, charges: readonly Charge[], total: unknown): boolean {
  if (typeof display !== 'number' || typeof total !== 'number') return false
  const sum = charges.reduce(
    (all, { amount }) => all + (typeof amount === 'number' ? amount : Number.NaN),
    display,
  )
  return Math.abs(sum - total) < CENT * (charges.length + 1)
}

function chargeAs31({ fields, amount }: Charge): Fields {
  return { charge: fields['charge'], mode: fields['mode'] ?? 'calculated_amount', total_amount: amount }
}
