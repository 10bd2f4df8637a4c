import { describe, expect, test } from 'vitest'
import { disclosureOf } from '../../../sandbox/src/wires/duffel/rates.ts'
import { createDuffelWire } from '../../../sandbox/src/wires/duffel/wire.ts'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import { duffel } from '../../src/sources/families/duffel/family.ts'
import type { Adapter, Call, Http, StayQuery } from '../../src/sources/source.ts'
import { failureOf } from './failure-of.ts'

const NOW = Date.parse('2027-03-01T12:00:00Z')
const world = createWorld({ seed: 7, now: () => NOW })

const QUERY: StayQuery = {
  hotelCode: 'SLOW',
  checkin: '2027-05-10',
  los: 1,
  occupancy: { adults: 2, children: 0, rooms: 1 },
  currency: 'EUR',
}

function connect(token = 'token'): { adapter: Adapter; call: Call } {
  const wire = createDuffelWire(
    { id: 'pillowfare', wire: 'duffel', profile: {}, credentials: { token: 'token' } },
    world,
  )
  const http: Http = ({ method, path, headers = {}, body = '' }) => {
    const answer = wire.answer({ method, path, query: new URLSearchParams(), headers, body })
    return Promise.resolve({ headers: {}, ...answer })
  }
  const settings = { sourceId: 'pillowfare', profile: {}, points: false, now: () => NOW }
  return {
    adapter: duffel.bind({ ...settings, credentials: { token } }),
    call: { http, live: true, raw: false },
  }
}

describe('the Duffel agency of the sandbox', () => {
  test('answers in dollars: 200.00 and 10 % tax and 5.00 at the door are 225.00, all-in', async () => {
    const { adapter, call } = connect()
    for (const [los, rooms] of [
      [1, 1],
      [2, 2],
    ] as const) {
      const occupancy = { adults: 2, children: 0, rooms }
      const answer = await adapter.shop({ ...QUERY, los, occupancy }, call)
      expect(answer).toMatchObject({ status: 'available', currency: 'USD', taxIncluded: true })
      const rates = answer.rooms.flatMap((room) => room.rates)
      expect(rates.find((rate) => rate.rateCode.endsWith('RO-FC'))).toMatchObject({
        pricePerNight: 22500,
        pricePerNightAfterTax: 22500,
        total: 22500 * los * rooms,
        refundable: true,
        cancelBy: '2027-05-09T18:00:00.000Z',
        mealPlan: 'room_only',
      })
    }
  })

  test('tells an all-in figure for some hotels and only the base for others, always the same way', async () => {
    const { adapter, call } = connect()
    const seen = { all: 0, local_due: 0, base: 0 }
    for (const listing of world.listings('pillowfare').slice(0, 60)) {
      const answer = await adapter.shop({ ...QUERY, hotelCode: listing.code }, call)
      if (answer.status !== 'available') continue
      const ask = { checkin: QUERY.checkin, los: 1, adults: 2, children: 0, rooms: 1, currency: 'USD' }
      const plan = world.quote('pillowfare', listing.code, ask)?.rooms[0]?.plans[0]?.nights[0]
      if (!plan) throw new Error(`${listing.code} has no price`)
      const { base, tax, fee } = plan
      const told = disclosureOf(listing)
      seen[told] += 1
      const inclusive = told === 'all' || (told === 'local_due' && (fee === 0 || listing.currency === 'USD'))
      expect(answer.taxIncluded).toBe(inclusive)
      expect(answer.rooms[0]?.rates[0]).toMatchObject({
        taxIncluded: inclusive,
        pricePerNight: inclusive ? base + tax + fee : base,
        pricePerNightAfterTax: inclusive ? base + tax + fee : null,
      })
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(2)
  })

  test('sold out, closed and too short a stay are sold out; a hotel that does not exist is not found', async () => {
    const { adapter, call } = connect()
    for (const hotelCode of ['SOLDOUT', 'CLOSED', 'MINLOS3']) {
      expect((await adapter.shop({ ...QUERY, hotelCode }, call)).status).toBe('sold_out')
    }
    expect((await failureOf(adapter.shop({ ...QUERY, hotelCode: 'acc_none' }, call))).kind).toBe('not_found')
  })

  test('FLAPS and DROPS take one step per shop, though a shop is two requests', async () => {
    const { adapter, call } = connect()
    const flaps = []
    const drops = []
    for (let turn = 0; turn < 3; turn += 1) {
      flaps.push((await adapter.shop({ ...QUERY, hotelCode: 'FLAPS' }, call)).status)
      const answer = await adapter.shop({ ...QUERY, hotelCode: 'DROPS' }, call)
      drops.push(answer.rooms[0]?.rates.find((rate) => rate.rateCode.endsWith('RO-FC'))?.pricePerNight)
    }
    expect(flaps).toEqual(['available', 'sold_out', 'available'])
    // 400.00, 380.00, 361.00 before 10 % tax
    expect(drops).toEqual([44000, 41800, 39710])
  })

  test('undercuts the chain by ten per cent, and a name finds the hotel', async () => {
    const { adapter, call } = connect()
    const answer = await adapter.shop({ ...QUERY, hotelCode: 'UNDERCUT-juniper' }, call)
    const rates = answer.rooms.flatMap((room) => room.rates.map((rate) => rate.pricePerNightAfterTax ?? 0))
    expect(Math.min(...rates)).toBe(17280)
    const { name = '', city = null } = answer.hotel ?? {}
    const found = (await adapter.find?.({ name, city, country: 'US' }, call)) ?? []
    expect(found.map((hotel) => hotel.hotelCode)).toContain('UNDERCUT-juniper')
  })

  test('a wrong token is refused', async () => {
    const { adapter, call } = connect('wrong')
    expect((await failureOf(adapter.shop(QUERY, call))).kind).toBe('refused')
  })
})
