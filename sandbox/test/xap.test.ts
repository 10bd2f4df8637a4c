import { describe, expect, test } from 'vitest'
import type { WireRequest } from '../src/wires/wire.ts'
import { createXapWire } from '../src/wires/xap/wire.ts'
import { createWorld } from '../src/world/create.ts'

const NOW = Date.parse('2027-01-10T12:00:00Z')
const credentials = { username: 'u', password: 'p', apiKey: 'k' }
const world = createWorld({ seed: 7, now: () => NOW })
const wire = createXapWire({ id: 'mapleroom', wire: 'xap', profile: {}, credentials }, world)

const HEADERS = {
  accept: 'application/vnd.exp-hotel.v3+json',
  authorization: `Basic ${Buffer.from('u:p').toString('base64')}`,
  key: 'k',
  'partner-transaction-id': 'abc123',
}

const STAY = { checkIn: '2027-03-05', checkOut: '2027-03-08' }
const HOTEL = { ecomHotelIds: 'UNDERCUT-aurelia' }

function ask(query: Record<string, string>, change: Partial<WireRequest> = {}) {
  const request = {
    method: 'GET',
    path: '/hotels/listings',
    query: new URLSearchParams(query),
    headers: HEADERS,
    body: '',
    ...change,
  }
  const { status, headers = {}, body } = wire.answer(request)
  return { status, headers, body: JSON.parse(body) as Record<string, never> }
}

function codeOf(answer: ReturnType<typeof ask>): unknown {
  return (answer.body['Errors'] as unknown as { Code: string }[] | undefined)?.[0]?.Code
}

describe('the XAP wire', () => {
  test.each([
    ['without a key', { ...HEADERS, key: '' }],
    ['with another key', { ...HEADERS, key: 'other' }],
    [
      'with a wrong password',
      { ...HEADERS, authorization: `Basic ${Buffer.from('u:x').toString('base64')}` },
    ],
    ['without a user', { key: 'k', 'partner-transaction-id': 'a' }],
  ])('turns a caller away %s', (_, headers) => {
    expect(ask({ ...HOTEL, ...STAY }, { headers })).toMatchObject({
      status: 401,
      body: { message: 'Unauthorized' },
    })
  })

  test('wants a transaction id and mirrors it', () => {
    expect(ask({ ...HOTEL, ...STAY }).headers).toMatchObject({
      'partner-transaction-id': 'abc123',
      'content-type': 'application/vnd.exp-hotel.v3+json',
    })
    const { 'partner-transaction-id': _, ...without } = HEADERS
    expect(ask({ ...HOTEL, ...STAY }, { headers: without }).status).toBe(400)
  })

  test('takes one way to select hotels', () => {
    expect(codeOf(ask({ ...HOTEL, hcomHotelIds: '1', ...STAY }))).toBe('COMBINED_HOTEL_SELECT_CRITERIA')
    expect(codeOf(ask(STAY))).toBe('MISSING_HOTEL_SELECT_CRITERIA')
  })

  test.each([
    ['a past date', { checkIn: '2026-12-01', checkOut: '2026-12-02' }],
    ['no such date', { checkIn: '2027-02-30', checkOut: '2027-03-02' }],
    ['a date beyond 500 days', { checkIn: '2028-12-01', checkOut: '2028-12-02' }],
    ['29 nights', { checkIn: '2027-03-01', checkOut: '2027-03-30' }],
    ['check-out before check-in', { checkIn: '2027-03-05', checkOut: '2027-03-04' }],
    ['check-in alone', { checkIn: '2027-03-05' }],
    ['nobody in the room', { ...STAY, 'room1.adults': '0' }],
    ['a child of 40', { ...STAY, 'room1.adults': '2', 'room1.childAges': '40' }],
    ['a third room without a second', { ...STAY, 'room1.adults': '2', 'room3.adults': '2' }],
    [
      'a ninth room',
      { ...STAY, ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [`room${n}.adults`, '1'])) },
    ],
    ['1,001 hotels', { ...STAY, ecomHotelIds: Array.from({ length: 1001 }, (_, i) => String(i)).join(',') }],
    ['unknown detail', { ...STAY, contentDetails: 'most' }],
  ])('refuses %s in the vendor’s error form', (_, query) => {
    const answer = ask({ ...HOTEL, ...query })
    expect(answer.status).toBe(400)
    expect(codeOf(answer)).toBe('INVALID_PARAMETER')
  })

  test('echoes dates and parties, and shows taxes and fees apart', () => {
    const { body } = ask({
      ...HOTEL,
      ...STAY,
      'room1.adults': '2',
      'room2.adults': '2',
      allRoomTypes: 'true',
    })
    expect(body).toMatchObject({
      StayDates: { CheckInDate: '2027-03-05', CheckOutDate: '2027-03-08' },
      LengthOfStay: 3,
      NumberOfRooms: 2,
      Occupants: [{ Adults: 2 }, { Adults: 2 }],
      Count: 1,
    })
    const hotels = body['Hotels'] as unknown as {
      RoomTypes: { Price: Record<string, { Value: string }> }[]
    }[]
    const price = hotels[0]?.RoomTypes[0]?.Price
    // The cheapest plan: 200.00 less 15 % is 170.00, less 10 % here 153.00; 10 % tax; a fee of 5.00 less 10 %.
    expect(price).toMatchObject({
      BaseRate: { Value: '918.00' },
      TaxesAndFees: { Value: '91.80' },
      TotalPrice: { Value: '1009.80' },
      HotelMandatoryFees: { Value: '27.00' },
      TotalPriceWithHotelFees: { Value: '1036.80' },
      AvgNightlyRate: { Value: '153.00' },
    })
  })

  test('leaves unknown ids out, and says so where none is left', () => {
    expect(ask({ ...STAY, ecomHotelIds: 'UNKNOWN,UNDERCUT-aurelia' }).body).toMatchObject({
      Count: 1,
      TotalHotelCount: 2,
    })
    const answer = ask({ ...STAY, ecomHotelIds: 'UNKNOWN' })
    expect([answer.status, codeOf(answer)]).toEqual([400, 'NO_RESULTS_FOUND'])
  })

  test('cuts an answer with every rate off after 200 hotels', () => {
    const codes = world
      .listings('mapleroom')
      .slice(0, 250)
      .map(({ code }) => code)
    expect(
      ask({ ...STAY, ecomHotelIds: codes.join(','), allRoomTypes: 'true', contentDetails: 'lowest' }).body,
    ).toMatchObject({
      Count: 200,
    })
  })

  test('names the hotels that a request is about', () => {
    const query = new URLSearchParams({ ecomHotelIds: 'TIMEOUT,BROKEN' })
    expect(wire.codes({ method: 'GET', path: '/hotels/listings', query, headers: {}, body: '' })).toEqual([
      'TIMEOUT',
      'BROKEN',
    ])
  })

  test('asks which place is meant where a keyword names several', () => {
    const answer = ask({ locationKeyword: 'Springfield', queryText: 'x' })
    expect(codeOf(answer)).toBe('AMBIGUOUS_LOCATION')
  })
})
