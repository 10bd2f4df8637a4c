import type { ListedCell } from '../cells/cell.ts'
import { CELL_COLUMNS, type CellColumns, cellOfRow, LINE_COLUMNS } from '../cells/stored.ts'
import type { Client } from '../db/pool.ts'
import type { Reads } from '../db/replica/reads.ts'
import { chunks } from '../kernel/chunks.ts'
import { nightOfDay } from '../kernel/dates.ts'
import { internalFault } from '../kernel/errors.ts'
import type { CellRow } from '../observations/cell-row.ts'
import { KIND_LETTER } from '../observations/store.ts'
import { cellsPerHotel, type Grid, isGapless } from './grid.ts'
import {
  CELLS_PER_READ,
  dateOf,
  integer,
  type NumberedHotel,
  nightList,
  placesIn,
  type StoredCells,
  type StoredPlace,
  startCopy,
  valuesOf,
} from './store.ts'

/** A cell of a settled task. */
export interface SettledCell {
  job: number
  cell: Pick<CellRow, 'hotel' | 'kind' | 'los' | 'occ' | 'currency' | 'night'>
}

/** Copies cells to their jobs, in the transaction that settles their tasks: what a job has not paid for never gets there. */
export async function keepCells(client: Client, settled: readonly SettledCell[]): Promise<number> {
  if (settled.length === 0) return 0
  const { rowCount } = await client.query({
    name: 'job_cells_keep',
    text: KEEP,
    values: [JSON.stringify(settled.map(keptRecord))],
  })
  return rowCount ?? 0
}

const KEPT = `job, hotel, night, los, seen, status, min_los, quoted, bar, bar_after_tax, member, points, points_cash, copay, premium,
  cpp, cpp_points_cash`
const KEEP = `insert into job_cells (${KEPT}) select ${KEPT} from cells_kept(settled => $1) on conflict do nothing`

function keptRecord({ job, cell: { hotel, kind, los, occ, currency, night } }: SettledCell) {
  return { job, hotel, kind: KIND_LETTER[kind], los, occ, currency, night }
}

/** Few enough that other requests hardly wait for the statement to be encoded. */
const CELLS_PER_COPY = 500

/** Copies the cached cells of a new job, which it pays for when it is created. */
export async function keepStored(
  client: Client,
  job: number,
  grid: Grid,
  hotels: readonly NumberedHotel[],
  stored: StoredCells,
): Promise<void> {
  const keys = new Map(hotels.map(({ index, hotel, occ, currency }) => [index, { hotel, occ, currency }]))
  const settledAt = ({ hotel, day, los }: StoredPlace): SettledCell[] => {
    const key = keys.get(hotel)
    return key ? [{ job, cell: { ...key, kind: grid.kind, los, night: nightOfDay(day) } }] : []
  }
  let kept = 0
  for (const places of chunks([...placesIn(stored.lines)], CELLS_PER_COPY)) {
    kept += await keepCells(client, places.flatMap(settledAt))
  }
  if (kept !== stored.count)
    throw internalFault(new Error(`${stored.count} cells are to be paid for, but ${kept} are there`))
}

const READ_AHEAD = 2
/** The first reads are small, so that the response starts early. */
const CELLS_AT_FIRST = 800

/**
 * Streams the cells of a job as lines, in the order of its grid. COPY takes no parameters, so the statement is built from our
 * own integers only. Reads in pieces, one ahead: a slow client holds a few hundred kilobytes, but no database connection.
 */
export async function* streamCells(
  reads: Reads,
  job: number,
  grid: Grid,
  hotels: readonly NumberedHotel[],
): AsyncGenerator<Buffer> {
  const pieces = piecesOf(grid, hotels)
  const reading: Awaited<ReturnType<typeof startCopy>>[] = []
  for (let index = 0; index < pieces.length + READ_AHEAD; index += 1) {
    // Start the next read before yielding: the consumer's encoding would otherwise delay it.
    const [done] = reading.length === READ_AHEAD || index >= pieces.length ? reading.splice(0, 1) : []
    const read = await done?.read
    const piece = pieces[index]
    if (piece)
      reading.push(await startCopy(reads, `select h.pos, ${LINE_COLUMNS} ${cellsOf(job, grid, piece)}`))
    if (read) yield* read.lines
  }
}

/** Whole hotels, so that a piece needs no further condition. */
function piecesOf(grid: Grid, hotels: readonly NumberedHotel[]): (readonly NumberedHotel[])[] {
  const hotelsFor = (cells: number) => Math.max(1, Math.floor(cells / cellsPerHotel(grid)))
  const early = READ_AHEAD * hotelsFor(CELLS_AT_FIRST)
  return [
    ...chunks(hotels.slice(0, early), hotelsFor(CELLS_AT_FIRST)),
    ...chunks(hotels.slice(early), hotelsFor(CELLS_PER_READ)),
  ]
}

/** A page of a job's cells: those from one position in its grid to another, exclusive. */
export async function readPage(
  reads: Reads,
  job: number,
  grid: Grid,
  hotels: readonly NumberedHotel[],
  { from, to }: { from: number; to: number },
): Promise<ListedCell[]> {
  const perHotel = cellsPerHotel(grid)
  const shown = hotels.filter(({ index }) => (index + 1) * perHotel > from && index * perHotel < to)
  if (shown.length === 0) return []
  const within = `and ${positionIn(grid)} >= ${integer(from)} and ${positionIn(grid)} < ${integer(to)}`
  const { rows } = await reads.query<CellColumns & { pos: number }>(
    `select h.pos, ${CELL_COLUMNS} ${cellsOf(job, grid, shown, within)} order by h.pos, c.night, c.los`,
  )
  return rows.map((row) => cellOfRow(row.pos, row))
}

function cellsOf(job: number, grid: Grid, hotels: readonly NumberedHotel[], within = ''): string {
  return `from ${valuesOf(hotels)} h(pos, hotel) cross join lateral (
      select * from job_cells where job = ${integer(job)} and job_cells.hotel = h.hotel ${within}
      order by night, los limit ${cellsPerHotel(grid)}) c`
}

/** The position of a row in the grid, as SQL. */
function positionIn(grid: Grid): string {
  const lengths = grid.lengths.map(integer).join(',')
  const night = isGapless(grid)
    ? `(night - ${dateOf(grid.days[0] ?? 0)})`
    : `(array_position(${nightList(grid)}, night) - 1)`
  return `((h.pos * ${grid.nights.length} + ${night}) * ${grid.lengths.length} + array_position(array[${lengths}], los::int) - 1)`
}
