import type { Static } from 'typebox'
import type { MatrixCell } from '../cells/cell.ts'
import type { LowestSchema } from '../rates/schemas.ts'
import type { Money, Row } from './row.ts'
import { dateWords, sourceText } from './words.ts'

/** Parts of the API's answers as parts of rows. What is null there is left out here. */

type Lowest = Static<typeof LowestSchema>

export function money(amount: number | null | undefined, currency: string | null): Money | undefined {
  return amount === null || amount === undefined || currency === null ? undefined : { amount, currency }
}

export function hotelOf(hotel: { chain: string; hotel_code: string; name?: string | null }): Row {
  const { chain, hotel_code, name } = hotel
  return { hotel: { chain, hotel_code, ...(name && { name_from_source: sourceText(name) }) } }
}

export function nightOf(night: string): Row {
  return { night, night_in_words: dateWords(night) }
}

/** The public rate, with tax where the source gives that price. */
export function priceOf(
  figures: { bar: number | null; bar_after_tax: number | null },
  currency: string | null,
): Row {
  const afterTax = money(figures.bar_after_tax, currency)
  const shown = money(figures.bar, currency)
  if (afterTax) return { price: afterTax, price_basis: 'after_tax' }
  return shown ? { price: shown, price_basis: 'as_shown' } : {}
}

export function lowestOf(lowest: Lowest | null, currency: string | null): Row {
  if (!lowest) return {}
  return present({
    ...priceOf(lowest, currency),
    member_price: money(lowest.member_after_tax ?? lowest.member, currency),
    points: lowest.lowest_points ?? undefined,
    cents_per_point: lowest.cpp ?? undefined,
  })
}

export function cellOf(cell: Static<typeof MatrixCell>): Row {
  const { currency } = cell
  return present({
    ...nightOf(cell.night),
    nights: cell.los > 1 ? cell.los : undefined,
    status: cell.status,
    ...priceOf({ bar: cell.lowest_bar, bar_after_tax: cell.lowest_bar_after_tax }, currency),
    points: cell.lowest_points ?? undefined,
    cents_per_point: cell.cpp ?? undefined,
    certificates: cell.certs ?? undefined,
  })
}

/** Without the fields that are undefined. */
export function present(fields: { [Name in keyof Row]: Row[Name] | undefined }): Row {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** Rows with a price before rows without; then the lower one. */
export function byAmount(read: (row: Row) => number | undefined) {
  return (a: Row, b: Row) =>
    (read(a) ?? Number.POSITIVE_INFINITY) - (read(b) ?? Number.POSITIVE_INFINITY) || 0
}
