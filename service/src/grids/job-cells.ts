import type { ListedCell } from '../cells/cell.ts'
import { CELL_COLUMNS, type CellColumns, cellOfRow, LINE_COLUMNS } from '../cells/stored.ts'
import type { Client } from '../db/pool.ts'
import type { Reads } from '../db/replica/reads.ts'
import { chunks } from '../kernel/chunks.ts'
import { nightOfDay } from '../kernel/dates.ts'
import { internalFault } from '../kernel/errors.ts'
import type { CellRow } from '../observations/cell-row.ts'
import { keptCurrency, keptHotel, keptParty, pricedParty } from '../observations/key.ts'
import { KIND_LETTER } from '../observations/store.ts'
import { cellCount, firstDay, type Grid, isGapless } from './grid.ts'
import {
  CELLS_PER_READ,
  type HotelNos,
  integer,
  nightList,
  placesIn,
  type Span,
  type StoredCells,
  type StoredPlace,
  startCopy,
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
  nos: HotelNos,
  stored: StoredCells,
): Promise<void> {
  const settledAt = ({ hotel: index, day, los }: StoredPlace): SettledCell[] => {
    const no = nos[index]
    const source = grid.hotels[index]?.source
    if (no === null || no === undefined || !source) return []
    const party = pricedParty(source, grid.occupancy)
    const [hotel, occ] = [keptHotel(no, party), keptParty(party)]
    const currency = keptCurrency(source, grid.currency)
    return [{ job, cell: { hotel, kind: grid.kind, los, occ, currency, night: nightOfDay(day) } }]
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
  nos: HotelNos,
): AsyncGenerator<Buffer> {
  const pieces = piecesOf(grid).filter((piece) => hotelsOf(grid, nos, piece).length > 0)
  const reading: Awaited<ReturnType<typeof startCopy>>[] = []
  for (let index = 0; index < pieces.length + READ_AHEAD; index += 1) {
    // Start the next read before yielding: the consumer's encoding would otherwise delay it.
    const [done] = reading.length === READ_AHEAD || index >= pieces.length ? reading.splice(0, 1) : []
    const read = await done?.read
    const piece = pieces[index]
    if (piece)
      reading.push(await startCopy(reads, `select h.pos, ${LINE_COLUMNS} ${cellsIn(job, grid, nos, piece)}`))
    if (read) yield* read.lines
  }
}

/** Whole hotels, so that a piece needs no further condition. */
function piecesOf(grid: Grid): Span[] {
  const total = cellCount(grid)
  const perHotel = grid.nights.length * grid.lengths.length
  const pieces: Span[] = []
  for (let from = 0; from < total; ) {
    const wanted = pieces.length < READ_AHEAD ? CELLS_AT_FIRST : CELLS_PER_READ
    const to = Math.min(total, from + Math.max(1, Math.floor(wanted / perHotel)) * perHotel)
    pieces.push({ fromIndex: from, toIndex: to })
    from = to
  }
  return pieces
}

/** A page of a job's cells, in the order of its grid. */
export async function readCellsIn(
  reads: Reads,
  job: number,
  grid: Grid,
  nos: HotelNos,
  span: Span,
): Promise<ListedCell[]> {
  if (hotelsOf(grid, nos, span).length === 0) return []
  const { rows } = await reads.query<CellColumns & { pos: number }>(
    `select h.pos, ${CELL_COLUMNS} ${cellsIn(job, grid, nos, span)} order by h.pos, c.night, c.los`,
  )
  return rows.map((row) => cellOfRow(row.pos, row))
}

/** The hotels of a span, each with its index in the grid. */
function hotelsOf(grid: Grid, nos: HotelNos, { fromIndex, toIndex }: Span): string[] {
  const perHotel = grid.nights.length * grid.lengths.length
  const first = Math.floor(fromIndex / perHotel)
  return grid.hotels.slice(first, Math.ceil(toIndex / perHotel)).flatMap(({ source }, index) => {
    const pos = first + index
    const no = nos[pos]
    if (no === null || no === undefined) return []
    return [`(${integer(pos)}, ${integer(keptHotel(no, pricedParty(source, grid.occupancy)))})`]
  })
}

function cellsIn(job: number, grid: Grid, nos: HotelNos, span: Span): string {
  const perHotel = grid.nights.length * grid.lengths.length
  const cuts = span.fromIndex % perHotel > 0 || span.toIndex % perHotel > 0
  const within = cuts
    ? `and ${indexOf(grid)} >= ${integer(span.fromIndex)} and ${indexOf(grid)} < ${integer(span.toIndex)}`
    : ''
  return `from (values ${hotelsOf(grid, nos, span).join(', ')}) h(pos, hotel) cross join lateral (
      select * from job_cells where job = ${integer(job)} and job_cells.hotel = h.hotel ${within}
      order by night, los limit ${perHotel}) c`
}

/** The position of a row in the grid, as SQL. */
function indexOf(grid: Grid): string {
  const lengths = grid.lengths.map(integer).join(',')
  const place = isGapless(grid)
    ? `(night - date '${nightOfDay(firstDay(grid))}')`
    : `(array_position(${nightList(grid)}, night) - 1)`
  return `((h.pos * ${grid.nights.length} + ${place}) * ${grid.lengths.length} + array_position(array[${lengths}], los::int) - 1)`
}
