import { currencyOf, minorDigits } from '../../kernel/money.ts'
import { certsFor } from '../../observations/figures.ts'
import { STATUS_LETTER } from '../../observations/store.ts'
import { type ByteReader, codeOf, readByte, readFlag, readInteger, readSigned } from '../byte-cursor.ts'
import type { COLUMNS } from '../cell.ts'
import { type Grid, pricedParty } from '../grid.ts'
import { MONEY_DIGITS, type ParquetColumn, type RowGroup } from './file.ts'

/** Enough for good compression, few enough that encoding them takes a few milliseconds. */
const GROUP_ROWS = 1000

type CellColumn = ParquetColumn & { name: (typeof COLUMNS)[number] }

/** The columns of a cell, in the order of the CSV file. */
export const CELL_COLUMNS = [
  { name: 'chain', type: 'text', nullable: false },
  { name: 'hotel_code', type: 'text', nullable: false },
  { name: 'night', type: 'date', nullable: false },
  { name: 'los', type: 'integer', nullable: false },
  { name: 'kind', type: 'text', nullable: false },
  { name: 'adults', type: 'integer', nullable: false },
  { name: 'children', type: 'integer', nullable: false },
  { name: 'rooms', type: 'integer', nullable: false },
  { name: 'currency', type: 'text', nullable: false },
  { name: 'status', type: 'text', nullable: false },
  { name: 'min_los', type: 'integer', nullable: true },
  { name: 'lowest_bar', type: 'money', nullable: true },
  { name: 'lowest_bar_after_tax', type: 'money', nullable: true },
  { name: 'lowest_member', type: 'money', nullable: true },
  { name: 'lowest_points', type: 'integer', nullable: true },
  { name: 'lowest_points_cash', type: 'integer', nullable: true },
  { name: 'cash_copay', type: 'money', nullable: true },
  { name: 'cpp', type: 'hundredths', nullable: true },
  { name: 'cpp_points_cash', type: 'hundredths', nullable: true },
  { name: 'certs', type: 'text', nullable: true },
  { name: 'from_default_occupancy', type: 'flag', nullable: false },
  { name: 'observed_at', type: 'moment', nullable: false },
  { name: 'cache_age_sec', type: 'integer', nullable: false },
] as const satisfies readonly CellColumn[]

const STATUSES = new Map(
  Object.entries(STATUS_LETTER).map(([status, letter]) => [codeOf(letter), status] as const),
)

/** Cells in COPY format as groups of rows. */
export async function* cellGroups(
  lines: AsyncIterable<Buffer>,
  grid: Grid,
  nowMs: number,
): AsyncGenerator<RowGroup> {
  let group = emptyGroup()
  let rows = 0
  for await (const source of lines) {
    const cursor: ByteReader = { source, at: 0 }
    while (cursor.at < source.length) {
      const cell = readCell(cursor, grid, nowMs)
      for (const [column, value] of cell.entries()) group[column]?.push(value)
      rows += 1
      if (rows < GROUP_ROWS) continue
      yield group
      group = emptyGroup()
      rows = 0
    }
  }
  if (rows > 0) yield group
}

function emptyGroup(): unknown[][] {
  return CELL_COLUMNS.map(() => [])
}

/** The fields are in the order of `lineOf`, the values in the order of the columns. */
function readCell(cursor: ByteReader, grid: Grid, nowMs: number): unknown[] {
  const hotel = grid.hotels[readInteger(cursor)]
  if (!hotel) throw new Error('a cell of a hotel that is not in the grid')
  const { source, hotelCode } = hotel
  const day = readInteger(cursor)
  const los = readInteger(cursor)
  const seenMs = readInteger(cursor)
  const status = STATUSES.get(readByte(cursor))
  const minLos = readSigned(cursor)
  const currency = currencyOf(readInteger(cursor))
  const factor = 10n ** BigInt(MONEY_DIGITS - minorDigits(currency))
  const [bar, barAfterTax, member] = [
    readMoney(cursor, factor),
    readMoney(cursor, factor),
    readMoney(cursor, factor),
  ]
  const points = readSigned(cursor)
  const pointsCash = readSigned(cursor)
  const copay = readMoney(cursor, factor)
  const isPremium = readFlag(cursor)
  const [cpp, cppPointsCash] = [readMoney(cursor, 1n), readMoney(cursor, 1n)]
  const { adults, children, rooms } = grid.occupancy
  return [
    source.id,
    hotelCode,
    day,
    los,
    grid.kind,
    adults,
    children,
    rooms,
    currency,
    status,
    minLos,
    bar,
    barAfterTax,
    member,
    points,
    pointsCash,
    copay,
    cpp,
    cppPointsCash,
    points === null || isPremium ? null : certsFor(points, source.certificates),
    pricedParty(source, grid.occupancy) !== grid.occupancy,
    BigInt(seenMs),
    Math.max(0, Math.floor((nowMs - seenMs) / 1000)),
  ]
}

function readMoney(cursor: ByteReader, factor: bigint): bigint | null {
  const minor = readSigned(cursor)
  return minor === null ? null : BigInt(minor) * factor
}
