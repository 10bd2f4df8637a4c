import type { Night } from '../kernel/dates.ts'
import { DEFAULT_OCCUPANCY, type Occupancy } from '../kernel/occupancy.ts'
import type { Kind } from '../observations/store.ts'
import { type Catalog, findSource, type Source } from '../sources/catalog/catalog.ts'

/** Hotels × check-in nights × lengths of stay, in the order in which their cells are served. */
export interface Grid {
  hotels: readonly { source: Source; hotelCode: string }[]
  nights: readonly Night[]
  lengths: readonly number[]
  kind: Kind
  occupancy: Occupancy
  currency: string
  /** Older cells do not count: too old when it was asked, or not renewed since. */
  notBeforeMs: number
  /** Nothing that is already on its way will do: `max_age` 0. */
  live?: boolean
  /** Member rates are wanted even where they take a further call. */
  members?: boolean
}

/**
 * The party that a source is asked about: the asked one, or the default where it cannot price that. The cells of such hotels
 * are the default party's own, kept under it and shared with whoever asks for it.
 */
export function pricedParty({ mostRooms }: Source, asked: Occupancy): Occupancy {
  return mostRooms !== null && asked.rooms > mostRooms ? DEFAULT_OCCUPANCY : asked
}

export function cellCount({ hotels, nights, lengths }: Grid): number {
  return hotels.length * nights.length * lengths.length
}

/** Where a cell stands: hotel by hotel, night by night, short stays first. */
export function cellIndex({ nights, lengths }: Grid, hotel: number, night: number, length: number): number {
  return (hotel * nights.length + night) * lengths.length + length
}

/** A grid as it is kept with its job. */
export interface KeptGrid {
  hotels: [source: string, code: string][]
  from: Night
  to: Night
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
    lengths: [...lengths],
    kind,
    occupancy,
    currency,
    notBeforeMs,
  }
}

/** A source may have left the catalog since: then its cells cannot be described any more, and are left out. */
export function openGrid(catalog: Catalog, kept: KeptGrid, nights: Night[]): Grid {
  const { lengths, kind, occupancy, currency, notBeforeMs } = kept
  const hotels = kept.hotels.flatMap(([id, hotelCode]) => {
    const source = findSource(catalog, id)
    return source ? [{ source, hotelCode }] : []
  })
  return { hotels, nights, lengths, kind, occupancy, currency, notBeforeMs }
}
