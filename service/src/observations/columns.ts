import type { ObservationKey } from './cell-row.ts'

/** The parameters that name places. */
export function placeColumns(rows: readonly ObservationKey[]): unknown[] {
  return [
    rows.map(({ hotel }) => hotel),
    rows.map(({ los }) => los),
    rows.map(({ occ }) => occ),
    rows.map(({ currency }) => currency),
  ]
}
