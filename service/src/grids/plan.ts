import { PRICE_OF } from '../billing/prices.ts'
import type { NewJob, NewTask } from '../jobs/making.ts'
import { chunks } from '../kernel/chunks.ts'
import type { Milli } from '../kernel/credits.ts'
import type { Night } from '../kernel/dates.ts'
import type { Occupancy } from '../kernel/occupancy.ts'
import { startSlices } from '../kernel/slices.ts'
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

/** What a grid costs. The job is planned only if it is made: for a quote its tasks would take ten times as long as the rest. */
export interface GridPlan {
  /** Live prices of the cached cells. */
  cached: Milli[]
  /** Prices of the cells to fetch; none if every cell is cached. */
  live: Milli[]
  isStored: IsStored
}

/** The contents of a grid's job. */
export type GridWork = Pick<NewJob, 'request' | 'cellsTotal' | 'tasks'>

export function planCells(grid: Grid, stored: StoredCells): GridPlan {
  const isStored = stored.count === cellCount(grid) ? () => true : storedIn(grid, stored)
  const perHotel = grid.nights.length * grid.lengths.length
  const plan: GridPlan = { cached: [], live: [], isStored }
  for (const [hotel, { source }] of grid.hotels.entries()) {
    const price = cellPrice(source, grid.kind)
    const end = (hotel + 1) * perHotel
    for (let index = hotel * perHotel; index < end; index += 1)
      if (isStored(index)) plan.cached.push(price)
      else plan.live.push(price)
  }
  return plan
}

/** In slices: the tasks of the largest grid take tens of milliseconds. */
export async function workOf(grid: Grid, isStored: IsStored): Promise<GridWork> {
  return { tasks: await planTasks(grid, isStored), request: keepGrid(grid), cellsTotal: cellCount(grid) }
}

/** Splits the missing cells into questions that suit each source, in the order of the cells. */
export async function planTasks(grid: Grid, isStored: IsStored): Promise<NewTask[]> {
  const bySource = Map.groupBy(
    grid.hotels.map(({ source }, hotel) => ({ source, hotel })),
    ({ source }) => source,
  )
  const tasks: NewTask[] = []
  const slices = startSlices()
  for (const [source, hotels] of bySource) {
    for (const length of grid.lengths.keys()) {
      const missing: Missing[] = []
      for (const { hotel } of hotels) addMissing(missing, grid, isStored, hotel, length)
      await slices.pause()
      for (const cells of groupsFor(source, grid, missing)) {
        tasks.push(toTask(source, grid, cells))
        const pause = slices.pause()
        if (pause) await pause
      }
    }
  }
  return tasks.toSorted((a, b) => a.firstCell - b.firstCell)
}

function addMissing(missing: Missing[], grid: Grid, isStored: IsStored, hotel: number, length: number): void {
  for (const night of grid.nights.keys()) {
    if (!isStored(cellIndex(grid, hotel, night, length))) missing.push({ hotel, night, length })
  }
}

/** The worst-case price of tasks, cell by cell. */
export function pricesOfTasks(tasks: readonly NewTask[]): Milli[] {
  const prices: Milli[] = []
  for (const { cells, worst } of tasks) for (let cell = 0; cell < cells; cell += 1) prices.push(worst / cells)
  return prices
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
