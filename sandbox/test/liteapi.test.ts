import { describe, expect, test } from 'vitest'
import { createLiteapiWire } from '../src/wires/liteapi/wire.ts'
import type { WireAnswer } from '../src/wires/wire.ts'
import { createWorld } from '../src/world/create.ts'

const NOW = Date.parse('2027-03-01T12:00:00Z')
const world = createWorld({ seed: 7, now: () => NOW })
const wire = createLiteapiWire(
  { id: 'glasshouse', wire: 'liteapi', profile: {}, credentials: { apiKey: 'key' } },
  world,
)

const ASK = {
  hotelIds: ['SLOW'],
  occupancies: [{ adults: 2, children: [] as number[] }],
  currency: 'USD',
  guestNationality: 'US',
  checkin: '2027-05-10',
  checkout: '2027-05-12',
}

function post(path: string, body: unknown, apiKey = 'key'): WireAnswer {
  const headers = { 'x-api-key': apiKey }
  return wire.answer({
    method: 'POST',
    path,
    query: new URLSearchParams(),
    headers,
    body: JSON.stringify(body),
  })
}

function get(path: string, query: Record<string, string>): WireAnswer {
  const headers = { 'x-api-key': 'key' }
  return wire.answer({ method: 'GET', path, query: new URLSearchParams(query), headers, body: '' })
}

describe('the rates of the LiteAPI wire', () => {
  test('come cheapest first, with taxes inside the total and fees of the property beside it', () => {
    const { status, body } = post('/hotels/rates', ASK)
    expect(status).toBe(200)
    const { data } = JSON.parse(body)
    const totals = data[0].roomTypes.map(
      (offer: { offerRetailRate: { amount: number } }) => offer.offerRetailRate.amount,
    )
    expect(totals).toEqual(totals.toSorted((one: number, other: number) => one - other))
    // Two nights of 170.00 + 17.00, and 5.00 a night at the door
    expect(data[0].roomTypes[0].rates[0].retailRate).toMatchObject({
      total: [{ amount: 374, currency: 'USD' }],
      taxesAndFees: [
        { included: true, amount: 34 },
        { included: false, amount: 10 },
      ],
    })
  })

  test('can be cut to the cheapest of each hotel, and carry hotel data when asked', () => {
    const { data, hotels } = JSON.parse(
      post('/hotels/rates', { ...ASK, maxRatesPerHotel: 1, includeHotelData: true }).body,
    )
    expect(data[0].roomTypes).toHaveLength(1)
    expect(hotels).toMatchObject([{ id: 'SLOW', country_code: 'us' }])
  })

  test('mark rates that need a membership', () => {
    const { data } = JSON.parse(post('/hotels/rates', ASK).body)
    const marks = data[0].roomTypes.map(
      (offer: { loyaltyMembershipIdRequired: boolean }) => offer.loyaltyMembershipIdRequired,
    )
    expect(new Set(marks)).toEqual(new Set([true, false]))
  })

  test('are an empty 204 for a full hotel and for one that does not exist alike', () => {
    for (const hotelIds of [['SOLDOUT'], ['UNKNOWN']]) {
      expect(post('/hotels/rates', { ...ASK, hotelIds })).toEqual({ status: 204, body: '' })
    }
  })

  test('are a bare price on the other endpoint', () => {
    const { data } = JSON.parse(post('/hotels/min-rates', ASK).body)
    expect(data).toMatchObject([{ hotelId: 'SLOW', price: 374 }])
  })

  test.each<[string, Record<string, unknown>]>([
    ['no hotels', { hotelIds: [] }],
    ['201 hotels', { hotelIds: Array.from({ length: 201 }, (_, index) => `lp${index}`) }],
    ['a night that is past', { checkin: '2027-02-20', checkout: '2027-02-21' }],
    ['a date that does not exist', { checkin: '2027-02-30' }],
    ['a check-out before the check-in', { checkout: '2027-05-10' }],
    ['a room without adults', { occupancies: [{ adults: 0 }] }],
    ['no nationality', { guestNationality: undefined }],
  ])('are refused for %s', (_, more) => {
    const { status, body } = post('/hotels/rates', { ...ASK, ...more })
    expect(status).toBe(400)
    expect(JSON.parse(body).error.code).toBeGreaterThanOrEqual(4000)
  })

  test('are refused without the key', () => {
    expect(post('/hotels/rates', ASK, 'wrong')).toMatchObject({ status: 401 })
  })

  test('are about the hotels that the request names', () => {
    const request = { method: 'POST', path: '/hotels/rates', query: new URLSearchParams(), headers: {} }
    expect(wire.codes({ ...request, body: JSON.stringify({ ...ASK, hotelIds: ['A', 'B'] }) })).toEqual([
      'A',
      'B',
    ])
    expect(wire.codes({ ...request, body: 'garbage' })).toEqual([])
  })
})

describe('the static data of the LiteAPI wire', () => {
  test('know a hotel, and say which field is wrong where they do not', () => {
    expect(JSON.parse(get('/data/hotel', { hotelId: 'SOLDOUT' }).body).data.id).toBe('SOLDOUT')
    const unknown = get('/data/hotel', { hotelId: 'UNKNOWN' })
    expect(unknown.status).toBe(400)
    expect(JSON.parse(unknown.body).error.code).toBe(4002)
  })

  test('list hotels page by page with the number of all', () => {
    const [first] = world.listings('glasshouse')
    if (!first) throw new Error('the chain has no hotels')
    const around = { latitude: String(first.lat), longitude: String(first.lng), radius: '500000' }
    const all = JSON.parse(get('/data/hotels', around).body)
    const page = JSON.parse(get('/data/hotels', { ...around, offset: '1', limit: '2' }).body)
    expect(page.hotelIds).toEqual(all.hotelIds.slice(1, 3))
    expect(page.total).toBe(all.total)
  })

  test('want a radius of a kilometre or more, and a country beside a name', () => {
    expect(get('/data/hotels', { latitude: '1', longitude: '1', radius: '10' }).status).toBe(400)
    expect(get('/data/hotels', { hotelName: 'glasshouse' }).status).toBe(400)
  })

  test('fail for the hotels that fail on the wire', () => {
    expect(get('/data/hotel', { hotelId: 'REFUSED' }).status).toBe(503)
    expect(JSON.parse(get('/data/hotels', { hotelIds: 'REFUSED,SLOW' }).body).hotelIds).toEqual(['SLOW'])
  })
})
