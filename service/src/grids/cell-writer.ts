import { dayOf, nightOfDay } from '../kernel/dates.ts'
import { currencyOf, minorDigits } from '../kernel/money.ts'
import { certsFor } from '../observations/figures.ts'
import type { Certificate } from '../sources/catalog/catalog.ts'
import type { RawCell } from './cell.ts'
import { csvText } from './csv.ts'
import { type Grid, pricedParty } from './grid.ts'

/**
 * Turns cells as COPY writes them into cells as clients read them, byte by byte: texts for every field took three times as
 * long, and a large grid is all about these few loops. What is the same for many cells is prepared once.
 */
export interface CellWriter {
  /** Lines of `COPY … (null '')`: the columns that the store reads, in their order. */
  write(lines: Buffer): Buffer[]
  /** How many cells have been written so far. */
  count(): number
}

export interface CellShape {
  form: 'json' | 'csv'
  before?: string
  after?: string
}

const TAB = 9
const LINE_END = 10
const MINUS = 45
const POINT = 46
const ZERO = 48
const TRUE = 116
const DAY_MS = 86_400_000

const PIECE_BYTES = 256 * 1024
/** More than any cell takes: a code of 64 characters, a few names and some twenty numbers. */
const LARGEST_CELL = 2048

export function createCellWriter(grid: Grid, nowMs: number, shape: CellShape): CellWriter {
  const { adults, children, rooms } = grid.occupancy
  const json = shape.form === 'json'
  const name = (field: string) => bytes(json ? `,"${field}":` : ',')
  const text = (value: string) => bytes(json ? JSON.stringify(value) : csvText(value))
  const nothing = bytes(json ? 'null' : '')
  const party = json
    ? `,"kind":"${grid.kind}","adults":${adults},"children":${children},"rooms":${rooms},"currency":`
    : `,${grid.kind},${adults},${children},${rooms},`
  const heads = grid.hotels.map(({ source, hotelCode }) =>
    bytes(
      `${shape.before ?? ''}${
        json
          ? `{"chain":${JSON.stringify(source.id)},"hotel_code":${JSON.stringify(hotelCode)},"night":`
          : `${csvText(source.id)},${csvText(hotelCode)},`
      }`,
    ),
  )
  const isDefault = (value: boolean) =>
    bytes(json ? `,"from_default_occupancy":${value},"observed_at":"` : `,${value},`)
  const [asAsked, byDefault] = [isDefault(false), isDefault(true)]
  const seens = grid.hotels.map(({ source }) =>
    pricedParty(source, grid.occupancy) === grid.occupancy ? asAsked : byDefault,
  )
  const parts = {
    los: name('los'),
    party: bytes(party),
    status: name('status'),
    minLos: name('min_los'),
    bar: name('lowest_bar'),
    barAfterTax: name('lowest_bar_after_tax'),
    member: name('lowest_member'),
    points: name('lowest_points'),
    pointsCash: name('lowest_points_cash'),
    copay: name('cash_copay'),
    cpp: name('cpp'),
    cppPointsCash: name('cpp_points_cash'),
    certs: name('certs'),
    age: bytes(json ? '","cache_age_sec":' : ','),
    end: bytes(`${json ? '}' : ''}${shape.after ?? ''}`),
  }
  const statuses: Record<number, Buffer> = {
    97: text('available'),
    115: text('sold_out'),
    99: text('closed'),
    114: text('restricted_los'),
  }
  const nights = new Map<number, Buffer>()
  const dates = new Map<number, Buffer>()
  const currencies = new Map<number, { code: Buffer; digits: number }>()
  const certs = new Map<readonly Certificate[], Map<number, Buffer>>()

  let source: Buffer = nothing
  let at = 0
  let out: Buffer = nothing
  let to = 0
  let lastHotel = -1
  let written = 0

  // The loops below work on copies of `out`, `to` and `at`: shared variables of a closure are read and written anew each time.
  function put(part: Buffer): void {
    const target = out
    const { length } = part
    let place = to
    // A call takes as long as a dozen bytes.
    if (length < 12) for (let index = 0; index < length; index += 1) target[place++] = part[index] as number
    else target.set(part, place)
    to += length
  }

  /** The integer of this field; -1 where it is empty. None that is read this way is negative. */
  function number(): number {
    const given = source
    let from = at
    let byte = given[from++] as number
    let value = byte === TAB || byte === LINE_END ? -1 : 0
    while (byte !== TAB && byte !== LINE_END) {
      value = value * 10 + byte - ZERO
      byte = given[from++] as number
    }
    at = from
    return value
  }

  function copy(): void {
    const given = source
    const target = out
    let from = at
    let place = to
    let byte = given[from++] as number
    while (byte !== TAB && byte !== LINE_END) {
      target[place++] = byte
      byte = given[from++] as number
    }
    const empty = from - at === 1
    at = from
    to = place
    if (empty) put(nothing)
  }

  /** `12340` with two digits → `123.4`: as JSON prints the number, without making one. */
  function decimal(digits: number): void {
    const given = source
    const target = out
    let from = at
    let place = to
    let end = from
    while (given[end] !== TAB && given[end] !== LINE_END) end += 1
    at = end + 1
    if (end === from) {
      put(nothing)
      return
    }
    if (given[from] === MINUS) target[place++] = given[from++] as number
    const point = end - digits
    if (from >= point) target[place++] = ZERO
    while (from < point) target[place++] = given[from++] as number
    let last = end
    while (last > from && given[last - 1] === ZERO) last -= 1
    if (last > from) target[place++] = POINT
    if (last > from) for (let missing = from - point; missing > 0; missing -= 1) target[place++] = ZERO
    while (from < last) target[place++] = given[from++] as number
    to = place
  }

  function putNumber(value: number): void {
    if (value >= 10) putNumber(Math.floor(value / 10))
    out[to++] = ZERO + (value % 10)
  }

  function putPadded(value: number, width: number): void {
    for (let place = width - 1, rest = value; place >= 0; place -= 1, rest = Math.floor(rest / 10))
      out[to + place] = ZERO + (rest % 10)
    to += width
  }

  function putTime(ms: number): void {
    const day = Math.floor(ms / DAY_MS)
    put(remembered(dates, day, () => bytes(`${nightOfDay(day)}T`)))
    const rest = ms - day * DAY_MS
    putPadded(Math.floor(rest / 3_600_000), 2)
    out[to++] = 58
    putPadded(Math.floor(rest / 60_000) % 60, 2)
    out[to++] = 58
    putPadded(Math.floor(rest / 1000) % 60, 2)
    out[to++] = POINT
    putPadded(rest % 1000, 3)
    out[to++] = 90
  }

  function certsOf(hotel: number, points: number): Buffer {
    const certificates = grid.hotels[hotel]?.source.certificates ?? []
    const known = remembered(certs, certificates, () => new Map<number, Buffer>())
    return remembered(known, points, () => {
      const payable = certsFor(points, certificates)
      return payable === null ? nothing : text(payable)
    })
  }

  function cell(): void {
    const hotel = number()
    // The plan walks the hotels in order; were it ever to change, a wrong order must not pass for the right one.
    if (hotel < lastHotel) throw new Error('cells arrived out of order')
    lastHotel = hotel
    put(heads[hotel] ?? nothing)
    const day = number()
    put(remembered(nights, day, () => text(nightOfDay(day))))
    put(parts.los)
    copy()
    const seenMs = number()
    const status = source[at] as number
    at += 2
    const minLosAt = at
    number()
    const quoted = number()
    const currency = remembered(currencies, quoted, () => {
      const code = currencyOf(quoted)
      return { code: text(code), digits: minorDigits(code) }
    })
    const restAt = at
    put(parts.party)
    put(currency.code)
    put(parts.status)
    put(statuses[status] ?? nothing)
    put(parts.minLos)
    at = minLosAt
    copy()
    at = restAt
    put(parts.bar)
    decimal(currency.digits)
    put(parts.barAfterTax)
    decimal(currency.digits)
    put(parts.member)
    decimal(currency.digits)
    put(parts.points)
    const pointsAt = at
    const points = number()
    at = pointsAt
    copy()
    put(parts.pointsCash)
    copy()
    put(parts.copay)
    decimal(currency.digits)
    const premium = source[at] === TRUE
    at += 2
    put(parts.cpp)
    decimal(2)
    put(parts.cppPointsCash)
    decimal(2)
    put(parts.certs)
    put(points < 0 || premium ? nothing : certsOf(hotel, points))
    put(seens[hotel] ?? nothing)
    putTime(seenMs)
    put(parts.age)
    putNumber(Math.max(0, Math.floor((nowMs - seenMs) / 1000)))
    put(parts.end)
    written += 1
  }

  function hasMoreThatFits(): boolean {
    return at < source.length && to < PIECE_BYTES - LARGEST_CELL
  }

  return {
    write: (lines) => {
      const pieces: Buffer[] = []
      source = lines
      at = 0
      while (at < lines.length) {
        out = Buffer.allocUnsafeSlow(PIECE_BYTES)
        to = 0
        while (hasMoreThatFits()) cell()
        pieces.push(out.subarray(0, to))
      }
      return pieces
    },
    count: () => written,
  }
}

function bytes(text: string): Buffer {
  return Buffer.from(text)
}

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = known.get(key)
  if (value === undefined) {
    value = make()
    known.set(key, value)
  }
  return value
}

/** A cell that did not come by COPY, as the line that it would have been. */
export function lineOf(cell: RawCell): Buffer {
  return bytes(
    `${[
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
    ].join('\t')}\n`,
  )
}
