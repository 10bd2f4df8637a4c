import type { Booking, CreateBookingRequest } from './generated/shapes.ts'

/** Tables of bookings, one per row, for people with many guests. What is written can be read again. */

type NewBooking = Omit<CreateBookingRequest, 'endpoints'> & { endpoints?: string[] }

/** A row of a table: the line on which it begins, and its booking or what is wrong with it. */
export type BookingRow =
  | { line: number; booking: CreateBookingRequest; idempotencyKey: string }
  | { line: number; problem: string }

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

export function bookingsToCsv(bookings: readonly Booking[]): string {
  const columns = Object.entries({ ...COLUMNS, ...RESULTS })
  const rows = bookings.map((booking) => columns.map(([, read]) => read(booking) ?? ''))
  const lines = [columns.map(([name]) => name), ...rows].map((row) =>
    row.map((value) => (typeof value === 'string' ? csvText(value) : String(value))).join(','),
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
  if (!head) return [{ line: 1, problem: 'The table is empty.' }]
  const names = head.cells.map((name) => name.trim().toLowerCase())
  const unknown = names.find((name) => !(name in COLUMNS) && !(name in RESULTS))
  if (unknown !== undefined) return [{ line: 1, problem: `There is no column \`${unknown}\`.` }]
  const missing = NEEDED.find((name) => !names.includes(name))
  if (missing !== undefined) return [{ line: 1, problem: `The column \`${missing}\` is missing.` }]
  const seen = new Map<string, number>()
  return rows.map(({ line, cells }): BookingRow => {
    if (cells.length !== names.length)
      return { line, problem: `The row has ${cells.length} cells, and the first one has ${names.length}.` }
    const fields = Object.fromEntries(names.map((name, i) => [name, cellText(cells[i] ?? '')]))
    const booking = readBooking(fields, endpoints)
    if (typeof booking === 'string') return { line, problem: booking }
    const content = JSON.stringify(booking)
    const times = seen.get(content) ?? 0
    seen.set(content, times + 1)
    return { line, booking, idempotencyKey: `booking-${hashOf(content)}-${times}` }
  })
}

/** Without the apostrophe that a table gives to texts which look like formulas. */
function cellText(cell: string): string {
  const text = cell.trim()
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text
}

/** The booking, or what is wrong. The service checks the values themselves. */
function readBooking(fields: Fields, endpoints: readonly string[]): CreateBookingRequest | string {
  const empty = NEEDED.find((name) => fields[name] === '')
  if (empty !== undefined) return `\`${empty}\` is empty.`
  const wrong = NUMBERS.find((name) => fields[name] && !Number.isFinite(Number(fields[name])))
  if (wrong !== undefined) return `\`${wrong}\` must be a number, not “${fields[wrong]}”.`
  const refundable = TRUTHS[fields['refundable']?.toLowerCase() ?? '']
  if (refundable === undefined) return '`refundable` must be true or false.'
  const chosen = fields['endpoints'] ? fields['endpoints'].split(/\s+/) : [...endpoints]
  if (chosen.length === 0) return '`endpoints` is empty, and no endpoint was chosen for all.'
  return { ...fieldsOf(fields), refundable, endpoints: chosen }
}

const NUMBERS = ['los', 'adults', 'children', 'rooms', 'paid_amount', 'min_saving_pct', 'refresh_sec']
const TRUTHS: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false }

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
