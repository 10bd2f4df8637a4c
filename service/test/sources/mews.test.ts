import { describe, expect, test } from 'vitest'
import { mews } from '../../src/sources/families/mews/family.ts'
import { momentOn } from '../../src/sources/families/mews/moments.ts'
import type { StayQuery } from '../../src/sources/source.ts'
import { type Said, vendor } from './answering-paths.ts'
import { BAD_ANSWERS } from './bad-answers.ts'
import { failureOf } from './failure-of.ts'

const NOW = Date.parse('2027-03-01T12:00:00Z')
const ROOT = '/api/distributor/v1'
const HOTEL = `${ROOT}/hotels/get`
const AVAILABILITY = `${ROOT}/hotels/getAvailability`
const PRICES = `${ROOT}/reservations/price`

const QUERY: StayQuery = {
  hotelCode: 'hotel-1',
  checkin: '2027-05-10',
  los: 2,
  occupancy: { adults: 2, children: 1, rooms: 1 },
  currency: 'USD',
}

const KNOWN = {
  Id: 'hotel-1',
  Name: { 'cs-CZ': 'Hotel U Růže', 'en-US': 'The Rose' },
  DefaultLanguageCode: 'cs-CZ',
  DefaultCurrencyCode: 'CZK',
  IanaTimeZoneIdentifier: 'America/New_York',
  RoomCategories: [
    { Id: 'double', Name: { 'cs-CZ': 'Dvoulůžkový' }, NormalBedCount: 2, ExtraBedCount: 1 },
    { Id: 'single', Name: { 'en-US': 'Single' }, NormalBedCount: 1, ExtraBedCount: 0 },
  ],
  Products: [
    { Id: 'breakfast', Name: { 'en-US': 'Breakfast' } },
    { Id: 'tax', Name: { 'en-US': 'City tax' } },
  ],
}

const price = (GrossValue: number | null, RateId = 'flex') => ({
  RateId,
  Price: { TotalAmount: { CZK: { GrossValue, NetValue: 1, TaxValues: [] } } },
})
const occupancy = (Pricing: object[], AdultCount = 2, ChildCount = 1) => ({ AdultCount, ChildCount, Pricing })
const category = (RoomCategoryId: string, ...occupancies: object[]) => ({
  RoomCategoryId,
  AvailableRoomCount: 3,
  RoomOccupancyAvailabilities: occupancies,
})
const RATES = [
  { Id: 'flex', Name: { 'en-US': 'Fully Flexible' }, IsPrivate: false },
  { Id: 'promo', Name: {}, IsPrivate: true },
]

const available = (RoomCategoryAvailabilities: object[], more: object = {}): Said => ({
  json: { RateGroups: [], Rates: RATES, RoomCategoryAvailabilities, ...more },
})
const priced = (...grosses: (number | null)[]): Said => ({
  json: {
    ReservationPrice: grosses.map((GrossValue, index) => ({
      Identifier: String(index),
      TotalAmount: { Currency: 'CZK', GrossValue },
      ProductOrderPrices: [{ ProductId: 'breakfast' }, { ProductId: 'tax' }],
    })),
  },
})

const SOLD = {
  [HOTEL]: { json: KNOWN },
  [AVAILABILITY]: available([category('double', occupancy([price(4000)]))]),
  [PRICES]: priced(4100),
}

function bind(profile: Record<string, unknown> = { hotels: ['hotel-1/conf-1'] }) {
  const credentials = { client: 'Vacancy 1.0.0' }
  return mews.bind({ sourceId: 'rosewater', profile, credentials, points: false, now: () => NOW })
}

async function shop(answers: Record<string, Said>, changes: Partial<StayQuery> = {}) {
  const { http, requests } = vendor({ ...SOLD, ...answers })
  const answer = await bind().shop({ ...QUERY, ...changes }, { http, live: false, raw: false })
  return {
    answer,
    requests,
    bodies: requests.map(({ body }) => JSON.parse(body ?? '') as Record<string, unknown>),
  }
}

describe('what Mews is asked', () => {
  test('is the hotel, its availability, then the price of each reservation, on dates of the hotel', async () => {
    const { requests, bodies } = await shop({})
    expect(requests.map(({ path }) => path)).toEqual([HOTEL, AVAILABILITY, PRICES])
    const stay = {
      StartUtc: '2027-05-10T04:00:00Z',
      EndUtc: '2027-05-12T04:00:00Z',
      AdultCount: 2,
      ChildCount: 1,
    }
    expect(bodies).toEqual([
      { Client: 'Vacancy 1.0.0', HotelId: 'hotel-1' },
      {
        Client: 'Vacancy 1.0.0',
        ConfigurationId: 'conf-1',
        HotelId: 'hotel-1',
        CurrencyCode: 'CZK',
        ...stay,
      },
      {
        Client: 'Vacancy 1.0.0',
        ConfigurationId: 'conf-1',
        CurrencyCode: 'CZK',
        Reservations: [
          { Identifier: '0', ...stay, RateId: 'flex', RoomCategoryId: 'double', ProductIds: [] },
        ],
      },
    ])
  })

  test('lies on the date both in UTC and at the hotel', () => {
    expect(momentOn('2027-05-10', 'Europe/Prague')).toBe('2027-05-10T00:00:00Z')
    expect(momentOn('2027-05-10', 'Pacific/Auckland')).toBe('2027-05-10T00:00:00Z')
    expect(momentOn('2027-05-10', 'America/Los_Angeles')).toBe('2027-05-10T07:00:00Z')
    expect(momentOn('2027-05-10', 'Mars/Olympus')).toBe('2027-05-10T00:00:00Z')
    expect(momentOn('2027-05-10', null)).toBe('2027-05-10T00:00:00Z')
  })

  test('needs the configuration of each hotel', async () => {
    expect((await failureOf(shop({}, { hotelCode: 'hotel-2' }))).kind).toBe('not_found')
    expect(() => bind({ hotels: ['hotel-1'] })).toThrow(
      'hotels must be texts such as "HOTEL_ID/CONFIGURATION_ID"',
    )
    expect(() => bind({})).toThrow('hotels must be a list of 1 to 500 texts')
  })

  test('asks for a hotel once a day', async () => {
    const { http, requests } = vendor(SOLD)
    const adapter = bind()
    for (let call = 0; call < 2; call += 1) await adapter.shop(QUERY, { http, live: false, raw: false })
    expect(requests.filter(({ path }) => path === HOTEL)).toHaveLength(1)
  })
})

describe('a price of Mews', () => {
  test('has VAT; what the reservation costs in the end is the price after tax', async () => {
    const { answer } = await shop({})
    expect(answer).toMatchObject({ status: 'available', currency: 'CZK', hotel: { name: 'The Rose' } })
    expect(answer.rooms).toHaveLength(1)
    expect(answer.rooms[0]).toMatchObject({ roomCode: 'double', name: 'Dvoulůžkový', maxOccupancy: 3 })
    expect(answer.rooms[0]?.rates[0]).toMatchObject({
      rateCode: 'flex',
      name: 'Fully Flexible',
      taxIncluded: true,
      pricePerNight: 200_000,
      pricePerNightAfterTax: 205_000,
      total: 400_000,
      totalAfterTax: 410_000,
      refundable: null,
      mealPlan: 'breakfast',
    })
  })

  test('is for one room', async () => {
    const { answer } = await shop({}, { occupancy: { adults: 2, children: 1, rooms: 3 } })
    expect(answer.rooms[0]?.rates[0]).toMatchObject({
      pricePerNight: 200_000,
      total: 1_200_000,
      totalAfterTax: 1_230_000,
    })
  })

  test('has none after tax if the vendor does not price the reservation', async () => {
    for (const said of [priced(null), { status: 400, json: { Message: 'Invalid RateId.' } }]) {
      const { answer } = await shop({ [PRICES]: said })
      expect(answer.rooms[0]?.rates[0]).toMatchObject({ total: 400_000, totalAfterTax: null })
    }
  })

  test('is left out where the combination is not sold, and restricted where it wants a voucher', async () => {
    const double = category('double', occupancy([price(null), price(3000, 'promo')]))
    const { answer } = await shop({ [AVAILABILITY]: available([double]), [PRICES]: priced(3000) })
    expect(answer.rooms[0]?.rates).toMatchObject([{ rateCode: 'promo', name: 'promo', restricted: true }])
  })

  test('of a smaller party in a room that is too small is none', async () => {
    const rooms = [
      category('single', occupancy([price(10)], 1, 0)),
      category('double', occupancy([price(4000)])),
    ]
    const { answer } = await shop({ [AVAILABILITY]: available(rooms) })
    expect(answer.rooms.map(({ roomCode }) => roomCode)).toEqual(['double'])
  })
})

describe('a stay that Mews does not sell', () => {
  const closed = { Conditions: { Type: 'Stay' }, Exceptions: null }
  const ofRate = (exceptions: object, Type = 'Stay') => ({
    Conditions: { Type, ExactRateId: 'flex' },
    Exceptions: exceptions,
  })

  test.each<[string, string, number | null, object[], object[] | undefined]>([
    ['sold_out', 'no room is left', null, [], undefined],
    [
      'sold_out',
      'too few rooms are left',
      null,
      [{ ...category('double', occupancy([price(1)])), AvailableRoomCount: 0 }],
      [],
    ],
    ['sold_out', 'the party fits into no room', null, [category('single', occupancy([price(1)], 1, 0))], []],
    ['closed', 'the hotel is closed', null, [], [closed]],
    [
      'closed',
      'the hotel is closed, and a rate wants longer stays',
      null,
      [],
      [ofRate({ MinLength: 'P0M3DT0H0M0S' }), closed],
    ],
    ['closed', 'its rate is booked later', null, [], [ofRate({ MaxAdvance: 'P0M7DT0H0M0S' })]],
    ['closed', 'rooms are left without a price', null, [category('double', occupancy([price(null)]))], []],
    [
      'restricted_los',
      'one rate wants three nights, another five',
      3,
      [],
      [ofRate({ MinLength: 'P0M5DT0H0M0S' }), ofRate({ MinLength: 'P0M3DT0H0M0S' })],
    ],
    ['restricted_los', 'one night is the most', null, [], [ofRate({ MaxLength: 'P0M1DT0H0M0S' })]],
    ['restricted_los', 'nobody may leave that day', null, [], [ofRate({}, 'End')]],
  ])('is %s if %s', async (status, _, minLos, rooms, ViolatedRestrictions) => {
    const { answer, requests } = await shop({ [AVAILABILITY]: available(rooms, { ViolatedRestrictions }) })
    expect(answer).toMatchObject({ status, minLos, rooms: [], currency: 'CZK' })
    expect(requests).toHaveLength(2)
  })
})

describe('an answer of Mews that is no answer', () => {
  const failure = (answers: Record<string, Said>) => failureOf(shop(answers))

  test.each(BAD_ANSWERS)('%s', async (_, said, kind) => {
    for (const path of [HOTEL, AVAILABILITY, PRICES])
      expect((await failure({ [path]: said })).kind).toBe(kind)
  })

  test('does not know the hotel only if it says so', async () => {
    const invalid = (Message: string) => ({ status: 400, json: { Message } })
    expect((await failure({ [HOTEL]: invalid('Invalid HotelId.') })).kind).toBe('not_found')
    expect((await failure({ [HOTEL]: invalid('Invalid Client.') })).kind).toBe('refused')
    expect((await failure({ [AVAILABILITY]: invalid('Invalid ConfigurationId.') })).kind).toBe('refused')
    expect(await failure({ [HOTEL]: { status: 401, json: { Message: 'no' } } })).toMatchObject({
      locked: true,
    })
  })

  test.each([
    ['of another hotel', { [HOTEL]: { json: { ...KNOWN, Id: 'hotel-2' } } }],
    ['of a hotel without a currency', { [HOTEL]: { json: { ...KNOWN, DefaultCurrencyCode: '' } } }],
    [
      'with rooms of another hotel',
      { [AVAILABILITY]: available([category('suite', occupancy([price(1)]))]) },
    ],
    ['for another party', { [AVAILABILITY]: available([category('double', occupancy([price(1)], 1, 0))]) }],
    [
      'at a rate that nobody named',
      { [AVAILABILITY]: available([category('double', occupancy([price(1, 'x')]))]) },
    ],
    ['for nothing', { [AVAILABILITY]: available([category('double', occupancy([price(0)]))]) }],
    ['without rooms', { [AVAILABILITY]: { json: { Rates: [], RateGroups: [] } } }],
    [
      'with elided prices',
      { [AVAILABILITY]: available([category('double', occupancy([{ RateId: 'flex', Price: {} }]))]) },
    ],
    ['of a reservation that was not asked for', { [PRICES]: priced(4100, 5000) }],
    [
      'of a reservation without a name',
      {
        [PRICES]: {
          json: {
            ReservationPrice: [{ Identifier: '', TotalAmount: { Currency: 'CZK', GrossValue: 4100 } }],
          },
        },
      },
    ],
    ['that is cheaper with everything', { [PRICES]: priced(3999) }],
  ])('%s', async (_, answers) => {
    expect((await failure(answers)).kind).toBe('broken')
  })

  test('in another currency is broken at every step', async () => {
    const euros = { RateId: 'flex', Price: { TotalAmount: { EUR: { GrossValue: 160 } } } }
    expect(
      (await failure({ [AVAILABILITY]: available([category('double', occupancy([euros]))]) })).kind,
    ).toBe('broken')
    const json = {
      ReservationPrice: [{ Identifier: '0', TotalAmount: { Currency: 'EUR', GrossValue: 4100 } }],
    }
    expect((await failure({ [PRICES]: { json } })).kind).toBe('broken')
    const without = { ReservationPrice: [{ Identifier: '0', TotalAmount: { GrossValue: 4100 } }] }
    expect((await failure({ [PRICES]: { json: without } })).kind).toBe('broken')
  })
})
