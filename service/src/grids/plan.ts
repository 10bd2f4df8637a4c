import { PRICE_OF } from '../billing/prices.ts'
import type { NewJob, NewTask } from '../jobs/making.ts'
import { chunks } from '../kernel/chunks.ts'
import type { Milli } from '../kernel/credits.ts'
import type { Night } from '../kernel/dates.ts'
import type { Occupancy } from '../kernel/occupancy.ts'
import type { Kind } from '../observations/store.ts'
import { type Source, weightsOf } from '../sources/catalog/catalog.ts'
import { RATE_FAMILIES } from '../sources/registry.ts'
import { cellCount, cellIndex, type Grid, keepGrid, pricedParty } from './grid.ts'
import { type IsStored, type StoredCells, storedIn } from './store.ts'

/** What one task asks its source. */
export interface TaskAsk {
  shape: 'batch' | 'calendar' | 'stay'
  hotelCodes: string[]
  /** The check-in nights, ascending: one night, or several nights of one hotel. */
  nights: Night[]
  los: number
  kind: Kind
  occupancy: Occupancy
  currency: string
  /** Does not join a call that another task is making. */
  live: boolean
  /** Also fetches member rates if they take a further call. */
  members?: boolean
}

export function cellPrice(source: Source, kind: Kind): Milli {
  return PRICE_OF.cell(weightsOf(source), kind)
}

/** A batch is one night of many hotels. A larger one would lose too much if it fails. */
const LARGEST_BATCH = 25
const LONGEST_CALENDAR = 62

interface Missing {
  hotel: number
  night: number
  length: number
}

/** The cached part of a grid, and the job for the rest. */
export interface GridPlan {
  /** Live prices of the cached cells. */
  cached: Milli[]
  /** Null if every cell is cached. */
  work: GridWork | null
}

/** The contents of a grid's job. */
export type GridWork = Pick<NewJob, 'request' | 'cellsTotal' | 'tasks'>

export function planCells(grid: Grid, stored: StoredCells): GridPlan {
  if (stored.count === cellCount(grid)) return { cached: pricesOf(grid), work: null }
  const isStored = storedIn(stored)
  return { cached: pricesWhere(grid, isStored), work: workOf(grid, isStored) }
}

/** The live price of every cell, hotel by hotel. */
function pricesOf({ hotels, nights, lengths, kind }: Grid): Milli[] {
  const perHotel = nights.length * lengths.length
  return hotels.flatMap(({ source }) => Array<Milli>(perHotel).fill(cellPrice(source, kind)))
}

/** The live price of each wanted cell. */
function pricesWhere(grid: Grid, isWanted: IsStored): Milli[] {
  return grid.hotels.flatMap(({ source }, hotel) => {
    const price = cellPrice(source, grid.kind)
    return grid.nights.flatMap((night) =>
      grid.lengths.filter((los) => isWanted(hotel, night, los)).map(() => price),
    )
  })
}

export function workOf(grid: Grid, isStored: IsStored): GridWork {
  return { tasks: planTasks(grid, isStored), request: keepGrid(grid), cellsTotal: cellCount(grid) }
}

/** Splits the missing cells into questions that suit each source, in the order of the cells. */
export function planTasks(grid: Grid, isStored: IsStored): NewTask[] {
  const bySource = Map.groupBy(
    grid.hotels.map(({ source }, hotel) => ({ source, hotel })),
    ({ source }) => source,
  )
  const tasks = [...bySource].flatMap(([source, hotels]) =>
    grid.lengths.flatMap((los, length) => {
      const missing = hotels.flatMap(({ hotel }) =>
        grid.nights.flatMap((night, index) =>
          isStored(hotel, night, los) ? [] : [{ hotel, night: index, length }],
        ),
      )
      return groupsFor(source, grid, missing).map((cells) => toTask(source, grid, cells))
    }),
  )
  return tasks.toSorted((a, b) => a.firstCell - b.firstCell)
}

/** The worst-case price of tasks, cell by cell. */
export function pricesOfTasks(tasks: readonly NewTask[]): Milli[] {
  return tasks.flatMap(({ cells, worst }) => Array.from({ length: cells }, () => worst / cells))
}

/** Points need a full answer for each stay. Cash uses batches or calendars, whichever takes fewer calls. */
function groupsFor(source: Source, grid: Grid, missing: Missing[]): Missing[][] {
  if (grid.kind === 'award' || (!source.batch && !source.calendar)) return missing.map((cell) => [cell])
  const family = RATE_FAMILIES.find(({ name }) => name === source.family)
  const batches = source.batch ? inBatches(missing, Math.min(LARGEST_BATCH, family?.batchSize ?? 1)) : null
  const calendars = source.calendar
    ? inRanges(missing, Math.min(LONGEST_CALENDAR, family?.calendarDays ?? 1))
    : null
  if (!batches || !calendars) return batches ?? calendars ?? []
  return calendars.length < batches.length ? calendars : batches
}

function inBatches(missing: Missing[], size: number): Missing[][] {
  const byNight = Map.groupBy(missing, ({ night }) => night)
  return [...byNight.values()].flatMap((cells) => chunks(cells, size))
}

/** One hotel's missing nights. Cached nights in between are fetched too, but not charged. */
function inRanges(missing: Missing[], days: number): Missing[][] {
  const byHotel = Map.groupBy(missing, ({ hotel }) => hotel)
  return [...byHotel.values()].flatMap((cells) => {
    const ranges: Missing[][] = []
    for (const cell of cells) {
      const open = ranges.at(-1)
      if (open?.[0] && cell.night - open[0].night < days) open.push(cell)
      else ranges.push([cell])
    }
    return ranges
  })
}

function toTask(source: Source, grid: Grid, cells: Missing[]): NewTask {
  const nights = cells.map(({ night }) => night)
  const hotels = [...new Set(cells.map(({ hotel }) => hotel))]
  let shape: TaskAsk['shape'] = 'stay'
  if (hotels.length > 1) shape = 'batch'
  else if (cells.length > 1) shape = 'calendar'
  else if (grid.kind === 'cash' && source.batch) shape = 'batch'
  const ask: TaskAsk = {
    shape,
    hotelCodes: hotels.map((hotel) => grid.hotels[hotel]?.hotelCode ?? ''),
    nights: [...new Set(nights)].map((night) => grid.nights[night] ?? ''),
    los: grid.lengths[cells[0]?.length ?? 0] ?? 1,
    kind: grid.kind,
    occupancy: pricedParty(source, grid.occupancy),
    currency: grid.currency,
    live: grid.live ?? false,
    ...(grid.members && { members: true }),
  }
  return {
    source: source.id,
    firstCell: Math.min(...cells.map(({ hotel, night, length }) => cellIndex(grid, hotel, night, length))),
    cells: cells.length,
    worst: cells.length * cellPrice(source, grid.kind),
    ask,
  }
}
