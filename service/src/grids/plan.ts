import { PRICE_OF } from '../billing/prices.ts'
import type { NewJob, NewTask } from '../jobs/making.ts'
import type { Milli } from '../kernel/credits.ts'
import type { Night } from '../kernel/dates.ts'
import type { Occupancy } from '../kernel/occupancy.ts'
import { startSlices } from '../kernel/slices.ts'
import type { Kind } from '../observations/store.ts'
import { type Source, weightsOf } from '../sources/catalog/catalog.ts'
import { cellCount, cellIndex, type Grid, keepGrid, pricedParty } from './grid.ts'
import { type Group, groupsFor, type Missing } from './groups.ts'
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

/** What a grid costs. The job is planned only if it is made: for a quote its tasks would take ten times as long as the rest. */
export interface GridPlan {
  /** Live prices of the cached cells. */
  cached: Milli[]
  /** Prices of the cells to fetch; none if every cell is cached. */
  live: Milli[]
  isStored: IsStored
}

/** The contents of a grid's job. */
export type GridWork = Pick<NewJob, 'work' | 'request' | 'cellsTotal' | 'tasks'>

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
  const tasks = await planTasks(grid, isStored)
  return { work: 'cells', tasks, request: keepGrid(grid), cellsTotal: cellCount(grid) }
}

/** Splits the missing cells into questions that suit each source, in the order of the cells. */
export async function planTasks(grid: Grid, isStored: IsStored): Promise<NewTask[]> {
  const bySource = Map.groupBy(
    grid.hotels.map(({ source }, hotel) => ({ source, hotel })),
    ({ source }) => source,
  )
  const tasks: NewTask[] = []
  const slices = startSlices(REST_MS)
  for (const [source, hotels] of bySource) {
    for (const length of grid.lengths.keys()) {
      const missing = hotels.map(({ hotel }) => missingOf(grid, isStored, hotel, length))
      await slices.pause()
      for (const group of groupsFor(source, grid, missing)) {
        tasks.push(toTask(source, grid, length, group))
        const pause = slices.pause()
        if (pause) await pause
      }
    }
  }
  return tasks.toSorted((a, b) => a.firstCell - b.firstCell)
}

/** Planning takes turns with the answers of other accounts, so it rests as long as it works. */
const REST_MS = 2

function missingOf(grid: Grid, isStored: IsStored, hotel: number, length: number): Missing {
  const nights: number[] = []
  for (let night = 0; night < grid.nights.length; night += 1) {
    if (!isStored(cellIndex(grid, hotel, night, length))) nights.push(night)
  }
  return { hotel, nights }
}

/** The worst-case price of tasks, cell by cell. */
export function pricesOfTasks(tasks: readonly NewTask[]): Milli[] {
  const prices: Milli[] = []
  for (const { cells, worst } of tasks) for (let cell = 0; cell < cells; cell += 1) prices.push(worst / cells)
  return prices
}

function toTask(source: Source, grid: Grid, length: number, { hotels, nights }: Group): NewTask {
  const cells = hotels.length * nights.length
  let shape: TaskAsk['shape'] = 'stay'
  if (hotels.length > 1) shape = 'batch'
  else if (cells > 1) shape = 'calendar'
  else if (grid.kind === 'cash' && source.batch) shape = 'batch'
  const ask: TaskAsk = {
    shape,
    hotelCodes: hotels.map((hotel) => grid.hotels[hotel]?.hotelCode ?? ''),
    nights: nights.map((night) => grid.nights[night] ?? ''),
    los: grid.lengths[length] ?? 1,
    kind: grid.kind,
    occupancy: pricedParty(source, grid.occupancy),
    currency: grid.currency,
    live: grid.live ?? false,
    ...(grid.members && { members: true }),
  }
  return {
    source: source.id,
    firstCell: cellIndex(grid, hotels[0] ?? 0, nights[0] ?? 0, length),
    cells,
    worst: cells * cellPrice(source, grid.kind),
    ask,
  }
}
