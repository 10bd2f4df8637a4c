import type { ObservationKey } from './store.ts'

/** The parameters after the first `taken`, as arrays of these types. */
export function placeholders(taken: number, types: readonly string[]): string {
  return types.map((type, index) => `$${taken + index + 1}::${type}[]`).join(', ')
}

/** The parameters that name places. */
export function placeColumns(rows: readonly ObservationKey[]): unknown[] {
  return [
    rows.map(({ hotel }) => hotel),
    rows.map(({ los }) => los),
    rows.map(({ occ }) => occ),
    rows.map(({ currency }) => currency),
  ]
}
