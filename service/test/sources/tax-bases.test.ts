import { describe, expect, it } from 'vitest'
import { booking } from '../../src/sources/families/booking/family.ts'
import { duffel } from '../../src/sources/families/duffel/family.ts'
import { liteapi } from '../../src/sources/families/liteapi/family.ts'
import { ohip } from '../../src/sources/families/ohip/family.ts'
import { opentravel } from '../../src/sources/families/opentravel/family.ts'
import { rapid } from '../../src/sources/families/rapid/family.ts'
import { xap } from '../../src/sources/families/xap/family.ts'
import type { Family, HttpRequest, Rate, StayAnswer, StayQuery } from '../../src/sources/source.ts'

/**
 * One stay in the words of every vendor: two nights, one room, two adults. The room costs 300.00, taxes on it are 36.00,
 * and the property collects 10.00 more on the spot. So for two nights
 *
 *   without tax  300.00              = 150.00 a night
 *   with tax     300.00 + 36.00      = 336.00, 168.00 a night
 *   all-in       336.00 + 10.00      = 346.00, 173.00 a night
 *
 * Which of the three is a source's own nightly price differs; the all-in figure is what compares them.
 */
const WITHOUT_TAX = 15_000
const WITH_TAX = 16_800
const ALL_IN = 17_300
const ALL_IN_TOTAL = 34_600

const STAY: StayQuery = {
  hotelCode: '4711',
  checkin: '2027-05-10',
  los: 2,
  occupancy: { adults: 2, children: 0, rooms: 1 },
  currency: 'USD',
}

type Bodies = Record<string, object | string>

async function shop(
  family: Family,
  profile: object,
  bodies: Bodies,
  asked: Partial<StayQuery> = {},
): Promise<{ answer: StayAnswer; rate: Rate | undefined }> {
  const adapter = family.bind({
    sourceId: 'source',
    profile: { ...profile },
    credentials: Object.fromEntries(family.credentials.map((name) => [name, 'x'])),
    points: false,
    now: () => Date.parse('2027-03-01T12:00:00Z'),
  })
  const http = (request: HttpRequest) => {
    const said = bodies[request.path] ?? ''
    const token = /EchoToken="([^"]*)"/.exec(request.body ?? '')?.[1] ?? ''
    const body = typeof said === 'string' ? said.replaceAll('$TOKEN', token) : JSON.stringify(said)
    return Promise.resolve({ status: body === '' ? 404 : 200, headers: {}, body })
  }
  const answer = await adapter.shop({ ...STAY, ...asked }, { http, live: false, raw: false })
  const rates = answer.rooms.flatMap((room) => room.rates)
  expect(rates).toHaveLength(1)
  return { answer, rate: rates[0] }
}

describe('the agency that displays the gross price (lodgista)', () => {
  const bodies = {
    '/3.1/accommodations/details': { data: [{ id: 4711, name: { 'en-gb': 'House' } }] },
    '/3.1/accommodations/constants': {
      data: { charge_types: [{ id: 2, name: { 'en-gb': 'Resort fee' } }] },
    },
    '/3.1/accommodations/availability': {
      data: {
        id: 4711,
        currency: 'USD',
        products: [
          {
            id: '1_1',
            price: {
              book: 336,
              extra_charges: {
                included: [{ charge: 1, mode: 'percentage', total_amount: 36 }],
                excluded: [{ charge: 2, mode: 'per_stay', total_amount: 10 }],
              },
            },
          },
        ],
      },
    },
  }

  it('has the value-added tax in its price, the property’s fees out, and all of it after tax', async () => {
    const { answer, rate } = await shop(booking, { version: '3.1' }, bodies)
    expect(answer).toMatchObject({ currency: 'USD', taxIncluded: true })
    expect(rate).toMatchObject({
      taxIncluded: true,
      pricePerNight: WITH_TAX, // book 336.00 ÷ 2
      pricePerNightAfterTax: ALL_IN, // (book 336.00 + excluded 10.00) ÷ 2
      totalAfterTax: ALL_IN_TOTAL,
    })
  })
})

describe('the agency of two brands (mapleroom)', () => {
  const money = (Value: string) => ({ Value, Currency: 'USD' })
  const bodies = (ids: object) => ({
    '/hotels/listings': {
      StayDates: { CheckInDate: '2027-05-10', CheckOutDate: '2027-05-12' },
      Occupants: [{ Adults: 2 }],
      Hotels: [
        {
          ...ids,
          Name: 'House',
          Status: 'AVAILABLE',
          RoomTypes: [
            {
              Description: 'Queen Room',
              RatePlans: [{ RatePlanId: '1', RoomTypeId: '1', MemberOnlyDeal: false }],
              Price: {
                TotalPrice: money('336.00'),
                AvgNightlyRate: money('150.00'),
                HotelMandatoryFees: money('10.00'),
                TotalPriceWithHotelFees: money('346.00'),
              },
            },
          ],
        },
      ],
    },
  })

  it.each([
    ['first', '4711', { Id: '4711' }],
    ['second', 'h4711', { Id: '9', HcomId: '4711' }],
  ])('has the tax-inclusive figure for its nightly price, under the %s brand’s id', async (_, code, ids) => {
    const { answer, rate } = await shop(xap, {}, bodies(ids), { hotelCode: code })
    expect(answer.taxIncluded).toBe(true)
    expect(rate).toMatchObject({
      taxIncluded: true,
      pricePerNight: ALL_IN, // TotalPriceWithHotelFees 346.00 ÷ 2; not AvgNightlyRate, which is without tax
      pricePerNightAfterTax: ALL_IN,
      totalAfterTax: ALL_IN_TOTAL,
    })
  })
})

describe('the agency with one tax-inclusive figure (nightdeal)', () => {
  const bodies = {
    '/hotels/rates': {
      data: [
        {
          hotelId: '4711',
          roomTypes: [
            {
              rates: [
                {
                  rateId: 'r',
                  occupancyNumber: 1,
                  name: 'Queen Room',
                  adultCount: 2,
                  childCount: 0,
                  retailRate: {
                    total: [{ amount: 336, currency: 'USD' }],
                    taxesAndFees: [
                      { included: true, description: 'Tax', amount: 36, currency: 'USD' },
                      { included: false, description: 'City tax', amount: 10, currency: 'USD' },
                    ],
                  },
                },
              ],
            },
          ],
        },
      ],
    },
  }

  it('adds what is not included to the total, for both figures', async () => {
    const { answer, rate } = await shop(liteapi, {}, bodies)
    expect(answer.taxIncluded).toBe(true)
    expect(rate).toMatchObject({
      taxIncluded: true,
      pricePerNight: ALL_IN, // (total 336.00 + not included 10.00) ÷ 2
      pricePerNightAfterTax: ALL_IN,
      totalAfterTax: ALL_IN_TOTAL,
    })
  })
})

describe('the agency that quotes before tax (ostello)', () => {
  const charge = (value: string) => ({
    billable_currency: { value: '1.00', currency: 'CAD' },
    request_currency: { value, currency: 'USD' },
  })
  const bodies = {
    '/v3/properties/content': { '4711': { property_id: '4711', name: 'House' } },
    '/v3/properties/availability': [
      {
        property_id: '4711',
        status: 'available',
        rooms: [
          {
            id: '1',
            room_name: 'Queen Room',
            rates: [
              {
                id: 'r',
                status: 'available',
                occupancy_pricing: {
                  '2': {
                    nightly: [[], []],
                    totals: {
                      exclusive: charge('300.00'),
                      inclusive: charge('336.00'),
                      property_inclusive: charge('346.00'),
                      property_fees: charge('10.00'),
                    },
                  },
                },
              },
            ],
          },
        ],
      },
    ],
  }

  it('has the room alone for its price and everything after tax', async () => {
    const { answer, rate } = await shop(rapid, {}, bodies)
    expect(answer.taxIncluded).toBe(false)
    expect(rate).toMatchObject({
      taxIncluded: false,
      pricePerNight: WITHOUT_TAX, // exclusive 300.00 ÷ 2
      pricePerNightAfterTax: ALL_IN, // property_inclusive 346.00 ÷ 2
      totalAfterTax: ALL_IN_TOTAL,
    })
  })
})

describe('the agency in dollars only (pillowfare)', () => {
  const bodies = (dueAtProperty: string | null) => {
    const found = {
      id: 'srr_1',
      check_in_date: '2027-05-10',
      check_out_date: '2027-05-12',
      rooms: 1,
      guests: [{ type: 'adult' }, { type: 'adult' }],
    }
    const usd = (part: string, amount: string | null) => ({
      [`${part}_amount`]: amount,
      [`${part}_currency`]: 'USD',
    })
    const rate = {
      id: 'rat_1',
      ...usd('total', '336.00'),
      ...usd('base', '300.00'),
      ...usd('tax', '30.00'),
      ...usd('fee', '6.00'),
      ...usd('due_at_accommodation', dueAtProperty),
    }
    const hotel = { id: '4711', name: 'House', location: {}, rooms: [] }
    return {
      '/stays/search': { data: { results: [{ ...found, accommodation: hotel }] } },
      '/stays/search_results/srr_1/actions/fetch_all_rates': {
        data: { ...found, accommodation: { ...hotel, rooms: [{ name: 'Queen Room', rates: [rate] }] } },
      },
    }
  }

  it('is tax-inclusive where the answer tells every part', async () => {
    const { answer, rate } = await shop(duffel, {}, bodies('10.00'), { currency: 'EUR' })
    expect(answer).toMatchObject({ currency: 'USD', taxIncluded: true })
    expect(rate).toMatchObject({
      taxIncluded: true,
      pricePerNight: ALL_IN, // (base 300.00 + tax 30.00 + fee 6.00 + due 10.00) ÷ 2
      pricePerNightAfterTax: ALL_IN,
      totalAfterTax: ALL_IN_TOTAL,
    })
  })

  it('has no after-tax figure where the answer leaves a part open', async () => {
    const { answer, rate } = await shop(duffel, {}, bodies(null), { currency: 'EUR' })
    expect(answer).toMatchObject({ currency: 'USD', taxIncluded: false })
    expect(rate).toMatchObject({
      taxIncluded: false,
      pricePerNight: WITHOUT_TAX, // base 300.00 ÷ 2
      pricePerNightAfterTax: null,
      totalAfterTax: null,
    })
  })
})

/** At a chain the 10.00 are among the taxes and fees of the total; none is left for the spot. */
describe('a chain that quotes before tax (castellan and others)', () => {
  const body =
    '<OTA_HotelAvailRS xmlns="http://www.opentravel.org/OTA/2003/05" EchoToken="$TOKEN" Version="7.000">' +
    '<Success/><RoomStays><RoomStay AvailabilityStatus="AvailableForSale">' +
    '<RoomTypes><RoomType RoomTypeCode="QN"/></RoomTypes>' +
    '<RatePlans><RatePlan RatePlanCode="FLEX" RatePlanName="Flexible"/></RatePlans>' +
    '<RoomRates><RoomRate RoomTypeCode="QN" RatePlanCode="FLEX">' +
    '<Rates><Rate EffectiveDate="2027-05-10" ExpireDate="2027-05-11" RateTimeUnit="Day" UnitMultiplier="1">' +
    '<Base AmountBeforeTax="150.00" CurrencyCode="USD"/></Rate></Rates>' +
    '<Total AmountAfterTax="346.00" CurrencyCode="USD"/></RoomRate></RoomRates>' +
    '<GuestCounts IsPerRoom="true"><GuestCount AgeQualifyingCode="10" Count="2"/></GuestCounts>' +
    '<TimeSpan Start="2027-05-10" End="2027-05-12"/>' +
    '<BasicPropertyInfo HotelCode="4711" HotelName="House"/>' +
    '</RoomStay></RoomStays></OTA_HotelAvailRS>'

  it('has the room alone for its price and everything after tax', async () => {
    const { answer, rate } = await shop(opentravel, { envelope: 'plain', taxIncluded: false }, { '/': body })
    expect(answer.taxIncluded).toBe(false)
    expect(rate).toMatchObject({
      taxIncluded: false,
      pricePerNight: WITHOUT_TAX, // 150.00 each night
      pricePerNightAfterTax: ALL_IN, // total after tax 346.00 ÷ 2
      totalAfterTax: ALL_IN_TOTAL,
    })
  })
})

describe('a chain that quotes after tax (evergrand and others)', () => {
  const bodies = {
    '/oauth/v1/tokens': { access_token: 'T' },
    '/shop/v1/hotels/4711/offers': {
      roomStays: [
        {
          propertyInfo: { hotelCode: '4711', hotelName: 'House' },
          availability: 'AvailableForSale',
          roomTypes: [{ roomType: 'QN', roomName: 'Queen Room' }],
          ratePlans: [{ ratePlanCode: 'FLEX', ratePlanName: 'Flexible', taxInclusive: true }],
          offers: [
            {
              availabilityStatus: 'AvailableForSale',
              roomType: 'QN',
              ratePlanCode: 'FLEX',
              rateInformation: {
                rate: { rateMode: 'Average' },
                base: [{ start: '2027-05-10', end: '2027-05-11', amountAfterTax: 168, currencyCode: 'USD' }],
              },
              total: { amountBeforeTax: 300, amountAfterTax: 346, currencyCode: 'USD' },
            },
          ],
        },
      ],
    },
  }

  it('has the value-added tax in its price and everything after tax', async () => {
    const { answer, rate } = await shop(ohip, { taxIncluded: true, par: false }, bodies)
    expect(answer.taxIncluded).toBe(true)
    expect(rate).toMatchObject({
      taxIncluded: true,
      pricePerNight: WITH_TAX, // 168.00 each night
      pricePerNightAfterTax: ALL_IN, // total after tax 346.00 ÷ 2
      totalAfterTax: ALL_IN_TOTAL,
    })
  })
})
