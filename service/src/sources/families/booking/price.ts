import { type Static, Type } from 'typebox'
import { type Minor, parseMinor } from '../../../kernel/money.ts'
import { SourceFailure } from '../../source.ts'
import type { IsTax } from './charge-kinds.ts'

const Nullable = <T extends Parameters<typeof Type.Optional>[0]>(type: T) =>
  Type.Optional(Type.Union([type, Type.Null()]))

const ChargeShape = Type.Object({
  charge: Nullable(Type.Number()),
  mode: Type.String(),
  total_amount: Nullable(Type.Number()),
})

/** The price of a product: one room, all nights. */
export const PriceShape = Type.Object({
  book: Type.Number({ exclusiveMinimum: 0 }),
  extra_charges: Nullable(Type.Object({ excluded: Nullable(Type.Array(ChargeShape)) })),
})

export type Price = Static<typeof PriceShape>

export interface Figures {
  /** The displayed price. What the booker's local law leaves out is listed separately. */
  book: Minor
  /** Including every charge; null if one of them is unknown. */
  allIn: Minor | null
  /** Whether the displayed price includes all taxes. */
  taxIncluded: boolean
}

/** Whether some charge is not in the displayed price, so that its kind matters. */
export function hasExcluded(price: Price): boolean {
  return price.extra_charges?.excluded?.some(isCharged) === true
}

/**
 * A charge that cannot be calculated in advance makes book + charges a lower bound, not a price. Conditional charges are
 * ignored: only some guests pay them. Without a list nothing proves that taxes are included.
 */
export function figuresOf(price: Price, currency: string, isTax: IsTax): Figures {
  const book = minorOf(price.book, currency)
  const charges = price.extra_charges?.excluded?.filter(isCharged)
  if (!charges) return { book, allIn: null, taxIncluded: false }
  const taxIncluded = !charges.some(({ charge }) => isTax(charge))
  const amounts = charges.map((charge) => amountOf(charge, currency))
  const known = amounts.filter((amount) => amount !== null)
  const allIn = known.length < amounts.length ? null : known.reduce((sum, amount) => sum + amount, book)
  return { book, allIn, taxIncluded }
}

function isCharged({ total_amount: amount }: Static<typeof ChargeShape>): boolean {
  return amount !== 0
}

function amountOf(
  { mode, total_amount: amount }: Static<typeof ChargeShape>,
  currency: string,
): Minor | null {
  const isKnown = mode !== 'incalculable' && typeof amount === 'number' && amount >= 0
  return isKnown ? minorOf(amount, currency) : null
}

export function minorOf(amount: number, currency: string): Minor {
  try {
    return parseMinor(amount, currency)
  } catch (cause) {
    throw new SourceFailure('broken', 'an amount that is no number', { cause })
  }
}

export function sumOf(all: readonly Figures[]): Figures {
  return all.reduce((sum, next) => ({
    book: sum.book + next.book,
    allIn: sum.allIn === null || next.allIn === null ? null : sum.allIn + next.allIn,
    taxIncluded: sum.taxIncluded && next.taxIncluded,
  }))
}
