import { describe, expect, it } from 'vitest'
import { figuresOf, totalsOf } from '../../src/observations/figures.ts'
import { checkStay } from '../../src/sources/answer-check.ts'
import { answer, QUERY, setUp } from './ohip-vendor.ts'

const NIGHT = { start: '2027-05-01', end: '2027-05-01' }

function offer(ratePlanCode: string | undefined, amounts: object, total: object, more: object = {}): object {
  return {
    availabilityStatus: 'AvailableForSale',
    roomType: 'KNG',
    ...(ratePlanCode === undefined ? {} : { ratePlanCode }),
    rateInformation: { rate: { rateMode: 'Highest' }, base: [{ ...NIGHT, ...amounts }] },
    total,
    ...more,
  }
}

const FLEX = offer(
  'FLEX',
  { amountBeforeTax: 202, currencyCode: 'USD' },
  { amountBeforeTax: 202, amountAfterTax: 252.5, currencyCode: 'USD' },
)
const INCLUSIVE = offer(
  'INCL',
  { amountAfterTax: 240, currencyCode: 'USD' },
  { amountBeforeTax: 190, amountAfterTax: 240, currencyCode: 'USD' },
)
const EURO = offer(
  'EURO',
  { amountAfterTax: 161, currencyCode: 'EUR' },
  { amountBeforeTax: 120.8, amountAfterTax: 161, currencyCode: 'EUR' },
)
const BLOCK = offer(
  undefined,
  { amountBeforeTax: 101, currencyCode: 'USD' },
  { amountBeforeTax: 101, amountAfterTax: 130, currencyCode: 'USD' },
  { blockInformation: { blockCode: 'WEDDING' } },
)
const PLANS = [
  { ratePlanCode: 'FLEX', taxInclusive: false },
  { ratePlanCode: 'INCL', taxInclusive: true },
  { ratePlanCode: 'EURO', taxInclusive: true },
  { accessCode: 'MEMBER', availabilityStatus: 'NotFound' },
]

async function shop(offers: object[], changes: object = {}, currency = 'USD') {
  const stay = {
    propertyInfo: { hotelCode: 'H1' },
    availability: 'AvailableForSale',
    ratePlans: PLANS,
    offers,
    ...changes,
  }
  const { adapter, call } = setUp({ data: () => answer(200, { roomStays: [stay] }) })
  const query = { ...QUERY, currency }
  return checkStay(query, await adapter.shop(query, call))
}

describe('a hotel whose rate plans differ', () => {
  it('tells the basis of each rate, and compares public rates across both after tax', async () => {
    const found = await shop([INCLUSIVE, FLEX])
    expect(found.rooms[0]?.rates).toMatchObject([
      { rateCode: 'INCL', taxIncluded: true, pricePerNight: 24_000, totalAfterTax: 24_000 },
      { rateCode: 'FLEX', taxIncluded: false, pricePerNight: 20_200, totalAfterTax: 25_250 },
    ])
    expect(figuresOf(found)).toMatchObject({ bar: 20_200, taxIncluded: false, barAfterTax: 24_000 })
  })

  it('keeps a rate in another currency, outside of the lowest figures and totals', async () => {
    const found = await shop([EURO, FLEX])
    expect(found.currency).toBe('USD')
    expect(found.rooms[0]?.rates).toMatchObject([
      { rateCode: 'EURO', currency: 'EUR', taxIncluded: true, total: 16_100 },
      { rateCode: 'FLEX', currency: 'USD', total: 20_200 },
    ])
    expect(figuresOf(found)).toMatchObject({ bar: 20_200, taxIncluded: false })
    expect(totalsOf(found, 1)).toMatchObject({ bar: 20_200, barAfterTax: 25_250 })
  })

  it('sums up in the currency that was asked for where a public rate is in it', async () => {
    expect(figuresOf(await shop([FLEX, EURO], {}, 'EUR'))).toMatchObject({
      currency: 'EUR',
      bar: 16_100,
      taxIncluded: true,
    })
    expect(await shop([FLEX, EURO], {}, 'JPY')).toMatchObject({ currency: 'USD' })
  })

  it('sells the remaining rates to everybody if the member code unlocks nothing', async () => {
    expect(await shop([FLEX], { availability: 'OtherAvailable' })).toMatchObject({ status: 'available' })
  })

  it('lists the rooms of a block as restricted, with or without a rate plan', async () => {
    const found = await shop([FLEX, BLOCK])
    expect(found.rooms[0]?.rates[1]).toMatchObject({ rateCode: 'WEDDING', restricted: true, total: 10_100 })
    expect(figuresOf(found)).toMatchObject({ bar: 20_200, member: null })
  })
})

const BATCH = { ...QUERY, hotelCodes: ['H1'], member: false }

async function search(changes: object, los = 1) {
  const stay = { propertyInfo: { hotelCode: 'H1' }, availability: 'AvailableForSale', ...changes }
  const { adapter, call } = setUp({
    data: ({ query }) =>
      query?.['accessCode'] === undefined ? answer(200, { roomStays: [stay] }) : answer(503, ''),
  })
  return adapter.lowest?.({ ...BATCH, los }, call)
}

const DOLLARS = { amountBeforeTax: 161, currencyCode: 'USD', rateMode: 'Average' }
const EUROS = { amountAfterTax: 161, currencyCode: 'EUR', rateMode: 'Average' }
const GONE = { ratePlanCode: 'FLEX', availabilityStatus: 'NoAvailability' }

describe('a search row', () => {
  it('is available where the named plan is not and others are', async () => {
    expect(
      await search({ availability: 'OtherAvailable', ratePlans: [GONE], minRate: DOLLARS }),
    ).toMatchObject([{ lowest: { status: 'available', bar: 16_100, barAfterTax: null, taxIncluded: false } }])
  })

  it('is broken, not sold out, where others are available at no price', async () => {
    expect(await search({ availability: 'OtherAvailable', ratePlans: [GONE] })).toMatchObject([
      { failure: { kind: 'broken' } },
    ])
  })

  it('is on the basis and in the currency of its own figure', async () => {
    expect(await search({ minRate: EUROS })).toMatchObject([
      { lowest: { currency: 'EUR', taxIncluded: true, bar: 16_100, barAfterTax: 16_100 } },
    ])
  })

  it('may say of an access code only that it was not found', async () => {
    const notFound = { accessCode: 'MEMBER', availabilityStatus: 'NotFound' }
    expect(await search({ ratePlans: [notFound], minRate: DOLLARS })).toMatchObject([
      { lowest: { status: 'available', bar: 16_100 } },
    ])
  })

  it('may have the highest night where all nights are the same, and is broken where they differ', async () => {
    const highest = { ...DOLLARS, rateMode: 'Highest' }
    expect(await search({ minRate: { ...highest, hasRateChange: false } }, 3)).toMatchObject([
      { lowest: { bar: 16_100 } },
    ])
    expect(await search({ minRate: { ...highest, hasRateChange: true } }, 3)).toMatchObject([
      { failure: { kind: 'broken' } },
    ])
  })

  it('has no figure where the lowest rate may be that of a package', async () => {
    const sold = { ratePlanCode: 'SPA', availabilityStatus: 'AvailableForSale', ratePlanType: '11' }
    const none = { status: 'available', bar: null, member: null, memberKnown: false }
    expect(await search({ ratePlans: [sold], minRate: DOLLARS })).toMatchObject([{ lowest: none }])
    const gone = { ...sold, availabilityStatus: 'NoAvailability' }
    expect(await search({ ratePlans: [gone], minRate: DOLLARS })).toMatchObject([{ lowest: { bar: 16_100 } }])
    const plain = { ...sold, ratePlanType: '10' }
    expect(await search({ ratePlans: [plain], minRate: DOLLARS })).toMatchObject([
      { lowest: { bar: 16_100 } },
    ])
  })

  it('does not take other rates for member rates', async () => {
    const row = (minRate: object, availability: string) => ({
      roomStays: [{ propertyInfo: { hotelCode: 'H1' }, availability, minRate }],
    })
    const { adapter, call } = setUp({
      data: ({ query }) =>
        answer(
          200,
          query?.['accessCode'] === undefined
            ? row(DOLLARS, 'AvailableForSale')
            : row(DOLLARS, 'OtherAvailable'),
        ),
    })
    expect(await adapter.lowest?.({ ...BATCH, member: true }, call)).toMatchObject([
      { lowest: { bar: 16_100, member: null, memberKnown: true } },
    ])
  })
})

describe('a calendar of nights on both bases', () => {
  it('has each night on the basis and in the currency that it is quoted in', async () => {
    const items = [
      { arrivalDate: '2027-05-01', availability: 'AvailableForSale', rate: DOLLARS },
      { arrivalDate: '2027-05-02', availability: 'AvailableForSale', rate: EUROS },
    ]
    const body = { roomStays: [{ propertyInfo: { hotelCode: 'H1' }, calendarItems: items }] }
    const { adapter, call } = setUp({ data: () => answer(200, body) })
    expect(await adapter.calendar?.({ ...QUERY, from: '2027-05-01', to: '2027-05-02' }, call)).toMatchObject([
      { currency: 'USD', taxIncluded: false, bar: 16_100, barAfterTax: null },
      { currency: 'EUR', taxIncluded: true, bar: 16_100, barAfterTax: 16_100 },
    ])
  })
})
