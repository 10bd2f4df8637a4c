import { describe, expect, test } from 'vitest'
import type { StayQuery } from '../../src/sources/source.ts'
import { vendor } from './answering-paths.ts'
import { failureOf } from './failure-of.ts'
import { BLANK_OFFER, bind, type OfferOptions, offer, QUERY, ratesOf } from './liteapi-vendor.ts'

async function shopOne(options: OfferOptions, query: Partial<StayQuery> = {}) {
  const { http } = vendor(ratesOf(offer(options)))
  const answer = await bind().shop({ ...QUERY, ...query }, { http, live: false, raw: false })
  const rate = answer.rooms[0]?.rates[0]
  if (!rate) throw new Error('the answer has no rate')
  return { answer, rate }
}

describe('the figure of a LiteAPI rate', () => {
  test('has everything in it: 300.00 + 43.61 at the property over 2 nights is 171.81', async () => {
    const { answer, rate } = await shopOne({
      taxesAndFees: [
        { included: true, description: 'Tax', amount: 30, currency: 'USD' },
        { included: false, description: 'Facility fee', amount: 43.61, currency: 'USD' },
      ],
    })
    expect(answer).toMatchObject({ status: 'available', currency: 'USD', taxIncluded: true })
    // 34361 / 2 = 17180.5, half up
    expect(rate).toMatchObject({
      pricePerNight: 17181,
      pricePerNightAfterTax: 17181,
      total: 34361,
      totalAfterTax: 34361,
      taxIncluded: true,
    })
  })

  test('is the total where nothing is listed as left out', async () => {
    for (const taxesAndFees of [undefined, null, []]) {
      const { rate } = await shopOne({ taxesAndFees })
      expect(rate.pricePerNight).toBe(15000)
    }
  })

  test('is the price before what cannot be counted: in another currency, or without an amount', async () => {
    for (const item of [
      { included: false, amount: 4, currency: 'EUR' },
      { included: false, currency: 'USD' },
    ]) {
      const { rate } = await shopOne({ taxesAndFees: [item] })
      expect(rate).toMatchObject({
        pricePerNight: 15000,
        pricePerNightAfterTax: null,
        taxIncluded: false,
        total: 30000,
        totalAfterTax: null,
      })
    }
  })

  test('is unknown where it is unclear whether something is left out', async () => {
    for (const item of [
      { included: false, amount: -3, currency: 'USD' },
      { amount: 4, currency: 'USD' },
    ]) {
      const { rate, answer } = await shopOne({ taxesAndFees: [item] })
      expect(answer.status).toBe('available')
      expect(rate).toMatchObject({ pricePerNight: null, pricePerNightAfterTax: null, total: null })
    }
  })

  test('is not disturbed by a zero in another currency', async () => {
    const { rate } = await shopOne({ taxesAndFees: [{ included: false, amount: 0, currency: 'EUR' }] })
    expect(rate.total).toBe(30000)
  })

  test('is per room: two rooms of 300.00 + 10.00 over 2 nights are 155.00 each night and 620.00 in all', async () => {
    const { rate } = await shopOne(
      {
        rooms: 2,
        taxesAndFees: [{ included: false, amount: 10, currency: 'USD' }],
        offerRetailRate: { amount: 600, currency: 'USD' },
      },
      { occupancy: { adults: 2, children: 0, rooms: 2 } },
    )
    expect(rate).toMatchObject({ pricePerNight: 15500, total: 62000 })
  })

  test('is unknown where the sum of the offer contradicts its rates, given as object or as list', async () => {
    for (const offerRetailRate of [{ amount: 420, currency: 'USD' }, [{ amount: 420, currency: 'USD' }]]) {
      const { rate } = await shopOne({ offerRetailRate })
      expect(rate.pricePerNight).toBeNull()
    }
    const { rate } = await shopOne({ offerRetailRate: [{ amount: 300, currency: 'USD' }] })
    expect(rate.pricePerNight).toBe(15000)
  })

  test('is in yen without decimals, and in the currency of the answer where the asked one was not quoted', async () => {
    const yen = await shopOne({ total: 30001, currency: 'JPY' }, { currency: 'JPY' })
    expect(yen.rate.pricePerNight).toBe(15001)
    const own = await shopOne({ currency: 'EUR' })
    expect(own.answer.currency).toBe('EUR')
  })
})

describe('the terms of a LiteAPI rate', () => {
  test('free cancellation ends at the first policy that costs something, in GMT', async () => {
    const { rate } = await shopOne({
      cancellationPolicies: {
        refundableTag: 'RFN',
        cancelPolicyInfos: [
          { cancelTime: '2027-05-09 02:00:00', amount: 300, currency: 'USD' },
          { cancelTime: '2027-05-01 02:00:00', amount: 150, currency: 'USD' },
          { cancelTime: '2027-04-01 02:00:00', amount: 0, currency: 'USD' },
        ],
      },
    })
    expect(rate).toMatchObject({ refundable: true, cancelBy: '2027-05-01T02:00:00.000Z' })
  })

  test('free cancellation ends by the clocks of the zone that a policy names', async () => {
    const until = async (timezone: string) => {
      const policy = { cancelTime: '2027-05-01 22:59:00', amount: 300, currency: 'USD', timezone }
      const cancellationPolicies = { refundableTag: 'RFN', cancelPolicyInfos: [policy] }
      return (await shopOne({ cancellationPolicies })).rate.cancelBy
    }
    expect(await until('America/New_York')).toBe('2027-05-02T02:59:00.000Z')
    expect(await until('GMT')).toBe('2027-05-01T22:59:00.000Z')
    expect(await until('')).toBe('2027-05-01T22:59:00.000Z')
    expect(await until('Mars/Phobos')).toBe(null)
  })

  test('a non-refundable rate has no date, and an unmarked one says nothing', async () => {
    const policies = [{ cancelTime: '2027-05-09 02:00:00', amount: 300 }]
    const fixed = await shopOne({
      cancellationPolicies: { refundableTag: 'NRFN', cancelPolicyInfos: policies },
    })
    expect(fixed.rate).toMatchObject({ refundable: false, cancelBy: null })
    expect((await shopOne({})).rate).toMatchObject({ refundable: null, cancelBy: null })
  })

  test('meal plans are named alike whatever the code, and unknown ones by the vendor', async () => {
    expect((await shopOne({ boardType: 'BI', boardName: 'Breakfast Included' })).rate.mealPlan).toBe(
      'breakfast',
    )
    expect((await shopOne({ boardType: 'HB', boardName: 'Half Board' })).rate.mealPlan).toBe('half_board')
    expect((await shopOne({ boardType: 'ZZ', boardName: 'Dinner Only' })).rate.mealPlan).toBe('Dinner Only')
  })

  test('a rate that needs a membership is for members only, and offers of one room share it', async () => {
    const { http } = vendor(ratesOf(offer({ total: 280, member: true }), offer(), offer({ name: 'Suite' })))
    const answer = await bind().shop(QUERY, { http, live: false, raw: false })
    expect(answer.rooms.map((room) => [room.roomCode, room.rates.map((rate) => rate.memberOnly)])).toEqual([
      ['standard-king-room', [true, false]],
      ['suite', [false]],
    ])
  })
})

describe('what a LiteAPI hotel does not sell to the public', () => {
  const call = (roomTypes: unknown[]) => ({ ...vendor(ratesOf(...roomTypes)), live: false, raw: false })

  test('a package is listed as one, and is neither the public price nor that of members', async () => {
    const bundle = offer({ total: 200, rateType: 'package', member: true })
    const roomTypes = [bundle, offer({ total: 280, member: true }), offer()]
    const { rooms } = await bind({ loyaltyProgram: 'GH' }).shop(QUERY, call(roomTypes))
    expect(rooms[0]?.rates).toMatchObject([
      { total: 20000, package: true, memberOnly: false, name: 'Room Only, package' },
      { total: 28000, package: false, memberOnly: true },
      { total: 30000, package: false, memberOnly: false },
    ])
    const query = { ...QUERY, hotelCodes: ['lp1897'], member: true }
    const rows = await bind({ loyaltyProgram: 'GH' }).lowest?.(query, call(roomTypes))
    expect(rows).toMatchObject([{ lowest: { bar: 15000, member: 14000 } }])
  })

  test('an offer without a rate costs itself, not the hotel', async () => {
    for (const blank of [BLANK_OFFER, { ...BLANK_OFFER, rates: [] }, { ...BLANK_OFFER, rates: null }]) {
      const { rooms } = await bind().shop(QUERY, call([blank, offer()]))
      expect(rooms.flatMap((room) => room.rates)).toMatchObject([{ total: 30000 }])
    }
  })

  test('a hotel that lists nothing readable is broken and not sold out', async () => {
    for (const roomTypes of [[], [BLANK_OFFER]]) {
      const failure = await failureOf(bind().shop(QUERY, call(roomTypes)))
      expect(failure.kind).toBe('broken')
    }
  })
})

describe('an answer that is not to the question', () => {
  test.each<[string, unknown]>([
    ['another hotel', { data: [{ hotelId: 'lp2', roomTypes: [offer()] }] }],
    ['more rooms', { data: [{ hotelId: 'lp1897', roomTypes: [offer({ rooms: 2 })] }] }],
    ['other guests', { data: [{ hotelId: 'lp1897', roomTypes: [offer({ adults: 1 })] }] }],
    ['children nobody asked for', { data: [{ hotelId: 'lp1897', roomTypes: [offer({ children: 1 })] }] }],
    ['a price of zero', { data: [{ hotelId: 'lp1897', roomTypes: [offer({ total: 0 })] }] }],
    ['no currency', { data: [{ hotelId: 'lp1897', roomTypes: [offer({ currency: '' })] }] }],
    ['two currencies', { data: [{ hotelId: 'lp1897', roomTypes: [offer(), offer({ currency: 'EUR' })] }] }],
    ['another shape', { data: { hotelId: 'lp1897' } }],
    ['no data at all', { rates: [] }],
  ])('is broken: %s', async (_, json) => {
    const { http } = vendor({ '/hotels/rates': { json } })
    const failure = await failureOf(bind().shop(QUERY, { http, live: false, raw: false }))
    expect(failure.kind).toBe('broken')
  })

  test('is broken: a page of HTML, a body cut short', async () => {
    for (const body of ['<html>busy</html>', '{"data":[{"hotelId":"lp18']) {
      const { http } = vendor({ '/hotels/rates': { body } })
      expect((await failureOf(bind().shop(QUERY, { http, live: false, raw: false }))).kind).toBe('broken')
    }
  })
})
