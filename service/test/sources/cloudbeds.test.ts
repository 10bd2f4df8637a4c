import { describe, expect, test } from 'vitest'
import { cloudbeds } from '../../src/sources/families/cloudbeds/family.ts'
import type { StayQuery } from '../../src/sources/source.ts'
import { type Said, vendor } from './answering-paths.ts'
import { BAD_ANSWERS } from './bad-answers.ts'
import { failureOf } from './failure-of.ts'

const NOW = Date.parse('2027-05-01T12:00:00Z')
const DETAILS = '/getHotelDetails'
const ROOMS = '/getAvailableRoomTypes'
const PLANS = '/getRatePlans'
const CHARGES = '/getTaxesAndFees'

const QUERY: StayQuery = {
  hotelCode: '315701',
  checkin: '2027-05-10',
  los: 2,
  occupancy: { adults: 2, children: 1, rooms: 1 },
  currency: 'EUR',
}

const success = (data: unknown): Said => ({ json: { success: true, data } })
const problem = (message: string): Said => ({ json: { success: false, message } })

const KNOWN = {
  propertyID: '315701',
  propertyName: 'The Tide House',
  propertyCurrency: { currencyCode: 'USD' },
  propertyAddress: { propertyCity: 'Kissimmee', propertyLatitude: '28.3', propertyLongitude: '-81.5' },
}
const room = (more: object = {}) => ({
  roomTypeID: '629879',
  roomTypeName: 'King Suite',
  maxGuests: '3',
  roomRateID: '1',
  roomsAvailable: 4,
  ...more,
})
const night = (date: string, more: object = {}) => ({ date, totalRate: 100, roomsAvailable: 4, ...more })
/** 100.00 and 120.00. */
const plan = (more: object = {}) => ({
  rateID: '1',
  roomTypeID: '629879',
  propertyID: '315701',
  totalRate: 220,
  roomRateDetailed: [night('2027-05-10'), night('2027-05-11', { totalRate: '120.00' })],
  ...more,
})
const limited = (...limits: object[]) =>
  plan({
    roomRateDetailed: ['2027-05-10', '2027-05-11', '2027-05-12'].map((date, i) =>
      night(date, { ...(i === 1 && { totalRate: 120 }), ...limits[i] }),
    ),
  })
const charge = (amountType: string, more: object = {}) => ({
  type: 'tax',
  amountType,
  amount: '10',
  availableFor: ['rate'],
  inclusiveOrExclusive: 'exclusive',
  ...more,
})
const rooms = (...list: object[]): Said => success([{ propertyID: '315701', propertyRooms: list }])

const SOLD = {
  [DETAILS]: success(KNOWN),
  [ROOMS]: rooms(room()),
  [PLANS]: success([plan()]),
  [CHARGES]: success([]),
}

function bind() {
  const settings = { profile: {}, credentials: { apiKey: 'cbat_key' }, points: false, now: () => NOW }
  return cloudbeds.bind({ sourceId: 'saltmarsh', ...settings })
}

async function shop(answers: Record<string, Said>, changes: Partial<StayQuery> = {}) {
  const { http, requests } = vendor({ ...SOLD, ...answers })
  const answer = await bind().shop({ ...QUERY, ...changes }, { http, live: false, raw: false })
  return { answer, requests }
}

async function rateOf(answers: Record<string, Said>, changes: Partial<StayQuery> = {}) {
  const { answer } = await shop(answers, changes)
  const [rate] = answer.rooms[0]?.rates ?? []
  if (!rate) throw new Error(`the answer has no rate: ${answer.status}`)
  return rate
}

describe('what Cloudbeds is asked', () => {
  test('is the property, its rooms and charges, then its plans for the party of one room', async () => {
    const { requests } = await shop({}, { occupancy: { adults: 2, children: 1, rooms: 3 } })
    expect(requests.map(({ path }) => path)).toEqual([DETAILS, ROOMS, CHARGES, PLANS])
    const stay = {
      propertyIDs: '315701',
      startDate: '2027-05-10',
      endDate: '2027-05-12',
      adults: '2',
      children: '1',
    }
    expect(requests[0]).toMatchObject({
      query: { propertyID: '315701' },
      headers: { 'x-api-key': 'cbat_key' },
    })
    expect(requests[1]?.query).toEqual({ ...stay, rooms: '1' })
    expect(requests[3]?.query).toEqual({ ...stay, detailedRates: 'true' })
  })
})

describe('a price of Cloudbeds', () => {
  test('is the sum of its nights', async () => {
    const { answer } = await shop({})
    expect(answer).toMatchObject({
      status: 'available',
      currency: 'USD',
      taxIncluded: true,
      hotel: { hotelCode: '315701', name: 'The Tide House', city: 'Kissimmee', lat: 28.3, lng: -81.5 },
    })
    expect(answer.rooms).toMatchObject([{ roomCode: '629879', name: 'King Suite', maxOccupancy: 3 }])
    expect(answer.rooms[0]?.rates).toMatchObject([
      {
        rateCode: '1',
        name: 'Base rate',
        pricePerNight: 11_000,
        total: 22_000,
        totalAfterTax: 22_000,
        mealPlan: null,
      },
    ])
  })

  test('has the name and the meals of its plan', async () => {
    const named = plan({
      ratePlanNamePublic: 'Early bird',
      addOns: [{ addOnName: 'Desayuno', itemName: 'Buffet' }],
    })
    expect(await rateOf({ [PLANS]: success([named]) })).toMatchObject({
      name: 'Early bird',
      mealPlan: 'breakfast',
    })
    expect(await rateOf({ [PLANS]: success([plan({ promoCode: 'SPRING' })]) })).toMatchObject({
      restricted: true,
    })
  })

  // Two adults and a child, two nights, three rooms; 660.00 before charges.
  test.each([
    ['ten per cent of each night', charge('percentage'), 6_600, false],
    ['10.00 a room and night', charge('fixed'), 6_000, false],
    [
      '10.00 an adult and 2.50 a child',
      charge('fixed_per_person', { amountAdult: '10', amountChild: 2.5 }),
      13_500,
      false,
    ],
    ['10.00 a room', charge('fixed_per_accomodation'), 3_000, false],
    ['10.00 once', charge('fixed_per_reservation'), 1_000, false],
    ['a fee that is no tax', charge('fixed', { type: 'fee' }), 6_000, true],
    ['what the price holds', charge('percentage', { inclusiveOrExclusive: 'inclusive' }), 0, true],
    ['a tax on drinks', charge('percentage', { availableFor: ['product'] }), 0, true],
    ['a tax that was deleted', charge('percentage', { isDeleted: true }), 0, true],
    ['a tax that has expired', charge('percentage', { expiredAt: '2027-01-01' }), 0, true],
    ['a tax on other rooms', charge('percentage', { roomTypes: [{ roomTypeID: '7' }] }), 0, true],
  ])('after tax has %s', async (_, one, added, taxIncluded) => {
    const occupancy = { adults: 2, children: 1, rooms: 3 }
    const rate = await rateOf({ [CHARGES]: success([one]) }, { occupancy })
    expect(rate).toMatchObject({ total: 66_000, totalAfterTax: 66_000 + added, taxIncluded })
  })

  test.each([
    ['by the rate', charge('percentage_rate_based')],
    ['by season', charge('fixed', { dateRanges: [{ range: '--05-01/--09-30', amount: '3' }] })],
    ['by the length of the stay', charge('fixed', { lengthOfStaySettings: { ranges: [] } })],
    ['on other taxes', charge('percentage', { taxesCharged: ['4'] })],
    ['without an amount', charge('fixed', { amount: null })],
    ['in a way that nobody knows', charge('per_moon')],
    ['to nobody knows whom', charge('percentage', { availableFor: ['guest'] })],
    ['to whom it does not say', charge('percentage', { availableFor: null })],
  ])('after tax is not stated if a tax goes %s', async (_, one) => {
    const rate = await rateOf({ [CHARGES]: success([one]) })
    expect(rate).toMatchObject({ total: 22_000, totalAfterTax: null, taxIncluded: false })
  })
})

describe('a stay that Cloudbeds does not sell', () => {
  test.each<[string, string, number | null, Record<string, Said>]>([
    [
      'sold_out',
      'a night has no room',
      null,
      { [PLANS]: success([limited({}, { roomsAvailable: 0 })]), [ROOMS]: success([]) },
    ],
    ['sold_out', 'no room takes the party', null, { [ROOMS]: rooms() }],
    ['sold_out', 'the rooms are too small', null, { [ROOMS]: rooms(room({ maxGuests: '2' })) }],
    ['closed', 'a night is blocked', null, { [PLANS]: success([limited({}, { blocked: true })]) }],
    ['closed', 'nobody may arrive', null, { [PLANS]: success([limited({ closedToArrival: true })]) }],
    ['closed', 'it had to be booked earlier', null, { [PLANS]: success([limited({ cutOff: 10 })]) }],
    ['closed', 'it is sold later', null, { [PLANS]: success([limited({ lastMinuteBooking: '3' })]) }],
    [
      'restricted_los',
      'the strictest night wants five',
      5,
      { [PLANS]: success([limited({ minLos: 3 }, { minLos: '5' })]) },
    ],
    ['restricted_los', 'one night is the most', null, { [PLANS]: success([limited({ maxLos: 1 })]) }],
    [
      'restricted_los',
      'nobody may leave that day',
      null,
      { [PLANS]: success([limited({}, {}, { closedToDeparture: true })]) },
    ],
    [
      'restricted_los',
      'one plan is closed and another wants three',
      3,
      { [PLANS]: success([limited({ blocked: true }), limited({ minLos: 3 })]) },
    ],
  ])('is %s if %s', async (status, _, minLos, answers) => {
    const { answer } = await shop(answers)
    expect(answer).toMatchObject({ status, minLos, rooms: [], currency: 'USD' })
  })

  test('leaves its other plans on sale', async () => {
    const { answer } = await shop({ [PLANS]: success([limited({ minLos: 3 }), plan({ rateID: '2' })]) })
    expect(answer.rooms[0]?.rates.map(({ rateCode }) => rateCode)).toEqual(['2'])
  })

  test('may be later than the nights that are restricted', async () => {
    const after = limited(
      { closedToDeparture: true },
      { closedToArrival: true },
      { blocked: true, minLos: 9 },
    )
    expect((await shop({ [PLANS]: success([after]) })).answer.status).toBe('available')
  })
})

describe('an answer of Cloudbeds that is no answer', () => {
  const failure = (answers: Record<string, Said>) => failureOf(shop(answers))
  const paths = [DETAILS, ROOMS, PLANS, CHARGES]

  test.each(BAD_ANSWERS)('%s', async (_, said, kind) => {
    for (const path of paths) expect((await failure({ [path]: said })).kind).toBe(kind)
  })

  test('does not know the hotel only if it says so', async () => {
    expect((await failure({ [DETAILS]: problem('Property not found or not accessible') })).kind).toBe(
      'not_found',
    )
    expect((await failure({ [DETAILS]: problem('Invalid propertyID') })).kind).toBe('not_found')
    expect((await failure({ [DETAILS]: problem('Something went wrong') })).kind).toBe('refused')
    expect(await failure({ [ROOMS]: { status: 401, body: '' } })).toMatchObject({
      kind: 'refused',
      locked: true,
    })
  })

  test.each<[string, Record<string, Said>]>([
    ['of another property', { [DETAILS]: success({ ...KNOWN, propertyID: '2' }) }],
    ['without a currency', { [DETAILS]: success({ ...KNOWN, propertyCurrency: {} }) }],
    ['with rooms of another property', { [ROOMS]: success([{ propertyID: '2', propertyRooms: [room()] }]) }],
    ['with plans of another property', { [PLANS]: success([plan({ propertyID: 2 })]) }],
    ['without plans', { [PLANS]: success([]) }],
    ['with free plans of a property without rooms', { [ROOMS]: success([]) }],
    ['with rooms that have no plan', { [ROOMS]: rooms(room({ roomTypeID: '7' })) }],
    [
      'for other dates',
      { [PLANS]: success([plan({ roomRateDetailed: [night('2027-05-11'), night('2027-05-12')] })]) },
    ],
    [
      'with a night twice',
      {
        [PLANS]: success([
          plan({ roomRateDetailed: [night('2027-05-10'), night('2027-05-10'), night('2027-05-11')] }),
        ]),
      },
    ],
    ['with nights that do not add up', { [PLANS]: success([plan({ totalRate: 110 })]) }],
    [
      'for nothing',
      {
        [PLANS]: success([
          plan({
            totalRate: 0,
            roomRateDetailed: [night('2027-05-10', { totalRate: 0 }), night('2027-05-11', { totalRate: 0 })],
          }),
        ]),
      },
    ],
    ['with rooms that are no number', { [ROOMS]: rooms(room({ roomsAvailable: 'some' })) }],
    [
      'with charges that nobody understands',
      { [CHARGES]: success([charge('fixed', { inclusiveOrExclusive: 'both' })]) },
    ],
  ])('%s', async (_, answers) => {
    expect((await failure(answers)).kind).toBe('broken')
  })
})
