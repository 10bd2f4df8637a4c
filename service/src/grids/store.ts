import { buffer } from 'node:stream/consumers'
import { to as copyTo } from 'pg-copy-streams'
import type { Pool } from '../db/pool.ts'
import { type HotelsMaster, hotelKey } from '../hotels/master.ts'
import { dayOf, type Night, nightOfDay } from '../kernel/dates.ts'
import { occupancyNo } from '../kernel/occupancy.ts'
import { keptCurrency } from '../observations/key.ts'
import { KIND_LETTER } from '../observations/store.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import { CELL_COLUMNS, type CellColumns, rawCell, type StoredCell } from './cell.ts'
import { cellCount, type Grid, pricedParty } from './grid.ts'

/** The numbers of a grid's hotels, in order; null for hotels that were never requested. */
export type HotelNos = (number | null)[]

export async function findHotelNos(master: HotelsMaster, grid: Grid): Promise<HotelNos> {
  const names = grid.hotels.map(({ source, hotelCode }) => ({ source: source.id, hotelCode }))
  const nos = await master.findNos(names)
  return names.map((name) => nos.get(hotelKey(name)) ?? null)
}

/** The cached cells of a grid in COPY format, in order. */
export interface StoredCells {
  lines: Buffer[]
  count: number
}

/**
 * Reads all cells before planning: cells that were only counted might be gone when they are read. The largest grid takes
 * 2 MB, a fifth of its JSON. Reading both halves in parallel halves the time.
 */
export async function readStored(pool: Pool, grid: Grid, nos: HotelNos): Promise<StoredCells> {
  const total = cellCount(grid)
  const perHotel = total / grid.hotels.length
  const middle = total > CELLS_PER_READ ? Math.ceil(grid.hotels.length / 2) * perHotel : total
  const halves = [
    { fromIndex: 0, toIndex: middle },
    { fromIndex: middle, toIndex: total },
  ].filter((half) => hotelsOf(grid, nos, half).length > 0)
  const lines = await Promise.all(
    halves.map(
      async (half) =>
        (await startCopy(pool, `select h.pos, c.* ${cellsOf(grid, nos, { columns: COLUMNS, span: half })}`))
          .lines,
    ),
  )
  let count = 0
  for (const piece of lines)
    for (let at = piece.indexOf(LINE_END); at !== -1; at = piece.indexOf(LINE_END, at + 1)) count += 1
  return { lines, count }
}

const LINE_END = 10

/** Whether a cell is cached, by its hotel's index in the grid, night and length of stay. */
export type IsStored = (hotel: number, night: Night, los: number) => boolean

export function storedIn({ lines }: StoredCells): IsStored {
  const places = lines.flatMap((piece) => piece.toString('latin1').split('\n'))
  const stored = new Set(
    places.flatMap((line) => {
      const [hotel, day, los] = line.split('\t', 3)
      return los === undefined ? [] : [`${hotel}/${nightOfDay(Number(day))}/${los}`]
    }),
  )
  return (hotel, night, los) => stored.has(`${hotel}/${night}/${los}`)
}

/**
 * The cells of a grid for a ranking, in order. For a few hundred cells; use `streamCells` for more. Points have no
 * currency: an award cell serves whatever currency it was requested in, the newest if there are several.
 */
export async function readRawCells(pool: Pool, grid: Grid, nos: HotelNos): Promise<StoredCell[]> {
  if (nos.every((no) => no === null)) return []
  const { rows } = await pool.query<CellColumns & { pos: number }>(
    `select h.pos, ${CELL_COLUMNS} ${grid.kind === 'award' ? newestOf(grid, nos) : cellsOf(grid, nos, { columns: '*' })}`,
  )
  return rows.map(({ pos, ...row }) => rawCell(pos, row))
}

const COLUMNS = `(night - date '1970-01-01')::int as day, los, seen, status, min_los, quoted, bar, bar_after_tax, member, points,
  points_cash, copay, premium, cpp, cpp_points_cash`

/** A range of cells in the order of the grid. */
export interface Span {
  fromIndex: number
  /** Exclusive. */
  toIndex: number
}

/** Cells per statement. Larger reads are hardly faster; smaller ones need more statements. */
const CELLS_PER_READ = 2500
const READ_AHEAD = 2
/** The first reads are small, so that the response starts early. */
const CELLS_AT_FIRST = 800

/**
 * Streams the cells of a grid in order. COPY is about twice as fast as rows but takes no parameters, so the statement is
 * built from our own integers only. Reads in pieces, one ahead: a slow client holds a few hundred kilobytes, but no
 * database connection.
 */
export async function* streamCells(
  pool: Pool,
  grid: Grid,
  nos: HotelNos,
  span: Span = { fromIndex: 0, toIndex: cellCount(grid) },
): AsyncGenerator<Buffer> {
  const pieces = piecesOf(grid, span).filter((piece) => hotelsOf(grid, nos, piece).length > 0)
  const read = (piece: Span) =>
    startCopy(pool, `select h.pos, c.* ${cellsOf(grid, nos, { columns: COLUMNS, span: piece })}`)
  const reading: Awaited<ReturnType<typeof read>>[] = []
  for (let index = 0; index < pieces.length + READ_AHEAD; index += 1) {
    // Start the next read before yielding: the consumer's encoding would otherwise delay it.
    const [done] = reading.length === READ_AHEAD || index >= pieces.length ? reading.splice(0, 1) : []
    const lines = await done?.lines
    const piece = pieces[index]
    if (piece) reading.push(await read(piece))
    if (lines && lines.length > 0) yield lines
  }
}

/** Splits at hotel boundaries where possible, so that most pieces need no further condition. */
function piecesOf(grid: Grid, { fromIndex, toIndex }: Span): Span[] {
  const perHotel = grid.nights.length * grid.lengths.length
  const pieces: Span[] = []
  for (let from = fromIndex; from < toIndex; ) {
    const wanted = pieces.length < READ_AHEAD ? CELLS_AT_FIRST : CELLS_PER_READ
    const step = Math.max(1, Math.floor(wanted / perHotel)) * perHotel
    const to = Math.min(toIndex, from - (from % perHotel) + step)
    pieces.push({ fromIndex: from, toIndex: to })
    from = to
  }
  return pieces
}

/** Resolves when the query is sent; `lines` resolves when the database has answered. */
async function startCopy(pool: Pool, select: string): Promise<{ lines: Promise<Buffer> }> {
  const client = await pool.connect()
  const copy = client.query(copyTo(`copy (${select}) to stdout (null '')`))
  const lines = buffer(copy).then(
    (read) => {
      client.release()
      return read
    },
    (error: Error) => {
      client.release(error)
      throw error
    },
  )
  // A consumer that stops early never awaits the last read; its failure must not be unhandled.
  lines.catch(() => {})
  return { lines }
}

function hotelsOf(grid: Grid, nos: HotelNos, span: Span | undefined): string[] {
  const perHotel = grid.nights.length * grid.lengths.length
  const first = span ? Math.floor(span.fromIndex / perHotel) : 0
  const end = span ? Math.ceil(span.toIndex / perHotel) : grid.hotels.length
  const partyNo = (source: Source) => occupancyNo(pricedParty(source, grid.occupancy))
  return grid.hotels.slice(first, end).flatMap(({ source }, index) => {
    const pos = first + index
    const no = nos[pos]
    return no === null || no === undefined
      ? []
      : [`(${[pos, no, keptCurrency(source, grid.currency), partyNo(source)].map(integer).join(', ')})`]
  })
}

/** With literal lists the planner once scanned the whole table; this forces one lookup per hotel, in order. */
function cellsOf(grid: Grid, nos: HotelNos, { columns, span }: { columns: string; span?: Span }): string {
  const hotels = hotelsOf(grid, nos, span)
  const perHotel = grid.nights.length * grid.lengths.length
  const cuts = span && (span.fromIndex % perHotel > 0 || span.toIndex % perHotel > 0)
  const within = cuts
    ? `and ${indexOf(grid)} >= ${integer(span.fromIndex)} and ${indexOf(grid)} < ${integer(span.toIndex)}`
    : ''
  return `from (values ${hotels.join(', ')}) h(pos, hotel, currency, occ) cross join lateral (
      select ${columns} from cells where ${ofHotel(grid)} ${within} order by night, los limit ${perHotel}) c`
}

/** Of each hotel, night and length of stay the newest cell in any currency. */
function newestOf(grid: Grid, nos: HotelNos): string {
  return `from (values ${hotelsOf(grid, nos, undefined).join(', ')}) h(pos, hotel, currency, occ) cross join lateral (
      select distinct on (night, los) * from cells where ${ofHotelInAny(grid)} order by night, los, seen desc, currency) c`
}

/** The cells of the grid at the hotel `h`. */
function ofHotel(grid: Grid): string {
  return `${ofHotelInAny(grid)} and cells.currency = h.currency`
}

function ofHotelInAny(grid: Grid): string {
  const first = firstDay(grid)
  const lastDay = first + grid.nights.length - 1
  return `cells.hotel = h.hotel and kind = '${KIND_LETTER[grid.kind]}' and los in (${grid.lengths.map(integer).join(', ')})
    and occ = h.occ
    and night between date '${nightOfDay(first)}' and date '${nightOfDay(lastDay)}'
    and seen >= ${integer(Math.min(grid.notBeforeMs, Number.MAX_SAFE_INTEGER))}`
}

function firstDay({ nights }: Grid): number {
  return dayOf(nights[0] ?? '1970-01-01')
}

/** The position of a row in the grid, as SQL. */
function indexOf(grid: Grid): string {
  const lengths = grid.lengths.map(integer).join(',')
  return `((h.pos * ${grid.nights.length} + (night - date '${nightOfDay(firstDay(grid))}')) * ${grid.lengths.length} + array_position(array[${lengths}], los::int) - 1)`
}

function integer(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an integer: ${value}`)
  return String(value)
}
