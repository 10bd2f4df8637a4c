import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import type { PointOfSale, StayQuery } from '../../src/sources/source.ts'
import { bound, query } from './booking-answers.ts'

/**
 * What the vendor's description of version 3.2 lets a request say, read from the copy of 26 September 2026 that
 * api-evangelist/booking-com keeps. A field that is not named there is an error here.
 */
const id = { type: 'integer', minimum: 1 }
const ages = { type: 'array', items: { type: 'integer', minimum: 0, maximum: 17 } }
const count = { type: 'integer', minimum: 1 }
const date = { type: 'string', format: 'date' }
const closed = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const booker = closed(
  {
    country: { type: 'string', pattern: '^[a-z]{2}$' },
    state: { type: 'string', pattern: '^[a-z]{2}$' },
    platform: { enum: ['android', 'desktop', 'ios', 'mobile', 'tablet'] },
    travel_purpose: { enum: ['business', 'leisure'] },
    user_groups: { type: 'array', items: { enum: ['authenticated'] } },
  },
  ['country', 'platform'],
)
const room = closed({ number_of_adults: count, children: ages }, ['number_of_adults'])
const guests = closed(
  {
    number_of_adults: count,
    number_of_rooms: count,
    children: ages,
    allocation: { type: 'array', items: room },
  },
  ['number_of_adults', 'number_of_rooms'],
)
const stay = {
  booker,
  checkin: date,
  checkout: date,
  currency: { type: ['string', 'null'], pattern: '^[A-Z]{3}$' },
  guests,
}
const STAY = ['booker', 'checkin', 'checkout', 'guests']
const coordinate = { type: 'number' }
const SCHEMAS: Readonly<Record<string, object>> = {
  // Its text says that it takes up to 50 ids.
  availability: closed(
    {
      ...stay,
      accommodations: { type: 'array', items: id, maxItems: 50 },
      extras: { type: 'array', items: { enum: ['extra_charges'] } },
    },
    [...STAY, 'accommodations'],
  ),
  search: closed(
    {
      ...stay,
      accommodations: { type: 'array', items: id, maxItems: 100 },
      coordinates: closed({ latitude: coordinate, longitude: coordinate, radius: coordinate }),
      extras: { type: 'array', items: { enum: ['extra_charges', 'products'] } },
      page: { type: 'string' },
      rows: { type: 'integer', multipleOf: 10, minimum: 10, maximum: 100 },
      sort: closed({
        by: { enum: ['distance', 'price', 'review_score', 'stars'] },
        direction: { enum: ['ascending', 'descending'] },
      }),
    },
    STAY,
  ),
}

const ajv = new Ajv2020({ allErrors: true })
formats.default(ajv)

const PARTIES: readonly StayQuery['occupancy'][] = [
  { adults: 2, children: 0, rooms: 1 },
  { adults: 2, children: 2, rooms: 3, ages: [0, 17] },
]
const PLACES: readonly { pointOfSale?: PointOfSale }[] = [
  {},
  { pointOfSale: { country: 'US', device: 'mobile' } },
  { pointOfSale: { country: 'DE', device: 'desktop' } },
]
const ASKED = PARTIES.flatMap((occupancy) => PLACES.map((place) => Object.assign({ occupancy }, place)))

describe('every request by version 3.2', () => {
  test.each(ASKED)('is as the vendor describes it: %j', async (more) => {
    const { adapter, sent, call } = bound(() => ({ data: [] }), { version: '3.2' })
    const hotelCodes = Array.from({ length: 100 }, (_, at) => String(10_000 + at))
    await adapter.shop({ ...query, ...more }, call())
    for (const member of [false, true])
      await adapter.lowest?.({ ...query, ...more, hotelCodes, member }, call()).catch(() => [])
    await adapter.find?.(
      { name: 'Harbour House', city: 'Porto', country: 'PT', lat: 41.14, lng: -8.61 },
      call(),
    )
    const held = sent.filter(({ path }) => path in SCHEMAS)
    expect(new Set(held.map(({ path }) => path))).toEqual(new Set(['availability', 'search']))
    for (const { path, body, request } of held) {
      expect(request).toMatchObject({ method: 'POST', path: `/3.2/accommodations/${path}` })
      expect(request.headers?.['x-affiliate-id']).toMatch(/^\d+$/)
      expect(ajv.validate(SCHEMAS[path] ?? {}, body) ? [] : ajv.errors).toEqual([])
    }
  })
})

test('the vendor’s own example of a search is read figure by figure', async () => {
  const amount = (figure: number) => ({ accommodation_currency: figure, booker_currency: figure })
  const inside = (charge: number, figure: number) => ({
    charge,
    condition: null,
    included_in: { display: true },
    total_amount: amount(figure),
  })
  const prices = (city: number, vat: number) => ({
    base: amount(1081.49),
    charges: [inside(21, city), inside(22, vat), inside(142, 6)],
    display: amount(1260.52),
    total: amount(1260.52),
  })
  const found = {
    id: 10004,
    currency: { accommodation: 'EUR', booker: 'EUR' },
    deep_link_url: 'booking://hotel/10004',
    price: prices(97.34, 75.7),
    products: [
      {
        id: '1000420_95127794_2_0_0',
        bundle: null,
        children: [],
        deal: null,
        inventory: { third_party: false, type: 'sell' },
        number_of_adults: 2,
        policies: {
          cancellation: { free_cancellation_until: null, type: 'non_refundable' },
          meal_plan: { meals: [], plan: 'no_plan' },
          payment: { timings: ['pay_at_the_property'] },
        },
        price: prices(107.07, 83.27),
        room: '1000425',
      },
    ],
    url: `https://www.example.com/hotel/nl/house.html?checkin=${query.checkin}&checkout=2026-12-03&group_adults=2&no_rooms=1`,
  }
  const { adapter, call } = bound(
    (path) => (path === 'constants' ? { data: { charge_types: [] } } : { data: [found] }),
    { version: '3.2' },
  )
  const rows = await adapter.lowest?.({ ...query, hotelCodes: ['10004'], member: false }, call())
  // 1260.52 for two nights.
  expect(rows).toMatchObject([
    {
      lowest: {
        status: 'available',
        currency: 'EUR',
        bar: 63_026,
        barAfterTax: 63_026,
        taxIncluded: true,
      },
    },
  ])
})
