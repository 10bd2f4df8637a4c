import { toNumber } from '../fx/decimal.ts'
import type { ReferenceRates } from '../fx/reference-rates.ts'
import { dayAt } from '../kernel/dates.ts'
import { currencyNo, minorDigits } from '../kernel/money.ts'
import { DEFAULT_OCCUPANCY, occupancyNo } from '../kernel/occupancy.ts'
import type { CellRow, Worth } from './cell-row.ts'
import { cppOf, type Figures } from './figures.ts'

export const RATED = -1

/**
 * A stored worth stays while the new one differs by no more than this share: rates move every day, and a refresh at the same price
 * should not touch the index.
 */
export const WORTH_BAND = 0.005

const DEFAULT_OCC = occupancyNo(DEFAULT_OCCUPANCY)

/** Whether `/award/value` ranks the cell, as the SQL function `is_ranked` says it: one night for the default occupancy. */
export function isRanked({ kind, los, occ }: Pick<CellRow, 'kind' | 'los' | 'occ'>): boolean {
  return kind === 'award' && los === 1 && occ === DEFAULT_OCC
}

/** Adds the worth by the rates that are known now. A rate that moves later changes no cell. */
export function withWorth(fx: ReferenceRates, cells: readonly CellRow[]): CellRow[] {
  return cells.map((cell) => Object.assign(cell, { worth: worthOf(cell, fx) }))
}

/** Null for cells that are not ranked. */
export function worthOf(cell: CellRow, fx: ReferenceRates | null): Worth | null {
  if (!isRanked(cell)) return null
  const { figures, seenMs } = cell
  const cpp = cppOf(figures)
  if (cpp === null) return null
  const euro = fx?.perEuro(figures.currency, dayAt(seenMs)) ?? null
  if (!euro) return { rated: currencyNo(figures.currency), worth: cpp }
  return { rated: RATED, worth: perPoint(figures) / toNumber(euro.rate) }
}

/** Hundredths of a cent per point, not rounded. */
function perPoint({ barAfterTax, bar, points, currency }: Figures): number {
  return ((barAfterTax ?? bar ?? 0) * 10_000) / (10 ** minorDigits(currency) * (points ?? 1))
}
