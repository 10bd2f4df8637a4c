import { type TSchema, Type } from 'typebox'
import { currencyOf, minorDigits } from '../kernel/money.ts'
import { certsFor } from '../observations/figures.ts'
import type { Grid } from './grid.ts'

/** The columns of a cell, in the order of the CSV. They are also the fields of a cell in JSON. */
export const COLUMNS = [
  'chain',
  'hotel_code',
  'night',
  'los',
  'kind',
  'adults',
  'children',
  'rooms',
  'currency',
  'status',
  'min_los',
  'lowest_bar',
  'lowest_bar_after_tax',
  'lowest_member',
  'lowest_points',
  'lowest_points_cash',
  'cash_copay',
  'cpp',
  'cpp_points_cash',
  'certs',
  'from_default_occupancy',
  'observed_at',
  'cache_age_sec',
] as const

const nullable = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const MatrixCell = Type.Object(
  {
    chain: Type.String({ description: 'Id of the source.' }),
    hotel_code: Type.String({ description: 'The property’s code at the source.' }),
    night: Type.String({ description: 'Check-in.', format: 'date' }),
    los: Type.Integer({ description: 'Nights of the stay.' }),
    kind: Type.Enum(['cash', 'award'], { description: 'What was asked for.' }),
    adults: Type.Integer({ description: 'Per room, as asked.' }),
    children: Type.Integer({ description: 'Per room, as asked.' }),
    rooms: Type.Integer({ description: 'As asked.' }),
    currency: Type.String({ description: 'Of the figures of this cell.' }),
    status: Type.Enum(['available', 'sold_out', 'closed', 'restricted_los'], {
      description: 'Whether the stay can be booked. `restricted_los`: only for longer.',
    }),
    min_los: nullable(Type.Integer(), 'Where the chain states one.'),
    lowest_bar: nullable(Type.Number(), 'The lowest public rate; a nightly average for longer stays.'),
    lowest_bar_after_tax: nullable(Type.Number(), 'With all taxes and fees.'),
    lowest_member: nullable(Type.Number(), 'The lowest member rate.'),
    lowest_points: nullable(Type.Integer(), 'Payable with points alone.'),
    lowest_points_cash: nullable(Type.Integer(), 'The points of the cheapest points + cash rate.'),
    cash_copay: nullable(Type.Number(), 'The cash of that rate.'),
    cpp: nullable(Type.Number(), 'Cents per point of `lowest_points`.'),
    cpp_points_cash: nullable(Type.Number(), 'Cents per point of `lowest_points_cash`.'),
    certs: nullable(
      Type.String(),
      'Certificates that pay for the night, with the points to add: `35k:0;40k:0`.',
    ),
    from_default_occupancy: Type.Boolean({
      description:
        'Whether the source could not price the asked occupancy, and the figures are for two adults in one room.',
    }),
    observed_at: Type.String({ description: 'When the source said so.', format: 'date-time' }),
    cache_age_sec: Type.Integer({ description: 'How long ago that was.' }),
  },
  { $id: 'MatrixCell' },
)

/** A cell as it comes out of the store: texts of integers, empty where null. */
export interface RawCell {
  /** Which hotel of the grid, from 0. */
  hotel: number
  night: string
  los: string
  seenMs: number
  status: string
  minLos: string
  quoted: number
  bar: string
  barAfterTax: string
  member: string
  points: string
  pointsCash: string
  copay: string
  premium: boolean
  cpp: string
  cppPointsCash: string
}

const STATUS: Readonly<Record<string, string>> = {
  a: 'available',
  s: 'sold_out',
  c: 'closed',
  r: 'restricted_los',
}

/** How the cells of one grid are written, with everything that is the same for all of them prepared once. */
export interface CellWriter {
  json(cell: RawCell): string
  csv(cell: RawCell): string
}

export function createCellWriter(grid: Grid, nowMs: number): CellWriter {
  const { adults, children, rooms } = grid.occupancy
  const jsonHeads = grid.hotels.map(
    ({ source, hotelCode }) =>
      `{"chain":${JSON.stringify(source.id)},"hotel_code":${JSON.stringify(hotelCode)},"night":"`,
  )
  const csvHeads = grid.hotels.map(({ source, hotelCode }) => `${csvText(source.id)},${csvText(hotelCode)},`)
  const party = `"kind":"${grid.kind}","adults":${adults},"children":${children},"rooms":${rooms},"currency":"`
  const csvParty = `${grid.kind},${adults},${children},${rooms},`
  const certs = new Map<string, string>()

  function certsOf(cell: RawCell): string {
    if (cell.points === '' || cell.premium) return ''
    const key = `${cell.hotel}/${cell.points}`
    let text = certs.get(key)
    if (text === undefined) {
      text = certsFor(Number(cell.points), grid.hotels[cell.hotel]?.source.certificates ?? []) ?? ''
      certs.set(key, text)
    }
    return text
  }

  return {
    json: (cell) => {
      const digits = minorDigitsOf(cell.quoted)
      const paid = certsOf(cell)
      return (
        `${jsonHeads[cell.hotel]}${cell.night}","los":${cell.los},${party}${currencyOf(cell.quoted)}",` +
        `"status":"${STATUS[cell.status]}","min_los":${cell.minLos || 'null'},` +
        `"lowest_bar":${decimal(cell.bar, digits) || 'null'},"lowest_bar_after_tax":${decimal(cell.barAfterTax, digits) || 'null'},` +
        `"lowest_member":${decimal(cell.member, digits) || 'null'},"lowest_points":${cell.points || 'null'},` +
        `"lowest_points_cash":${cell.pointsCash || 'null'},"cash_copay":${decimal(cell.copay, digits) || 'null'},` +
        `"cpp":${decimal(cell.cpp, 2) || 'null'},"cpp_points_cash":${decimal(cell.cppPointsCash, 2) || 'null'},` +
        `"certs":${paid === '' ? 'null' : `"${paid}"`},"from_default_occupancy":false,` +
        `"observed_at":"${new Date(cell.seenMs).toISOString()}","cache_age_sec":${ageSec(cell, nowMs)}}`
      )
    },
    csv: (cell) => {
      const digits = minorDigitsOf(cell.quoted)
      return (
        `${csvHeads[cell.hotel]}${cell.night},${cell.los},${csvParty}${currencyOf(cell.quoted)},${STATUS[cell.status]},` +
        `${cell.minLos},${decimal(cell.bar, digits)},${decimal(cell.barAfterTax, digits)},${decimal(cell.member, digits)},` +
        `${cell.points},${cell.pointsCash},${decimal(cell.copay, digits)},${decimal(cell.cpp, 2)},` +
        `${decimal(cell.cppPointsCash, 2)},${csvText(certsOf(cell))},false,${new Date(cell.seenMs).toISOString()},${ageSec(cell, nowMs)}\n`
      )
    },
  }
}

function ageSec(cell: RawCell, nowMs: number): number {
  return Math.max(0, Math.floor((nowMs - cell.seenMs) / 1000))
}

const DIGITS = new Map<number, number>()

function minorDigitsOf(currency: number): number {
  let digits = DIGITS.get(currency)
  if (digits === undefined) {
    digits = minorDigits(currencyOf(currency))
    DIGITS.set(currency, digits)
  }
  return digits
}

/** `12340` with two digits → `123.4`: as JSON prints the number, without making one. Empty stays empty. */
export function decimal(integer: string, digits: number): string {
  if (integer === '' || digits === 0) return integer
  const sign = integer.startsWith('-') ? '-' : ''
  const padded = integer.slice(sign.length).padStart(digits + 1, '0')
  const whole = padded.slice(0, -digits)
  const fraction = padded.slice(-digits).replace(/0+$/, '')
  return sign + whole + (fraction === '' ? '' : `.${fraction}`)
}

/** A spreadsheet takes a cell that begins with one of these for a formula; a leading apostrophe makes it text. */
const FORMULA = /^[=+\-@\t\r]/

export function csvText(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
