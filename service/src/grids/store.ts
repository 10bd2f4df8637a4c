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
import { dayOf, nightOfDay } from '../kernel/dates.ts'
import { keptCurrency, keptHotel, keptParty, pricedParty } from '../observations/key.ts'
import { KIND_LETTER } from '../observations/store.ts'
import { cellCount, cellIndex, firstDay, type Grid, isGapless, sinceMs } from './grid.ts'

/** The numbers of a grid's hotels, in order; null for hotels that were never requested. */
export type HotelNos = (number | null)[]

export async function findHotelNos(master: HotelsMaster, grid: Grid): Promise<HotelNos> {
  const names = grid.hotels.map(({ source, hotelCode }) => ({ source: source.id, hotelCode }))
  const nos = await master.findNos(names)
  return names.map((name) => nos.get(hotelKey(name)) ?? null)
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
export async function readStored(pool: Pool, grid: Grid, nos: HotelNos): Promise<StoredCells> {
  const reads = readsOn(pool)
  const total = cellCount(grid)
  const perHotel = total / grid.hotels.length
  const middle = total > CELLS_PER_READ ? Math.ceil(grid.hotels.length / 2) * perHotel : total
  const halves = [
    { fromIndex: 0, toIndex: middle },
    { fromIndex: middle, toIndex: total },
  ].filter((half) => hotelsOf(grid, nos, half).length > 0)
  const read = await Promise.all(
    halves.map(async (half) => {
      const copy = await startCopy(reads, `select h.pos, ${LINE_COLUMNS} ${cellsOf(grid, nos, half)}`)
      return copy.read
    }),
  )
  const lines = read.flatMap((half) => half.lines)
  const count = read.reduce((sum, half) => sum + half.count, 0)
  return { lines, count, has: count === total ? () => true : storedIn(grid, lines) }
}

/** How many cells of each hotel are cached, by its index in the grid. */
export async function countStored(pool: Pool, grid: Grid, nos: HotelNos): Promise<Map<number, number>> {
  if (nos.every((no) => no === null)) return new Map()
  const { rows } = await pool.query<{ pos: number; cells: number }>(
    `select h.pos, count(*)::int as cells ${cellsOf(grid, nos)} group by h.pos`,
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
  const nightOf = new Map(grid.nights.map((night, index) => [dayOf(night), index]))
  const lengthOf = new Map(grid.lengths.map((los, index) => [los, index]))
  for (const { hotel, day, los } of placesIn(lines)) {
    const [night, length] = [nightOf.get(day), lengthOf.get(los)]
    if (night !== undefined && length !== undefined) stored[cellIndex(grid, hotel, night, length)] = 1
  }
  return (index) => stored[index] === 1
}

/** The cells of a grid for a ranking, in order. For a few hundred cells; grids may have thousands. */
export async function readCells(pool: Pool, grid: Grid, nos: HotelNos): Promise<StoredCell[]> {
  if (nos.every((no) => no === null)) return []
  const { rows } = await pool.query<StoredColumns & { pos: number }>(
    `select h.pos, ${STORED_COLUMNS} ${cellsOf(grid, nos)}`,
  )
  return rows.map((row) => storedCell(row.pos, row))
}

/** A range of cells in the order of the grid. */
export interface Span {
  fromIndex: number
  /** Exclusive. */
  toIndex: number
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

/** A row of values for each hotel that was ever requested: position, number, currency, occupancy, and since when cells count. */
export function hotelsOf(grid: Grid, nos: HotelNos, span?: Span): string[] {
  const perHotel = grid.nights.length * grid.lengths.length
  const first = span ? Math.floor(span.fromIndex / perHotel) : 0
  const end = span ? Math.ceil(span.toIndex / perHotel) : grid.hotels.length
  return grid.hotels.slice(first, end).flatMap((hotel, index) => {
    const { source } = hotel
    const pos = first + index
    const no = nos[pos]
    if (no === null || no === undefined) return []
    const party = pricedParty(source, grid.occupancy)
    const place = [keptHotel(no, party), keptCurrency(source, grid.currency), keptParty(party)]
    const since = Math.min(sinceMs(grid, hotel), Number.MAX_SAFE_INTEGER)
    return [`(${[pos, ...place, since].map(integer).join(', ')})`]
  })
}

/** A span begins and ends with a hotel. With literal lists the planner once scanned the whole table; this forces one lookup per hotel, in order. */
function cellsOf(grid: Grid, nos: HotelNos, span?: Span): string {
  const hotels = hotelsOf(grid, nos, span)
  const perHotel = grid.nights.length * grid.lengths.length
  return `from (values ${hotels.join(', ')}) h(pos, hotel, currency, occ, since) cross join lateral (
      select * from ${ofHotel(grid)} order by night, los limit ${perHotel}) c`
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
  const nights = [firstDay(grid), dayOf(grid.nights.at(-1) ?? '1970-01-01')].map(
    (day) => `date '${nightOfDay(day)}'`,
  )
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
export function nightList({ nights }: Grid): string {
  return `array[${nights.map((night) => `date '${nightOfDay(dayOf(night))}'`).join(', ')}]`
}

export function integer(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an integer: ${value}`)
  return String(value)
}
