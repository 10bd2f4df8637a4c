import type { NewJob, NewTask, NewTasks } from '../jobs/making.ts'
import type { Milli } from '../kernel/credits.ts'
import { type Slices, startSlices } from '../kernel/event-loop.ts'
import { mergeInOrder } from '../kernel/merge-in-order.ts'
import { pricedParty } from '../observations/key.ts'
import { upstreamOf } from '../sources/budget/foresight.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import { keptQuestion } from './cells-question.ts'
import { cellCount, cellIndex, type Grid, keepGrid } from './grid.ts'
import { type Group, type Groups, groupsFor, type Missing } from './groups.ts'
import { cellPrice } from './prices.ts'
import type { IsStored } from './store.ts'
import type { TaskAsk } from './task-ask.ts'

/** The contents of a grid's job. */
export type GridWork = Pick<NewJob, 'work' | 'request' | 'cellsTotal' | 'tasks'>

export async function workOf(grid: Grid, isStored: IsStored): Promise<GridWork> {
  const tasks = await planTasks(grid, isStored)
  return { work: 'cells', tasks, request: keepGrid(grid), cellsTotal: cellCount(grid) }
}

/** The questions to one source for one length of stay. */
interface Part {
  source: Source
  /** Its position in the grid. */
  length: number
  groups: Groups
  worst: Milli
}

/** Splits the missing cells into questions that suit each source, in the order of the cells. In slices, as a large grid takes some milliseconds. */
export async function planTasks(grid: Grid, isStored: IsStored): Promise<NewTasks> {
  const bySource = Map.groupBy(
    grid.hotels.map(({ source }, hotel) => ({ source, hotel })),
    ({ source }) => source,
  )
  const parts: Part[] = []
  const slices = startSlices(REST_MS)
  for (const [source, hotels] of bySource)
    for (const length of grid.lengths.keys()) {
      const missing = hotels.map(({ hotel }) => missingOf(grid, isStored, hotel, length))
      parts.push(await planPart(source, grid, length, missing, slices))
    }
  return {
    upstream: upstreamOf(
      parts.map(({ source, groups }) => ({
        source,
        verb: groups.verb,
        questions: groups.count,
        members: grid.members,
      })),
    ),
    count: parts.reduce((sum, { groups }) => sum + groups.count, 0),
    worst: parts.reduce((sum, { worst }) => sum + worst, 0),
    [Symbol.iterator]: () => {
      const sequences = parts.map((part) => tasksOf(grid, part))
      return mergeInOrder(sequences, ({ firstCell }) => firstCell)
    },
  }
}

/** Planning takes turns with the answers of other accounts, so it rests as long as it works. */
const REST_MS = 2

async function planPart(
  source: Source,
  grid: Grid,
  length: number,
  missing: readonly Missing[],
  slices: Slices,
): Promise<Part> {
  await slices.pause()
  const cells = missing.reduce((sum, { nights }) => sum + nights.length, 0)
  const groups = await groupsFor(source, grid, missing, slices)
  return { source, length, groups, worst: cells * cellPrice(source, grid.kind) }
}

function missingOf(grid: Grid, isStored: IsStored, hotel: number, length: number): Missing {
  const nights: number[] = []
  for (let night = 0; night < grid.nights.length; night += 1) {
    if (!isStored(cellIndex(grid, hotel, night, length))) nights.push(night)
  }
  return { hotel, nights }
}

function* tasksOf(grid: Grid, { source, length, groups }: Part): Iterator<NewTask> {
  const price = cellPrice(source, grid.kind)
  for (const group of groups) {
    const cells = group.hotels.length * group.nights.length
    yield {
      source: source.id,
      firstCell: cellIndex(grid, group.hotels[0] ?? 0, group.nights[0] ?? 0, length),
      cells,
      worst: cells * price,
      ask: keptQuestion(askOf(source, grid, length, group)),
    }
  }
}

function askOf(source: Source, grid: Grid, length: number, { hotels, nights }: Group): TaskAsk {
  let shape: TaskAsk['shape'] = 'stay'
  if (hotels.length > 1) shape = 'batch'
  else if (nights.length > 1) shape = 'calendar'
  else if (grid.kind === 'cash' && source.batch && !grid.whole) shape = 'batch'
  return {
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
}
