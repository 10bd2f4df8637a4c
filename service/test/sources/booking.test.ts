import { describe, expect, test } from 'vitest'
import type { StayQuery } from '../../src/sources/source.ts'
import {
  availability,
  bound,
  cityTax,
  constants,
  deal,
  details,
  price,
  product,
  query,
} from './booking-answers.ts'

function shop(body: unknown, asked: Partial<StayQuery> = {}) {
  const { adapter, call } = bound(() => body)
  return adapter.shop({ ...query, ...asked }, call())
}

describe('the request', () => {
  test('carries the token and the affiliate, and allocates the same party to every room', async () => {
    const { adapter, sent, call } = bound(() => availability([]))
    await adapter.shop({ ...query, occupancy: { adults: 2, children: 1, rooms: 2 } }, call())
    expect(sent[0]?.request).toMatchObject({
      method: 'POST',
      path: '/3.1/accommodations/availability',
      headers: { authorization: 'Bearer tok', 'x-affiliate-id': '777' },
    })
    expect(sent[0]?.body).toEqual({
      accommodation: 10004,
      booker: { country: 'nl', platform: 'desktop' },
      checkin: '2026-12-01',
      checkout: '2026-12-03',
      currency: 'EUR',
      extras: ['extra_charges'],
      guests: {
        number_of_adults: 4,
        number_of_rooms: 2,
        children: [8, 8],
        allocation: [
          { number_of_adults: 2, children: [8] },
          { number_of_adults: 2, children: [8] },
        ],
      },
    })
  })

  test('refuses a profile with an invalid booker country or version', () => {
    expect(() => bound(() => null, { bookerCountry: 'NL' })).toThrow('bookerCountry must be a country code')
    expect(() => bound(() => null, { version: '3.4' })).toThrow('version must be "3.1", "3.2" or "3.3"')
  })
})

describe('prices', () => {
  test('are the displayed gross, and with what the property collects the all-in figure', async () => {
    const answer = await shop(availability([product('p', price(250.01, [cityTax]))]))
    expect(answer).toMatchObject({ status: 'available', currency: 'EUR', taxIncluded: false })
    expect(answer.rooms).toMatchObject([{ roomCode: '77', name: 'Queen Room', maxOccupancy: 3 }])
    expect(answer.rooms[0]?.rates[0]).toMatchObject({
      pricePerNight: 12501, // 250.01 ÷ 2 = 125.005
      pricePerNightAfterTax: 12801, // 256.01 ÷ 2 = 128.005
      taxIncluded: false,
      total: 25001,
      totalAfterTax: 25601,
    })
  })

  test('of a product are those of one room, so that totals grow with the rooms', async () => {
    const answer = await shop(availability([product('p', price(250, [cityTax]))]), {
      occupancy: { adults: 2, children: 0, rooms: 2 },
    })
    expect(answer.rooms[0]?.rates[0]).toMatchObject({
      pricePerNight: 12500,
      pricePerNightAfterTax: 12800,
      total: 50000,
      totalAfterTax: 51200,
    })
  })

  test.each([
    ['a charge that cannot be calculated', price(250, [cityTax, { charge: 3, mode: 'incalculable' }])],
    ['a charge without an amount', price(250, [{ charge: 3, mode: 'per_stay', total_amount: null }])],
    ['a charge of less than nothing', price(250, [{ charge: 3, mode: 'per_stay', total_amount: -20 }])],
    ['no list of charges', { book: 250, total: 250 }],
  ])('have no all-in figure with %s', async (_, prices) => {
    const answer = await shop(availability([product('p', prices)]))
    expect(answer.rooms[0]?.rates[0]).toMatchObject({
      pricePerNight: 12500,
      pricePerNightAfterTax: null,
      totalAfterTax: null,
    })
  })

  test('have the taxes in them where nothing but fees is left out', async () => {
    const resortFee = { charge: 7, mode: 'per_night', total_amount: 20 }
    const unknown = { charge: 99, mode: 'per_night', total_amount: 20 }
    const nothing = { charge: 2, mode: 'per_night', total_amount: 0 }
    const products = [
      product('none', price(250)),
      product('fee', price(250, [resortFee])),
      product('free', price(250, [nothing])),
      product('tax', price(250, [resortFee, cityTax])),
      product('unknown', price(250, [unknown])),
      product('untold', { book: 250, total: 250 }),
    ]
    const { adapter, sent, call } = bound((path) =>
      path === 'constants' ? constants : availability(products),
    )
    const answer = await adapter.shop(query, call())
    await adapter.shop(query, call())
    expect(answer.taxIncluded).toBeNull()
    expect(answer.rooms[0]?.rates.map((rate) => [rate.rateCode, rate.taxIncluded])).toEqual([
      ['none', true],
      ['fee', true],
      ['free', true],
      ['tax', false],
      ['unknown', false],
      ['untold', false],
    ])
    const asked = sent.filter(({ path }) => path === 'constants')
    expect(asked.map(({ body }) => body)).toEqual([{ constants: ['charge_types'], languages: ['en-gb'] }])
  })

  test('have their taxes left out where the kinds of the charges cannot be learned', async () => {
    const resortFee = { charge: 7, mode: 'per_night', total_amount: 20 }
    const { adapter, call } = bound((path) =>
      path === 'constants'
        ? new Response('', { status: 503 })
        : availability([product('fee', price(250, [resortFee]))]),
    )
    const answer = await adapter.shop(query, call())
    expect(answer.rooms[0]?.rates[0]).toMatchObject({ taxIncluded: false, totalAfterTax: 27000 })
  })

  test('of net rates and packages are listed, and are not public', async () => {
    const of = (type: string) => ({ inventory: { third_party: true, type }, deal })
    const answer = await shop(
      availability([
        product('net', price(200), of('net')),
        product('packaged', price(210), of('sell_packaged')),
        product('sell', price(250), of('sell')),
      ]),
    )
    const marks = answer.rooms[0]?.rates.map(({ rateCode, restricted, package: bundled, memberOnly }) => [
      rateCode,
      restricted,
      bundled,
      memberOnly,
    ])
    expect(marks?.slice(0, 3)).toEqual([
      ['net', true, false, false],
      ['packaged', false, true, false],
      ['sell', false, false, true],
    ])
  })

  test('stand in the currency the answer names, whatever was asked', async () => {
    const answer = await shop(availability([product('p', price(30001))], { currency: 'JPY' }))
    expect(answer.currency).toBe('JPY')
    expect(answer.rooms[0]?.rates[0]).toMatchObject({ pricePerNight: 15001, total: 30001 })
  })

  test('come with the conditions', async () => {
    const answer = await shop(
      availability([
        product('p', price(250), {
          policies: {
            cancellation: {
              type: 'free_cancellation',
              free_cancellation_until: '2026-11-29T23:59:00+01:00',
            },
            meal_plan: { plan: 'breakfast_included' },
          },
        }),
        product('q', price(200), { policies: { cancellation: { type: 'special_conditions' } } }),
      ]),
    )
    expect(answer.rooms[0]?.rates).toMatchObject([
      {
        rateCode: 'p',
        name: 'Free cancellation, with breakfast',
        refundable: true,
        cancelBy: '2026-11-29T22:59:00.000Z',
        mealPlan: 'breakfast',
      },
      { rateCode: 'q', refundable: false, cancelBy: null, mealPlan: null },
    ])
  })
})

describe('several rooms', () => {
  const few = { number_available_at_this_price: 1 }
  const two = { occupancy: { adults: 2, children: 0, rooms: 2 } }

  test('are not sold from a product that has fewer', async () => {
    const answer = await shop(
      availability([product('few', price(100), few), product('many', price(300))]),
      two,
    )
    expect(answer.rooms.flatMap((room) => room.rates.map((rate) => rate.rateCode))).toEqual(['many'])
  })

  test('may be a recommended mixture, which is available and not sold out', async () => {
    const recommendation = { products: [{ id: 'a' }, { id: 'b' }] }
    const answer = await shop(
      availability([product('a', price(200, [cityTax]), few), product('b', price(300), few)], {
        recommendation,
      }),
      two,
    )
    expect(answer.rooms).toMatchObject([
      {
        roomCode: 'combination',
        rates: [{ rateCode: 'a+b', pricePerNight: 12500, total: 50000, totalAfterTax: 50600 }],
      },
    ])
  })

  test('are sold out where too few are left and nothing is recommended', async () => {
    expect(await shop(availability([product('a', price(200), few)]), two)).toMatchObject({
      status: 'sold_out',
    })
  })
})

describe('a product that is too small for the party', () => {
  const family = { occupancy: { adults: 2, children: 2, rooms: 1 } }
  const small = product('small', price(100), { maximum_occupancy: { adults: 2, children: [], total: 2 } })
  const large = product('large', price(300), { maximum_occupancy: { adults: 2, children: [], total: 4 } })

  test('is not sold, and never the lowest', async () => {
    const answer = await shop(availability([small, large]), family)
    expect(answer.rooms.flatMap((room) => room.rates.map((rate) => rate.rateCode))).toEqual(['large'])
  })

  test('is told by its adults too', async () => {
    const three = { occupancy: { adults: 3, children: 0, rooms: 1 } }
    expect(await shop(availability([large]), three)).toMatchObject({ status: 'sold_out', rooms: [] })
  })

  test('leaves the stay sold out where nothing else is on sale, also where it is recommended', async () => {
    const recommendation = { products: [{ id: 'small' }] }
    expect(await shop(availability([small], { recommendation }), family)).toMatchObject({
      status: 'sold_out',
      rooms: [],
    })
  })

  test('is sold where the vendor states no limit', async () => {
    for (const most of [null, {}, { adults: null, total: null }]) {
      const open = product('open', price(100), { maximum_occupancy: most })
      expect((await shop(availability([open]), family)).status).toBe('available')
    }
  })
})

describe('member deals', () => {
  test('are asked for signed in, so that the public price stays known', async () => {
    const { adapter, sent, call } = bound((_, body) =>
      body.booker?.user_groups
        ? availability([product('p', price(180), { deal }), product('q', price(500))])
        : availability([product('p', price(200))]),
    )
    const answer = await adapter.shop(query, call())
    expect(sent.filter(({ path }) => path === 'availability').map(({ body }) => body.booker)).toEqual([
      { country: 'nl', platform: 'desktop' },
      { country: 'nl', platform: 'desktop', user_groups: ['authenticated'] },
    ])
    expect(answer.rooms[0]?.rates.map((rate) => [rate.memberOnly, rate.pricePerNight])).toEqual([
      [false, 10000],
      [true, 9000],
    ])
  })

  test('are none where the deal is open to everybody', async () => {
    const open = { ...deal, tags: ['limited_time_deal', 'mobile_rate'] }
    const answer = await shop(availability([product('p', price(180), { deal: open })]))
    expect(answer.rooms[0]?.rates[0]?.memberOnly).toBe(false)
  })
})

describe('no products', () => {
  test('are sold out where the accommodation exists', async () => {
    expect(await shop(availability([]))).toMatchObject({
      status: 'sold_out',
      hotel: { name: 'Harbour House', city: null, country: 'PT', lat: 41.14, lng: -8.61 },
      rooms: [],
      taxIncluded: null,
    })
  })

  test('are not found where it does not, and the details are asked once', async () => {
    const { adapter, sent, call } = bound(() => ({ data: { id: 4, products: [] } }))
    for (let i = 0; i < 2; i++) {
      await expect(adapter.shop({ ...query, hotelCode: '4' }, call())).rejects.toMatchObject({
        kind: 'not_found',
      })
    }
    expect(sent.filter(({ path }) => path === 'details')).toHaveLength(1)
  })
})

describe('an answer to another question is broken', () => {
  const good = product('p', price(100))
  const otherDates = 'https://www.example.com/h.html?checkin=2026-12-02&checkout=2026-12-04'
  test.each([
    ['another accommodation', availability([good], { id: 10005 })],
    ['other dates', availability([good], { url: otherDates })],
    ['no currency', availability([good], { currency: undefined })],
    ['a price of nothing', availability([product('p', { ...price(1), book: 0 })])],
    ['a price that is a word', availability([product('p', { ...price(1), book: 'cheap' })])],
    ['no products at all', { data: { id: 10004, currency: 'EUR' } }],
    ['something else', { hello: 'world' }],
  ])('%s', async (_, body) => {
    await expect(shop(body)).rejects.toMatchObject({ kind: 'broken' })
  })
})

describe('refusals', () => {
  const form = '{"request_id":"x","errors":[{"id":"e","message":"m"}]}'
  test.each([
    ['a bad token', new Response(form, { status: 401 }), 'refused', undefined, false],
    ['too many requests', new Response('', { status: 429 }), 'refused', 60_000, false],
    ['a wait', new Response('', { status: 429, headers: { 'retry-after': '3' } }), 'refused', 3000, false],
    ['a gateway', new Response('', { status: 502 }), 'refused', undefined, true],
    ['a page', new Response('<html>', { status: 200 }), 'broken', undefined, false],
    ['an unknown id', new Response(form, { status: 404 }), 'not_found', undefined, false],
    ['a wrong address', new Response('Not Found', { status: 404 }), 'refused', undefined, false],
    ['our own mistake', new Response(form, { status: 400 }), 'refused', undefined, false],
  ])('%s', async (_, response, kind, retryAfterMs, transient) => {
    await expect(shop(response)).rejects.toMatchObject({ kind, retryAfterMs, transient })
  })

  test('of an id that is no number mean that there is no such accommodation', async () => {
    const { adapter, sent, call } = bound(() => new Response(form, { status: 400 }))
    await expect(adapter.shop({ ...query, hotelCode: 'HOUSE' }, call())).rejects.toMatchObject({
      kind: 'not_found',
    })
    expect(sent[0]?.body['accommodation']).toBe('HOUSE')
  })
})

test('raw bodies are kept when they are asked for', async () => {
  const body = availability([product('p', price(100))])
  const { adapter, call } = bound(() => body)
  expect((await adapter.shop(query, call(true))).raw).toEqual(expect.arrayContaining([body, details]))
})
