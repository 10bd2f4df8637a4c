import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { StayQuery } from '../../src/sources/source.ts'
import { bound, charge, content, NOW, pricing, property, query, rate, reason } from './rapid-answers.ts'

function shop(body: unknown, asked: Partial<StayQuery> = {}) {
  const { adapter, call } = bound(() => body)
  return adapter.shop({ ...query, ...asked }, call())
}

describe('the request', () => {
  test('is signed with the SHA-512 of key, secret and the time in seconds', async () => {
    const { adapter, sent, call } = bound(() => [])
    await adapter.shop(query, call())
    const seconds = NOW / 1000
    const signature = createHash('sha512').update(`keysecret${seconds}`).digest('hex')
    expect(sent[0]?.headers?.['authorization']).toBe(
      `EAN apikey=key,signature=${signature},timestamp=${seconds}`,
    )
  })

  test('asks the same party into every room, with an age for each child', async () => {
    const { adapter, sent, call } = bound(() => [])
    await adapter.shop({ ...query, occupancy: { adults: 2, children: 2, rooms: 2 } }, call())
    expect(sent[0]?.query).toMatchObject({
      checkin: '2026-12-01',
      checkout: '2026-12-03',
      occupancy: ['2-8,8', '2-8,8'],
      property_id: ['19248'],
      include: ['unavailable_reason', 'rooms.rates.current_refundability'],
    })
    expect(sent[0]?.query).not.toHaveProperty('rate_option')
  })

  test('takes the point of sale from the profile, and a profile that is no country is refused', async () => {
    const { adapter, sent, call } = bound(() => [], { pointOfSale: 'DE' })
    await adapter.shop(query, call())
    expect(sent[0]?.query?.['country_code']).toBe('DE')
    expect(() => bound(() => [], { pointOfSale: 'Germany' })).toThrow('pointOfSale must be a country code')
  })
})

describe('a night further ahead than the account may ask', () => {
  // Asked on 2026-11-15.
  const [last, later] = ['2027-11-15', '2027-11-16']

  test('is not asked at all, and the limit is named', async () => {
    const { adapter, sent, call } = bound(() => [])
    await expect(adapter.shop({ ...query, checkin: later }, call())).rejects.toMatchObject({
      kind: 'unsupported',
      message: '`checkin` may be at most 365 days ahead',
    })
    const batch = { ...query, checkin: later, hotelCodes: ['19248'], member: true }
    await expect(adapter.lowest?.(batch, call())).rejects.toMatchObject({ kind: 'unsupported' })
    expect(sent).toEqual([])
  })

  test('is asked up to the last day, and further where the account is allowed to', async () => {
    for (const [profile, checkin] of [
      [{}, last],
      [{ daysAhead: 366 }, later],
    ] as const) {
      const { adapter, sent, call } = bound(() => [], profile)
      await adapter.shop({ ...query, checkin }, call())
      expect(sent[0]?.query).toMatchObject({ checkin })
    }
  })
})

describe('prices', () => {
  test('are the pre-tax room price, with the all-in figure beside it, per room and night', async () => {
    const answer = await shop([property([rate('r', { '2': pricing('475.01', '539.00') })])])
    expect(answer).toMatchObject({ status: 'available', currency: 'USD', taxIncluded: false })
    expect(answer.rooms[0]?.rates[0]).toMatchObject({
      pricePerNight: 23751, // 475.01 ÷ 2 = 237.505
      pricePerNightAfterTax: 26950,
      taxIncluded: false,
      total: 47501,
      totalAfterTax: 53900,
    })
  })

  test('of two rooms alike are counted twice though they stand under one key', async () => {
    const answer = await shop([property([rate('r', { '2': pricing('475.00', '539.00', 3) })])], {
      los: 3,
      occupancy: { adults: 2, children: 0, rooms: 2 },
    })
    expect(answer.rooms[0]?.rates[0]).toMatchObject({
      pricePerNight: 15833, // 950.00 ÷ 6
      pricePerNightAfterTax: 17967, // 1078.00 ÷ 6
      total: 95000,
      totalAfterTax: 107800,
    })
  })

  test('have no after-tax figure where only the one without property fees is told', async () => {
    const answer = await shop([property([rate('r', { '2': pricing('400.00', null) })])])
    expect(answer.rooms[0]?.rates[0]).toMatchObject({ pricePerNight: 20000, pricePerNightAfterTax: null })
  })

  test('take the inclusive total where the answer states that the property collects nothing', async () => {
    const prices = pricing('400.00', null)
    Object.assign(prices.totals, { inclusive: charge('440.00'), property_fees: charge('0.00') })
    const answer = await shop([property([rate('r', { '2': prices })])])
    expect(answer.rooms[0]?.rates[0]?.pricePerNightAfterTax).toBe(22000)
  })

  test('add what the property collects to the inclusive total, if it is in the same currency', async () => {
    const prices = pricing('400.00', null)
    Object.assign(prices.totals, { inclusive: charge('440.00'), property_fees: charge('30.00') })
    const shopped = async () =>
      (await shop([property([rate('r', { '2': prices })])])).rooms[0]?.rates[0]?.totalAfterTax
    expect(await shopped()).toBe(47000)
    Object.assign(prices.totals, { property_fees: { request_currency: { value: '30', currency: 'JPY' } } })
    expect(await shopped()).toBe(null)
  })

  test('are refused if the property collects less than nothing', async () => {
    const prices = pricing('400.00', null)
    Object.assign(prices.totals, { inclusive: charge('440.00'), property_fees: charge('-30.00') })
    await expect(shop([property([rate('r', { '2': prices })])])).rejects.toMatchObject({ kind: 'broken' })
  })

  test('stand in the currency the answer names, without decimals where it has none', async () => {
    const answer = await shop([property([rate('r', { '2': pricing('30001', '33001', 2, 'JPY') })])])
    expect(answer.currency).toBe('JPY')
    expect(answer.rooms[0]?.rates[0]).toMatchObject({ pricePerNight: 15001, pricePerNightAfterTax: 16501 })
  })

  test('fall back to the currency of the bill where the asked one is not told', async () => {
    const amount = { billable_currency: { value: '628.00', currency: 'CAD' } }
    const allIn = { billable_currency: { value: '717.00', currency: 'CAD' } }
    const answer = await shop([
      property([rate('r', { '2': { totals: { exclusive: amount, property_inclusive: allIn } } })]),
    ])
    expect(answer.currency).toBe('CAD')
    expect(answer.rooms[0]?.rates[0]).toMatchObject({ total: 62800, totalAfterTax: 71700 })
  })

  test('of rates that are sold out or too few are left out; packages and corporate rates are marked', async () => {
    const price = { '2': pricing('100.00', '110.00') }
    const answer = await shop(
      [
        property([
          rate('gone', price, { status: 'sold_out' }),
          rate('few', price, { available_rooms: 1 }),
          rate('package', price, { sale_scenario: { package: true, member: true } }),
          rate('corporate', price, { sale_scenario: { corporate: true, member: true } }),
          rate('good', price, { available_rooms: 2 }),
        ]),
      ],
      { occupancy: { adults: 2, children: 0, rooms: 2 } },
    )
    const told = answer.rooms.flatMap((room) =>
      room.rates.map((r) => [r.rateCode, r.package, r.restricted, r.memberOnly]),
    )
    expect(told).toEqual([
      ['package', true, false, false],
      ['corporate', false, true, false],
      ['good', false, false, false],
    ])
  })

  test('in two currencies are told in theirs, under the currency that was asked for', async () => {
    const answer = await shop([
      property([
        rate('euro', { '2': pricing('90.00', '99.00', 2, 'EUR') }),
        rate('dollar', { '2': pricing('100.00', '110.00') }),
      ]),
    ])
    expect(answer.currency).toBe('USD')
    expect(answer.rooms[0]?.rates.map((r) => [r.currency, r.total])).toEqual([
      ['EUR', 9000],
      ['USD', 10000],
    ])
  })

  test('come with meals, and with the moment from which cancelling costs', async () => {
    const answer = await shop([
      property([
        rate(
          'r',
          { '2': pricing('100.00', '110.00') },
          {
            refundable: true,
            cancel_penalties: [{ start: '2026-11-29T18:00:00.000-08:00', percent: '100%' }],
            amenities: { '2098': { id: '2098', name: 'Free breakfast' } },
          },
        ),
      ]),
    ])
    expect(answer.rooms[0]?.rates[0]).toMatchObject({
      name: 'Refundable, with breakfast',
      refundable: true,
      cancelBy: '2026-11-30T02:00:00.000Z',
      mealPlan: 'breakfast',
    })
  })
})

describe('the terms of a rate', () => {
  const price = { '2': pricing('100.00', '110.00') }
  const later = { start: '2026-11-29T18:00:00.000+00:00', end: '2026-12-01T00:00:00.000+00:00' }
  const termsOf = async (more: object) => {
    const answer = await shop([property([rate('r', price, { refundable: true, ...more })])])
    const [found] = answer.rooms[0]?.rates ?? []
    return { refundable: found?.refundable, cancelBy: found?.cancelBy, name: found?.name }
  }

  test.each<[string, object]>([
    ['a night has none', { nonrefundable_date_ranges: [{ start: '2026-12-02', end: '2026-12-02' }] }],
    ['the vendor calls it partly refundable', { current_refundability: 'partially_refundable' }],
    ['the vendor calls it not refundable', { current_refundability: 'non_refundable' }],
  ])('are no refund where %s, though the flag says refundable', async (_, more) => {
    expect(await termsOf({ cancel_penalties: [later], ...more })).toEqual({
      refundable: false,
      cancelBy: null,
      name: 'Non-refundable',
    })
  })

  test('are a refund until the first penalty where all nights have one', async () => {
    const more = {
      current_refundability: 'refundable',
      nonrefundable_date_ranges: [],
      cancel_penalties: [later],
    }
    expect(await termsOf(more)).toMatchObject({ refundable: true, cancelBy: '2026-11-29T18:00:00.000Z' })
  })

  // Asked on 2026-11-15 at noon.
  test('name no moment that has passed, nor one behind a penalty that has begun', async () => {
    const past = { start: '2018-02-12T11:59:00.000-08:00', end: '2018-02-12T11:59:00.000-08:00' }
    const running = { start: '2026-11-15T11:00:00.000+00:00', end: '2026-11-29T18:00:00.000+00:00' }
    expect(await termsOf({ cancel_penalties: [past] })).toMatchObject({ refundable: true, cancelBy: null })
    expect(await termsOf({ cancel_penalties: [running, later] })).toMatchObject({ cancelBy: null })
    expect(await termsOf({ cancel_penalties: [past, later] })).toMatchObject({
      cancelBy: '2026-11-29T18:00:00.000Z',
    })
  })
})

describe('member deals', () => {
  const open = rate('r', { '2': pricing('200.00', '220.00') }, { member_deal_available: true })
  const deal = rate('r', { '2': pricing('180.00', '198.00') }, { sale_scenario: { member: true } })

  test('are asked for a second time, so that the public price stays known', async () => {
    const { adapter, sent, call } = bound((request) =>
      request.query?.['rate_option'] ? [property([deal])] : [property([open])],
    )
    const answer = await adapter.shop(query, call())
    expect(sent.map((request) => request.query?.['rate_option'])).toEqual([undefined, undefined, ['member']])
    expect(answer.rooms[0]?.rates.map((r) => [r.memberOnly, r.pricePerNight])).toEqual([
      [false, 10000],
      [true, 9000],
    ])
  })

  test('are asked for beside the public price where there were some the last time', async () => {
    const { adapter, sent, call } = bound((request) =>
      request.query?.['rate_option'] ? [property([deal])] : [property([open])],
    )
    await adapter.shop(query, call())
    const answer = adapter.shop(query, call())
    expect(sent.slice(3).map((request) => request.query?.['rate_option'])).toEqual([undefined, ['member']])
    expect((await answer).rooms[0]?.rates.map((r) => r.pricePerNight)).toEqual([10000, 9000])
  })

  test('are not asked for where no rate announces one', async () => {
    const { adapter, sent, call } = bound(() => [property([rate('r', { '2': pricing('200.00', '220.00') })])])
    await adapter.shop(query, call())
    expect(sent.filter((request) => request.path.endsWith('/availability'))).toHaveLength(1)
  })
})

describe('a stay that cannot be had', () => {
  test.each([
    ['no_inventory_available', undefined, 'sold_out', null],
    ['partial_inventory_available', '2026-12-02', 'sold_out', null],
    ['maximum_occupancy', '2', 'sold_out', null],
    ['checkin_not_allowed', undefined, 'closed', null],
    ['minimum_stay', '3', 'restricted_los', 3],
    ['maximum_stay', '1', 'restricted_los', null],
    ['restricted_stay_lengths', '3|5|6', 'restricted_los', 3],
    ['restricted_dates', '1|5', 'restricted_los', null],
  ])('for %s (%s) is %s', async (code, data, status, minLos) => {
    expect(await shop([reason(code, data)])).toMatchObject({ status, minLos, rooms: [], taxIncluded: null })
  })

  test('is sold out where the property is left out but exists', async () => {
    expect(await shop([])).toMatchObject({
      status: 'sold_out',
      hotel: { name: 'Harbour House', city: 'Porto', country: 'PT', lat: 41.14, lng: -8.61 },
    })
  })

  test('is sold out where every rate that is named is gone', async () => {
    const gone = rate('r', { '2': pricing('100.00', '110.00') }, { status: 'sold_out' })
    expect(await shop([property([gone])])).toMatchObject({ status: 'sold_out', rooms: [] })
  })

  test('is not found where the property has no content either, which is asked once', async () => {
    const { adapter, sent, call } = bound(() => [])
    const unknown = { ...query, hotelCode: '4' }
    await expect(adapter.shop(unknown, call())).rejects.toMatchObject({ kind: 'not_found' })
    await expect(adapter.shop(unknown, call())).rejects.toMatchObject({ kind: 'not_found' })
    expect(sent.filter((request) => request.path.endsWith('/content'))).toHaveLength(1)
  })

  test('is a failure, not sold out, for an unknown reason', async () => {
    await expect(shop([reason('under_water')])).rejects.toMatchObject({ kind: 'broken' })
  })
})

describe('an answer to another question is broken', () => {
  const good = { '2': pricing('100.00', '110.00') }
  test.each([
    ['another property', [property([rate('r', good)], '1')]],
    ['one property twice', [property([rate('r', good)]), property([rate('r', good)])]],
    ['another number of nights', [property([rate('r', { '2': pricing('100.00', '110.00', 3) })])]],
    ['another occupancy', [property([rate('r', { '1': pricing('100.00', '110.00') })])]],
    [
      'nights without a refund on other dates',
      [
        property([
          rate('r', good, { nonrefundable_date_ranges: [{ start: '2026-12-31', end: '2027-01-01' }] }),
        ]),
      ],
    ],
    [
      'a penalty that begins after the stay',
      [property([rate('r', good, { cancel_penalties: [{ start: '2026-12-20T18:00:00.000+00:00' }] })])],
    ],
    ['no rooms', [{ property_id: '19248', status: 'available', rooms: [] }]],
    ['no rates', [property([])]],
    ['a price of nothing', [property([rate('r', { '2': pricing('0.00', '0.00') })])]],
    ['a price that is a word', [property([rate('r', { '2': pricing('cheap', '1.00') })])]],
    ['taxes below zero', [property([rate('r', { '2': pricing('100.00', '99.00') })])]],
    ['no list', { properties: [] }],
  ])('%s', async (_, body) => {
    await expect(shop(body)).rejects.toMatchObject({ kind: 'broken' })
  })
})

describe('refusals', () => {
  const headers = { 'content-type': 'application/json' }
  test.each([
    [
      new Response('{"type":"request_unauthenticated"}', { status: 401, headers }),
      'refused',
      undefined,
      false,
    ],
    [new Response('', { status: 503 }), 'refused', undefined, true],
    [new Response('', { status: 503, headers: { 'retry-after': '7' } }), 'refused', 7000, false],
    [
      new Response('', { status: 429, headers: { 'rate-limit-minute-reset': String(NOW + 4000) } }),
      'refused',
      4000,
      false,
    ],
    [
      new Response('', {
        status: 429,
        headers: {
          'rate-limit-minute-reset': String(NOW + 4000),
          'rate-limit-day-remaining': '0',
          'rate-limit-day-reset': String(NOW + 9000),
        },
      }),
      'refused',
      9000,
      false,
    ],
    [new Response('<html>', { status: 200 }), 'broken', undefined, false],
    [
      new Response('{"errors":[{"type":"property_id.must_be_numeric"}]}', { status: 400, headers }),
      'not_found',
      undefined,
      false,
    ],
  ])('%#', async (response, kind, retryAfterMs, transient) => {
    await expect(shop(response)).rejects.toMatchObject({ kind, retryAfterMs, transient })
  })
})

test('raw bodies are kept when they are asked for, and only then', async () => {
  const body = [property([rate('r', { '2': pricing('100.00', '110.00') })])]
  const { adapter, call } = bound(() => body)
  expect((await adapter.shop(query, call())).raw).toEqual([])
  const second = bound(() => body)
  expect((await second.adapter.shop(query, second.call(true))).raw).toEqual(
    expect.arrayContaining([body, content]),
  )
})
