import { nightOfDay } from '../kernel/dates.ts'
import { currencyOf, minorDigits } from '../kernel/money.ts'
import { certsFor } from '../observations/figures.ts'
import { STATUS_LETTER } from '../observations/store.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import {
  type ByteCursor,
  codeOf,
  copyDecimal,
  copyField,
  type Part,
  partOf,
  put,
  putInteger,
  putTimeOfDay,
  readByte,
  readFlag,
  readInteger,
  readSmall,
} from './bytes.ts'
import { type CellList, isByDefault } from './cell.ts'
import { csvText } from './csv.ts'
import { memo } from './memo.ts'
import type { HotelNames } from './table.ts'

/**
 * Turns COPY lines into JSON or CSV cells byte by byte: the same as `cellView`, without an object and a string for every
 * field. Those took three times as long, and large grids spend nearly all their time here.
 */
export interface CellEncoder {
  /** Whole lines, with the columns of `LINE_COLUMNS`. */
  write(lines: Buffer): Buffer[]
  /** How many cells have been written so far. */
  count(): number
}

export interface CellShape {
  form: 'json' | 'csv'
  /** Written before and after each cell. */
  before?: string
  after?: string
  /** The names of the hotels, as a last column. */
  names?: HotelNames | undefined
}

const SLAB_BYTES = 256 * 1024
/** More than any cell takes before its end: a code of 64 characters, a few names and about twenty numbers. */
const LARGEST_CELL = 2048
const DAY_MS = 86_400_000

export function createCellEncoder(list: CellList, nowMs: number, shape: CellShape): CellEncoder {
  const parts = partsOf(list, shape)
  const largest = LARGEST_CELL + Math.max(0, ...parts.ends.map((end) => end.length))
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
        if (cursor.to > cursor.out.length - largest) {
          cursor.out = Buffer.allocUnsafeSlow(SLAB_BYTES)
          cursor.view = new DataView(cursor.out.buffer, cursor.out.byteOffset)
          cursor.to = 0
        }
        const from = cursor.to
        while (cursor.at < lines.length && cursor.to <= cursor.out.length - largest) writeNext()
        pieces.push(cursor.out.subarray(from, cursor.to))
      }
      return pieces
    },
    count: () => written,
  }
}

/** After the hotel, the fields are in the order of `LINE_COLUMNS`. */
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
  put(cursor, parts.points)
  const pointsAt = cursor.at
  const points = readSmall(cursor)
  cursor.at = pointsAt
  copyField(cursor, nothing)
  put(cursor, parts.pointsCash)
  copyField(cursor, nothing)
  put(cursor, parts.copay)
  copyDecimal(cursor, digits, nothing)
  put(cursor, parts.cpp)
  const isPremium = readFlag(cursor)
  copyDecimal(cursor, 2, nothing)
  put(cursor, parts.cppPointsCash)
  copyDecimal(cursor, 2, nothing)
  put(cursor, parts.certsOf(hotel, isPremium ? -1 : points) ?? nothing)
  const seenDay = Math.floor(seenMs / DAY_MS)
  put(cursor, parts.dateOf(seenDay))
  putTimeOfDay(cursor, seenMs - seenDay * DAY_MS)
  put(cursor, parts.age)
  putInteger(cursor, Math.max(0, Math.floor((nowMs - seenMs) / 1000)))
  put(cursor, parts.ends[hotel] ?? nothing)
}

/** Bytes that many cells share, encoded once: the text between figures, and repeated values. */
type CellParts = ReturnType<typeof partsOf>

function partsOf(list: CellList, shape: CellShape) {
  const form = shape.form === 'json' ? JSON_FORM : CSV_FORM
  const name = (field: string) => partOf(form.name(field))
  return {
    nothing: partOf(form.nothing),
    heads: headsOf(list, form, shape.before ?? ''),
    nightOf: memo((day: number) => partOf(`${form.text(nightOfDay(day))}${form.name('los')}`)),
    termsOf: termsOf(list, form),
    barAfterTax: name('lowest_bar_after_tax'),
    member: name('lowest_member'),
    points: name('lowest_points'),
    pointsCash: name('lowest_points_cash'),
    copay: name('cash_copay'),
    cpp: name('cpp'),
    cppPointsCash: name('cpp_points_cash'),
    certsOf: certsOf(list, form),
    dateOf: memo((day: number) => partOf(`${form.quote}${nightOfDay(day)}T`)),
    age: partOf(`${form.quote}${form.name('cache_age_sec')}`),
    ends: endsOf(list, form, shape),
  }
}

/** How cells begin and end, and how texts, names of fields and null are written. */
interface Form {
  begin: string
  text(value: string): string
  quote: string
  name(field: string): string
  nothing: string
  end: string
}

const JSON_FORM: Form = {
  begin: '{"chain":',
  text: JSON.stringify,
  quote: '"',
  name: (field) => `,"${field}":`,
  nothing: 'null',
  end: '}',
}

const CSV_FORM: Form = { begin: '', text: csvText, quote: '', name: () => ',', nothing: '', end: '' }

/** How the cells of each hotel end. */
function endsOf(
  { hotels }: CellList,
  { text, name, nothing, end }: Form,
  { after = '', names }: CellShape,
): Part[] {
  return hotels.map((_, hotel) => {
    const shown = names?.[hotel] ?? null
    const last = names ? `${name('hotel_name')}${shown === null ? nothing : text(shown)}` : ''
    return partOf(`${last}${end}${after}`)
  })
}

/** How the cells of each hotel begin. */
function headsOf({ hotels }: CellList, { begin, text, name }: Form, before: string): Part[] {
  return hotels.map(({ source, hotelCode }) =>
    partOf(`${before}${begin}${text(source.id)}${name('hotel_code')}${text(hotelCode)}${name('night')}`),
  )
}

/** From the length of stay to the first price. Neighbouring cells nearly always have the same. */
interface Terms {
  los: number
  /** The letter of the status. */
  status: number
  /** -1 for none. */
  minLos: number
  quoted: number
  text: Part
  /** Decimal digits of the currency. */
  digits: number
}

function termsOf({ kind, occupancy: { adults, children, rooms } }: CellList, { text, name, nothing }: Form) {
  const statuses = new Map(
    Object.entries(STATUS_LETTER).map(([status, letter]) => [codeOf(letter), text(status)]),
  )
  const known = new Map<string, Terms>()
  let last: Terms | undefined
  const make = (los: number, status: number, minLos: number, quoted: number): Terms => {
    const currency = currencyOf(quoted)
    const written = [
      `${los}${name('kind')}${text(kind)}${name('adults')}${adults}${name('children')}${children}`,
      `${name('rooms')}${rooms}${name('currency')}${text(currency)}`,
      `${name('status')}${statuses.get(status) ?? nothing}`,
      `${name('min_los')}${minLos < 0 ? nothing : minLos}${name('lowest_bar')}`,
    ]
    return { los, status, minLos, quoted, text: partOf(written.join('')), digits: minorDigits(currency) }
  }
  return (los: number, status: number, minLos: number, quoted: number): Terms => {
    if (last?.los === los && last.status === status && last.minLos === minLos && last.quoted === quoted)
      return last
    const key = `${los}/${status}/${minLos}/${quoted}`
    const terms = known.get(key) ?? make(los, status, minLos, quoted)
    known.set(key, terms)
    last = terms
    return terms
  }
}

/** The certificates that cover this many points at a hotel (-1: none do), up to the time of the observation. */
function certsOf({ hotels, occupancy }: CellList, { text, name, nothing }: Form) {
  const ofSource = memo((source: Source) => {
    const seen = `${name('from_default_occupancy')}${isByDefault(source, occupancy)}${name('observed_at')}`
    return memo((points: number) => {
      const certs = points < 0 ? null : certsFor(points, source.certificates)
      return partOf(`${name('certs')}${certs === null ? nothing : text(certs)}${seen}`)
    })
  })
  const ofHotel = hotels.map(({ source }) => ofSource(source))
  return (hotel: number, points: number): Part | undefined => ofHotel[hotel]?.(points)
}
