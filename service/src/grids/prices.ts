import { PRICE_OF } from '../billing/prices.ts'
import type { Milli } from '../kernel/credits.ts'
import type { Upstream } from '../kernel/upstream.ts'
import type { Kind } from '../observations/cell-row.ts'
import { upstreamOf } from '../sources/budget/foresight.ts'
import { type Source, weightsOf } from '../sources/catalog/catalog.ts'
import { cellsPerHotel, daysSpanned, type Grid } from './grid.ts'
import { foresee } from './groups.ts'
import type { IsStored } from './store.ts'

export function cellPrice(source: Source, kind: Kind): Milli {
  return PRICE_OF.cell(weightsOf(source), kind)
}

/** What the cells of a grid cost. */
export interface GridPrices {
  /** Live prices of the cached cells. */
  cached: Milli[]
  /** Prices of the cells to fetch; none if every cell is cached. */
  live: Milli[]
}

/** The price of each cell, in the order of the cells. */
export function pricesOf(grid: Grid, isStored: IsStored): GridPrices {
  const cached: Milli[] = []
  const live: Milli[] = []
  const perHotel = cellsPerHotel(grid)
  for (const [hotel, { source }] of grid.hotels.entries()) {
    const price = cellPrice(source, grid.kind)
    const end = (hotel + 1) * perHotel
    for (let index = hotel * perHotel; index < end; index += 1)
      if (isStored(index)) cached.push(price)
      else live.push(price)
  }
  return { cached, live }
}

/** The same by the number of stored cells of each hotel: those of a hotel cost the same. */
export function pricesOfCounts(grid: Grid, counts: ReadonlyMap<number, number>): GridPrices {
  const perHotel = cellsPerHotel(grid)
  const times = (count: (hotel: number) => number) =>
    grid.hotels.flatMap(({ source }, hotel) => Array<Milli>(count(hotel)).fill(cellPrice(source, grid.kind)))
  const stored = (hotel: number) => counts.get(hotel) ?? 0
  return { cached: times(stored), live: times((hotel) => perHotel - stored(hotel)) }
}

/** The requests that the missing cells take at most: which nights are missing is not known. */
export function upstreamOfCounts(grid: Grid, counts: ReadonlyMap<number, number>): Upstream {
  const perHotel = cellsPerHotel(grid)
  const missing = grid.hotels.map(({ source }, hotel) => ({
    source,
    cells: perHotel - (counts.get(hotel) ?? 0),
  }))
  const bySource = Map.groupBy(
    missing.filter(({ cells }) => cells > 0),
    ({ source }) => source,
  )
  return upstreamOf(
    [...bySource].map(([source, hotels]) =>
      foresee(source, {
        ...grid,
        hotels: hotels.length,
        nights: grid.nights.length,
        days: daysSpanned(grid),
        lengths: grid.lengths.length,
        cells: hotels.reduce((sum, { cells }) => sum + cells, 0),
      }),
    ),
  )
}
