import { describe, expect, test } from 'vitest'
import { bind, errors, hotel, type Json, listings, offer, SOLD_OUT, STAY, usd, vendor } from './xap-vendor.ts'

describe('an answer that is not to the question', () => {
  const CASES: [string, Json][] = [
    [
      'other dates',
      listings([hotel([], SOLD_OUT)], {
        StayDates: { CheckInDate: '2027-03-06', CheckOutDate: '2027-03-09' },
      }),
    ],
    ['no dates', listings([hotel([], SOLD_OUT)], { StayDates: undefined })],
    ['another party', listings([hotel([], SOLD_OUT)], { Occupants: [{ Adults: 2 }] })],
    [
      'a child more',
      listings([hotel([], SOLD_OUT)], { Occupants: [{ Adults: 2 }, { Adults: 2, ChildAges: [8] }] }),
    ],
    ['an available hotel without rooms', listings([hotel([])])],
    ['no status', listings([hotel([], { Status: undefined })])],
    [
      'an amount that is no number',
      listings([hotel([offer({ price: { TotalPriceWithHotelFees: usd('n/a') } })])]),
    ],
    ['a negative amount', listings([hotel([offer({ price: { TotalPriceWithHotelFees: usd('-5') } })])])],
    [
      'a rate for other nights',
      listings([
        hotel([offer({ plan: { StayDates: { CheckInDate: '2027-03-05', CheckOutDate: '2027-03-06' } } })]),
      ]),
    ],
    [
      'two currencies',
      listings([
        hotel([offer(), offer({ price: { TotalPriceWithHotelFees: { Value: '9', Currency: 'EUR' } } })]),
      ]),
    ],
    ['rooms that are no list', listings([hotel([], { RoomTypes: 'none' })])],
    ['no hotels at all', { Count: 0 }],
  ]

  test.each(CASES)('%s is broken, never sold out', async (_, body) => {
    await expect(bind().shop(STAY, vendor(body).call)).rejects.toMatchObject({ kind: 'broken' })
  })

  test('a page of HTML is broken', async () => {
    const { call } = vendor({ status: 200, headers: {}, body: '<html>' })
    await expect(bind().shop(STAY, call)).rejects.toMatchObject({ kind: 'broken' })
  })

  test('the mirror of another transaction is broken', async () => {
    const body = JSON.stringify(listings([hotel([offer()])]))
    const { call } = vendor({ status: 200, headers: { 'partner-transaction-id': 'else' }, body })
    await expect(bind().shop(STAY, call)).rejects.toMatchObject({ kind: 'broken' })
  })
})

describe('a hotel that the answer leaves out', () => {
  const nothing = errors(400, { Code: 'NO_RESULTS_FOUND', Description: 'no hotel' })

  test('is unknown when a search without dates does not have it either', async () => {
    const { call, requests } = vendor(nothing, nothing)
    await expect(bind().shop(STAY, call)).rejects.toMatchObject({ kind: 'not_found' })
    expect(requests[1]?.query).not.toHaveProperty('checkIn')
  })

  test('is a broken answer when it exists', async () => {
    const { call } = vendor(nothing, { Count: 1, Hotels: [{ Id: '1234567', Status: 'AVAILABLE' }] })
    await expect(bind().shop(STAY, call)).rejects.toMatchObject({ kind: 'broken' })
  })

  test('is looked up only where it was never seen before', async () => {
    const { call, requests } = vendor(listings([hotel([offer()])]), listings([]))
    const adapter = bind()
    await adapter.shop(STAY, call)
    await expect(adapter.shop(STAY, call)).rejects.toMatchObject({ kind: 'broken' })
    expect(requests).toHaveLength(2)
  })
})

describe('a refusal', () => {
  test.each([401, 403, 400, 500])('HTTP %i is refused', async (status) => {
    const answer = errors(status, { Code: 'APPLICATION_ERROR', Description: 'no' })
    await expect(bind().shop(STAY, vendor(answer).call)).rejects.toMatchObject({
      kind: 'refused',
      transient: false,
    })
  })

  test('HTTP 429 says how long to stay away', async () => {
    const answer = {
      status: 429,
      headers: { 'retry-after': '7' },
      body: '{"message":"API rate limit exceeded."}',
    }
    await expect(bind().shop(STAY, vendor(answer).call)).rejects.toMatchObject({
      kind: 'refused',
      retryAfterMs: 7000,
    })
  })

  test('HTTP 503 may work at once', async () => {
    const answer = { status: 503, headers: {}, body: '{"message":"name resolution failed"}' }
    await expect(bind().shop(STAY, vendor(answer).call)).rejects.toMatchObject({
      kind: 'refused',
      transient: true,
    })
  })

  test('errors inside a 200 are a refusal', async () => {
    const answer = errors(200, { Code: 'APPLICATION_ERROR' })
    await expect(bind().shop(STAY, vendor(answer).call)).rejects.toMatchObject({ kind: 'refused' })
  })

  test('a stay or party beyond what the source sells is not asked at all', async () => {
    const { call, requests } = vendor()
    await expect(bind().shop({ ...STAY, los: 29 }, call)).rejects.toMatchObject({ kind: 'unsupported' })
    const nine = { ...STAY, occupancy: { adults: 1, children: 0, rooms: 9 } }
    await expect(bind().shop(nine, call)).rejects.toMatchObject({ kind: 'unsupported' })
    expect(requests).toHaveLength(0)
  })
})
