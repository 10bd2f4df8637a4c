import type { ReferenceRates } from '../fx/reference-rates.ts'
import { cellTexts } from '../grids/body.ts'
import { pricedOf, type StoredCell } from '../grids/cell.ts'
import type { NearbyHotel } from '../hotels/nearby.ts'
import type { Place } from '../hotels/places.ts'
import { type Job, jobView } from '../jobs/job.ts'
import { withText } from '../kernel/json-text.ts'
import { type Compared, comparableView, compare } from '../observations/comparable.ts'
import { hotelsBody, hotelView } from './hotels-body.ts'
import type { AreaTerms } from './request.ts'

/** A hotel whose cell is cached. */
export interface StoredHotel {
  hotel: NearbyHotel
  cell: StoredCell
}

/** Hotels with a price, cheapest first, then the others. Ties stay ordered by distance and code. */
export function areaBody(
  fx: ReferenceRates,
  place: Place,
  stored: readonly StoredHotel[],
  terms: AreaTerms,
  [job]: readonly Job[],
  nowMs: number,
): string {
  const rows = stored
    .map(({ hotel, cell }) => {
      const compared = compare(fx, pricedOf(cell), terms.currency, cell.seenMs)
      return { hotel, cell, compared, figure: figureOf(cell, compared, terms) }
    })
    .toSorted((a, b) => (a.figure ?? Number.MAX_VALUE) - (b.figure ?? Number.MAX_VALUE))
  const cells = cellTexts(
    { ...terms, hotels: rows.map(({ hotel }) => hotel) },
    rows.map(({ cell }, hotel) => ({ ...cell, hotel })),
    nowMs,
  )
  const hotels = rows.map(({ hotel, compared: { comparable, note }, figure }, index) => {
    const rank = figure === null ? null : index + 1
    const shown = { comparable: comparableView(comparable), comparison_note: note }
    return withText({ rank, ...hotelView(hotel), ...shown }, 'cell', cells[index] ?? 'null')
  })
  return hotelsBody(place, hotels, job && { job: jobView(job) })
}

/** Points as they are; cash in the requested currency. Null if the stay is not available, or has no comparable price. */
function figureOf({ points }: StoredCell, { comparable }: Compared, { kind }: AreaTerms): number | null {
  if (kind === 'cash') return comparable?.bar ?? null
  return points === '' ? null : Number(points)
}
