import { type Static, Type } from 'typebox'
import { type Minor, parseMinor } from '../../../kernel/money.ts'
import { SourceFailure } from '../../source.ts'

const Nullable = <T extends Parameters<typeof Type.Optional>[0]>(type: T) =>
  Type.Optional(Type.Union([type, Type.Null()]))

const ChargeShape = Type.Object({ mode: Type.String(), total_amount: Nullable(Type.Number()) })

/** The price of a product: one room, all nights. */
export const PriceShape = Type.Object({
  book: Type.Number({ exclusiveMinimum: 0 }),
  extra_charges: Nullable(Type.Object({ excluded: Nullable(Type.Array(ChargeShape)) })),
})

export type Price = Static<typeof PriceShape>

export interface Figures {
  /** What is displayed: VAT is in it, what the property collects is not. */
  book: Minor
  /** With every charge that will be paid; null where one of them cannot be told. */
  allIn: Minor | null
}

/**
 * A charge that cannot be calculated beforehand makes book + charges a lower bound, which is not a price. Conditional
 * charges are not counted: they are paid by some guests only.
 */
export function figuresOf(price: Price, currency: string): Figures {
  const book = minorOf(price.book, currency)
  const charges = price.extra_charges?.excluded
  if (!charges) return { book, allIn: null }
  let allIn: Minor = book
  for (const charge of charges) {
    if (charge.mode === 'incalculable' || typeof charge.total_amount !== 'number')
      return { book, allIn: null }
    allIn += minorOf(charge.total_amount, currency)
  }
  return { book, allIn }
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
  }))
}
