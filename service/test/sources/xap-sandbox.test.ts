import { describe, expect, test } from 'vitest'
import { createXapWire } from '../../../sandbox/src/wires/xap/wire.ts'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import type { Listing } from '../../../sandbox/src/world/listing.ts'
import type { Plan } from '../../../sandbox/src/world/world.ts'
import { bookableRates } from '../../src/sources/conformance/sound.ts'
import { xap } from '../../src/sources/families/xap/family.ts'
import type { StayQuery } from '../../src/sources/source.ts'
import { answeringWire } from './answering-wire.ts'

const NOW = Date.parse('2027-01-10T12:00:00Z')
const credentials = { username: 'u', password: 'p', apiKey: 'k' }
const world = createWorld({ seed: 7, now: () => NOW })
const wire = createXapWire({ id: 'mapleroom', wire: 'xap', profile: {}, credentials }, world)

const STAY = {
  checkin: '2027-03-05',
  los: 3,
  occupancy: { adults: 2, children: 1, rooms: 2 },
  currency: 'EUR',
}

function open() {
  const adapter = xap.bind({ sourceId: 'mapleroom', profile: {}, credentials, points: false, now: () => NOW })
  const shop = (hotelCode: string, stay: Partial<StayQuery> = {}) =>
    adapter.shop({ ...STAY, hotelCode, ...stay }, connection.call)
  const connection = answeringWire(wire)
  return { adapter, shop, ...connection }
}

/** What the guest pays for all nights and rooms, by the world's own books. */
function paid(plan: Plan, rooms: number): number {
  return plan.nights.reduce((sum, night) => sum + night.base + night.tax + night.fee, 0) * rooms
}

const ordinary = world.listings('mapleroom').filter(({ code }) => /^h?\d+$/.test(code))
const numberOf = ({ code }: Listing): string => code.replace(/^h/, '')

describe('XAP against the sandbox', () => {
  test('prices each rate as the world does, for hotels of both brands', async () => {
    const { shop } = open()
    const sample = ordinary.filter((_, index) => index % 97 === 0)
    let rates = 0
    for (const { code, name, country } of sample) {
      const quote = world.quote('mapleroom', code, { ...STAY, ...STAY.occupancy })
      const answer = await shop(code)
      expect(answer.hotel).toMatchObject({ hotelCode: code, name, country })
      expect(answer.status).toBe(quote?.status === 'available' ? 'available' : 'sold_out')
      const expected = (quote?.rooms ?? []).flatMap((room) =>
        room.plans.map((plan) => [
          room.code,
          plan.code,
          paid(plan, 2),
          plan.memberOnly,
          plan.cancelBy,
          plan.meal,
        ]),
      )
      const got = answer.rooms.flatMap((room) =>
        room.rates.map((rate) => [
          room.roomCode,
          rate.rateCode,
          rate.totalAfterTax,
          rate.memberOnly,
          rate.cancelBy,
          rate.mealPlan,
        ]),
      )
      expect(new Set(got)).toEqual(new Set(expected))
      rates += got.length
    }
    expect(sample.length).toBeGreaterThan(20)
    expect(rates).toBeGreaterThan(100)
  })

  test('a batch agrees with the shops, whatever the brand', async () => {
    const { adapter, shop, call } = open()
    const hotelCodes = ordinary.slice(0, 60).map(({ code }) => code)
    const rows = await adapter.lowest?.({ ...STAY, hotelCodes, member: true }, call)
    expect(rows?.map((row) => row.hotelCode)).toEqual(hotelCodes)
    for (const row of rows ?? []) {
      const rates = bookableRates(await shop(row.hotelCode))
      const cheapest = (memberOnly: boolean): number | null => {
        const prices = rates
          .filter((rate) => rate.memberOnly === memberOnly)
          .map((rate) => rate.pricePerNight ?? 0)
        return prices.length > 0 ? Math.min(...prices) : null
      }
      expect(row).toMatchObject({
        lowest: { bar: cheapest(false), member: cheapest(true), memberKnown: true },
      })
    }
  })

  test('a number of the second brand is not a number of the first', async () => {
    const { shop, exchanges } = open()
    const first = ordinary.find(({ brand }) => brand === 'A')
    const second = ordinary.find(({ brand }) => brand === 'B')
    if (!first || !second) throw new Error('the world has lost a brand')
    expect((await shop(`h${numberOf(second)}`)).hotel?.name).toBe(second.name)
    expect(exchanges.at(-1)?.request.query).toMatchObject({ hcomHotelIds: numberOf(second) })
    await expect(shop(`h${numberOf(first)}`)).rejects.toMatchObject({ kind: 'not_found' })
  })

  test.each(['SOLDOUT', 'CLOSED', 'MINLOS3'])(
    '%s is sold out, as this wire can say no more',
    async (code) => {
      const { shop } = open()
      expect(await shop(code, { los: 1 })).toMatchObject({ status: 'sold_out', rooms: [] })
    },
  )

  test('UNKNOWN is not found', async () => {
    await expect(open().shop('UNKNOWN')).rejects.toMatchObject({ kind: 'not_found' })
  })

  test('FLAPS takes one step per shop, and DROPS gets cheaper by 5 %', async () => {
    const { shop } = open()
    const stay = { los: 1, currency: 'USD', occupancy: { adults: 2, children: 0, rooms: 1 } }
    const statuses = [await shop('FLAPS', stay), await shop('FLAPS', stay), await shop('FLAPS', stay)]
    expect(new Set(statuses.map(({ status }) => status)).size).toBe(2)
    const barOf = async (): Promise<number> => {
      const rates = (await shop('DROPS', stay)).rooms.flatMap((room) => room.rates)
      return Math.min(...rates.map((rate) => rate.pricePerNight ?? 0))
    }
    const [before, after] = [await barOf(), await barOf()]
    expect(after / before).toBeCloseTo(0.95, 3)
  })

  test('misbehaving hotels do not spoil the batch they are in', async () => {
    const { adapter, call } = open()
    const honest = 'UNDERCUT-aurelia'
    const rows = await adapter.lowest?.(
      { ...STAY, hotelCodes: ['TIMEOUT', honest, 'UNKNOWN', 'BROKEN'], member: false },
      call,
    )
    expect(rows).toMatchObject([
      { hotelCode: 'TIMEOUT', failure: { kind: 'refused' } },
      { hotelCode: honest, lowest: { status: 'available' } },
      { hotelCode: 'UNKNOWN', failure: { kind: 'not_found' } },
      { hotelCode: 'BROKEN', failure: { kind: 'refused' } },
    ])
  })

  test('finds hotels by name around their coordinates, accents or not', async () => {
    const { adapter, call } = open()
    const accented = ordinary.filter(({ name }) => /[^\x20-\x7f]/.test(name)).slice(0, 5)
    for (const listing of [...accented, ...ordinary.slice(0, 20)]) {
      const plain = listing.name.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()
      const { city, country, lat, lng } = listing
      const found = await adapter.find?.({ name: plain, city, country, lat, lng }, call)
      expect(found?.map(({ hotelCode }) => hotelCode)).toContain(listing.code)
    }
  })

  test('finds hotels by name and city, and none under a name nobody has', async () => {
    const { adapter, call } = open()
    const hotel = { name: 'Aurelia Undercut Test Hotel', city: 'Nome', country: 'US' }
    const found = await adapter.find?.(hotel, call)
    expect(found?.map(({ hotelCode }) => hotelCode)).toContain('UNDERCUT-aurelia')
    expect(await adapter.find?.({ ...hotel, name: 'Zzyzx Qwerty Palace' }, call)).toEqual([])
  })
})
