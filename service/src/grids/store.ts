import { readInteger } from '../cells/bytes.ts'
import {
  LINE_COLUMNS,
  STORED_COLUMNS,
  type StoredCell,
  type StoredColumns,
  storedCell,
} from '../cells/stored.ts'
import { copyOut } from '../db/driver/copy-out.ts'
import type { Pool } from '../db/pool.ts'
import { type Reads, readsOn } from '../db/replica/reads.ts'
import { type HotelsMaster, hotelKey } from '../hotels/master.ts'
import { chunks } from '../kernel/chunks.ts'
import { nightOfDay } from '../kernel/dates.ts'
import { type KeyOfHotel, keyOfHotel } from '../observations/key.ts'
import { KIND_LETTER } from '../observations/store.ts'
import { cellCount, cellIndex, cellsPerHotel, type Grid, isGapless, sinceMs } from './grid.ts'

/** A hotel of a grid that was requested before: its index there, the key of its cells, and since when they count. */
export interface NumberedHotel extends KeyOfHotel {
  index: number
  sinceMs: number
}

/** In the order of the grid. Hotels that were never requested have no number, and are left out. */
export async function findNumbered(master: HotelsMaster, grid: Grid): Promise<NumberedHotel[]> {
  const names = grid.hotels.map(({ source, hotelCode }) => ({ source: source.id, hotelCode }))
  const nos = await master.findNos(names)
  return numberedBy(
    grid,
    names.map((name) => nos.get(hotelKey(name)) ?? null),
  )
}

function numberedBy(grid: Grid, nos: readonly (number | null)[]): NumberedHotel[] {
  return grid.hotels.flatMap((hotel, index) => {
    const no = nos[index] ?? null
    return no === null
      ? []
      : [{ index, ...keyOfHotel(no, hotel.source, grid), sinceMs: sinceMs(grid, hotel) }]
  })
}

/** The cached cells of a grid as lines, in order: blocks of whole lines. */
export interface StoredCells {
  lines: Buffer[]
  count: number
  has: IsStored
}

/** Whether a cell is cached, by its position in the grid. */
export type IsStored = (index: number) => boolean

/**
 * Reads all cells before planning: cells that were only counted might be gone when they are read. The largest grid takes
 * 2 MB, a fifth of its JSON. Reading both halves in parallel halves the time.
 */
export async function readStored(
  pool: Pool,
  grid: Grid,
  hotels: readonly NumberedHotel[],
): Promise<StoredCells> {
  const reads = readsOn(pool)
  const total = cellCount(grid)
  const parts = total > CELLS_PER_READ ? 2 : 1
  const read = await Promise.all(
    chunks(hotels, Math.ceil(hotels.length / parts)).map(async (part) => {
      const copy = await startCopy(reads, `select h.pos, ${LINE_COLUMNS} ${cellsOf(grid, part)}`)
      return copy.read
    }),
  )
  const lines = read.flatMap((half) => half.lines)
  const count = read.reduce((sum, half) => sum + half.count, 0)
  return { lines, count, has: count === total ? () => true : storedIn(grid, lines) }
}

/** How many cells of each hotel are cached, by its index in the grid. */
export async function countStored(
  pool: Pool,
  grid: Grid,
  hotels: readonly NumberedHotel[],
): Promise<Map<number, number>> {
  if (hotels.length === 0) return new Map()
  const { rows } = await pool.query<{ pos: number; cells: number }>(
    `select h.pos, count(*)::int as cells ${cellsOf(grid, hotels)} group by h.pos`,
  )
  return new Map(rows.map(({ pos, cells }) => [pos, cells]))
}

const LINE_END = 10

/** A cached cell: its hotel's index in the grid, day and length of stay. */
export interface StoredPlace {
  hotel: number
  day: number
  los: number
}

export function* placesIn(lines: readonly Buffer[]): Generator<StoredPlace> {
  for (const source of lines) {
    const cursor = { source, at: 0 }
    while (cursor.at < source.length) {
      yield { hotel: readInteger(cursor), day: readInteger(cursor), los: readInteger(cursor) }
      cursor.at = source.indexOf(LINE_END, cursor.at) + 1
    }
  }
}

/** A byte per cell: a set of keys took twenty times as long. */
function storedIn(grid: Grid, lines: readonly Buffer[]): IsStored {
  const stored = new Uint8Array(cellCount(grid))
  const nightOf = new Map(grid.days.map((day, index) => [day, index]))
  const lengthOf = new Map(grid.lengths.map((los, index) => [los, index]))
  for (const { hotel, day, los } of placesIn(lines)) {
    const [night, length] = [nightOf.get(day), lengthOf.get(los)]
    if (night !== undefined && length !== undefined) stored[cellIndex(grid, hotel, night, length)] = 1
  }
  return (index) => stored[index] === 1
}

/** The cells of a grid for a ranking, in order. For a few hundred cells; grids may have thousands. */
export async function readCells(
  pool: Pool,
  grid: Grid,
  nos: readonly (number | null)[],
): Promise<StoredCell[]> {
  const hotels = numberedBy(grid, nos)
  if (hotels.length === 0) return []
  const { rows } = await pool.query<StoredColumns & { pos: number }>(
    `select h.pos, ${STORED_COLUMNS} ${cellsOf(grid, hotels)}`,
  )
  return rows.map((row) => storedCell(row.pos, row))
}

/** Cells per statement. Larger reads are hardly faster; smaller ones need more statements. */
export const CELLS_PER_READ = 2500

/** Resolves when the query is sent; `read` resolves when the database has answered. */
export async function startCopy(
  reads: Reads,
  select: string,
): Promise<{ read: Promise<Pick<StoredCells, 'lines' | 'count'>> }> {
  const { promise: sent, resolve } = Promise.withResolvers<void>()
  const read = reads.with(async (client) => {
    const lines: Buffer[] = []
    const copied = copyOut(client, `copy (${select}) to stdout (null '')`, (block) => lines.push(block))
    resolve()
    return { lines, count: await copied }
  })
  // A consumer that stops early never awaits the last read; its failure must not be unhandled.
  read.catch(() => resolve())
  await sent
  return { read }
}

/** A row of values for each hotel: index, number, currency, occupancy, and since when cells count. */
export function valuesOf(hotels: readonly NumberedHotel[]): string {
  const rows = hotels.map(({ index, hotel, currency, occ, sinceMs: since }) =>
    [index, hotel, currency, occ, Math.min(since, Number.MAX_SAFE_INTEGER)].map(integer).join(', '),
  )
  return `(values (${rows.join('), (')}))`
}

/** With literal lists the planner once scanned the whole table; this forces one lookup per hotel, in order. */
function cellsOf(grid: Grid, hotels: readonly NumberedHotel[]): string {
  return `from ${valuesOf(hotels)} h(pos, hotel, currency, occ, since) cross join lateral (
      select * from ${ofHotel(grid)} order by night, los limit ${cellsPerHotel(grid)}) c`
}

/**
 * The cells of the grid at the hotel `h`. Points have no currency: an award cell serves whatever currency it was requested
 * in, the newest if there are several.
 */
function ofHotel(grid: Grid): string {
  return grid.kind === 'award'
    ? `(select distinct on (night, los) cells.* from ${inAnyCurrency(grid)} order by night, los, seen desc, currency) cells`
    : `${inAnyCurrency(grid)} and cells.currency = h.currency`
}

function inAnyCurrency(grid: Grid): string {
  const nights = [grid.days[0] ?? 0, grid.days.at(-1) ?? 0].map(dateOf)
  const ofLength = (los: string) =>
    `cells_of(h.hotel, '${KIND_LETTER[grid.kind]}', ${los}, h.occ, ${nights.join(', ')}) cells`
  const [only, ...others] = grid.lengths.map(integer)
  // One length is told to the planner, which then knows that the index has the right order.
  const cells =
    only !== undefined && others.length === 0
      ? ofLength(only)
      : `unnest(array[${grid.lengths.map(integer).join(', ')}]) as l(length) cross join lateral ${ofLength('l.length')}`
  return `${cells} where ${isGapless(grid) ? '' : `night = any(${nightList(grid)}) and`}
    seen >= h.since`
}

/** The nights as an SQL array. */
export function nightList({ days }: Grid): string {
  return `array[${days.map(dateOf).join(', ')}]`
}

/** A day as an SQL date. */
export function dateOf(day: number): string {
  return `date '${nightOfDay(day)}'`
}

export function integer(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an integer: ${value}`)
  return String(value)
}
