import { Type } from 'typebox'
import { withDefault } from '../edge/schemas.ts'
import { type Night, type Weekday, weekdayOf } from '../kernel/dates.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Kind } from '../observations/store.ts'
import {
  COMMON_FIELDS,
  type HotelList,
  hotelListFields,
  Nights,
  type PartyBody,
  readHotels,
  readNights,
  readTerms,
} from '../rates/request.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { cellCount, type Grid } from './grid.ts'

const Los = Type.Integer({ minimum: 1, maximum: LIMITS.los })

export const gridFields = (catalog: Catalog) => ({
  ...hotelListFields(catalog, LIMITS.gridHotels),
  nights: Nights,
  los: withDefault(
    Type.Union([Los, Type.Array(Los, { minItems: 1, maxItems: LIMITS.gridLengths })], {
      description: `Length of stay in nights, or a list of up to ${LIMITS.gridLengths} lengths.`,
    }),
    1,
  ),
  kind: withDefault(
    Type.Enum(['cash', 'award'], {
      description: '`award` is only possible at chains with award points.',
    }),
    'cash',
  ),
  ...COMMON_FIELDS,
})

export interface GridBody extends HotelList, PartyBody {
  /** `days`: only these days of the week, which only schedules ask for. */
  nights: { from: string; to: string; days?: readonly Weekday[] }
  los: number | number[]
  kind: Kind
  max_age: number
}

export function readGrid(catalog: Catalog, body: GridBody, nowMs: number): Grid {
  const { kind } = body
  const terms = readTerms(body, nowMs)
  const grid: Grid = {
    hotels: readHotels(catalog, body),
    nights: onDays(readNights(body.nights, LIMITS.gridNights, nowMs), body.nights.days),
    lengths: readLengths(body.los),
    kind,
    occupancy: terms.occupancy,
    currency: terms.currency,
    // `max_age` 0: only cells observed from now on.
    notBeforeMs: terms.live ? nowMs : terms.fresh.notBeforeMs,
    live: terms.live,
  }
  const pointless = grid.hotels.find(({ source }) => kind === 'award' && !source.points)
  if (pointless) {
    const { id } = pointless.source
    throw invalid(`\`kind\` cannot be \`award\`: ${id} has no award points.`, { chain: id })
  }
  if (cellCount(grid) > LIMITS.gridCells) {
    throw invalid(
      `Hotels × nights × lengths must be at most ${LIMITS.gridCells} cells, not ${cellCount(grid)}.`,
    )
  }
  return grid
}

function onDays(nights: Night[], days: readonly Weekday[] | undefined): Night[] {
  if (!days) return nights
  const kept = nights.filter((night) => days.includes(weekdayOf(night)))
  if (kept.length === 0) throw invalid('`nights.days` leaves no night between `nights.from` and `nights.to`.')
  return kept
}

function readLengths(los: number | number[]): number[] {
  const lengths = Array.isArray(los) ? los : [los]
  if (new Set(lengths).size < lengths.length) throw invalid('`los` must not contain duplicates.')
  return lengths.toSorted((a, b) => a - b)
}
