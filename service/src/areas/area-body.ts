import { cellTexts } from '../grids/body.ts'
import type { RawCell } from '../grids/cell.ts'
import type { NearbyHotel } from '../hotels/nearby.ts'
import type { Place } from '../hotels/places.ts'
import { type Job, jobView } from '../jobs/job.ts'
import { withText } from '../kernel/json-text.ts'
import { currencyNo } from '../kernel/money.ts'
import { hotelsBody, hotelView } from './hotels-body.ts'
import type { AreaTerms } from './request.ts'

/** A hotel whose cell is cached. */
export interface StoredHotel {
  hotel: NearbyHotel
  cell: RawCell
}

/** Hotels with a price, cheapest first, then the others. Ties stay ordered by distance and code. */
export function areaBody(
  place: Place,
  stored: readonly StoredHotel[],
  terms: AreaTerms,
  [job]: readonly Job[],
  nowMs: number,
): string {
  const rows = stored
    .map(({ hotel, cell }) => ({ hotel, cell, figure: figureOf(cell, terms) }))
    .toSorted((a, b) => (a.figure ?? Number.MAX_VALUE) - (b.figure ?? Number.MAX_VALUE))
  const cells = cellTexts(
    { ...terms, hotels: rows.map(({ hotel }) => hotel) },
    rows.map(({ cell }, hotel) => ({ ...cell, hotel })),
    nowMs,
  )
  const hotels = rows.map(({ hotel, figure }, index) => {
    const rank = figure === null ? null : index + 1
    return withText({ rank, ...hotelView(hotel) }, 'cell', cells[index] ?? 'null')
  })
  return hotelsBody(place, hotels, job && { job: jobView(job) })
}

/** Null if the stay is not available, or not quoted in the requested currency. */
function figureOf({ quoted, points, bar }: RawCell, { kind, currency }: AreaTerms): number | null {
  const figure = kind === 'award' ? points : bar
  return figure === '' || quoted !== currencyNo(currency) ? null : Number(figure)
}
