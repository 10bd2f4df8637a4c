import type { CellHotel, CellList } from '../cells/cell.ts'
import { dayOf, type Night, nightsBetween } from '../kernel/dates.ts'
import type { Occupancy } from '../kernel/occupancy.ts'
import type { Kind } from '../observations/cell-row.ts'
import { pricedParty } from '../observations/key.ts'
import { type Catalog, findSource, type Source } from '../sources/catalog/catalog.ts'
import { goneSource } from '../sources/catalog/gone.ts'

export interface GridHotel extends CellHotel {
  /** What `max_age: "auto"` stands for at this hotel, in seconds, instead of the grid's. */
  maxAgeSec?: number
}

/** Hotels × check-in nights × lengths of stay, in the order of the served cells. */
export interface Grid extends CellList {
  hotels: readonly GridHotel[]
  /** Ascending. A schedule may leave out days of the week. */
  nights: readonly Night[]
  /** The nights in days since 1970. */
  days: readonly number[]
  lengths: readonly number[]
  currency: string
  /** Cells observed before this do not count. */
  notBeforeMs: number
  /** The moment that ages of hotels count from. */
  nowMs?: number
  /** `max_age` 0: running calls are not joined. */
  live?: boolean
  /** Fetches member rates even if they take a further call. */
  members?: boolean
  /** Fetches every stay with its rooms, which batches and calendars do not have. */
  whole?: boolean
}

/** Cells of the hotel that were observed before this do not count. */
export function sinceMs(
  { notBeforeMs, nowMs }: Pick<Grid, 'notBeforeMs' | 'nowMs'>,
  { maxAgeSec }: GridHotel,
): number {
  return maxAgeSec === undefined || nowMs === undefined ? notBeforeMs : nowMs - maxAgeSec * 1000
}

export function cellCount(grid: Grid): number {
  return grid.hotels.length * cellsPerHotel(grid)
}

/** The position of a cell: by hotel, then night, then length of stay. */
export function cellIndex({ nights, lengths }: Grid, hotel: number, night: number, length: number): number {
  return (hotel * nights.length + night) * lengths.length + length
}

/** How many cells a grid has at each hotel. */
export function cellsPerHotel({ nights, lengths }: Pick<Grid, 'nights' | 'lengths'>): number {
  return nights.length * lengths.length
}

export function gridNights(nights: readonly Night[]): Pick<Grid, 'nights' | 'days'> {
  return { nights, days: nights.map(dayOf) }
}

/** How many days there are from the first night to the last. */
export function daysSpanned({ days }: Pick<Grid, 'days'>): number {
  return (days.at(-1) ?? 0) - (days[0] ?? 0) + 1
}

export function isGapless({ days }: Pick<Grid, 'days'>): boolean {
  return daysSpanned({ days }) === days.length
}

/** For files: `aurelia-2026-12-01-2026-12-31`. For several chains, their number instead of a name. */
export function gridName({ hotels, nights }: Grid): string {
  const chains = [...new Set(hotels.map(({ source }) => source.id))]
  const who = chains.length === 1 ? chains[0] : `${chains.length}-chains`
  return `${who}-${nights[0]}-${nights.at(-1)}`
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
  /** What `max_age: "auto"` stood for at each hotel, in seconds. */
  ages?: number[]
  /** Sources that cannot price the party, and are asked for the default one. */
  byDefault?: string[]
}

export function keepGrid(grid: Grid): KeptGrid {
  const { lengths, kind, occupancy, currency, notBeforeMs, nights } = grid
  const byDefault = new Set(
    grid.hotels.flatMap(({ source }) => (pricedParty(source, occupancy) === occupancy ? [] : [source.id])),
  )
  const ages = grid.hotels.flatMap(({ maxAgeSec }) => maxAgeSec ?? [])
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
    ...(ages.length > 0 && { ages }),
    ...(byDefault.size > 0 && { byDefault: [...byDefault] }),
  }
}

/** Its sources may have left the catalog since: what was paid for stays readable. */
export function openGrid(catalog: Catalog, kept: KeptGrid): Grid {
  const { lengths, kind, occupancy, currency, notBeforeMs, byDefault = [] } = kept
  const gone = new Map<string, Source>()
  const sourceOf = (id: string): Source => {
    const source = findSource(catalog, id) ?? gone.get(id) ?? goneSource(id, byDefault.includes(id))
    if (source.family === '') gone.set(id, source)
    return source
  }
  const hotels = kept.hotels.map(([id, hotelCode], at): GridHotel => {
    const maxAgeSec = kept.ages?.[at]
    return { source: sourceOf(id), hotelCode, ...(maxAgeSec !== undefined && { maxAgeSec }) }
  })
  const nights = gridNights(kept.nights ?? nightsBetween(kept.from, kept.to))
  return { hotels, ...nights, lengths, kind, occupancy, currency, notBeforeMs }
}
