import { dayOf, type Night, nightsBetween } from '../kernel/dates.ts'
import { DEFAULT_OCCUPANCY, type Occupancy } from '../kernel/occupancy.ts'
import type { Kind } from '../observations/store.ts'
import { type Catalog, findSource, type Source } from '../sources/catalog/catalog.ts'

/** Hotels × check-in nights × lengths of stay, in the order of the served cells. */
export interface Grid {
  hotels: readonly { source: Source; hotelCode: string }[]
  /** Ascending. A schedule may leave out days of the week. */
  nights: readonly Night[]
  lengths: readonly number[]
  kind: Kind
  occupancy: Occupancy
  currency: string
  /** Cells observed before this do not count. */
  notBeforeMs: number
  /** `max_age` 0: running calls are not joined. */
  live?: boolean
  /** Fetches member rates even if they take a further call. */
  members?: boolean
}

/**
 * The occupancy that a source is asked for: the requested one, or the default if the source cannot price it. Such cells
 * are stored under the default occupancy and shared with requests for it.
 */
export function pricedParty({ mostRooms }: Source, asked: Occupancy): Occupancy {
  return mostRooms !== null && asked.rooms > mostRooms ? DEFAULT_OCCUPANCY : asked
}

export function cellCount({ hotels, nights, lengths }: Grid): number {
  return hotels.length * nights.length * lengths.length
}

/** The position of a cell: by hotel, then night, then length of stay. */
export function cellIndex({ nights, lengths }: Grid, hotel: number, night: number, length: number): number {
  return (hotel * nights.length + night) * lengths.length + length
}

/** The first night, in days since 1970. */
export function firstDay({ nights }: Grid): number {
  return dayOf(nights[0] ?? '1970-01-01')
}

export function isGapless(grid: Grid): boolean {
  return dayOf(grid.nights.at(-1) ?? '1970-01-01') - firstDay(grid) === grid.nights.length - 1
}

/** The position of a night in the grid by its day, which must be one of its nights. */
export function nightPlaces(grid: Grid): (day: number) => number {
  const first = firstDay(grid)
  if (isGapless(grid)) return (day) => day - first
  const places = new Map(grid.nights.map((night, place) => [dayOf(night), place]))
  return (day) => places.get(day) ?? -1
}

/** A grid as stored with its job. */
export interface KeptGrid {
  hotels: [source: string, code: string][]
  from: Night
  to: Night
  /** All nights, if some between `from` and `to` are left out. */
  nights?: Night[]
  lengths: number[]
  kind: Kind
  occupancy: Occupancy
  currency: string
  notBeforeMs: number
}

export function keepGrid(grid: Grid): KeptGrid {
  const { lengths, kind, occupancy, currency, notBeforeMs, nights } = grid
  return {
    hotels: grid.hotels.map(({ source, hotelCode }) => [source.id, hotelCode]),
    from: nights[0] ?? '',
    to: nights.at(-1) ?? '',
    ...(!isGapless(grid) && { nights: [...nights] }),
    lengths: [...lengths],
    kind,
    occupancy,
    currency,
    notBeforeMs,
  }
}

/** Cells of sources that have left the catalog since are left out. */
export function openGrid(catalog: Catalog, kept: KeptGrid): Grid {
  const { lengths, kind, occupancy, currency, notBeforeMs } = kept
  const hotels = kept.hotels.flatMap(([id, hotelCode]) => {
    const source = findSource(catalog, id)
    return source ? [{ source, hotelCode }] : []
  })
  const nights = kept.nights ?? nightsBetween(kept.from, kept.to)
  return { hotels, nights, lengths, kind, occupancy, currency, notBeforeMs }
}
