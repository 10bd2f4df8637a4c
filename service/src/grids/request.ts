import { Type } from 'typebox'
import { Timestamp, withDefault } from '../edge/schemas.ts'
import { type Night, type Weekday, weekdayOf } from '../kernel/dates.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Kind } from '../observations/cell-row.ts'
import { type AgeDeps, withAges } from '../rates/auto-age.ts'
import { type AskedAge, AUTO, MaxAge } from '../rates/max-age.ts'
import {
  COMMON_FIELDS,
  type HotelList,
  hotelListFields,
  KindField,
  Nights,
  type PartyBody,
  readHotels,
  readMoment,
  readNights,
  readTerms,
  requirePoints,
} from '../rates/request.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { cellCount, type Grid, gridNights } from './grid.ts'

const { max_age: _rateAge, ...PARTY_FIELDS } = COMMON_FIELDS
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
  kind: KindField,
  ...PARTY_FIELDS,
  // Without a default in the schema: together with `as_of` it is refused.
  max_age: Type.Optional(
    MaxAge(`How old a cached cell may be, in seconds. 0 fetches every cell. Default: ${LIMITS.rateTtlSec}.`),
  ),
  as_of: Type.Optional(
    Timestamp(
      'Answers with the grid as it stood at this moment: of each cell the last change at or before it. Cells that were not known then are left out. Never fetches anything. Nights may then be past, from the day before `as_of`. Not together with `max_age`.',
    ),
  ),
})

export interface GridBody extends HotelList, PartyBody {
  /** `days`: only these days of the week, which only schedules ask for. */
  nights: { from: string; to: string; days?: readonly Weekday[] }
  los: number | number[]
  kind: Kind
  max_age?: AskedAge
  as_of?: string
}

/** The moment at which the grid is wanted; null for now. */
export function readAsOf(body: Pick<GridBody, 'max_age' | 'as_of'>, nowMs: number): number | null {
  if (body.as_of === undefined) return null
  if (body.max_age !== undefined) throw invalid('Set either `as_of` or `max_age`, not both.')
  return readMoment('as_of', body.as_of, nowMs)
}

export function readGrid(catalog: Catalog, body: GridBody, nowMs: number): Grid {
  const { kind } = body
  const terms = readTerms({ ...body, max_age: body.max_age ?? LIMITS.rateTtlSec }, nowMs)
  const grid: Grid = {
    hotels: readHotels(catalog, body),
    ...gridNights(
      onDays(
        readNights(body.nights, LIMITS.gridNights, nowMs, readAsOf(body, nowMs) ?? nowMs),
        body.nights.days,
      ),
    ),
    lengths: readLengths(body.los),
    kind,
    occupancy: terms.occupancy,
    currency: terms.currency,
    // `max_age` 0: only cells observed from now on.
    notBeforeMs: terms.live ? nowMs : terms.fresh.notBeforeMs,
    live: terms.live,
    nowMs,
  }
  for (const { source } of grid.hotels) requirePoints(kind, source)
  if (cellCount(grid) > LIMITS.gridCells) {
    throw invalid(
      `Hotels × nights × lengths must be at most ${LIMITS.gridCells} cells, not ${cellCount(grid)}.`,
    )
  }
  return grid
}

/** The grid with an age for each hotel, if that was left to us. */
export async function withGridAges(deps: AgeDeps, grid: Grid, asked: GridBody['max_age']): Promise<Grid> {
  return { ...grid, hotels: await withAges(deps, grid.hotels, { ...grid, isAuto: asked === AUTO }, grid) }
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
