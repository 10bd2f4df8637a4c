import { describe, expect, test } from 'vitest'
import type { StayQuery } from '../../src/sources/source.ts'
import { bound, constants, query } from './booking-answers.ts'

/** Versions 3.2 and 3.3 of the Demand API: amounts in two currencies, charges with marks, textual room ids, lists throughout. */

const both = (booker: number, accommodation = booker * 2) => ({
  booker_currency: booker,
  accommodation_currency: accommodation,
})

interface ChargeBody {
  charge: number
  amount: number
  displayed?: boolean
}

function price(display: number, total: number, charges: ChargeBody[] = []) {
  return {
    base: both(display),
    display: both(display),
    total: both(total),
    charges: {
      conditional: [{ charge: 2, mode: 'per_stay', total_amount: both(99) }],
      non_conditional: charges.map(({ charge, amount, displayed }) => ({
        charge,
        mode: 'calculated_amount',
        total_amount: both(amount),
        ...(displayed === undefined ? {} : { included_in: { display: displayed } }),
      })),
    },
  }
}

function product(id: string, prices: object, more: object = {}) {
  return {
    id,
    deal: null,
    inventory: { third_party: false, type: 'sell' },
    maximum_occupancy: { adults: 2, total: 3 },
    number_available: 5,
    policies: {
      cancellation: { type: 'partially_refundable', free_cancellation_until: null },
      meal_plan: { plan: 'no_plan' },
    },
    price: prices,
    room: 'unmapped-7',
    ...more,
  }
}

const URLS = {
  app: 'booking://hotel/10004',
  web: 'https://www.example.com/hotel/pt/house.html?checkin=2026-12-01&checkout=2026-12-03',
}

function listing(products: object[], more: object = {}) {
  return { id: 10004, currency: { accommodation: 'USD', booker: 'EUR' }, url: URLS, products, ...more }
}

const described = {
  data: [
    {
      id: 10004,
      name: { 'en-gb': 'Harbour House' },
      rooms: [{ id: 'unmapped-7', name: { 'en-gb': 'Loft' } }],
    },
  ],
}

function asked(data: unknown, profile: Record<string, unknown> = { version: '3.2' }) {
  return bound(
    (path) => (path === 'constants' ? constants : { request_id: 'x', data }),
    profile,
    () => described,
  )
}

async function shop(data: unknown, more: Partial<StayQuery> = {}) {
  const { adapter, call } = asked(data)
  return adapter.shop({ ...query, ...more }, call())
}

describe('a shop by version 3.2', () => {
  test('asks for a list of one, and reads rooms, prices and conditions from it', async () => {
    const { adapter, sent, call } = asked([
      listing([product('p', price(250.01, 256.01, [{ charge: 2, amount: 6, displayed: false }]))]),
    ])
    const answer = await adapter.shop(query, call())
    expect(sent[0]?.request.path).toBe('/3.2/accommodations/availability')
    expect(sent[0]?.body).toMatchObject({ accommodations: [10004], extras: ['extra_charges'] })
    expect(sent[0]?.body).not.toHaveProperty('accommodation')
    expect(answer).toMatchObject({ status: 'available', currency: 'EUR', taxIncluded: false })
    expect(answer.rooms).toMatchObject([{ roomCode: 'unmapped-7', name: 'Loft', maxOccupancy: 3 }])
    expect(answer.rooms[0]?.rates[0]).toMatchObject({
      pricePerNight: 12501,
      total: 25001,
      totalAfterTax: 25601,
      taxIncluded: false,
      refundable: false,
    })
  })

  test('reads the figures of the vendor’s own example, whose charges are one list with marks', async () => {
    const amount = (figure: number) => ({ accommodation_currency: figure, booker_currency: figure })
    const inside = (charge: number, figure: number) => ({
      charge,
      condition: null,
      included_in: { display: true },
      total_amount: amount(figure),
    })
    const published = {
      base: amount(1189.2),
      charges: [inside(21, 107.07), inside(22, 83.27), inside(142, 6)],
      display: amount(1385.97),
      total: amount(1385.97),
    }
    const answer = await shop([
      listing([product('1000420_358188572_2_0_0', published)], {
        currency: { accommodation: 'EUR', booker: 'EUR' },
        url: undefined,
      }),
    ])
    expect(answer).toMatchObject({ status: 'available', currency: 'EUR', taxIncluded: true })
    expect(answer.rooms[0]?.rates[0]).toMatchObject({
      pricePerNight: 69299, // 1385.97 ÷ 2
      pricePerNightAfterTax: 69299,
      total: 138597,
      totalAfterTax: 138597,
    })
  })

  test('takes the asked one of the two currencies, else that of the booker', async () => {
    const data = [listing([product('p', price(250, 250))])]
    expect(await shop(data, { currency: 'USD' })).toMatchObject({
      currency: 'USD',
      rooms: [{ rates: [{ currency: 'USD', total: 50000 }] }],
    })
    expect(await shop(data, { currency: 'GBP' })).toMatchObject({
      currency: 'EUR',
      rooms: [{ rates: [{ currency: 'EUR', total: 25000 }] }],
    })
  })

  test.each<[string, number, ChargeBody[], number | null, boolean]>([
    ['included by its mark', 256, [{ charge: 2, amount: 6, displayed: true }], 25600, true],
    ['left out, and a fee', 270, [{ charge: 7, amount: 20, displayed: false }], 27000, true],
    ['without a mark, inside the total of the displayed price', 250, [{ charge: 2, amount: 6 }], 25000, true],
    ['without a mark, beside the displayed price', 256, [{ charge: 2, amount: 6 }], 25600, false],
    ['without a mark, and fitting nothing', 263, [{ charge: 2, amount: 6 }], null, false],
  ])('reads a charge %s', async (_case, total, charges, allIn, taxIncluded) => {
    const display = charges[0]?.displayed === true ? total : 250
    const answer = await shop([listing([product('p', price(display, total, charges))])])
    expect(answer.rooms[0]?.rates[0]).toMatchObject({ totalAfterTax: allIn, taxIncluded })
  })

  test('leaves out a charge with a condition, whether its list says so or a number beside it', async () => {
    const charge = (kind: number, amount: number, condition: number | null, display: boolean) => ({
      charge: kind,
      condition,
      included_in: { display, chargeable_online: display },
      mode: 'per_stay',
      percentage: null,
      total_amount: both(amount),
      unit_amount: null,
    })
    const prices = {
      base: both(1189.2),
      charges: [charge(1, 107.07, null, true), charge(2, 89.7, null, true), charge(2, 50, 4, false)],
      display: both(1385.97),
      total: both(1385.97),
    }
    const answer = await shop([listing([product('p', prices)])])
    expect(answer.rooms[0]?.rates[0]).toMatchObject({ totalAfterTax: 138597, taxIncluded: true })
    // A condition that is none.
    const everybody = { ...charge(2, 50, 0, false), total_amount: both(50) }
    const dearer = { ...prices, charges: [...prices.charges.slice(0, 2), everybody], total: both(1435.97) }
    const other = await shop([listing([product('p', dearer)])])
    expect(other.rooms[0]?.rates[0]).toMatchObject({ totalAfterTax: 143597 })
  })

  test('does not know what has closed for good, though its details are still told', async () => {
    const closed = {
      data: described.data.map((each) =>
        Object.assign({}, each, { accommodation_status: 'closed_permanently' }),
      ),
    }
    const { adapter, call } = bound(
      () => ({ data: [] }),
      { version: '3.3' },
      () => closed,
    )
    await expect(adapter.shop(query, call())).rejects.toMatchObject({ kind: 'not_found' })
  })

  test('is sold out without products, and broken with another hotel, other dates or no currency', async () => {
    for (const data of [[], [listing([])]]) expect(await shop(data)).toMatchObject({ status: 'sold_out' })
    const products = [product('p', price(250, 250))]
    const other = { ...URLS, web: URLS.web.replace('12-03', '12-05') }
    for (const data of [
      [listing(products, { id: 7 })],
      [listing(products), listing(products)],
      [listing(products, { url: other })],
      [listing(products, { currency: 'EUR' })],
      [listing([product('p', { ...price(250, 250), display: 250 })])],
    ])
      await expect(shop(data)).rejects.toMatchObject({ kind: 'broken' })
  })
})

describe('what version 3.3 adds', () => {
  /** One product, seen by everybody and by signed-in bookers. */
  function seen(open: object, signedIn: object = open) {
    const products = (more: object) => [product('p', price(250, 250), more)]
    const { adapter, call } = bound(
      (_, body) => ({ data: [listing(products(body.booker?.user_groups ? signedIn : open))] }),
      {},
      () => described,
    )
    return (occupancy = query.occupancy) => adapter.shop({ ...query, occupancy }, call())
  }

  test.each([
    ['seasonal_deal', false],
    ['a_season_of_next_year', false],
    ['logged_in_deal', true],
    ['logged_in_deals', true],
    ['genius', true],
  ])('a deal of the kind %s is for members: %s', async (tag, memberOnly) => {
    const deal = { discount_percentage: 10, public_price: both(280), tags: ['black_friday', tag] }
    const { rooms } = await seen({}, { deal })()
    expect(rooms.flatMap(({ rates }) => rates.map((rate) => rate.memberOnly))).toEqual(
      memberOnly ? [false, true] : [false],
    )
    const open = await seen({ deal })()
    expect(open.rooms[0]?.rates[0]).toMatchObject({ pricePerNight: 12500, memberOnly })
  })

  test('the ages of the children that a room takes change neither price nor limit', async () => {
    const children = [{ total: 2, from_age: 0, to_age: 12, free_stay: true }]
    const shopFor = seen({ maximum_occupancy: { adults: 2, children, total: 3 } })
    const family = { adults: 2, children: 1, rooms: 1 }
    expect(await shopFor(family)).toMatchObject({ status: 'available', rooms: [{ maxOccupancy: 3 }] })
    expect(await shopFor({ ...family, children: 2 })).toMatchObject({ status: 'sold_out' })
  })

  test('tags of another shape are refused, because they could hide a deal for members', async () => {
    const deal = { tags: [{ id: 'logged_in_deal' }] }
    await expect(seen({ deal })()).rejects.toMatchObject({ kind: 'broken' })
  })
})

test.each([
  ['3.2', { version: '3.2' }],
  ['3.3', {}],
])('a batch by version %s reads the cheapest choice of each hotel', async (version, profile) => {
  const found = listing([product('p', price(250, 256, [{ charge: 2, amount: 6, displayed: false }]))], {
    price: price(250, 256),
  })
  const { adapter, sent, call } = asked([found], profile)
  const rows = await adapter.lowest?.({ ...query, hotelCodes: ['10004'], member: false }, call())
  expect(sent[0]?.request.path).toBe(`/${version}/accommodations/search`)
  expect(rows).toMatchObject([
    { lowest: { status: 'available', currency: 'EUR', bar: 12500, barAfterTax: 12800, taxIncluded: false } },
  ])
})
