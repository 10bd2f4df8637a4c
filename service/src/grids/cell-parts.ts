import { nightOfDay } from '../kernel/dates.ts'
import { currencyOf, minorDigits } from '../kernel/money.ts'
import { certsFor } from '../observations/figures.ts'
import { STATUS_LETTER } from '../observations/store.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import { codeOf, type Part, partOf } from './byte-cursor.ts'
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
  const text = (value: string) => (json ? JSON.stringify(value) : csvText(value))
  const name = (field: string) => (json ? `,"${field}":` : ',')
  const nothing = json ? 'null' : ''
  return {
    nothing: partOf(nothing),
    heads: headsOf(grid, shape),
    nightOf: memo((day: number) => partOf(`${text(nightOfDay(day))}${name('los')}`)),
    termsOf: termsOf(grid, { json, text, name, nothing }),
    barAfterTax: partOf(name('lowest_bar_after_tax')),
    member: partOf(name('lowest_member')),
    points: partOf(name('lowest_points')),
    pointsCash: partOf(name('lowest_points_cash')),
    copay: partOf(name('cash_copay')),
    cpp: partOf(name('cpp')),
    noPointsCash: partOf(
      `${name('lowest_points_cash')}${nothing}${name('cash_copay')}${nothing}${name('cpp')}`,
    ),
    cppPointsCash: partOf(name('cpp_points_cash')),
    certsOf: certTexts(grid, { json, text, name, nothing }),
    dateOf: memo((day: number) => partOf(`${nightOfDay(day)}T`)),
    age: partOf(json ? '","cache_age_sec":' : ','),
    end: partOf(`${json ? '}' : ''}${shape.after ?? ''}`),
  }
}

/** How a form writes texts, names of fields, and null. */
interface Form {
  json: boolean
  text(value: string): string
  name(field: string): string
  nothing: string
}

/** How the cells of each hotel begin. */
function headsOf({ hotels }: Grid, { form, before = '' }: CellShape): Part[] {
  return hotels.map(({ source, hotelCode }) =>
    partOf(
      form === 'json'
        ? `${before}{"chain":${JSON.stringify(source.id)},"hotel_code":${JSON.stringify(hotelCode)},"night":`
        : `${before}${csvText(source.id)},${csvText(hotelCode)},`,
    ),
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

function termsOf(grid: Grid, { json, text, name, nothing }: Form) {
  const statuses = new Map(
    Object.entries(STATUS_LETTER).map(([status, letter]) => [codeOf(letter), text(status)]),
  )
  const known = new Map<string, Terms>()
  let last: Terms | undefined
  const make = (los: number, status: number, minLos: number, quoted: number): Terms => {
    const currency = currencyOf(quoted)
    const written = [
      `${los}${partyText(grid, json)}${text(currency)}`,
      `${name('status')}${statuses.get(status) ?? nothing}`,
      `${name('min_los')}${minLos < 0 ? nothing : minLos}`,
      name('lowest_bar'),
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

function partyText({ kind, occupancy: { adults, children, rooms } }: Grid, json: boolean): string {
  return json
    ? `,"kind":"${kind}","adults":${adults},"children":${children},"rooms":${rooms},"currency":`
    : `,${kind},${adults},${children},${rooms},`
}

/** The certificates that cover this many points at a hotel (-1: none do), up to the time of the observation. */
function certTexts({ hotels, occupancy }: Grid, { json, text, name, nothing }: Form) {
  const ofSource = memo((source: Source) => {
    const byDefault = pricedParty(source, occupancy) !== occupancy
    const seen = json ? `,"from_default_occupancy":${byDefault},"observed_at":"` : `,${byDefault},`
    return memo((points: number) => {
      const certs = points < 0 ? null : certsFor(points, source.certificates)
      return partOf(`${name('certs')}${certs === null ? nothing : text(certs)}${seen}`)
    })
  })
  const ofHotel = hotels.map(({ source }) => ofSource(source))
  return (hotel: number, points: number): Part | undefined => ofHotel[hotel]?.(points)
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
