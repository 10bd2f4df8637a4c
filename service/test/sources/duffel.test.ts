import { describe, expect, test } from 'vitest'
import type { Rate, SourceFailure, StayQuery } from '../../src/sources/source.ts'
import { type Said, vendor } from './answering-paths.ts'
import {
  ACCOMMODATION,
  answering,
  bind,
  FULL_RATE,
  HOTEL,
  QUERY,
  RATES,
  result,
  SEARCH,
} from './duffel-vendor.ts'
import { failureOf } from './failure-of.ts'

async function shop(answers: Record<string, Said>, query: Partial<StayQuery> = {}, raw = false) {
  const { http, requests } = vendor(answers)
  const answer = await bind().shop({ ...QUERY, ...query }, { http, live: false, raw })
  return { answer, requests }
}

async function rateOf(more: Record<string, unknown>): Promise<Rate> {
  const { answer } = await shop(answering([{ ...FULL_RATE, ...more }]))
  const rate = answer.rooms[0]?.rates[0]
  if (!rate) throw new Error('the answer has no rate')
  return rate
}

function step(before: string, refund_amount: string, currency = 'USD') {
  return {
    before,
    refund_amount,
    currency,
  }
}

function suggested(id: string, country_code: string) {
  return {
    accommodation_id: id,
    accommodation_name: id,
    accommodation_location: { address: { city_name: 'London', country_code } },
  }
}

describe('the figure of a Duffel rate', () => {
  test('is all-in when every part is told: 360.00 + 20.00 at the property over 2 nights is 190.00', async () => {
    const { answer } = await shop(answering([FULL_RATE]))
    expect(answer).toMatchObject({ status: 'available', currency: 'USD', taxIncluded: true })
    expect(answer.rooms[0]?.rates[0]).toMatchObject({
      taxIncluded: true,
      pricePerNight: 19000,
      pricePerNightAfterTax: 19000,
      total: 38000,
      totalAfterTax: 38000,
    })
  })

  test('is the base without taxes when tax, fee or what is due is not told', async () => {
    for (const unknown of ['tax_amount', 'fee_amount', 'due_at_accommodation_amount']) {
      expect(await rateOf({ [unknown]: null })).toMatchObject({
        taxIncluded: false,
        pricePerNight: 15000,
        pricePerNightAfterTax: null,
        total: 30000,
        totalAfterTax: null,
      })
    }
  })

  test('is the base when what is due at the property is in another currency, unless it is nothing', async () => {
    const foreign = { due_at_accommodation_currency: 'GBP' }
    expect(await rateOf(foreign)).toMatchObject({ pricePerNight: 15000, pricePerNightAfterTax: null })
    expect(await rateOf({ ...foreign, due_at_accommodation_amount: '0.00' })).toMatchObject({
      pricePerNight: 18000,
      pricePerNightAfterTax: 18000,
    })
  })

  test('is the base when the parts do not make up the total', async () => {
    expect(await rateOf({ total_amount: '340.00' })).toMatchObject({
      taxIncluded: false,
      pricePerNight: 15000,
      pricePerNightAfterTax: null,
    })
    expect(await rateOf({ total_amount: '360.01' })).toMatchObject({ total: 38001 })
  })

  test('is unknown when not even the base is told, or it is in another currency', async () => {
    for (const more of [{ base_amount: null }, { base_currency: 'GBP' }]) {
      expect(await rateOf(more)).toMatchObject({
        taxIncluded: false,
        pricePerNight: null,
        pricePerNightAfterTax: null,
        total: null,
      })
    }
  })

  test('is per room: 360.00 + 20.00 for 2 rooms and 2 nights is 95.00', async () => {
    const guests = Array.from({ length: 4 }, () => ({ type: 'adult' }))
    const { answer } = await shop(answering([FULL_RATE], { rooms: 2, guests }), {
      occupancy: { adults: 2, children: 0, rooms: 2 },
    })
    expect(answer.rooms[0]?.rates[0]).toMatchObject({ pricePerNight: 9500, total: 38000 })
  })

  test('leaves the basis of the answer open where its rates differ', async () => {
    const { answer } = await shop(answering([FULL_RATE, { ...FULL_RATE, id: 'rat_2', tax_amount: null }]))
    expect(answer.taxIncluded).toBeNull()
    const base = await shop(answering([{ ...FULL_RATE, tax_amount: null }]))
    expect(base.answer.taxIncluded).toBe(false)
  })
})

describe('the terms of a Duffel rate', () => {
  test('cancelling is free until the last step that returns everything', async () => {
    const timeline = [step('2027-05-01T10:00:00Z', '360.00'), step('2027-05-09T10:00:00Z', '180.00')]
    expect(await rateOf({ cancellation_timeline: timeline })).toMatchObject({
      refundable: true,
      cancelBy: '2027-05-01T10:00:00.000Z',
    })
  })

  test('no refund and part of a refund are not refundable; one in another currency says nothing', async () => {
    expect(await rateOf({})).toMatchObject({ refundable: false, cancelBy: null })
    expect(await rateOf({ cancellation_timeline: [step('2027-05-09T10:00:00Z', '180.00')] })).toMatchObject({
      refundable: false,
    })
    expect(
      await rateOf({ cancellation_timeline: [step('2027-05-09T10:00:00Z', '300.00', 'GBP')] }),
    ).toMatchObject({
      refundable: null,
    })
  })

  test('a rate that requires the loyalty programme is for members only', async () => {
    for (const rate of [{}, { code: 'CLUB' }]) {
      expect(await rateOf({ ...rate, loyalty_programme_required: true })).toMatchObject({
        memberOnly: true,
        restricted: false,
      })
    }
    expect(await rateOf({})).toMatchObject({
      memberOnly: false,
      mealPlan: 'breakfast',
      name: 'Best Available Rate',
    })
  })

  test('a rate of a contract is restricted, and for members neither', async () => {
    for (const contract of [
      { code: 'ABC' },
      { negotiated_rate_id: 'nre_1', loyalty_programme_required: true },
      { deal_types: ['mobile', 'corporate'] },
      { deal_types: ['closed_user_group'], loyalty_programme_required: true },
    ])
      expect(await rateOf(contract)).toMatchObject({ restricted: true, memberOnly: false })
    expect(await rateOf({ deal_types: ['mobile'] })).toMatchObject({ restricted: false })
    expect(await rateOf({ code: null, negotiated_rate_id: null })).toMatchObject({ restricted: false })
  })

  test('a rate without a room left is not for sale', async () => {
    const gone = { ...FULL_RATE, id: 'rat_2', total_amount: '10.00', quantity_available: 0 }
    const { answer } = await shop(answering([gone, { ...FULL_RATE, quantity_available: null }]))
    expect(answer.rooms[0]?.rates.map((rate) => rate.rateCode)).toEqual([FULL_RATE.id])
    await expect(shop(answering([gone]))).rejects.toMatchObject({ kind: 'broken' })
  })

  test('a refund without an end is one, and says nothing of until when', async () => {
    const open = { ...step('', '360.00'), before: null }
    expect(await rateOf({ cancellation_timeline: [open] })).toMatchObject({
      refundable: true,
      cancelBy: null,
    })
  })

  test('a rate without a name has the words of its supplier', async () => {
    const description = `  Advance Purchase,\n breakfast for two ${'x'.repeat(300)}`
    expect((await rateOf({ name: null, description })).name).toMatch(
      /^Advance Purchase, breakfast for two x+$/,
    )
    expect((await rateOf({ name: null, description: null })).name).toBe('breakfast')
  })

  test('an answer is good until the first of its rates expires', async () => {
    const later = { ...FULL_RATE, id: 'rat_2', expires_at: '2027-05-01T11:00:00Z' }
    const { answer } = await shop(answering([later, { ...FULL_RATE, expires_at: '2027-05-01T10:30:00Z' }]))
    expect(answer.expiresAt).toBe('2027-05-01T10:30:00.000Z')
  })

  test('a rate in another currency is told in that one, and the answer is in that of the first', async () => {
    const pounds = {
      ...FULL_RATE,
      id: 'rat_2',
      total_currency: 'GBP',
      base_currency: 'GBP',
      tax_currency: 'GBP',
      fee_currency: 'GBP',
      due_at_accommodation_currency: 'GBP',
    }
    const { answer } = await shop(answering([FULL_RATE, pounds]))
    expect(answer.currency).toBe('USD')
    expect(answer.rooms[0]?.rates.map((rate) => [rate.currency, rate.total])).toEqual([
      ['USD', 38000],
      ['GBP', 38000],
    ])
  })

  test('hotel and room are read beside the rate', async () => {
    const { answer } = await shop(answering([FULL_RATE]))
    expect(answer.hotel).toEqual({
      hotelCode: 'acc_1',
      name: 'The Example',
      city: 'London',
      country: 'GB',
      lat: 51.5,
      lng: -0.14,
    })
    expect(answer.rooms[0]).toMatchObject({
      roomCode: 'double-suite',
      name: 'Double Suite',
      beds: '2 double',
    })
  })
})

describe('an answer that is not to the question', () => {
  test.each<[string, Record<string, unknown>]>([
    ['another check-in', { check_in_date: '2027-05-11' }],
    ['another check-out', { check_out_date: '2027-05-13' }],
    ['more rooms', { rooms: 2 }],
    ['fewer guests', { guests: [{ type: 'adult' }] }],
    ['a child for an adult', { guests: [{ type: 'adult' }, { type: 'child' }] }],
    ['another hotel', { accommodation: { ...ACCOMMODATION, id: 'acc_2', rooms: [] } }],
    ['nobody', { guests: [] }],
  ])('is broken: %s', async (_, more) => {
    const searched = { [SEARCH]: { json: { data: { results: [result(more)] } } } }
    expect((await failureOf(shop(searched))).kind).toBe('broken')
    const rated = { ...answering([FULL_RATE]), [RATES]: { json: { data: result(more) } } }
    expect((await failureOf(shop(rated))).kind).toBe('broken')
  })

  test.each<[string, Record<string, Said>]>([
    ['two results for one hotel', { [SEARCH]: { json: { data: { results: [result(), result()] } } } }],
    ['rates of another result', { ...answering([]), [RATES]: { json: { data: result({ id: 'srr_2' }) } } }],
    ['a result without rates', answering([])],
    ['no price', answering([{ ...FULL_RATE, total_amount: '0.00' }])],
    ['words for a price', answering([{ ...FULL_RATE, total_amount: 'ask' }])],
    ['numbers where texts belong', answering([{ ...FULL_RATE, total_amount: 360 }])],
    ['no envelope', { [SEARCH]: { json: { results: [] } } }],
    ['a page of HTML', { [SEARCH]: { body: '<html>' } }],
  ])('is broken: %s', async (_, answers) => {
    expect((await failureOf(shop(answers))).kind).toBe('broken')
  })
})

test.each([null, undefined])('an answer that does not repeat the guests is taken: %s', async (guests) => {
  const { answer } = await shop(answering([FULL_RATE], { guests }))
  expect(answer.rooms[0]?.rates[0]).toMatchObject({ pricePerNight: 19000 })
})

describe('a night further ahead than the vendor sells', () => {
  // Asked on 2027-03-01.
  const [last, later] = ['2028-01-25', '2028-01-26']

  test('is not asked at all, and the limit is named', async () => {
    const { http, requests } = vendor({})
    const asked = bind().shop({ ...QUERY, checkin: later }, { http, live: false, raw: false })
    expect(await failureOf(asked)).toMatchObject({
      kind: 'unsupported',
      message: '`checkin` may be at most 330 days ahead',
    })
    expect(requests).toEqual([])
  })

  test('is asked up to the last day', async () => {
    const { http, requests } = vendor({ [SEARCH]: { json: { data: { results: [] } } } })
    await failureOf(bind().shop({ ...QUERY, checkin: last }, { http, live: false, raw: false }))
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ data: { check_in_date: last } })
  })
})

describe('an empty search', () => {
  const empty = { [SEARCH]: { json: { data: { results: [] } } } }
  const missing = {
    errors: [{ code: 'not_found', title: 'Not found', type: 'invalid_request_error', message: '' }],
  }

  test('is sold out when the accommodation exists, in the currency of the account', async () => {
    const { answer } = await shop({ ...empty, [HOTEL]: { json: { data: ACCOMMODATION } } })
    expect(answer).toMatchObject({ status: 'sold_out', currency: 'USD', taxIncluded: null, rooms: [] })
    expect(answer.hotel?.name).toBe('The Example')
  })

  test('is not_found when the accommodation does not, in the words of the vendor', async () => {
    const unknown = await failureOf(shop({ ...empty, [HOTEL]: { status: 404, json: missing } }))
    expect(unknown.kind).toBe('not_found')
    const wrongAddress = await failureOf(shop({ ...empty, [HOTEL]: { status: 404, body: 'nginx' } }))
    expect(wrongAddress.kind).toBe('refused')
  })

  test('asks for the accommodation once', async () => {
    const { http, requests } = vendor({ ...empty, [HOTEL]: { json: { data: ACCOMMODATION } } })
    const adapter = bind()
    await adapter.shop(QUERY, { http, live: false, raw: false })
    await adapter.shop(QUERY, { http, live: false, raw: false })
    expect(requests.map((request) => request.path)).toEqual([SEARCH, HOTEL, SEARCH])
  })
})

describe('a refusal', () => {
  const errors = [{ code: 'x', title: 'x', type: 'x', message: 'x' }]

  test.each<[string, Said, Partial<SourceFailure>]>([
    ['credentials', { status: 401, json: { errors } }, { kind: 'refused', transient: false }],
    [
      'the rate limit until a date',
      { status: 429, headers: { 'ratelimit-reset': 'Mon, 01 Mar 2027 12:00:09 GMT' }, json: { errors } },
      { kind: 'refused', retryAfterMs: 9000, transient: false },
    ],
    [
      'the rate limit in seconds',
      { status: 429, headers: { 'retry-after': '3' }, json: { errors } },
      { retryAfterMs: 3000 },
    ],
    ['a gateway', { status: 504, body: '' }, { kind: 'refused', transient: true }],
    ['a fault of theirs', { status: 500, json: { errors } }, { kind: 'refused', transient: false }],
    ['a question they do not take', { status: 422, json: { errors } }, { kind: 'refused' }],
  ])('is told as one: %s', async (_, said, expected) => {
    expect(await failureOf(shop({ [SEARCH]: said }))).toMatchObject(expected)
    expect(await failureOf(shop({ ...answering([]), [RATES]: said }))).toMatchObject(expected)
  })
})

describe('the requests', () => {
  test('carry token and version, and list the guests of all rooms', async () => {
    const guests = [
      ...Array.from({ length: 4 }, () => ({ type: 'adult' })),
      ...Array.from({ length: 2 }, () => ({ type: 'child', age: 8 })),
    ]
    const occupancy = { adults: 2, children: 1, rooms: 2 }
    const { answer, requests } = await shop(answering([FULL_RATE], { rooms: 2, guests }), { occupancy }, true)
    expect(requests.map((request) => request.path)).toEqual([SEARCH, RATES])
    expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer secret', 'duffel-version': 'v2' })
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      data: {
        accommodation: { ids: ['acc_1'] },
        check_in_date: '2027-05-10',
        check_out_date: '2027-05-12',
        rooms: 2,
        guests,
      },
    })
    expect(answer.raw).toHaveLength(2)
  })

  test('a name is searched with its city, and hotels of another country are left out', async () => {
    const { http, requests } = vendor({
      '/stays/accommodation/suggestions': {
        json: { data: [suggested('acc_1', 'GB'), suggested('acc_2', 'CA')] },
      },
    })
    const query = { name: 'Example', city: 'London', country: 'GB' }
    const found = await bind().find?.(query, { http, live: false, raw: false })
    expect(found?.map((hotel) => hotel.hotelCode)).toEqual(['acc_1'])
    expect(requests[0]?.body).toBe('{"data":{"query":"Example London"}}')
  })

  test('are not built from a profile that is not understood', () => {
    expect(() => bind({ currency: 'dollars' })).toThrow(/currency/)
  })
})
