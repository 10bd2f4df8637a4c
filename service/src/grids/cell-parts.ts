import { nightOfDay } from '../kernel/dates.ts'
import { currencyOf, minorDigits } from '../kernel/money.ts'
import { certsFor } from '../observations/figures.ts'
import { STATUS_LETTER } from '../observations/store.ts'
import type { Certificate } from '../sources/catalog/catalog.ts'
import { codeOf } from './byte-cursor.ts'
import { csvText } from './csv.ts'
import { type Grid, pricedParty } from './grid.ts'

export interface CellShape {
  form: 'json' | 'csv'
  /** Written before and after each cell. */
  before?: string
  after?: string
}

/** Bytes that many cells of a grid share, encoded once: the text between figures, and repeated values. */
export type CellParts = ReturnType<typeof cellParts>

export function cellParts(grid: Grid, shape: CellShape) {
  const json = shape.form === 'json'
  const text = (value: string) => bytes(json ? JSON.stringify(value) : csvText(value))
  const name = (field: string) => bytes(json ? `,"${field}":` : ',')
  const nothing = bytes(json ? 'null' : '')
  return {
    nothing,
    ...hotelParts(grid, shape),
    los: name('los'),
    party: bytes(partyText(grid, json)),
    status: name('status'),
    statuses: new Map(
      Object.entries(STATUS_LETTER).map(([status, letter]) => [codeOf(letter), text(status)]),
    ),
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
    nightOf: memo((day: number) => text(nightOfDay(day))),
    dateOf: memo((day: number) => bytes(`${nightOfDay(day)}T`)),
    currencyOf: memo((no: number) => {
      const code = currencyOf(no)
      return { code: text(code), digits: minorDigits(code) }
    }),
    certsOf: certTexts(grid, (certs) => (certs === null ? nothing : text(certs))),
  }
}

/** For each hotel: how its cells begin, and the text before `observed_at`. */
function hotelParts({ hotels, occupancy }: Grid, { form, before = '' }: CellShape) {
  const json = form === 'json'
  const seen = (byDefault: boolean) =>
    bytes(json ? `,"from_default_occupancy":${byDefault},"observed_at":"` : `,${byDefault},`)
  const [asAsked, byDefault] = [seen(false), seen(true)]
  return {
    heads: hotels.map(({ source, hotelCode }) =>
      bytes(
        json
          ? `${before}{"chain":${JSON.stringify(source.id)},"hotel_code":${JSON.stringify(hotelCode)},"night":`
          : `${before}${csvText(source.id)},${csvText(hotelCode)},`,
      ),
    ),
    seens: hotels.map(({ source }) => (pricedParty(source, occupancy) === occupancy ? asAsked : byDefault)),
  }
}

function partyText({ kind, occupancy: { adults, children, rooms } }: Grid, json: boolean): string {
  return json
    ? `,"kind":"${kind}","adults":${adults},"children":${children},"rooms":${rooms},"currency":`
    : `,${kind},${adults},${children},${rooms},`
}

/** The certificates that cover this many points at a hotel. Hotels of one source share a list. */
function certTexts({ hotels }: Grid, text: (certs: string | null) => Buffer) {
  const ofList = memo((certificates: readonly Certificate[]) =>
    memo((points: number) => text(certsFor(points, certificates))),
  )
  const ofHotel = hotels.map(({ source }) => ofList(source.certificates))
  return (hotel: number, points: number): Buffer | undefined => ofHotel[hotel]?.(points)
}

function memo<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    let value = known.get(key)
    if (value === undefined) {
      value = make(key)
      known.set(key, value)
    }
    return value
  }
}

function bytes(text: string): Buffer {
  return Buffer.from(text)
}
