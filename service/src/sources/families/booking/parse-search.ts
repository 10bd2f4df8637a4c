import { Type } from 'typebox'
import { divideMinor, type Minor } from '../../../kernel/money.ts'
import { shapeOf } from '../../../kernel/shape.ts'
import { SourceFailure } from '../../source.ts'
import { CurrencyShape, checkDates, IdShape, type Reading, UrlShape } from './parse.ts'
import { figuresOf, hasExcluded, minorOf, sumOf } from './price.ts'
import { isMemberDeal, isPublic, ProductShape } from './product.ts'

const listShape = shapeOf(Type.Object({ data: Type.Array(Type.Object({ id: IdShape })) }))

const resultShape = shapeOf(
  Type.Object({
    currency: CurrencyShape,
    url: UrlShape,
    price: Type.Object({ book: Type.Number({ exclusiveMinimum: 0 }) }),
    products: Type.Array(ProductShape, { minItems: 1 }),
  }),
)

/** The cheapest choice for the whole party at one accommodation, per room and night. */
export interface Cheapest {
  currency: string
  book: Minor
  allIn: Minor | null
  taxIncluded: boolean | null
  memberDeal: boolean
  /** False if the choice contains a net rate or a package, which hides the cheapest public rate. */
  open: boolean
}

/** Results by accommodation. One that was not requested makes the whole answer invalid. */
export function byAccommodation(body: unknown, asked: readonly string[]): Map<string, unknown> {
  const expected = new Set(asked)
  const results = new Map<string, unknown>()
  for (const result of resultsOf(body)) {
    const id = String(result.id)
    if (!expected.has(id)) throw new SourceFailure('broken', `a result for ${id}, which was not requested`)
    if (results.has(id)) throw new SourceFailure('broken', `two results for ${id}`)
    results.set(id, result)
  }
  return results
}

/** The ids that a search found. */
export function idsFound(body: unknown): string[] {
  return resultsOf(body).map((result) => String(result.id))
}

function resultsOf(body: unknown): { id: number | string }[] {
  if (!listShape.Check(body)) throw new SourceFailure('broken', 'search results of an unknown shape')
  return body.data
}

/**
 * The price of a result covers the whole selection. Charges are listed per product, so they are used only if the products add
 * up to the selection (allowing for rounding).
 */
export function parseResult(result: unknown, asked: Reading): Cheapest {
  if (!resultShape.Check(result)) throw new SourceFailure('broken', 'a search result of an unknown shape')
  checkDates(result.url, asked)
  const { currency, products } = result
  const shares = asked.los * asked.occupancy.rooms
  const book = minorOf(result.price.book, currency)
  const parts = sumOf(products.map((product) => figuresOf(product.price, currency, asked.isTax)))
  const addsUp = Math.abs(parts.book - book) <= products.length
  return {
    currency,
    book: divideMinor(book, shares),
    allIn: addsUp && parts.allIn !== null ? divideMinor(parts.allIn, shares) : null,
    taxIncluded: parts.taxIncluded,
    memberDeal: products.some(isMemberDeal),
    open: products.every(isPublic),
  }
}

/** Whether a result lists extra charges, whose kinds are then needed. */
export function resultListsCharges(result: unknown): boolean {
  return resultShape.Check(result) && result.products.some(({ price }) => hasExcluded(price))
}
