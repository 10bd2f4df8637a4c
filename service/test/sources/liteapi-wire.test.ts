import { describe, expect, test } from 'vitest'
import { createLiteapiWire } from '../../../sandbox/src/wires/liteapi/wire.ts'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import { liteapi } from '../../src/sources/families/liteapi/family.ts'
import type { Adapter, BatchRow, Call, Http, StayQuery } from '../../src/sources/source.ts'
import { failureOf } from './failure-of.ts'
import { comparablePlans } from './world-figures.ts'

const NOW = Date.parse('2027-03-01T12:00:00Z')
const world = createWorld({ seed: 7, now: () => NOW })

const QUERY: StayQuery = {
  hotelCode: 'SLOW',
  checkin: '2027-05-10',
  los: 1,
  occupancy: { adults: 2, children: 0, rooms: 1 },
  currency: 'USD',
}

function connect(source: string, apiKey = 'key'): { adapter: Adapter; call: Call } {
  const wire = createLiteapiWire(
    { id: source, wire: 'liteapi', profile: {}, credentials: { apiKey: 'key' } },
    world,
  )
  const http: Http = ({ method, path, query = {}, headers = {}, body = '' }) => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const answer = wire.answer({ method, path, query: search, headers, body })
    return Promise.resolve({ headers: {}, ...answer })
  }
  const settings = { sourceId: source, profile: {}, points: false, now: () => NOW }
  return {
    adapter: liteapi.bind({ ...settings, credentials: { apiKey } }),
    call: { http, live: true, raw: false },
  }
}

/** What the market itself says is the lowest, with everything in it, per night. */
function lowestOf(source: string, code: string, los: number, member: boolean): number | null {
  const quote = world.quote(source, code, {
    checkin: QUERY.checkin,
    los,
    adults: 2,
    children: 0,
    rooms: 1,
    currency: 'USD',
  })
  const sums = (quote ? comparablePlans(quote) : [])
    .filter((plan) => plan.memberOnly === member)
    .map((plan) => plan.nights.reduce((sum, { base, tax, fee }) => sum + base + tax + fee, 0))
  return sums.length === 0 ? null : Math.round(Math.min(...sums) / los)
}

function figures(row: BatchRow): (number | null)[] {
  return 'lowest' in row ? [row.lowest.bar, row.lowest.member] : []
}

describe('a LiteAPI chain of the sandbox', () => {
  test('200.00 and 10 % tax and 5.00 at the door are 225.00, in one room or two, one night or three', async () => {
    const { adapter, call } = connect('glasshouse')
    for (const [los, rooms] of [
      [1, 1],
      [3, 2],
    ] as const) {
      const query = { ...QUERY, los, occupancy: { adults: 2, children: 0, rooms } }
      const answer = await adapter.shop(query, call)
      const rates = answer.rooms.find((room) => room.name === 'Standard Queen')?.rates ?? []
      const flexible = rates.find((rate) => rate.rateCode === 'SQN-FLEX')
      expect(flexible).toMatchObject({ pricePerNight: 22500, total: 22500 * los * rooms, refundable: true })
      expect(flexible?.cancelBy).toBe('2027-05-09T18:00:00.000Z')
      // 9 % off for members: 182.00 + 18.20 + 5.00
      expect(rates.find((rate) => rate.memberOnly)?.pricePerNight).toBe(20520)
    }
  })

  test('a shop names the hotel and its place', async () => {
    const { adapter, call } = connect('glasshouse')
    const { hotel } = await adapter.shop(QUERY, call)
    expect(hotel).toMatchObject({ hotelCode: 'SLOW', country: 'US', city: 'Nome' })
    expect(hotel?.lat).toBeCloseTo(64.5, 0)
  })

  test('sold out, closed and too short a stay are sold out; a hotel that does not exist is not found', async () => {
    const { adapter, call } = connect('juniper')
    for (const hotelCode of ['SOLDOUT', 'CLOSED', 'MINLOS3']) {
      expect((await adapter.shop({ ...QUERY, hotelCode }, call)).status).toBe('sold_out')
    }
    expect((await adapter.shop({ ...QUERY, hotelCode: 'MINLOS3', los: 3 }, call)).status).toBe('available')
    expect((await failureOf(adapter.shop({ ...QUERY, hotelCode: 'UNKNOWN' }, call))).kind).toBe('not_found')
  })

  test('a wrong key is refused', async () => {
    const { adapter, call } = connect('juniper', 'wrong')
    expect((await failureOf(adapter.shop(QUERY, call))).kind).toBe('refused')
  })

  test('FLAPS takes one step per shop, and one per batch', async () => {
    const { adapter, call } = connect('glasshouse')
    const query = { ...QUERY, hotelCode: 'FLAPS' }
    const seen = []
    for (let turn = 0; turn < 3; turn += 1) seen.push((await adapter.shop(query, call)).status)
    const rows = (await adapter.lowest?.({ ...query, hotelCodes: ['FLAPS'], member: true }, call)) ?? []
    expect(seen).toEqual(['available', 'sold_out', 'available'])
    expect(rows).toMatchObject([{ lowest: { status: 'sold_out' } }])
  })

  test('a batch of 200 agrees with the market on every hotel, and one bad hotel spoils none', async () => {
    const { adapter, call } = connect('glasshouse')
    const honest = world
      .listings('glasshouse')
      .slice(0, 196)
      .map((listing) => listing.code)
    const hotelCodes = [...honest, 'TIMEOUT', 'BROKEN', 'REFUSED', 'UNKNOWN']
    const rows = (await adapter.lowest?.({ ...QUERY, los: 3, hotelCodes, member: true }, call)) ?? []
    const failures = rows.flatMap((row) => ('failure' in row ? [[row.hotelCode, row.failure.kind]] : []))
    expect(failures).toEqual([
      ['TIMEOUT', 'refused'],
      ['BROKEN', 'refused'],
      ['REFUSED', 'refused'],
      ['UNKNOWN', 'not_found'],
    ])
    expect(rows.slice(0, 196).map(figures)).toEqual(
      honest.map((code) => [lowestOf('glasshouse', code, 3, false), lowestOf('glasshouse', code, 3, true)]),
    )
  })

  test('hotels near a place come nearest first, and a name finds its hotel', async () => {
    const { adapter, call } = connect('glasshouse')
    const [listing] = world.listings('glasshouse')
    if (!listing) throw new Error('the chain has no hotels')
    const { lat, lng, name, city, country, code } = listing
    const near = (await adapter.near?.({ lat, lng, radiusKm: 300, limit: 5 }, call)) ?? []
    const wanted = world.near('glasshouse', lat, lng, 300, 5).map((one) => one.listing.code)
    expect(near.map((hotel) => hotel.hotelCode)).toEqual(wanted)
    for (const where of [
      { city, country },
      { city: null, country: null },
    ]) {
      const found = (await adapter.find?.({ name, ...where }, call)) ?? []
      expect(found[0]?.hotelCode).toBe(code)
    }
  })
})

describe('a LiteAPI agency of the sandbox', () => {
  test('undercuts the chain by ten per cent with everything in', async () => {
    const chain = connect('glasshouse')
    const agency = connect('nightdeal')
    const direct = await chain.adapter.lowest?.(
      { ...QUERY, hotelCodes: ['UNDERCUT'], member: false },
      chain.call,
    )
    const deal = await agency.adapter.lowest?.(
      { ...QUERY, hotelCodes: ['UNDERCUT-glasshouse'], member: false },
      agency.call,
    )
    // 170.00 + 17.00 + 5.00 without refund, and nine tenths of it
    expect(direct).toMatchObject([{ lowest: { bar: 19200, barAfterTax: 19200 } }])
    expect(deal).toMatchObject([{ lowest: { bar: 17280, barAfterTax: 17280, taxIncluded: true } }])
  })

  test('quotes euros when asked', async () => {
    const { adapter, call } = connect('nightdeal')
    const answer = await adapter.shop({ ...QUERY, currency: 'EUR' }, call)
    const base = world.exchange(20000, 'USD', 'EUR')
    const extra = world.exchange(2000, 'USD', 'EUR') + world.exchange(500, 'USD', 'EUR')
    expect(answer.currency).toBe('EUR')
    expect(answer.rooms.flatMap((room) => room.rates.map((rate) => rate.pricePerNight))).toContain(
      base + extra,
    )
  })
})
