import type { Booking, CreateBookingRequest } from './generated/shapes.ts'
import type { TextTable } from './sheets/in-memory.ts'

/** Tables of bookings, one per row, for people with many guests. What is written can be read again. */

type NewBooking = Omit<CreateBookingRequest, 'endpoints'> & { endpoints?: string[] }

/** A row that can be read, with the line on which it begins. */
export interface ReadBooking {
  line: number
  booking: CreateBookingRequest
  /** The same whenever the same table is read, so that it creates no booking twice within 24 hours. */
  idempotencyKey: string
}

/** What is wrong with a row, and in which column; null if with the row itself. */
export interface BookingProblem {
  line: number
  field: string | null
  problem: string
}

/** A row with several problems is in the list several times. */
export type BookingRow = ReadBooking | BookingProblem

type Fields = Readonly<Record<string, string>>

const COLUMNS: Readonly<Record<string, (booking: Booking) => string | number | boolean | null | undefined>> =
  {
    reference: ({ reference }) => reference,
    chain: ({ chain }) => chain,
    hotel_code: ({ hotel_code }) => hotel_code,
    checkin: ({ checkin }) => checkin,
    los: ({ los }) => los,
    adults: ({ adults }) => adults,
    children: ({ children }) => children,
    children_ages: ({ children_ages: ages }) => ages?.join(' '),
    rooms: ({ rooms }) => rooms,
    room_name: ({ room_name }) => room_name,
    refundable: ({ refundable }) => refundable,
    meal_plan: ({ meal_plan }) => meal_plan,
    paid_amount: ({ paid }) => paid.amount,
    paid_currency: ({ paid }) => paid.currency,
    paid_basis: ({ paid }) => paid.basis,
    cancel_by: ({ cancel_by }) => cancel_by,
    min_saving_pct: ({ min_saving_pct }) => min_saving_pct,
    refresh_sec: ({ refresh_sec }) => refresh_sec,
    endpoints: ({ endpoints }) => endpoints.join(' '),
  }

/** Only written: they are what became of a booking. */
const RESULTS: typeof COLUMNS = {
  id: ({ id }) => id,
  hotel_name: ({ name }) => name,
  status: ({ status }) => status,
  attention: ({ attention }) => attention,
  best_price: ({ best }) => best?.offer.price,
  best_room: ({ best }) => best?.offer.room_name,
  saving_pct: ({ best }) => best?.saving_pct,
  saving_total: ({ best }) => best?.saving_total,
  seen_at: ({ best }) => best?.seen_at,
  credits_per_refresh: ({ credits_per_refresh }) => credits_per_refresh,
}

const NEEDED = [
  'chain',
  'hotel_code',
  'checkin',
  'los',
  'room_name',
  'refundable',
  'meal_plan',
  'paid_amount',
  'paid_basis',
  'cancel_by',
]

/** The table before it has a form, for a workbook. */
export function bookingsSheet(bookings: readonly Booking[]): TextTable {
  const columns = Object.entries({ ...COLUMNS, ...RESULTS })
  return {
    columns: columns.map(([name]) => name),
    rows: bookings.map((booking) => columns.map(([, read]) => read(booking) ?? null)),
  }
}

export function bookingsToCsv(bookings: readonly Booking[]): string {
  const { columns, rows } = bookingsSheet(bookings)
  const lines = [columns, ...rows].map((row) =>
    row.map((value) => (typeof value === 'string' ? csvText(value) : String(value ?? ''))).join(','),
  )
  return `${lines.join('\r\n')}\r\n`
}

/** Spreadsheets treat a cell that starts with one of these as a formula; a leading apostrophe makes it text. */
const FORMULA = /^[=+\-@\t\r]/

function csvText(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Reads a table whose first row names its columns, in any order, separated by commas, semicolons or tabs. */
export function bookingsFromCsv(text: string, endpoints: readonly string[] = []): BookingRow[] {
  const [head, ...rows] = recordsOf(text)
  if (!head) return [{ line: 1, field: null, problem: 'The table is empty.' }]
  const names = head.cells.map((name) => name.trim().toLowerCase())
  const unfit = unfitColumns(names)
  if (unfit.length > 0) return unfit.map((found) => at(1, found))
  if (rows.length === 0) return [{ line: 1, field: null, problem: 'The table has no bookings.' }]
  const seen = new Map<string, number>()
  return rows.flatMap(({ line, cells }): BookingRow[] => {
    if (cells.length !== names.length) {
      const problem = `The row has ${cells.length} cells, and the first one has ${names.length}.`
      return [{ line, field: null, problem }]
    }
    const fields = Object.fromEntries(names.map((name, i) => [name, cellText(cells[i] ?? '')]))
    const problems = problemsOf(fields, endpoints)
    if (problems.length > 0) return problems.map((found) => at(line, found))
    const booking = bookingOf(fields, endpoints)
    const content = JSON.stringify(booking)
    const times = seen.get(content) ?? 0
    seen.set(content, times + 1)
    return [{ line, booking, idempotencyKey: `booking-${hashOf(content)}-${times}` }]
  })
}

type Problem = Omit<BookingProblem, 'line'>

const at = (line: number, { field, problem }: Problem): BookingProblem => ({ line, field, problem })

function unfitColumns(names: readonly string[]): Problem[] {
  const unknown = names.filter((name) => !(name in COLUMNS) && !(name in RESULTS))
  const twice = names.filter((name, place) => names.indexOf(name) !== place)
  const missing = NEEDED.filter((name) => !names.includes(name))
  return [
    ...unknown.map((field) => ({ field, problem: `There is no column \`${field}\`.` })),
    ...twice.map((field) => ({ field, problem: `The column \`${field}\` is there twice.` })),
    ...missing.map((field) => ({ field, problem: `The column \`${field}\` is missing.` })),
  ]
}

/** Without the apostrophe that a table gives to texts which look like formulas. */
function cellText(cell: string): string {
  const text = cell.trim()
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text
}

/** What can be seen without asking the service, which checks the rest. */
function problemsOf(fields: Fields, endpoints: readonly string[]): Problem[] {
  const empty = NEEDED.filter((name) => fields[name] === '')
  const isPaidInMoney = fields['paid_basis'] !== 'points'
  if (isPaidInMoney && !fields['paid_currency']) empty.push('paid_currency')
  const problems = empty.map((field) => ({ field, problem: `\`${field}\` is empty.` }))
  for (const [field, { isFit, must }] of Object.entries(FORMS)) {
    const value = fields[field]
    if (value && !isFit(value))
      problems.push({ field, problem: `\`${field}\` must be ${must}, not “${value}”.` })
  }
  if (!fields['endpoints'] && endpoints.length === 0) {
    problems.push({
      field: 'endpoints',
      problem: '`endpoints` is empty, and no endpoint was chosen for all.',
    })
  }
  return problems
}

interface Form {
  isFit: (value: string) => boolean
  must: string
}

const matching = (pattern: RegExp, must: string): Form => ({ isFit: (value) => pattern.test(value), must })
const oneOf = (values: readonly string[]): Form => ({
  isFit: (value) => values.includes(value),
  must: `${values.slice(0, -1).join(', ')} or ${values.at(-1) ?? ''}`,
})

const WHOLE = matching(/^\d{1,9}$/, 'a whole number')
const NUMBER = matching(/^\d{1,12}(\.\d+)?$/, 'a number with a point, such as 189.50')
const TRUTHS: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false }

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i

const FORMS: Readonly<Record<string, Form>> = {
  checkin: { isFit: isDay, must: 'a date such as 2027-03-01' },
  los: WHOLE,
  adults: WHOLE,
  children: WHOLE,
  children_ages: matching(/^\d{1,2}(\s+\d{1,2})*$/, 'ages separated by spaces'),
  rooms: WHOLE,
  refundable: { isFit: (value) => value.toLowerCase() in TRUTHS, must: 'true or false' },
  meal_plan: oneOf(['room_only', 'breakfast', 'half_board', 'full_board', 'all_inclusive']),
  paid_amount: NUMBER,
  paid_currency: matching(/^[A-Z]{3}$/, 'a code such as USD'),
  paid_basis: oneOf(['after_tax', 'bar', 'points']),
  cancel_by: {
    isFit: (value) => isDay(value) || (MOMENT.test(value) && !Number.isNaN(Date.parse(value))),
    must: 'a date, or a time with its offset such as 2027-03-01T18:00:00+01:00',
  },
  min_saving_pct: NUMBER,
  refresh_sec: WHOLE,
}

function bookingOf(fields: Fields, endpoints: readonly string[]): CreateBookingRequest {
  return {
    ...fieldsOf(fields),
    refundable: TRUTHS[fields['refundable']?.toLowerCase() ?? ''] ?? false,
    endpoints: fields['endpoints'] ? fields['endpoints'].split(/\s+/) : [...endpoints],
  }
}

function fieldsOf(fields: Fields): Omit<NewBooking, 'refundable'> {
  const text = (name: string) => fields[name] || undefined
  const number = (name: string) => (fields[name] ? Number(fields[name]) : undefined)
  const ages = text('children_ages')?.split(/\s+/).map(Number)
  const given = {
    reference: text('reference'),
    chain: text('chain'),
    hotel_code: text('hotel_code'),
    checkin: text('checkin'),
    los: number('los'),
    adults: number('adults'),
    children: number('children'),
    children_ages: ages,
    rooms: number('rooms'),
    room_name: text('room_name'),
    meal_plan: text('meal_plan'),
    paid: {
      amount: number('paid_amount'),
      ...(text('paid_currency') !== undefined && { currency: text('paid_currency') }),
      basis: text('paid_basis'),
    },
    cancel_by: text('cancel_by'),
    min_saving_pct: number('min_saving_pct'),
    refresh_sec: number('refresh_sec'),
  }
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(set) as unknown as Omit<NewBooking, 'refundable'>
}

interface CsvRecord {
  line: number
  cells: string[]
}

/** The rows of a table (RFC 4180), without empty ones. */
function recordsOf(text: string): CsvRecord[] {
  const source = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(source)
  const records: CsvRecord[] = []
  let record: CsvRecord = { line: 1, cells: [] }
  let cell = ''
  let isQuoted = false
  let line = 1
  const endCell = () => {
    record.cells.push(cell)
    cell = ''
  }
  const endRecord = () => {
    endCell()
    if (record.cells.some((value) => value.trim() !== '')) records.push(record)
    record = { line: line + 1, cells: [] }
  }
  for (let i = 0; i < source.length; i += 1) {
    const char = source[i] ?? ''
    if (isQuoted) {
      if (char === '"' && source[i + 1] === '"') {
        cell += '"'
        i += 1
      } else if (char === '"') isQuoted = false
      else cell += char
    } else if (char === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (char === separator) endCell()
    else if (char === '\n') endRecord()
    else if (char !== '\r') cell += char
    if (char === '\n') line += 1
  }
  if (cell !== '' || record.cells.length > 0) endRecord()
  return records
}

/** The one that is most often in the first line. */
function separatorOf(text: string): string {
  const [head = ''] = text.split('\n', 1)
  const count = (separator: string) => head.split(separator).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

/** Two hashes of 32 bits in hexadecimal (FNV-1a): equal rows have equal keys, in browsers without a secure context, too. */
function hashOf(text: string): string {
  let [a, b] = [0x811c9dc5, 0x01000193]
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    a = Math.imul(a ^ code, 0x01000193) >>> 0
    b = Math.imul(b + code, 0x85ebca6b) >>> 0
    b = (b ^ (b >>> 13)) >>> 0
  }
  return a.toString(16).padStart(8, '0') + b.toString(16).padStart(8, '0')
}
