import { to as copyTo } from 'pg-copy-streams'
import type { Pool } from '../db/pool.ts'
import { type HotelsMaster, hotelKey } from '../hotels/master.ts'
import { dayOf, nightOfDay } from '../kernel/dates.ts'
import { occupancyNo } from '../kernel/occupancy.ts'
import { keptCurrency } from '../observations/key.ts'
import type { RawCell } from './cell.ts'
import { cellCount, type Grid } from './grid.ts'

/** The numbers of a grid's hotels, in order; null for those that nobody has ever asked for. */
export type HotelNos = (number | null)[]

export async function findHotelNos(master: HotelsMaster, grid: Grid): Promise<HotelNos> {
  const names = grid.hotels.map(({ source, hotelCode }) => ({ source: source.id, hotelCode }))
  const nos = await master.findNos(names)
  return names.map((name) => nos.get(hotelKey(name)) ?? null)
}

/** Whether the store has every cell. Counting is all that the common case needs. */
export async function holdsAll(pool: Pool, grid: Grid, nos: HotelNos): Promise<boolean> {
  if (nos.includes(null)) return false
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) as count ${cellsOf(grid, nos, { columns: '1' })}`,
  )
  return rows[0]?.count === cellCount(grid)
}

/** Which cells the store has: for each hotel, the days of each length of stay. */
export async function readHeld(pool: Pool, grid: Grid, nos: HotelNos): Promise<Set<string>> {
  if (nos.every((no) => no === null)) return new Set()
  const { rows } = await pool.query<{ pos: number; night: string; los: number }>(
    `select h.pos, c.night::text as night, c.los ${cellsOf(grid, nos, { columns: 'night, los' })}`,
  )
  return new Set(rows.map(({ pos, night, los }) => `${pos}/${night}/${los}`))
}

const COLUMNS = `(night - date '1970-01-01')::int as day, los, seen, status, min_los, quoted, bar, bar_after_tax, member, points,
  points_cash, copay, premium, cpp, cpp_points_cash`

/** A part of the cells in the order of the grid. */
export interface Span {
  fromIndex: number
  /** Cells from this place on are left out. */
  toIndex: number
}

/** How many cells are read at once. Larger reads are hardly faster; smaller ones cost a statement each. */
const CELLS_PER_READ = 2500

/**
 * The cells of a grid in their order. COPY is about twice as fast as rows; it takes no parameters, so everything in the
 * statement is an integer of ours. Read in pieces, the next while the last is being written out: a client that takes its time
 * over a file holds a few hundred kilobytes, but no connection.
 */
export async function* streamCells(
  pool: Pool,
  grid: Grid,
  nos: HotelNos,
  span: Span = { fromIndex: 0, toIndex: cellCount(grid) },
): AsyncGenerator<RawCell[]> {
  const pieces = piecesOf(grid, span).filter((piece) => hotelsOf(grid, nos, piece).length > 0)
  const read = (piece: Span | undefined) =>
    piece && copyOut(pool, `select h.pos, c.* ${cellsOf(grid, nos, { columns: COLUMNS, span: piece })}`)
  let next = read(pieces[0])
  for (let piece = 1; next; piece += 1) {
    const lines = (await next).split('\n')
    next = read(pieces[piece])
    // Whoever stops reading does not wait for this one any more; its failure is nobody's then.
    next?.catch(() => {})
    lines.pop()
    const cells = lines.map(parseLine)
    checkOrder(cells)
    if (cells.length > 0) yield cells
  }
}

/** Whole hotels as far as possible, so that most pieces need no further condition. */
function piecesOf(grid: Grid, { fromIndex, toIndex }: Span): Span[] {
  const perHotel = grid.nights.length * grid.lengths.length
  const step = Math.max(1, Math.floor(CELLS_PER_READ / perHotel)) * perHotel
  const pieces: Span[] = []
  for (let from = fromIndex; from < toIndex; ) {
    const to = Math.min(toIndex, from - (from % perHotel) + step)
    pieces.push({ fromIndex: from, toIndex: to })
    from = to
  }
  return pieces
}

async function copyOut(pool: Pool, select: string): Promise<string> {
  const client = await pool.connect()
  try {
    const parts: Buffer[] = []
    for await (const part of client.query(copyTo(`copy (${select}) to stdout`)) as AsyncIterable<Buffer>)
      parts.push(part)
    client.release()
    return Buffer.concat(parts).toString('latin1')
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}

/** The plan walks the hotels in order; were it ever to change, a wrong order must not pass for the right one. */
function checkOrder(cells: readonly RawCell[]): void {
  let last = -1
  for (const { hotel } of cells) {
    if (hotel < last) throw new Error('cells arrived out of order')
    last = hotel
  }
}

function hotelsOf(grid: Grid, nos: HotelNos, span: Span | undefined): string[] {
  const perHotel = grid.nights.length * grid.lengths.length
  const first = span ? Math.floor(span.fromIndex / perHotel) : 0
  const end = span ? Math.ceil(span.toIndex / perHotel) : grid.hotels.length
  return grid.hotels.slice(first, end).flatMap(({ source }, index) => {
    const pos = first + index
    const no = nos[pos]
    return no === null || no === undefined
      ? []
      : [`(${pos}, ${integer(no)}, ${integer(keptCurrency(source, grid.currency))})`]
  })
}

/** With literal lists the planner once chose to scan the whole table; one lookup per hotel, in its own order, is what is wanted. */
function cellsOf(grid: Grid, nos: HotelNos, { columns, span }: { columns: string; span?: Span }): string {
  const hotels = hotelsOf(grid, nos, span)
  const perHotel = grid.nights.length * grid.lengths.length
  const first = dayOf(grid.nights[0] ?? '1970-01-01')
  const lastDay = first + grid.nights.length - 1
  const kind = grid.kind === 'cash' ? 'c' : 'a'
  const lengths = grid.lengths.map(integer).join(', ')
  const cuts = span && (span.fromIndex % perHotel > 0 || span.toIndex % perHotel > 0)
  const within = cuts
    ? `and ${indexOf(grid, first)} >= ${integer(span.fromIndex)} and ${indexOf(grid, first)} < ${integer(span.toIndex)}`
    : ''
  return `from (values ${hotels.join(', ')}) h(pos, hotel, currency) cross join lateral (
      select ${columns} from cells
      where cells.hotel = h.hotel and kind = '${kind}' and los in (${lengths}) and occ = ${integer(occupancyNo(grid.occupancy))}
        and cells.currency = h.currency and night between date '${nightOfDay(first)}' and date '${nightOfDay(lastDay)}'
        and seen >= ${integer(Math.min(grid.notBeforeMs, Number.MAX_SAFE_INTEGER))} ${within}
      order by night, los limit ${perHotel}) c`
}

/** The place of a row in the order of the grid, as SQL. */
function indexOf(grid: Grid, firstDay: number): string {
  const lengths = grid.lengths.map(integer).join(',')
  return `((h.pos * ${grid.nights.length} + (night - date '${nightOfDay(firstDay)}')) * ${grid.lengths.length} + array_position(array[${lengths}], los::int) - 1)`
}

function integer(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an integer: ${value}`)
  return String(value)
}

function parseLine(line: string): RawCell {
  const fields = line.split('\t')
  const text = (place: number): string => {
    const field = fields[place]
    return field === undefined || field === '\\N' ? '' : field
  }
  return {
    hotel: Number(fields[0]),
    night: nightOf(Number(fields[1])),
    los: text(2),
    seenMs: Number(fields[3]),
    status: text(4),
    minLos: text(5),
    quoted: Number(fields[6]),
    bar: text(7),
    barAfterTax: text(8),
    member: text(9),
    points: text(10),
    pointsCash: text(11),
    copay: text(12),
    premium: fields[13] === 't',
    cpp: text(14),
    cppPointsCash: text(15),
  }
}

const NIGHTS = new Map<number, string>()

function nightOf(day: number): string {
  let night = NIGHTS.get(day)
  if (night === undefined) {
    night = nightOfDay(day)
    NIGHTS.set(day, night)
  }
  return night
}
