import { dayOf } from '../kernel/dates.ts'
import {
  type ByteCursor,
  copyDecimal,
  copyField,
  put,
  putInteger,
  putTimeOfDay,
  readByte,
  readFlag,
  readInteger,
  readSmall,
  skipEmptyPair,
} from './byte-cursor.ts'
import type { RawCell } from './cell.ts'
import { type CellParts, type CellShape, cellParts } from './cell-parts.ts'
import type { Grid } from './grid.ts'

/**
 * Turns COPY lines into JSON or CSV cells byte by byte. Strings for every field took three times as long, and large grids
 * spend nearly all their time here.
 */
export interface CellWriter {
  /**
   * Lines of `COPY … (null '')`, with the columns in the order in which the store selects them. Consecutive pieces may be
   * neighbours in one slab.
   */
  write(lines: Buffer): Buffer[]
  /** How many cells have been written so far. */
  count(): number
}

export const SLAB_BYTES = 256 * 1024
/** More than any cell takes: a code of 64 characters, a few names and about twenty numbers. */
const LARGEST_CELL = 2048
const DAY_MS = 86_400_000

/** Memory to write into, of `SLAB_BYTES`. */
export type TakeSlab = () => Buffer

const newSlab: TakeSlab = () => Buffer.allocUnsafeSlow(SLAB_BYTES)

export function createCellWriter(
  grid: Grid,
  nowMs: number,
  shape: CellShape,
  takeSlab: TakeSlab = newSlab,
): CellWriter {
  const parts = cellParts(grid, shape)
  const empty = Buffer.alloc(0)
  const cursor: ByteCursor = { source: empty, at: 0, out: empty, view: new DataView(empty.buffer), to: 0 }
  let lastHotel = -1
  let written = 0

  const writeNext = (): void => {
    const hotel = readSmall(cursor)
    // The query returns the hotels in order. If its plan ever changed, fail rather than serve cells in the wrong order.
    if (hotel < lastHotel) throw new Error('cells arrived out of order')
    lastHotel = hotel
    writeCell(cursor, parts, hotel, nowMs)
    written += 1
  }

  return {
    write: (lines) => {
      const pieces: Buffer[] = []
      cursor.source = lines
      cursor.at = 0
      while (cursor.at < lines.length) {
        if (cursor.to > cursor.out.length - LARGEST_CELL) {
          cursor.out = takeSlab()
          cursor.view = new DataView(cursor.out.buffer, cursor.out.byteOffset)
          cursor.to = 0
        }
        const from = cursor.to
        while (cursor.at < lines.length && cursor.to <= cursor.out.length - LARGEST_CELL) writeNext()
        pieces.push(cursor.out.subarray(from, cursor.to))
      }
      return pieces
    },
    count: () => written,
  }
}

/** After the hotel, the fields are in the order of `lineOf`. */
function writeCell(cursor: ByteCursor, parts: CellParts, hotel: number, nowMs: number): void {
  const { nothing } = parts
  put(cursor, parts.heads[hotel] ?? nothing)
  put(cursor, parts.nightOf(readSmall(cursor)))
  const los = readSmall(cursor)
  const seenMs = readInteger(cursor)
  const { text, digits } = parts.termsOf(los, readByte(cursor), readSmall(cursor), readSmall(cursor))
  put(cursor, text)
  copyDecimal(cursor, digits, nothing)
  put(cursor, parts.barAfterTax)
  copyDecimal(cursor, digits, nothing)
  put(cursor, parts.member)
  copyDecimal(cursor, digits, nothing)
  writePoints(cursor, parts, hotel, digits)
  writeTime(cursor, parts, seenMs)
  put(cursor, parts.age)
  putInteger(cursor, Math.max(0, Math.floor((nowMs - seenMs) / 1000)))
  put(cursor, parts.end)
}

function writePoints(cursor: ByteCursor, parts: CellParts, hotel: number, digits: number): void {
  const { nothing } = parts
  put(cursor, parts.points)
  const pointsAt = cursor.at
  const points = readSmall(cursor)
  cursor.at = pointsAt
  copyField(cursor, nothing)
  if (skipEmptyPair(cursor)) put(cursor, parts.noPointsCash)
  else {
    put(cursor, parts.pointsCash)
    copyField(cursor, nothing)
    put(cursor, parts.copay)
    copyDecimal(cursor, digits, nothing)
    put(cursor, parts.cpp)
  }
  const isPremium = readFlag(cursor)
  copyDecimal(cursor, 2, nothing)
  put(cursor, parts.cppPointsCash)
  copyDecimal(cursor, 2, nothing)
  put(cursor, parts.certsOf(hotel, isPremium ? -1 : points) ?? nothing)
}

function writeTime(cursor: ByteCursor, parts: CellParts, ms: number): void {
  const day = Math.floor(ms / DAY_MS)
  put(cursor, parts.dateOf(day))
  putTimeOfDay(cursor, ms - day * DAY_MS)
}

/** A cell read without COPY, as a COPY line. */
export function lineOf(cell: RawCell): Buffer {
  const fields = [
    cell.hotel,
    dayOf(cell.night),
    cell.los,
    cell.seenMs,
    cell.status,
    cell.minLos,
    cell.quoted,
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
