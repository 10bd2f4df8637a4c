import { expect, test } from 'vitest'
import { bookingsFromCsv, bookingsToCsv } from '../src/bookings-csv.ts'
import type { Booking } from '../src/generated/shapes.ts'

const BOOKING: Booking = {
  id: 'bkg_4nW7sQ0aXk2mR9tYbC1dEf',
  reference: '=Guest "A", file 1',
  chain: 'aurelia',
  hotel_code: 'NEWSF',
  name: 'Aurelia, Garden',
  checkin: '2028-01-16',
  los: 2,
  adults: 2,
  children: 2,
  children_ages: [4, 9],
  rooms: 1,
  room_name: 'Deluxe King,\nSea View',
  refundable: true,
  meal_plan: 'room_only',
  paid: { amount: 310.5, currency: 'USD', basis: 'after_tax' },
  cancel_by: '2028-01-15T02:00:00.000Z',
  min_saving_pct: 5,
  refresh_sec: 21_600,
  endpoints: ['end_a', 'end_b'],
  status: 'watching',
  attention: null,
  best: null,
  credits_per_refresh: 0.25,
  upstream: { requests: 2, cost: null, per_month: { requests: 240, cost: null } },
  last_refresh_at: null,
  next_refresh_at: null,
  created_at: '2027-01-01T00:00:00.000Z',
}

const HEAD =
  'chain,hotel_code,checkin,los,room_name,refundable,meal_plan,paid_amount,paid_currency,paid_basis,cancel_by'
const ROW = 'aurelia,NEWSF,2028-01-16,2,Deluxe King,true,room_only,310.5,USD,after_tax,2028-01-15'

test('what is exported can be imported, and no cell starts a formula', () => {
  const csv = bookingsToCsv([BOOKING, BOOKING])
  expect(csv).not.toMatch(/(^|,)"?=/m)
  const { id: _id, name: _name, status: _s, attention: _a, best: _b, upstream: _u, ...fields } = BOOKING
  const {
    credits_per_refresh: _c,
    last_refresh_at: _l,
    next_refresh_at: _n,
    created_at: _at,
    ...asked
  } = fields
  const rows = bookingsFromCsv(csv)
  expect(rows).toMatchObject([
    { line: 2, booking: asked },
    { line: 4, booking: asked },
  ])
  // Two equal bookings are two, also if the file is imported again.
  const keys = rows.flatMap((row) => ('booking' in row ? [row.idempotencyKey] : []))
  expect(new Set(keys).size).toBe(2)
  expect(bookingsFromCsv(csv)).toEqual(rows)
})

test('columns come in any order, separated by semicolons or tabs; empty rows and cells are left out', () => {
  for (const separator of [';', '\t']) {
    const csv = `\uFEFF${HEAD};adults\r\n\r\n${ROW};\r\n`.replaceAll(/[,;]/g, separator)
    expect(bookingsFromCsv(csv, ['end_a'])).toMatchObject([
      { line: 3, booking: { chain: 'aurelia', paid: { amount: 310.5 }, endpoints: ['end_a'] } },
    ])
  }
})

test.each([
  ['', null, 'empty'],
  [HEAD, null, 'no bookings'],
  [`${HEAD.replace(',los', '')}\n${ROW.replace(',2,', ',')}`, 'los', 'missing'],
  [`${HEAD},guests\n${ROW},2`, 'guests', 'no column'],
  [`${HEAD},los\n${ROW},2`, 'los', 'twice'],
  [`${HEAD}\naurelia,NEWSF`, null, '2 cells'],
  [`${HEAD}\n${ROW.replace('310.5', 'much')}`, 'paid_amount', 'not “much”'],
  [`${HEAD}\n${ROW.replace('310.5', '1e3')}`, 'paid_amount', 'a number'],
  [`${HEAD}\n${ROW.replace('USD', '')}`, 'paid_currency', 'empty'],
  [`${HEAD}\n${ROW.replace('true', 'perhaps')}`, 'refundable', 'true or false'],
  [`${HEAD}\n${ROW.replace('room_only', 'dinner')}`, 'meal_plan', 'full_board or all_inclusive'],
  [`${HEAD}\n${ROW.replace('after_tax', 'net')}`, 'paid_basis', 'after_tax, bar or points'],
  [`${HEAD}\n${ROW.replace('2028-01-16', '16.01.2028')}`, 'checkin', 'a date such as'],
  [`${HEAD}\n${ROW.replace('2028-01-15', 'tomorrow')}`, 'cancel_by', 'a time with its offset'],
  [`${HEAD}\n${ROW.replace('Deluxe King', '')}`, 'room_name', 'empty'],
])('%j is refused at its column', (csv, field, problem) => {
  expect(bookingsFromCsv(csv, ['end_a'])).toMatchObject([
    { field, problem: expect.stringContaining(problem) },
  ])
})

test('all problems of a table are told at once, each at its line and column', () => {
  const csv = `${HEAD}\n${ROW}\n${ROW.replace('310.5', 'much').replace('true', 'perhaps')}\n${ROW.replace(',2,', ',two,')}`
  const found = bookingsFromCsv(csv, ['end_a']).map((row) => [row.line, 'field' in row ? row.field : 'read'])
  expect(found).toEqual([
    [2, 'read'],
    [3, 'refundable'],
    [3, 'paid_amount'],
    [4, 'los'],
  ])
})

test('a row without an endpoint is refused if none is chosen for all', () => {
  expect(bookingsFromCsv(`${HEAD}\n${ROW}`)).toMatchObject([
    { problem: expect.stringContaining('`endpoints`') },
  ])
})
