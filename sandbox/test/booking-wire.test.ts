import { describe, expect, test } from 'vitest'
import { createBookingWire } from '../src/wires/booking/wire.ts'
import type { WireRequest } from '../src/wires/wire.ts'
import { createWorld } from '../src/world/create.ts'

const NOW = Date.UTC(2026, 10, 15, 12)
const world = createWorld({ seed: 1, now: () => NOW })
const credentials = { token: 'tok', affiliateId: '777' }
const wire = createBookingWire({ id: 'lodgista', wire: 'booking', profile: {}, credentials }, world)

const stay = {
  booker: { country: 'nl', platform: 'desktop' },
  checkin: '2026-12-01',
  checkout: '2026-12-03',
  currency: 'USD',
  guests: { number_of_adults: 2, number_of_rooms: 1 },
  extras: ['extra_charges', 'products'],
}

function request(path: string, body: object, headers: Record<string, string> = {}): WireRequest {
  return {
    method: 'POST',
    path: `/3.1/accommodations/${path}`,
    query: new URLSearchParams(),
    headers: { authorization: 'Bearer tok', 'x-affiliate-id': '777', ...headers },
    body: JSON.stringify(body),
  }
}

function ask(path: string, body: object, headers: Record<string, string> = {}) {
  const answer = wire.answer(request(path, body, headers))
  return { status: answer.status, body: JSON.parse(answer.body) }
}

function idsOf(body: { data: { id: number | string }[] }): (number | string)[] {
  return body.data.map((entry) => entry.id)
}

describe('the caller', () => {
  test.each([
    ['without a token', { authorization: '' }, 401],
    ['with another token', { authorization: 'Bearer guess' }, 401],
    ['with another affiliate', { 'x-affiliate-id': '1' }, 403],
  ])('%s is refused', (_, headers, status) => {
    const answer = ask('availability', { accommodation: 'SLOW', ...stay }, headers)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ errors: [{ id: expect.any(String), message: expect.any(String) }] })
  })
})

describe('a request is refused', () => {
  const many = Array.from({ length: 101 }, (_, i) => i + 1)
  test.each([
    ['with 101 ids', { accommodations: many }],
    ['without ids', {}],
    ['without a booker', { accommodations: [1], booker: undefined }],
    ['with a booker of nowhere', { accommodations: [1], booker: { country: 'NL', platform: 'desktop' } }],
    ['with a date that does not exist', { accommodations: [1], checkin: '2026-02-30' }],
    ['with a night of last week', { accommodations: [1], checkin: '2026-11-08', checkout: '2026-11-09' }],
    ['with more than 500 days ahead', { accommodations: [1], checkin: '2028-12-01', checkout: '2028-12-02' }],
    ['with 91 nights', { accommodations: [1], checkout: '2027-03-02' }],
    ['with a checkout before the checkin', { accommodations: [1], checkout: '2026-12-01' }],
    [
      'with fewer adults than rooms',
      { accommodations: [1], guests: { number_of_adults: 1, number_of_rooms: 2 } },
    ],
    ['with a currency nobody has', { accommodations: [1], currency: 'XXX' }],
    ['with 15 rows', { accommodations: [1], rows: 15 }],
  ])('%s', (_, changes) => {
    expect(ask('search', { ...stay, ...changes }).status).toBe(400)
  })

  test('but not with 100 ids or 90 nights', () => {
    expect(ask('search', { ...stay, accommodations: many.slice(1) }).status).toBe(200)
    expect(ask('search', { ...stay, accommodations: [1], checkout: '2027-03-01' }).status).toBe(200)
  })
})

describe('prices', () => {
  test('have VAT inside the display price and the fee of the property beside it', () => {
    const { body } = ask('availability', { accommodation: 'SLOW', ...stay })
    expect(body.data).toMatchObject({ id: 'SLOW', currency: 'USD' })
    const { price } = body.data.products[0]
    const [vat] = price.extra_charges.included
    const [fee] = price.extra_charges.excluded
    expect(price.book).toBeCloseTo(price.base + vat.total_amount, 2)
    expect(price.total).toBeCloseTo(price.book + fee.total_amount, 2)
    expect(fee.total_amount).toBe(10) // 5.00 a night
  })

  test('of charges are told on request only', () => {
    const { body } = ask('availability', { accommodation: 'SLOW', ...stay, extras: [] })
    expect(body.data.products[0].price).not.toHaveProperty('extra_charges')
  })

  test('of a search are those of all rooms, with a product for each', () => {
    const one = ask('search', { accommodations: ['SLOW'], ...stay }).body.data[0]
    const guests = { number_of_adults: 4, number_of_rooms: 2 }
    const two = ask('search', { accommodations: ['SLOW'], ...stay, guests }).body.data[0]
    expect(two.price.book).toBeCloseTo(2 * one.price.book, 2)
    expect(two.products).toHaveLength(2)
  })

  test('repeat the dates in the link', () => {
    const { url } = ask('search', { accommodations: ['SLOW'], ...stay }).body.data[0]
    expect(new URL(url).searchParams.get('checkin')).toBe('2026-12-01')
    expect(new URL(url).searchParams.get('checkout')).toBe('2026-12-03')
  })
})

describe('what cannot be had', () => {
  test('has no products, whether it is full, closed or unknown', () => {
    for (const accommodation of ['SOLDOUT', 'CLOSED', 'MINLOS3', 'UNKNOWN']) {
      const { status, body } = ask('availability', { accommodation, ...stay })
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ id: accommodation, products: [] })
    }
  })

  test('is left out of a search', () => {
    const accommodations = ['SOLDOUT', 'UNKNOWN', 'SLOW']
    expect(idsOf(ask('search', { accommodations, ...stay }).body)).toEqual(['SLOW'])
  })

  test('is not mistaken for a hotel that only breaks by itself, which comes without a price', () => {
    const accommodations = ['SOLDOUT', 'BROKEN', 'TIMEOUT', 'REFUSED']
    expect(ask('search', { accommodations, ...stay }).body.data).toEqual([
      { id: 'BROKEN' },
      { id: 'TIMEOUT' },
      { id: 'REFUSED' },
    ])
  })
})

test('a flapping hotel steps at a public request and not at a signed-in one', () => {
  const signedIn = { ...stay.booker, user_groups: ['authenticated'] }
  const count = (more = {}) =>
    ask('availability', { accommodation: 'FLAPS', ...stay, ...more }).body.data.products.length > 0
  const first = count()
  expect(count({ booker: signedIn })).toBe(first)
  expect(count()).toBe(!first)
})

test('details name the hotel and, on request, its rooms', () => {
  const { body } = ask('details', { accommodations: ['SLOW', 'UNKNOWN'], extras: ['rooms'] })
  const listing = world.listing('lodgista', 'SLOW')
  expect(body.data).toMatchObject([
    {
      id: 'SLOW',
      name: { 'en-gb': listing?.name },
      location: { country: 'us', coordinates: { latitude: listing?.lat, longitude: listing?.lng } },
    },
  ])
  const product = ask('availability', { accommodation: 'SLOW', ...stay }).body.data.products[0]
  expect(body.data[0].rooms.map((room: { id: number }) => room.id)).toContain(product.room)
})

test('a search around a point finds numbered hotels, the nearest first', () => {
  const [hotel] = world.listings('lodgista')
  const coordinates = { latitude: hotel?.lat, longitude: hotel?.lng, radius: 2 }
  const found = [1, 8, 15, 22].flatMap((day) => {
    const dates = { checkin: `2026-12-0${(day % 9) + 1}`, checkout: `2026-12-1${day % 9}` }
    return idsOf(ask('search', { ...stay, ...dates, coordinates }).body)
  })
  expect(found).toContain(Number(hotel?.code))
  expect(wire.codes(request('search', { ...stay, coordinates }))).toEqual([])
})
