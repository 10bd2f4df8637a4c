import type { TableColumn } from '@vacancy/client/sheets/table'
import {
  CELL_END,
  cellRest,
  DAY_MS,
  FIRST_DAY,
  numberStart,
  type SharedTexts,
} from '@vacancy/client/sheets/xml'
import { currencyOf, minorDigits } from '../kernel/money.ts'
import { certsFor } from '../observations/figures.ts'
import { STATUS_OF } from '../observations/store.ts'
import {
  type ByteCursor,
  type Part,
  partOf,
  put,
  putDecimal,
  readByte,
  readFlag,
  readInteger,
  readSigned,
  readSmall,
} from './bytes.ts'
import { type CellList, isByDefault } from './cell.ts'
import { memo } from './memo.ts'
import type { HotelNames } from './table.ts'

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

/** A number, or the cell after its place; null for an empty one. */
type Written = number | Part | null

export function createRowEncoder(
  list: CellList,
  names: HotelNames,
  nowMs: number,
  columns: readonly TableColumn[],
  texts: SharedTexts,
): RowEncoder {
  const writers = writersOf(list, names, nowMs, texts)
  const places = columns.map((column) => {
    const write = writers[column.name]
    if (!write) throw new Error(`cells have no column ${column.name}`)
    return { write, start: partOf(numberStart(column.type)), putNumber: NUMBERS[column.type] ?? putWhole }
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
    put(cursor, FIRST_CELL)
    put(cursor, row)
    let before = PLACE_END
    for (const { write, start, putNumber } of places) {
      put(cursor, before)
      before = CELL
      const value = write(line)
      if (typeof value === 'number') {
        put(cursor, start)
        putNumber(cursor, value, line)
        put(cursor, END)
      } else put(cursor, value ?? EMPTY)
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
/** Those after it have no place of their own: places were a third of a sheet, and half of the time that compressing it took. */
const FIRST_CELL = partOf('"><c r="A')
const PLACE_END = partOf('"')
const CELL = partOf('<c')
const EMPTY = partOf('/>')
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

type PutNumber = (cursor: ByteCursor, value: number, line: Line) => void

/** How the numbers of a column are written, if not as whole ones. */
const NUMBERS: Readonly<Partial<Record<TableColumn['type'], PutNumber>>> = {
  date: (cursor, day) => putWhole(cursor, day + FIRST_DAY),
  moment: putMoment,
  money: (cursor, minor, { quoted }) => putUnits(cursor, minor, digitsAt(quoted)),
  hundredths: (cursor, hundredths) => putUnits(cursor, hundredths, 2),
}

function putWhole(cursor: ByteCursor, value: number): void {
  putUnits(cursor, value, 0)
}

const digitsAt = memo((quoted: number) => minorDigits(currencyOf(quoted)))

const SMALL = 2 ** 31

/** Units of which a whole has ten to the power of `digits`. With `String`, writing rows took twice as long. */
function putUnits(cursor: ByteCursor, units: number, digits: number): void {
  const one = 10 ** digits
  if (units >= 0 && units < SMALL) {
    const whole = (units / one) | 0
    putDecimal(cursor, whole, units - whole * one, digits)
  } else cursor.to += cursor.out.write(String(units / one), cursor.to, 'latin1')
}

/** Less than a tenth of a millisecond. Rounded up, so that no whole second is shown as the one before. */
const MOMENT_DIGITS = 9
const PARTS_OF_DAY = 10 ** MOMENT_DIGITS / DAY_MS

function putMoment(cursor: ByteCursor, ms: number): void {
  const day = Math.floor(ms / DAY_MS)
  putDecimal(cursor, day + FIRST_DAY, Math.ceil((ms - day * DAY_MS) * PARTS_OF_DAY), MOMENT_DIGITS)
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
  const currencies = memo((quoted: number) => text(currencyOf(quoted)))
  const certsAt = memo(({ certificates }: CellList['hotels'][number]['source']) =>
    memo((points: number) => {
      const covering = certsFor(points, certificates)
      return covering === null ? NONE : text(covering)
    }),
  )
  const certs = hotels.map(({ source }) => certsAt(source))
  const constant = (value: Written) => () => value
  return {
    chain: ({ hotel }) => chains[hotel] ?? null,
    hotel_code: ({ hotel }) => codes[hotel] ?? null,
    night: ({ day }) => day,
    los: ({ los }) => los,
    kind: constant(text(kind)),
    adults: constant(occupancy.adults),
    children: constant(occupancy.children),
    rooms: constant(occupancy.rooms),
    currency: ({ quoted }) => currencies(quoted),
    status: ({ status }) => statuses(status),
    min_los: ({ minLos }) => minLos,
    lowest_bar: ({ bar }) => bar,
    lowest_bar_after_tax: ({ barAfterTax }) => barAfterTax,
    lowest_member: ({ member }) => member,
    lowest_points: ({ points }) => points,
    lowest_points_cash: ({ pointsCash }) => pointsCash,
    cash_copay: ({ copay }) => copay,
    cpp: ({ cpp }) => cpp,
    cpp_points_cash: ({ cppPointsCash }) => cppPointsCash,
    certs: ({ hotel, points, premium }) => {
      const covering = points === null || premium ? NONE : certs[hotel]?.(points)
      return covering === undefined || covering === NONE ? null : covering
    },
    from_default_occupancy: ({ hotel }) => flags[hotel] ?? null,
    observed_at: ({ seenMs }) => seenMs,
    cache_age_sec: ({ seenMs }) => Math.max(0, Math.floor((nowMs - seenMs) / 1000)),
    hotel_name: ({ hotel }) => named[hotel] ?? null,
  }
}

const NONE = partOf('')
