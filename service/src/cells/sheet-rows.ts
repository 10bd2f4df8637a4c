import { currencyOf, minorDigits } from '../kernel/money.ts'
import { certsFor } from '../observations/figures.ts'
import { STATUS_OF } from '../observations/store.ts'
import {
  type ByteCursor,
  type Part,
  partOf,
  put,
  putInteger,
  readByte,
  readFlag,
  readInteger,
  readSigned,
  readSmall,
} from './bytes.ts'
import { type CellList, isByDefault } from './cell.ts'
import { memo } from './memo.ts'
import { CELL_END, cellRest, columnLetters, numberStart, type SharedTexts, sheetNumber } from './sheet-xml.ts'
import type { HotelNames, TableColumn } from './table.ts'

/**
 * Turns COPY lines into rows of a sheet, byte by byte: with strings and objects, a file of 20,000 cells took four times as long and
 * 20 MB more memory.
 */
export interface RowEncoder {
  /** Whole lines. What it yields is overwritten by the one after the next. */
  write(lines: Buffer): Generator<Buffer>
  /** Of the rows so far. */
  seen(): { rows: number; firstMs: number; lastMs: number }
}

const SLAB_BYTES = 128 * 1024
/** More than any row takes: twenty-four cells of at most eighty bytes. */
const LARGEST_ROW = 4096

/** One cell, as its line has it. */
interface Line {
  hotel: number
  day: number
  los: number
  seenMs: number
  status: number
  minLos: number | null
  quoted: number
  bar: number | null
  barAfterTax: number | null
  member: number | null
  points: number | null
  pointsCash: number | null
  copay: number | null
  premium: boolean
  cpp: number | null
  cppPointsCash: number | null
}

/** A number, or the rest of the cell after its place; null leaves the cell out. */
type Written = number | Part | null

export function createRowEncoder(
  list: CellList,
  names: HotelNames,
  nowMs: number,
  columns: readonly TableColumn[],
  texts: SharedTexts,
): RowEncoder {
  const writers = writersOf(list, names, nowMs, texts)
  const places = columns.map((column, index) => {
    const write = writers[column.name]
    if (!write) throw new Error(`cells have no column ${column.name}`)
    return { open: partOf(`<c r="${columnLetters(index)}`), start: partOf(numberStart(column.type)), write }
  })
  const slabs = [newSlab(), newSlab()] as const
  const cursor: ByteCursor = { source: slabs[0].out, at: 0, ...slabs[0], to: 0 }
  let turn = 0
  const line = {} as Line
  const seen = { rows: 0, firstMs: Number.POSITIVE_INFINITY, lastMs: Number.NEGATIVE_INFINITY }

  const writeNext = (): void => {
    readLine(cursor, line)
    seen.rows += 1
    seen.firstMs = Math.min(seen.firstMs, line.seenMs)
    seen.lastMs = Math.max(seen.lastMs, line.seenMs)
    const row = shortPart(seen.rows + 1)
    put(cursor, ROW)
    put(cursor, row)
    put(cursor, CLOSE)
    for (const { open, start, write } of places) {
      const value = write(line)
      if (value === null) continue
      put(cursor, open)
      put(cursor, row)
      if (typeof value === 'number') {
        put(cursor, start)
        putNumber(cursor, value)
        put(cursor, END)
      } else put(cursor, value)
    }
    put(cursor, ROW_END)
  }

  return {
    *write(lines) {
      cursor.source = lines
      cursor.at = 0
      while (cursor.at < lines.length) {
        turn = 1 - turn
        Object.assign(cursor, slabs[turn], { to: 0 })
        while (cursor.at < lines.length && cursor.to <= SLAB_BYTES - LARGEST_ROW) writeNext()
        yield cursor.out.subarray(0, cursor.to)
      }
    },
    seen: () => seen,
  }
}

function newSlab(): Pick<ByteCursor, 'out' | 'view'> {
  const out = Buffer.allocUnsafeSlow(SLAB_BYTES)
  return { out, view: new DataView(out.buffer, out.byteOffset) }
}

const SCRATCH = Buffer.alloc(8)
const ROW = partOf('<row r="')
const CLOSE = partOf('">')
const ROW_END = partOf('</row>')
const END = partOf(CELL_END)

/** A number of at most eight digits. */
function shortPart(value: number): Part {
  const length = SCRATCH.write(String(value), 'latin1')
  return { words: [SCRATCH.readDoubleLE()], length }
}

/** The fields in the order of `LINE_COLUMNS`. */
function readLine(cursor: ByteCursor, line: Line): void {
  line.hotel = readSmall(cursor)
  line.day = readSmall(cursor)
  line.los = readSmall(cursor)
  line.seenMs = readInteger(cursor)
  line.status = readByte(cursor)
  line.minLos = readSigned(cursor)
  line.quoted = readSmall(cursor)
  line.bar = readSigned(cursor)
  line.barAfterTax = readSigned(cursor)
  line.member = readSigned(cursor)
  line.points = readSigned(cursor)
  line.pointsCash = readSigned(cursor)
  line.copay = readSigned(cursor)
  line.premium = readFlag(cursor)
  line.cpp = readSigned(cursor)
  line.cppPointsCash = readSigned(cursor)
}

const SMALL = 1_000_000_000

function putNumber(cursor: ByteCursor, value: number): void {
  if (Number.isInteger(value) && value >= 0 && value < SMALL) putInteger(cursor, value)
  else cursor.to += cursor.out.write(String(value), cursor.to, 'latin1')
}

function writersOf(
  { hotels, kind, occupancy }: CellList,
  names: HotelNames,
  nowMs: number,
  texts: SharedTexts,
): Readonly<Record<string, (line: Line) => Written>> {
  const text = memo((value: string) => partOf(cellRest(value, 'text', texts)))
  const chains = hotels.map(({ source }) => text(source.id))
  const codes = hotels.map(({ hotelCode }) => text(hotelCode))
  const named = hotels.map((_, index) => {
    const name = names[index] ?? null
    return name === null ? null : text(name)
  })
  const flags = hotels.map(({ source }) => partOf(cellRest(isByDefault(source, occupancy), 'flag', texts)))
  const statuses = memo((code: number) => text(STATUS_OF[String.fromCharCode(code)] ?? ''))
  const factors = memo((quoted: number) => 10 ** minorDigits(currencyOf(quoted)))
  const certsAt = memo(({ certificates }: CellList['hotels'][number]['source']) =>
    memo((points: number) => {
      const covering = certsFor(points, certificates)
      return covering === null ? NONE : text(covering)
    }),
  )
  const certs = hotels.map(({ source }) => certsAt(source))
  const money = (amount: number | null, { quoted }: Line) =>
    amount === null ? null : amount / factors(quoted)
  const cents = (value: number | null) => (value === null ? null : value / 100)
  const constant = (value: Written) => () => value
  return {
    chain: ({ hotel }) => chains[hotel] ?? null,
    hotel_code: ({ hotel }) => codes[hotel] ?? null,
    night: ({ day }) => sheetNumber(day, 'date'),
    los: ({ los }) => los,
    kind: constant(text(kind)),
    adults: constant(occupancy.adults),
    children: constant(occupancy.children),
    rooms: constant(occupancy.rooms),
    currency: ({ quoted }) => text(currencyOf(quoted)),
    status: ({ status }) => statuses(status),
    min_los: ({ minLos }) => minLos,
    lowest_bar: (line) => money(line.bar, line),
    lowest_bar_after_tax: (line) => money(line.barAfterTax, line),
    lowest_member: (line) => money(line.member, line),
    lowest_points: ({ points }) => points,
    lowest_points_cash: ({ pointsCash }) => pointsCash,
    cash_copay: (line) => money(line.copay, line),
    cpp: ({ cpp }) => cents(cpp),
    cpp_points_cash: ({ cppPointsCash }) => cents(cppPointsCash),
    certs: ({ hotel, points, premium }) => {
      const covering = points === null || premium ? NONE : certs[hotel]?.(points)
      return covering === undefined || covering === NONE ? null : covering
    },
    from_default_occupancy: ({ hotel }) => flags[hotel] ?? null,
    observed_at: ({ seenMs }) => sheetNumber(seenMs, 'moment'),
    cache_age_sec: ({ seenMs }) => Math.max(0, Math.floor((nowMs - seenMs) / 1000)),
    hotel_name: ({ hotel }) => named[hotel] ?? null,
  }
}

const NONE = partOf('')
