import { dayOf, nightOfDay } from '../kernel/dates.ts'
import { currencyNo, currencyOf, type Minor } from '../kernel/money.ts'
import { STATUS_LETTER, STATUS_OF } from '../observations/store.ts'
import type { Availability } from '../sources/source.ts'
import { type ByteReader, readByte, readFlag, readInteger, readSigned } from './bytes.ts'
import type { ListedCell } from './cell.ts'

/** How cells come from the database: a few as rows, many as lines of COPY, which is about twice as fast. */

/** A cell with what only comparisons need. */
export interface StoredCell extends ListedCell {
  memberAfterTax: Minor | null
}

/** The columns of a cell, as the driver returns them. */
export interface CellColumns {
  night: string
  los: number
  seen: number
  status: string
  min_los: number | null
  quoted: number
  bar: Minor | null
  bar_after_tax: Minor | null
  member: Minor | null
  points: number | null
  points_cash: number | null
  copay: Minor | null
  premium: boolean
  cpp: number | null
  cpp_points_cash: number | null
}

/** The same columns as SQL, for the cell `c`. */
export const CELL_COLUMNS = `c.night::text as night, c.los, c.seen, c.status::text as status, c.min_los, c.quoted, c.bar, c.bar_after_tax,
  c.member, c.points, c.points_cash, c.copay, c.premium, c.cpp, c.cpp_points_cash`

export interface StoredColumns extends CellColumns {
  member_after_tax: Minor | null
}

export const STORED_COLUMNS = `${CELL_COLUMNS}, c.member_after_tax`

/** `hotel` is the index of its hotel. */
export function cellOfRow(hotel: number, row: CellColumns): ListedCell {
  return {
    hotel,
    night: row.night,
    los: row.los,
    seenMs: row.seen,
    status: statusOf(row.status),
    minLos: row.min_los,
    currency: currencyOf(row.quoted),
    bar: row.bar,
    barAfterTax: row.bar_after_tax,
    member: row.member,
    points: row.points,
    pointsCash: row.points_cash,
    copay: row.copay,
    premium: row.premium,
    cpp: row.cpp,
    cppPointsCash: row.cpp_points_cash,
  }
}

export function storedCell(hotel: number, row: StoredColumns): StoredCell {
  return { ...cellOfRow(hotel, row), memberAfterTax: row.member_after_tax }
}

/** The columns of a line, after the index of the hotel. Lines are read with `(null '')`. */
export const LINE_COLUMNS = `(night - date '1970-01-01')::int as day, los, seen, status, min_los, quoted, bar, bar_after_tax, member, points,
  points_cash, copay, premium, cpp, cpp_points_cash`

export function* cellsIn(lines: Buffer): Generator<ListedCell> {
  const cursor = { source: lines, at: 0 }
  while (cursor.at < lines.length) yield readLine(cursor)
}

function readLine(cursor: ByteReader): ListedCell {
  return {
    hotel: readInteger(cursor),
    night: nightOfDay(readInteger(cursor)),
    los: readInteger(cursor),
    seenMs: readInteger(cursor),
    status: statusOf(String.fromCharCode(readByte(cursor))),
    minLos: readSigned(cursor),
    currency: currencyOf(readInteger(cursor)),
    bar: readSigned(cursor),
    barAfterTax: readSigned(cursor),
    member: readSigned(cursor),
    points: readSigned(cursor),
    pointsCash: readSigned(cursor),
    copay: readSigned(cursor),
    premium: readFlag(cursor),
    cpp: readSigned(cursor),
    cppPointsCash: readSigned(cursor),
  }
}

/** A cell that did not come from COPY, as a line. */
export function lineOf(cell: ListedCell): Buffer {
  const fields = [
    cell.hotel,
    dayOf(cell.night),
    cell.los,
    cell.seenMs,
    STATUS_LETTER[cell.status],
    cell.minLos,
    currencyNo(cell.currency),
    cell.bar,
    cell.barAfterTax,
    cell.member,
    cell.points,
    cell.pointsCash,
    cell.copay,
    cell.premium ? 't' : 'f',
    cell.cpp,
    cell.cppPointsCash,
  ]
  return Buffer.from(`${fields.join('\t')}\n`)
}

function statusOf(letter: string): Availability {
  const status = STATUS_OF[letter]
  if (!status) throw new Error(`a cell has the unknown status ${letter}`)
  return status
}
