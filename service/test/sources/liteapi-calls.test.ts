import { describe, expect, test } from 'vitest'
import { liteapi } from '../../src/sources/families/liteapi/family.ts'
import { createGateway } from '../../src/sources/gateway.ts'
import type { Adapter, Http, HttpAnswer, HttpRequest, SourceFailure } from '../../src/sources/source.ts'
import { type Said, vendor } from './answering-paths.ts'
import { failureOf } from './failure-of.ts'
import { bind, offer, QUERY } from './liteapi-vendor.ts'
import { silentLog, toyCatalog, toySource } from './toy-source.ts'

function said(code: number) {
  return { error: { code, message: 'no' } }
}

function call(http: Http) {
  return { http, live: false, raw: false }
}

/** The adapter on a vendor of the test's, whatever connection it is handed. */
function over(http: Http): Adapter {
  const adapter = bind()
  return { ...adapter, lowest: async (query) => (await adapter.lowest?.(query, call(http))) ?? [] }
}

function line(id: string, latitude: number) {
  return { id, name: id, country: 'PT', city: 'Lisbon', latitude, longitude: 0 }
}

describe('nothing available', () => {
  const details = { data: { id: 'lp1897', name: 'Example', country: 'us', city: 'New York' } }

  test.each<[string, Partial<HttpAnswer> & { json?: unknown }]>([
    ['an empty 204', { status: 204 }],
    ['code 2001', { status: 200, json: { error: { code: 2001, message: 'no availability found' } } }],
  ])('is sold out after %s when the static data knows the hotel', async (_, rates) => {
    const { http } = vendor({ '/hotels/rates': rates, '/data/hotel': { json: details } })
    const answer = await bind().shop(QUERY, { http, live: false, raw: false })
    expect(answer).toMatchObject({
      status: 'sold_out',
      rooms: [],
      hotel: { country: 'US', city: 'New York' },
    })
  })

  test.each([[[]], [null]])('is broken, and not sold out, in a list that is %j', async (data) => {
    const { http } = vendor({ '/hotels/rates': { json: { data } }, '/data/hotel': { json: details } })
    expect((await failureOf(bind().shop(QUERY, call(http)))).kind).toBe('broken')
    const batch = { ...QUERY, hotelCodes: ['lp1897', 'lp2'], member: false }
    expect((await failureOf(bind().lowest?.(batch, call(http)) ?? Promise.resolve())).kind).toBe('broken')
  })

  test('is not_found when the vendor does not know the id, whatever the static data remembers', async () => {
    const json = { error: { code: 4000, message: 'bad request', description: 'hotel ids not found' } }
    const { http } = vendor({
      '/hotels/rates': { status: 400, json },
      '/data/hotel': { json: details },
      '/data/hotels': { json: { data: [details.data], total: 1 } },
    })
    expect((await failureOf(bind().shop(QUERY, call(http)))).kind).toBe('not_found')
    const alone = { ...QUERY, hotelCodes: ['lp1897'], member: false }
    expect((await failureOf(bind().lowest?.(alone, call(http)) ?? Promise.resolve())).kind).toBe('not_found')
  })

  test('is not_found when the static data does not know the hotel or keeps it as deleted', async () => {
    const unknown = { status: 400, json: { error: { code: 4002, message: 'hotelId is missing or invalid' } } }
    const deleted = { json: { data: { ...details.data, deletedAt: '2026-01-01T00:00:00Z' } } }
    for (const hotel of [unknown, deleted]) {
      const { http } = vendor({ '/hotels/rates': { status: 204 }, '/data/hotel': hotel })
      expect((await failureOf(bind().shop(QUERY, { http, live: false, raw: false }))).kind).toBe('not_found')
    }
  })

  test('asks the static data once for a hotel and remembers it', async () => {
    const { http, requests } = vendor({ '/hotels/rates': { status: 204 }, '/data/hotel': { json: details } })
    const adapter = bind()
    await adapter.shop(QUERY, { http, live: false, raw: false })
    await adapter.shop(QUERY, { http, live: false, raw: false })
    expect(requests.map((request) => request.path)).toEqual(['/hotels/rates', '/data/hotel', '/hotels/rates'])
  })

  test('is a failure, never sold out, when the static data cannot be asked', async () => {
    const { http } = vendor({
      '/hotels/rates': { status: 204 },
      '/data/hotel': { status: 503, body: 'busy' },
    })
    const failure = await failureOf(bind().shop(QUERY, { http, live: false, raw: false }))
    expect(failure).toMatchObject({ kind: 'refused', transient: true })
  })
})

describe('a refusal', () => {
  test.each<[string, Partial<HttpAnswer> & { json?: unknown }, Partial<SourceFailure>]>([
    ['credentials', { status: 401, json: said(401) }, { kind: 'refused', transient: false }],
    [
      'too many requests',
      { status: 429, headers: { 'retry-after': '7' }, body: 'slow down' },
      { kind: 'refused', retryAfterMs: 7000, transient: false },
    ],
    [
      'too many requests until a date',
      { status: 429, headers: { 'retry-after': 'Mon, 01 Mar 2027 12:00:30 GMT' }, body: '' },
      { kind: 'refused', retryAfterMs: 30_000 },
    ],
    ['a bad gateway', { status: 502, body: '<html>' }, { kind: 'refused', transient: true }],
    ['maintenance', { status: 503, headers: { 'retry-after': '60' }, body: '' }, { retryAfterMs: 60_000 }],
    ['a fault of theirs', { status: 500, json: said(5000) }, { kind: 'refused', transient: false }],
    ['an error inside a 200', { json: said(4000) }, { kind: 'refused' }],
  ])('is told as one: %s', async (_, rates, expected) => {
    const { http } = vendor({ '/hotels/rates': rates })
    expect(await failureOf(bind().shop(QUERY, { http, live: false, raw: false }))).toMatchObject(expected)
  })
})

describe('the request', () => {
  test('carries the key, one occupancy per room with the children in it, and the programme of the profile', async () => {
    const { http, requests } = vendor({
      '/hotels/rates': { status: 204 },
      '/data/hotel': { json: { data: { id: 'lp1897', name: 'Example' } } },
    })
    const occupancy = { adults: 2, children: 1, rooms: 2 }
    const adapter = bind({ loyaltyProgram: 'GH', guestNationality: 'PT' })
    const answer = await adapter.shop({ ...QUERY, occupancy }, { http, live: false, raw: true })
    expect(requests[0]?.headers?.['x-api-key']).toBe('secret')
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      hotelIds: ['lp1897'],
      occupancies: [
        { adults: 2, children: [8] },
        { adults: 2, children: [8] },
      ],
      currency: 'USD',
      guestNationality: 'PT',
      checkin: '2027-05-10',
      checkout: '2027-05-12',
      loyaltyProgram: 'GH',
      includeHotelData: true,
    })
    expect(answer.raw).toEqual([{ data: { id: 'lp1897', name: 'Example' } }])
  })

  test('is not built from a profile that is not understood', () => {
    expect(() => bind({ guestNationality: 7 })).toThrow(/guestNationality/)
  })
})

describe('a batch', () => {
  const batch = { ...QUERY, hotelCodes: ['lp1', 'lp2', 'lp3', 'lp4'], member: true }

  test('has figures, sold-out rows and failures side by side, in the order asked', async () => {
    const { http, requests } = vendor({
      '/hotels/rates': {
        json: {
          data: [
            { hotelId: 'lp3', roomTypes: [offer({ total: 240, member: true }), offer({ total: 260 })] },
            { hotelId: 'lp1', roomTypes: [offer({ total: 320 }), offer({ total: 300 })] },
          ],
        },
      },
      '/data/hotels': { json: { data: [{ id: 'lp2', name: 'Two' }], total: 1 } },
      '/data/hotel': { status: 400, json: { error: { code: 4002 } } },
    })
    const rows = await bind().lowest?.(batch, call(http))
    expect(rows?.map((row) => row.hotelCode)).toEqual(['lp1', 'lp2', 'lp3', 'lp4'])
    expect(rows).toMatchObject([
      { lowest: { status: 'available', bar: 15000, barAfterTax: 15000, member: null, memberKnown: true } },
      { lowest: { status: 'sold_out', bar: null } },
      { lowest: { status: 'available', bar: 13000, member: 12000, memberAfterTax: 12000 } },
      { failure: { kind: 'not_found' } },
    ])
    expect(requests.map((request) => request.path)).toEqual(['/hotels/rates', '/data/hotels', '/data/hotel'])
  })

  test('has the cheapest offer as its bar, even if the hotel collects a tax in another currency', async () => {
    const taxesAndFees = [{ included: false, amount: 5, currency: 'EUR' }]
    const data = [
      { hotelId: 'lp1', roomTypes: [offer({ total: 416.92, taxesAndFees }), offer({ total: 500 })] },
    ]
    const { http } = vendor({ '/hotels/rates': { json: { data } } })
    const [row] = (await bind().lowest?.({ ...batch, hotelCodes: ['lp1'] }, call(http))) ?? []
    expect(row).toMatchObject({ lowest: { bar: 20846, barAfterTax: 25000, taxIncluded: false } })
  })

  test.each<[string, object]>([
    ['an offer for another party', { roomTypes: [offer({ adults: 1 })] }],
    ['an offer in two currencies', { roomTypes: [offer(), offer({ currency: 'EUR' })] }],
    ['no offers where there should be a list', { roomTypes: null }],
  ])('has one failing row for a hotel with %s, and the others stand', async (_, bad) => {
    const data = [
      { hotelId: 'lp1', roomTypes: [offer({ total: 300 })] },
      { hotelId: 'lp2', ...bad },
    ]
    const { http } = vendor({ '/hotels/rates': { json: { data } } })
    const hotelCodes = ['lp1', 'lp2']
    expect(await bind().lowest?.({ ...batch, hotelCodes }, call(http))).toMatchObject([
      { lowest: { status: 'available', bar: 15000 } },
      { failure: { kind: 'broken' } },
    ])
  })

  test('asks again, without a cut, for hotels whose cut answer may hide the lowest public rate', async () => {
    const dear = [{ included: false, amount: 500, currency: 'USD' }]
    const shown = Array.from({ length: 30 }, () => offer({ total: 300, taxesAndFees: dear }))
    const requests: HttpRequest[] = []
    const http: Http = (request) => {
      requests.push(request)
      const cut = request.body?.includes('maxRatesPerHotel')
      const roomTypes = cut ? shown : [...shown, offer({ total: 310 })]
      return Promise.resolve({
        status: 200,
        headers: {},
        body: JSON.stringify({ data: [{ hotelId: 'lp1', roomTypes }] }),
      })
    }
    const rows = await bind().lowest?.({ ...batch, hotelCodes: ['lp1'] }, call(http))
    expect(rows).toMatchObject([{ lowest: { bar: 15500 } }])
    expect(requests).toHaveLength(2)
  })

  test('is not sold out where the vendor does not know one of several ids: each is then asked alone', async () => {
    const unknown = { error: { code: 4000, message: 'bad request', description: 'hotel ids not found' } }
    const http: Http = ({ path, query, body = '{}' }) => {
      const { hotelIds = [] } = JSON.parse(body) as { hotelIds?: string[] }
      const known = !hotelIds.includes('lp9')
      const answers: Record<string, Said> = {
        '/hotels/rates': known
          ? { json: { data: hotelIds.map((hotelId) => ({ hotelId, roomTypes: [offer()] })) } }
          : { status: 400, json: unknown },
        '/data/hotels': { json: { data: [{ id: 'lp1', name: 'One' }], total: 1 } },
        '/data/hotel':
          query?.hotelId === 'lp9'
            ? { status: 400, json: said(4002) }
            : { json: { data: { id: query?.hotelId, name: 'One' } } },
      }
      return vendor(answers).http({ method: 'GET', path })
    }
    const gateway = createGateway({
      catalog: toyCatalog({ ...toySource('glasshouse', 'http://127.0.0.1:9'), family: 'liteapi' }),
      families: [{ ...liteapi, bind: () => over(http) }],
      now: Date.now,
      log: silentLog,
    })
    const { answer } = await gateway.lowest('glasshouse', { ...batch, hotelCodes: ['lp1', 'lp9'] })
    await gateway.close()
    expect(answer).toMatchObject([
      { hotelCode: 'lp1', lowest: { status: 'available', bar: 15000 } },
      { hotelCode: 'lp9', failure: { kind: 'not_found' } },
    ])
  })

  test('fails as a whole when its rates are refused, and row by row when only the static data is', async () => {
    const refused = vendor({ '/hotels/rates': { status: 401, json: { error: { code: 401 } } } })
    const work = bind().lowest?.(batch, call(refused.http)) ?? Promise.resolve([])
    expect((await failureOf(work)).kind).toBe('refused')

    const half = vendor({
      '/hotels/rates': { json: { data: [{ hotelId: 'lp1', roomTypes: [offer()] }] } },
      '/data/hotels': { status: 503, body: '' },
    })
    const rows = await bind().lowest?.(batch, call(half.http))
    expect(rows).toMatchObject([
      { lowest: { bar: 15000 } },
      { failure: { kind: 'refused' } },
      { failure: { kind: 'refused' } },
      { failure: { kind: 'refused' } },
    ])
  })
})

describe('places', () => {
  test('all pages of a circle are read and the nearest kept, in order', async () => {
    const pages: Record<string, unknown> = {
      '0': { data: [line('far', 0.3), line('near', 0.01)], total: 4 },
      '2': { data: [line('outside', 2), line('middle', 0.1)], total: 4 },
    }
    const asked: (Record<string, string | string[]> | undefined)[] = []
    const http: Http = ({ query }) => {
      asked.push(query)
      const body = JSON.stringify(pages[String(query?.offset)])
      return Promise.resolve({ status: 200, headers: {}, body })
    }
    const near = await bind({ chainIds: '7' }).near?.(
      { lat: 0, lng: 0, radiusKm: 40.2, limit: 2 },
      { http, live: false, raw: false },
    )
    expect(near?.map((hotel) => hotel.hotelCode)).toEqual(['near', 'middle'])
    expect(asked[0]).toMatchObject({ radius: '40200', chainIds: '7' })
    expect(asked).toHaveLength(2)
  })

  test('a name is searched within its country and city, or as free text without them', async () => {
    const { http, requests } = vendor({ '/data/hotels': { json: { data: [] } } })
    const adapter = bind()
    await adapter.find?.(
      { name: 'Jadran', city: 'Sibenik', country: 'HR' },
      { http, live: false, raw: false },
    )
    await adapter.find?.({ name: 'Jadran', city: null, country: null }, { http, live: false, raw: false })
    expect(requests.map((request) => request.query)).toEqual([
      { hotelName: 'Jadran', countryCode: 'HR', cityName: 'Sibenik', limit: '20' },
      { aiSearch: 'Jadran', limit: '20' },
    ])
  })
})
