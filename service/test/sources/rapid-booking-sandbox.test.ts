import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSandbox } from '../../../sandbox/src/sandbox.ts'
import { SOURCES } from '../../../sandbox/src/sources.ts'
import { createBookingWire } from '../../../sandbox/src/wires/booking/wire.ts'
import { createRapidWire } from '../../../sandbox/src/wires/rapid/wire.ts'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import { addNights, nightAt } from '../../src/kernel/dates.ts'
import { bookableRates } from '../../src/sources/conformance/sound.ts'
import { booking } from '../../src/sources/families/booking/family.ts'
import { rapid } from '../../src/sources/families/rapid/family.ts'
import type { Adapter, Call, Family, HttpRequest, StayQuery } from '../../src/sources/source.ts'

/** Both families against the bundled sandbox, over HTTP. Its test hotels cost 200.00, 10 % tax and 5.00 at the property. */

let sandbox: Awaited<ReturnType<typeof startSandbox>>

beforeAll(async () => {
  sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    controlPort: 0,
    controlToken: 'token',
    seed: 1,
    sources: SOURCES,
    wires: { rapid: createRapidWire, booking: createBookingWire },
    report: (problem) => {
      throw problem
    },
  })
  // Prices move with the hour; from its middle on none ends while these tests run.
  await control('time', { now: `${new Date().toISOString().slice(0, 13)}:30:00Z` })
})

afterAll(() => sandbox.close())

function callOf(source: string): Call {
  return {
    live: false,
    raw: false,
    async http(request: HttpRequest) {
      const url = new URL(`http://127.0.0.1:${sandbox.port}/${source}${request.path}`)
      for (const [name, value] of Object.entries(request.query ?? {})) {
        for (const one of [value].flat()) url.searchParams.append(name, one)
      }
      const { method, headers = {}, body = null } = request
      const response = await fetch(url, { method, headers, body })
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      }
    },
  }
}

function bind(family: Family, source: string): Adapter {
  const credentials = SOURCES.find(({ id }) => id === source)?.credentials ?? {}
  return family.bind({ sourceId: source, profile: {}, credentials, points: false, now: Date.now })
}

async function control(path: string, settings: object): Promise<void> {
  const address = `http://127.0.0.1:${sandbox.controlPort}/${path}`
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'x-control-token': 'token' },
    body: JSON.stringify(settings),
  })
  expect(answer.ok).toBe(true)
}

const checkin = addNights(nightAt(Date.now()), 60)
const occupancy = { adults: 2, children: 0, rooms: 1 }

function stay(hotelCode: string, more: Partial<StayQuery> = {}): StayQuery {
  return { hotelCode, checkin, los: 1, occupancy, currency: 'USD', ...more }
}

describe.each([
  // 170.00 is the test hotels' price paid in advance; + 10 % = 187.00; + 5.00 = 192.00.
  { source: 'ostello', family: rapid, bar: 17000, afterTax: 19200, taxIncluded: false },
  { source: 'lodgista', family: booking, bar: 18700, afterTax: 19200, taxIncluded: true },
])('$source', ({ source, family, bar, afterTax, taxIncluded }) => {
  const adapter = bind(family, source)

  function lowest(hotelCodes: string[], more: object = {}) {
    const query = { hotelCodes, checkin, los: 1, occupancy, currency: 'USD', member: false, ...more }
    return adapter.lowest?.(query, callOf(source))
  }

  test('prices a test hotel to the cent, in one room or two, one night or three', async () => {
    for (const los of [1, 3]) {
      for (const rooms of [1, 2]) {
        const query = stay('AWARDFLAP', { los, occupancy: { ...occupancy, rooms } })
        const answer = await adapter.shop(query, callOf(source))
        const rates = answer.rooms.flatMap((room) => room.rates)
        const cheapest = Math.min(...rates.filter((r) => !r.memberOnly).map((r) => r.pricePerNight ?? 0))
        const rate = rates.find((r) => r.pricePerNight === cheapest)
        expect(answer).toMatchObject({ status: 'available', currency: 'USD', taxIncluded })
        expect(rate).toMatchObject({
          pricePerNight: bar,
          pricePerNightAfterTax: afterTax,
          total: bar * los * rooms,
          totalAfterTax: afterTax * los * rooms,
          taxIncluded,
        })
      }
    }
  })

  test('says the same in a batch as in a shop, member deals included', async () => {
    const world = createWorld({ seed: 1, now: Date.now })
    const ordinary = world.listings(source).map((listing) => listing.code)
    const codes = ['UNDERCUT-aurelia', ...ordinary.slice(0, 30)]
    const rows = (await lowest(codes, { member: true, los: 2 })) ?? []
    let deals = 0
    for (const row of rows) {
      if ('failure' in row) throw row.failure
      const answer = await adapter.shop(stay(row.hotelCode, { los: 2 }), callOf(source))
      const [open, members] = [false, true].map((memberOnly) => {
        const rates = bookableRates(answer)
        const prices = rates.filter((r) => r.memberOnly === memberOnly).map((r) => r.pricePerNight ?? 0)
        return prices.length === 0 ? null : Math.min(...prices)
      })
      const { status, bar: batchBar, member, memberKnown } = row.lowest
      expect([status, batchBar, member]).toEqual([answer.status, open, memberKnown ? members : null])
      if (member !== null) deals++
    }
    expect(deals).toBeGreaterThan(0)
  })

  test('names the hotel and its rooms', async () => {
    const answer = await adapter.shop(stay('AWARDFLAP'), callOf(source))
    expect(answer.hotel).toMatchObject({ hotelCode: 'AWARDFLAP', country: 'US' })
    expect(answer.rooms[0]?.name).toMatch(/Room/)
  })

  test('tells full from unknown, alone and in a batch', async () => {
    expect(await adapter.shop(stay('SOLDOUT'), callOf(source))).toMatchObject({ status: 'sold_out' })
    await expect(adapter.shop(stay('UNKNOWN'), callOf(source))).rejects.toMatchObject({ kind: 'not_found' })
    await expect(adapter.shop(stay('99999999'), callOf(source))).rejects.toMatchObject({ kind: 'not_found' })
    expect(await lowest(['99999999', 'SOLDOUT', 'AWARDFLAP', 'UNKNOWN'])).toMatchObject([
      { failure: { kind: 'not_found' } },
      { lowest: { status: 'sold_out' } },
      { lowest: { status: 'available', bar, barAfterTax: afterTax } },
      { failure: { kind: 'not_found' } },
    ])
  })

  test('never calls a hotel that breaks sold out', async () => {
    await expect(adapter.shop(stay('BROKEN'), callOf(source))).rejects.toMatchObject({ kind: 'broken' })
    await expect(adapter.shop(stay('REFUSED'), callOf(source))).rejects.toMatchObject({ kind: 'refused' })
    expect(await lowest(['AWARDFLAP', 'BROKEN'])).toMatchObject([
      { lowest: { bar } },
      { failure: { kind: 'broken' } },
    ])
  })

  test('steps the flapping hotel once per shop', async () => {
    const statuses: string[] = []
    for (let i = 0; i < 4; i++) statuses.push((await adapter.shop(stay('FLAPS'), callOf(source))).status)
    expect(new Set([statuses[0], statuses[1]]).size).toBe(2)
    expect(statuses.slice(2)).toEqual(statuses.slice(0, 2))
  })

  test('finds a listing by the place of its chain hotel', async () => {
    const { hotel } = await adapter.shop(stay('UNDERCUT-aurelia'), callOf(source))
    const { lat, lng } = hotel ?? {}
    const found = await adapter.find?.(
      { name: hotel?.name ?? '', city: null, country: null, lat: lat ?? 0, lng: lng ?? 0 },
      callOf(source),
    )
    expect(found?.map((record) => record.hotelCode)).toContain('UNDERCUT-aurelia')
  })

  test.each(['wrong_dates', 'wrong_schema', 'html', '500', '429'])(
    'fails under the fault %s',
    async (fault) => {
      await control(`sources/${source}`, { fault })
      try {
        await expect(adapter.shop(stay('AWARDFLAP'), callOf(source))).rejects.toMatchObject({
          name: 'SourceFailure',
        })
      } finally {
        await control(`sources/${source}`, { fault: 'none' })
      }
    },
  )
})
