import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createRapidWire } from '../src/wires/rapid/wire.ts'
import type { WireRequest } from '../src/wires/wire.ts'
import { createWorld } from '../src/world/create.ts'

const NOW = Date.UTC(2026, 10, 15, 12)
const credentials = { apiKey: 'key', sharedSecret: 'secret' }
const world = createWorld({ seed: 1, now: () => NOW })
const source = { id: 'ostello', wire: 'rapid', profile: {}, credentials }
const wire = createRapidWire(source, world, () => NOW)

const stay: Record<string, string | string[]> = {
  checkin: '2026-12-01',
  checkout: '2026-12-03',
  currency: 'USD',
  country_code: 'US',
  language: 'en-US',
  occupancy: '2',
  property_id: 'FLAPS',
  rate_plan_count: '250',
  sales_channel: 'website',
  sales_environment: 'hotel_only',
  include: 'unavailable_reason',
}

function signed(secret = 'secret', seconds = NOW / 1000): string {
  const signature = createHash('sha512').update(`key${secret}${seconds}`).digest('hex')
  return `EAN apikey=key,signature=${signature},timestamp=${seconds}`
}

function request(
  path: string,
  query: Record<string, string | string[]>,
  authorization = signed(),
): WireRequest {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) parameters.append(name, one)
  }
  return {
    method: 'GET',
    path,
    query: parameters,
    headers: { authorization, accept: 'application/json', 'user-agent': 'Test/1' },
    body: '',
  }
}

function ask(changes: Record<string, string | string[]> = {}, authorization = signed()) {
  const answer = wire.answer(request('/v3/properties/availability', { ...stay, ...changes }, authorization))
  return { status: answer.status, headers: answer.headers ?? {}, body: JSON.parse(answer.body) }
}

interface RateBody {
  sale_scenario: { member: boolean }
  member_deal_available: boolean
  occupancy_pricing: Record<string, { totals: { exclusive: { request_currency: { value: string } } } }>
}

function ratesOf(body: { rooms?: { rates: RateBody[] }[] }[]): RateBody[] {
  return body.flatMap((property) => property.rooms ?? []).flatMap((room) => room.rates)
}

function cheapest(rates: RateBody[]): number {
  return Math.min(
    ...rates.map((rate) => Number(rate.occupancy_pricing['2']?.totals.exclusive.request_currency.value)),
  )
}

describe('the signature', () => {
  test('of the right secret within five minutes is let through', () => {
    expect(ask({}, signed('secret', NOW / 1000 - 300)).status).toBe(200)
    expect(ask({}, signed('secret', NOW / 1000 + 300)).status).toBe(200)
  })

  test.each([
    ['of another secret', signed('guess')],
    ['older than five minutes', signed('secret', NOW / 1000 - 301)],
    ['from the future', signed('secret', NOW / 1000 + 301)],
    ['that is missing', ''],
    ['in another scheme', 'Bearer key'],
  ])('%s is refused with the time of the server', (_, authorization) => {
    const { status, body } = ask({}, authorization)
    expect(status).toBe(401)
    expect(body).toMatchObject({ type: 'request_unauthenticated' })
    expect(body.fields).toContainEqual({
      name: 'servertimestamp',
      type: 'server',
      value: String(NOW / 1000),
    })
  })

  test('is judged by the clock of the machine, not by that of the world', () => {
    const moved = createWorld({ seed: 1, now: () => NOW + 86_400_000 })
    const other = createRapidWire(source, moved, () => NOW)
    expect(other.answer(request('/v3/properties/availability', stay)).status).toBe(200)
  })
})

describe('a request is refused', () => {
  test.each([
    ['property_id.above_maximum', { property_id: Array.from({ length: 251 }, (_, i) => String(i + 1)) }],
    ['property_id.required', { property_id: [] }],
    ['checkin.invalid_date_format', { checkin: '2026-12-1' }],
    ['checkin.invalid_date_format', { checkin: '2026-02-30' }],
    ['checkin.invalid_date_in_the_past', { checkin: '2026-11-13', checkout: '2026-11-14' }],
    ['checkin.invalid_date_too_far_out', { checkin: '2028-12-01', checkout: '2028-12-02' }],
    ['checkout.invalid_checkout_before_checkin', { checkout: '2026-12-01' }],
    ['checkout.invalid_length_of_stay_too_long', { checkout: '2026-12-30' }],
    ['number_of_occupancies.invalid_above_maximum', { occupancy: Array.from({ length: 9 }, () => '2') }],
    ['occupancy.invalid', { occupancy: '0-5' }],
    ['currency.not_supported', { currency: 'XXX' }],
    ['rate_plan_count.invalid', { rate_plan_count: '251' }],
    ['include.not_supported', { include: 'free_money' }],
    ['rate_option.not_supported', { rate_option: 'friend' }],
    ['language.required', { language: [] }],
  ])('for %s', (type, changes) => {
    const { status, body } = ask(changes)
    expect(status).toBe(400)
    expect(body.type).toBe('invalid_input')
    expect(body.errors.map((error: { type: string }) => error.type)).toContain(type)
  })

  test('but not with 250 ids, 28 nights or 8 rooms', () => {
    const ids = Array.from({ length: 250 }, (_, i) => String(i + 1))
    expect(ask({ property_id: ids }).status).toBe(200)
    expect(ask({ checkout: '2026-12-29' }).status).toBe(200)
    expect(ask({ occupancy: Array.from({ length: 8 }, () => '2') }).status).toBe(200)
  })
})

describe('availability', () => {
  test('tells why a property cannot be had, and leaves an unknown one out', () => {
    const { body } = ask({ property_id: ['SOLDOUT', 'CLOSED', 'MINLOS3', 'UNKNOWN'] })
    expect(
      body.map((entry: { property_id: string; unavailable_reason: object }) => [
        entry.property_id,
        entry.unavailable_reason,
      ]),
    ).toEqual([
      ['SOLDOUT', { code: 'no_inventory_available' }],
      ['CLOSED', { code: 'checkin_not_allowed' }],
      ['MINLOS3', { code: 'minimum_stay', data: '3' }],
    ])
  })

  test('leaves every one of them out where reasons are not asked for', () => {
    expect(ask({ property_id: ['SOLDOUT', 'CLOSED'], include: [] }).body).toEqual([])
  })

  test('shows a hotel that only breaks by itself without rooms and without a reason', () => {
    const { body } = ask({ property_id: ['SLOW', 'BROKEN', 'TIMEOUT', 'REFUSED'] })
    expect(body).toMatchObject([
      { property_id: 'SLOW', status: 'available' },
      ...['BROKEN', 'TIMEOUT', 'REFUSED'].map((id) => ({ property_id: id, status: 'partially_unavailable' })),
    ])
    expect(body[1]).not.toHaveProperty('unavailable_reason')
  })

  test('steps a flapping hotel at a public request and not at a member’s', () => {
    const at = { checkin: '2026-12-10', checkout: '2026-12-11' }
    const status = (more = {}) => ask({ ...at, ...more }).body[0].status
    const first = status()
    expect(status({ rate_option: 'member' })).toBe(first)
    expect(status()).not.toBe(first)
  })

  test('shows member deals only to members, and announces them to the others', () => {
    const deals = world
      .listings('ostello')
      .slice(0, 60)
      .map((listing) => listing.code)
    const open = ratesOf(ask({ property_id: deals }).body)
    const members = ratesOf(ask({ property_id: deals, rate_option: 'member' }).body)
    expect(open.some((rate) => rate.sale_scenario.member)).toBe(false)
    expect(open.some((rate) => rate.member_deal_available)).toBe(true)
    expect(members.some((rate) => rate.sale_scenario.member)).toBe(true)
  })

  test('gives no more rates than asked, the cheapest ones', () => {
    const all = ratesOf(ask({ property_id: 'SLOW' }).body)
    const one = ratesOf(ask({ property_id: 'SLOW', rate_plan_count: '1' }).body)
    expect(all.length).toBeGreaterThan(1)
    expect(one).toHaveLength(1)
    expect(cheapest(one)).toBe(cheapest(all))
  })

  test('carries the remaining capacity in per cent', () => {
    expect(ask().headers).toMatchObject({ 'rate-limit-minute-remaining': '100' })
  })
})

describe('content and geography', () => {
  test('describe what exists and leave out the rest', () => {
    const query = { language: 'en-US', supply_source: 'expedia', include: 'name' }
    const answer = wire.answer(
      request('/v3/properties/content', { ...query, property_id: ['SLOW', 'UNKNOWN'] }),
    )
    const name = world.listing('ostello', 'SLOW')?.name
    expect(JSON.parse(answer.body)).toEqual({ SLOW: { property_id: 'SLOW', name } })
  })

  test('find what lies inside a polygon, which must be closed and small', () => {
    const [hotel] = world.listings('ostello')
    const { lat, lng, code } = hotel ?? { lat: 0, lng: 0, code: '' }
    const inside = (side: number, closed = true) => {
      const ring = [
        [lng - side, lat - side],
        [lng + side, lat - side],
        [lng + side, lat + side],
        [lng - side, lat + side],
        ...(closed ? [[lng - side, lat - side]] : []),
      ]
      const query = { include: 'property_ids', supply_source: 'expedia' }
      return wire.answer({
        ...request('/v3/properties/geography', query),
        method: 'POST',
        body: JSON.stringify({ type: 'Polygon', coordinates: [ring] }),
      })
    }
    expect(JSON.parse(inside(0.001).body)).toHaveProperty([code], { property_id: code })
    expect(inside(0.001, false).status).toBe(400)
    expect(inside(3).status).toBe(400)
  })
})

test('codes names the hotels of a request', () => {
  expect(wire.codes(request('/v3/properties/availability', stay))).toEqual(['FLAPS'])
})
