import { describe, expect, test } from 'vitest'
import { apaleo } from '../../src/sources/families/apaleo/family.ts'
import type { StayQuery } from '../../src/sources/source.ts'
import { type Said, vendor } from './answering-paths.ts'
import { BAD_ANSWERS } from './bad-answers.ts'
import { failureOf } from './failure-of.ts'

const NOW = Date.parse('2027-03-01T12:00:00Z')
const OFFERS = '/booking/v1/offers'
const INDEX = '/booking/v1/offer-index'
const TOKEN = '/connect/token'
const PROPERTY = '/inventory/v1/properties/MUC'

const QUERY: StayQuery = {
  hotelCode: 'MUC',
  checkin: '2027-05-10',
  los: 2,
  occupancy: { adults: 2, children: 0, rooms: 1 },
  currency: 'USD',
}

const eur = (amount: number) => ({ amount, currency: 'EUR' })
const gross = (grossAmount: number) => ({ grossAmount, netAmount: 1, currency: 'EUR' })

/** 214.00 for two nights, and nothing on top. */
const OFFER = {
  arrival: '2027-05-10T15:00:00+02:00',
  departure: '2027-05-12T11:00:00+02:00',
  unitGroup: { id: 'MUC-DBL', code: 'DBL', name: 'Double', maxPersons: 2 },
  availableUnits: 3,
  ratePlan: { id: 'MUC-FLEX-DBL', code: 'FLEX', name: 'Flexible' },
  totalGrossAmount: eur(214),
  cancellationFee: { dueDateTime: '2027-05-09T18:00:00+02:00', fee: eur(214) },
  timeSlices: [{ totalGrossAmount: eur(107) }, { totalGrossAmount: eur(107) }],
}

const LOGIN: Said = { json: { access_token: 't', expires_in: 3600 } }
const KNOWN: Said = {
  json: { id: 'MUC', name: { de: 'Hotel München', en: 'Hotel Munich' }, currencyCode: 'EUR', location: {} },
}

const offers = (...list: unknown[]): Said => ({
  json: { property: { id: 'MUC', name: 'Hotel Munich' }, offers: list },
})
const keptBack = (...codes: string[]) => ({
  ...OFFER,
  validationMessages: codes.map((code) => ({ code, message: code })),
})

function bind(profile: Record<string, unknown> = {}) {
  const credentials = { clientId: 'id', clientSecret: 'secret' }
  return apaleo.bind({ sourceId: 'quillhouse', profile, credentials, points: false, now: () => NOW })
}

async function shop(answers: Record<string, Said>, changes: Partial<StayQuery> = {}) {
  const { http, requests } = vendor({ [TOKEN]: LOGIN, [PROPERTY]: KNOWN, ...answers })
  const answer = await bind().shop({ ...QUERY, ...changes }, { http, live: false, raw: false })
  return { answer, requests }
}

async function rateOf(more: object) {
  const { answer } = await shop({ [OFFERS]: offers({ ...OFFER, ...more }) })
  const [rate] = answer.rooms[0]?.rates ?? []
  if (!rate) throw new Error('the answer has no rate')
  return rate
}

/** The nights of a plan, from the day of arrival to that of departure. */
function index(...restrictions: object[]): Said {
  const days = ['2027-05-10', '2027-05-11', '2027-05-12']
  const open = { closed: false, closedOnArrival: false, closedOnDeparture: false }
  return {
    json: {
      count: 3,
      timeSlices: days.map((day, i) => ({
        from: `${day}T15:00:00+02:00`,
        offers: [{ available: 3, restrictions: { ...open, ...restrictions[i] } }],
      })),
    },
  }
}

describe('what Apaleo is asked', () => {
  test('is a login at its identity server, then the offers of the booking engine', async () => {
    const { requests } = await shop(
      { [OFFERS]: offers(OFFER) },
      { occupancy: { adults: 2, children: 2, rooms: 1 } },
    )
    const [login, asked] = requests
    expect(login).toMatchObject({
      method: 'POST',
      baseUrl: 'https://identity.apaleo.com',
      path: TOKEN,
      body: 'grant_type=client_credentials',
      headers: { authorization: `Basic ${btoa('id:secret')}` },
    })
    expect(asked).toEqual({
      method: 'GET',
      path: OFFERS,
      headers: { authorization: 'Bearer t', accept: 'application/json' },
      query: {
        propertyId: 'MUC',
        arrival: '2027-05-10',
        departure: '2027-05-12',
        adults: '2',
        childrenAges: '8,8',
        channelCode: 'Ibe',
        timeSliceTemplate: 'OverNight',
        unitGroupTypes: 'BedRoom',
        includeUnavailable: 'true',
      },
    })
    expect(requests).toHaveLength(2)
  })

  test('has options, and no others', () => {
    expect(() => bind({ channelCode: 'ibe' })).toThrow('channelCode must be a channel such as Ibe or Direct')
    expect(() => bind({ identityUrl: 'identity.apaleo.com' })).toThrow(
      'identityUrl must be an http or https address',
    )
    expect(() => bind({ taxIncluded: true })).toThrow('has no option "taxIncluded"')
  })
})

describe('the price of an offer', () => {
  test('has VAT: 214.00 over two nights is 107.00', async () => {
    expect(await rateOf({})).toMatchObject({
      name: 'Flexible',
      currency: 'EUR',
      taxIncluded: true,
      pricePerNight: 10_700,
      pricePerNightAfterTax: 10_700,
      total: 21_400,
      totalAfterTax: 21_400,
      restricted: false,
    })
  })

  test('is for one unit; three rooms cost three times as much', async () => {
    const { answer } = await shop(
      { [OFFERS]: offers(OFFER) },
      { occupancy: { adults: 2, children: 0, rooms: 3 } },
    )
    expect(answer.rooms[0]?.rates[0]).toMatchObject({ pricePerNight: 10_700, total: 64_200 })
  })

  test('is before city taxes and fees: 214.00 + 20.00 + 6.00 is 120.00 a night', async () => {
    const fees = [{ totalAmount: gross(6) }]
    expect(await rateOf({ cityTax: gross(20), fees })).toMatchObject({
      taxIncluded: false,
      pricePerNight: 10_700,
      totalAfterTax: 24_000,
      pricePerNightAfterTax: 12_000,
    })
    const cityTaxes = [{ totalGrossAmount: eur(12.5) }, { totalGrossAmount: eur(7.5) }]
    expect(await rateOf({ cityTaxes })).toMatchObject({ taxIncluded: false, totalAfterTax: 23_400 })
    expect(await rateOf({ cityTaxes: [] })).toMatchObject({ taxIncluded: true, totalAfterTax: 21_400 })
  })

  test('holds the services that come with it; if they do not add up, nothing is stated after tax', async () => {
    const services = [{ service: { id: 'MUC-CLEAN' }, totalAmount: gross(14) }]
    const timeSlices = [{ totalGrossAmount: eur(100) }, { totalGrossAmount: eur(100) }]
    expect(await rateOf({ services, timeSlices })).toMatchObject({ total: 21_400, totalAfterTax: 21_400 })
    expect(await rateOf({ services })).toMatchObject({ total: 21_400, totalAfterTax: null })
  })

  test('of a company is restricted', async () => {
    expect(await rateOf({ isCorporate: true })).toMatchObject({ restricted: true })
    expect(await rateOf({ corporateCode: 'ACME' })).toMatchObject({ restricted: true })
  })
})

describe('the terms of an offer', () => {
  test('are free until the fee is due', async () => {
    expect(await rateOf({})).toMatchObject({ refundable: true, cancelBy: '2027-05-09T16:00:00.000Z' })
  })

  test.each([
    ['was due before', '2027-02-01T00:00:00+01:00', 214, false],
    ['is due at the clock of the vendor', '2027-03-01T12:00:20Z', 214, false],
    ['is zero', '2027-02-01T00:00:00+01:00', 0, true],
  ])('are told by a fee that %s', async (_, dueDateTime, amount, refundable) => {
    const cancellationFee = { dueDateTime, fee: eur(amount) }
    expect(await rateOf({ cancellationFee })).toMatchObject({ refundable, cancelBy: null })
  })

  test('are unknown without a fee', async () => {
    expect(await rateOf({ cancellationFee: undefined })).toMatchObject({ refundable: null, cancelBy: null })
  })

  test('have a meal plan if a meal is served every day', async () => {
    const slice = (...names: string[]) => ({
      totalGrossAmount: eur(107),
      includedServices: names.map((name) => ({ service: { id: name, name } })),
    })
    const mealOf = async (...timeSlices: object[]) => (await rateOf({ timeSlices })).mealPlan
    expect(await mealOf(slice('WLAN', 'Frühstück'), slice('Frühstück'))).toBe('breakfast')
    expect(await mealOf(slice('Halbpension', 'Breakfast'), slice('Halbpension'))).toBe('half_board')
    expect(await mealOf(slice('Breakfast'), slice('WLAN'))).toBeNull()
  })
})

describe('a stay that Apaleo does not sell', () => {
  const statusOf = async (answers: Record<string, Said>, changes: Partial<StayQuery> = {}) => {
    const { answer, requests } = await shop(answers, changes)
    expect(answer).toMatchObject({ rooms: [], currency: 'EUR', hotel: { name: 'Hotel Munich' } })
    return { status: answer.status, minLos: answer.minLos, paths: requests.map(({ path }) => path) }
  }

  test('is sold out if its units are booked, whatever else restricts its plans', async () => {
    const full = { ...keptBack('UnitGroupFullyBooked', 'RateRestrictionsViolated'), availableUnits: 0 }
    expect(await statusOf({ [OFFERS]: offers(full) })).toMatchObject({ status: 'sold_out', minLos: null })
  })

  test('is sold out for more rooms than there are units', async () => {
    const occupancy = { adults: 2, children: 0, rooms: 4 }
    expect(await statusOf({ [OFFERS]: offers(OFFER) }, { occupancy })).toMatchObject({ status: 'sold_out' })
  })

  test('is sold out if there is no offer at all', async () => {
    expect(await statusOf({ [OFFERS]: { status: 204 } })).toMatchObject({ status: 'sold_out' })
  })

  test.each([
    ['closed', 'the second night is closed', [{}, { closed: true }], null],
    ['closed', 'nobody may arrive', [{ closedOnArrival: true }], null],
    ['closed', 'nothing explains it', [], null],
    ['restricted_los', 'the strictest night wants four', [{ minLengthOfStay: 3 }, { minLengthOfStay: 4 }], 4],
    ['restricted_los', 'one night is the most', [{ maxLengthOfStay: 1 }], null],
    ['restricted_los', 'nobody may leave that day', [{}, {}, { closedOnDeparture: true }], null],
    ['closed', 'it is too short and closed', [{ minLengthOfStay: 3, closed: true }], null],
    // The restrictions of the day of departure are those of other stays.
    [
      'closed',
      'only the day of departure is restricted',
      [{}, {}, { minLengthOfStay: 5, closed: true }],
      null,
    ],
  ])('is %s if %s', async (status, _, restrictions, minLos) => {
    const answers = {
      [OFFERS]: offers(keptBack('RateRestrictionsViolated')),
      [INDEX]: index(...restrictions),
    }
    expect(await statusOf(answers)).toMatchObject({ status, minLos })
  })

  test('is what the plan with free units says, not the full one', async () => {
    const full = { ...keptBack('UnitGroupFullyBooked'), availableUnits: 0 }
    const answers = {
      [OFFERS]: offers(full, keptBack('RateRestrictionsViolated')),
      [INDEX]: index({ minLengthOfStay: 3 }),
    }
    expect(await statusOf(answers)).toMatchObject({ status: 'restricted_los', minLos: 3 })
  })

  test('is closed, not sold out, if no plan has rates or is sold so long ahead', async () => {
    for (const code of ['RatesNotSet', 'RatePlanChannelNotSet', 'RatePlanRestrictionsViolated']) {
      expect(await statusOf({ [OFFERS]: offers(keptBack(code)) })).toMatchObject({ status: 'closed' })
    }
  })

  test('leaves other offers on sale', async () => {
    const { answer } = await shop({ [OFFERS]: offers(keptBack('RateRestrictionsViolated'), OFFER) })
    expect(answer).toMatchObject({ status: 'available' })
    expect(answer.rooms[0]?.rates).toHaveLength(1)
  })
})

describe('an answer of Apaleo that is no answer', () => {
  const failure = (answers: Record<string, Said>) => failureOf(shop(answers))

  test.each(BAD_ANSWERS)('%s', async (_, said, kind) => {
    expect((await failure({ [OFFERS]: said })).kind).toBe(kind)
    expect((await failure({ [TOKEN]: said })).kind).toBe(kind)
    expect((await failure({ [OFFERS]: { status: 204 }, [PROPERTY]: said })).kind).toBe(kind)
  })

  test('says how long to wait', async () => {
    const busy = { status: 429, headers: { 'retry-after': '7' } }
    expect((await failure({ [OFFERS]: busy })).retryAfterMs).toBe(7000)
  })

  test.each([
    ['of another property', { property: { id: 'BER' }, offers: [OFFER] }],
    ['without offers', { property: { id: 'MUC' }, offers: [] }],
    [
      'for other dates',
      { property: { id: 'MUC' }, offers: [{ ...OFFER, arrival: '2027-05-11T15:00:00+02:00' }] },
    ],
    [
      'for a longer stay',
      { property: { id: 'MUC' }, offers: [{ ...OFFER, departure: '2027-05-13T11:00:00+02:00' }] },
    ],
    [
      'without a currency',
      { property: { id: 'MUC' }, offers: [{ ...OFFER, totalGrossAmount: { amount: 214 } }] },
    ],
    [
      'in no currency',
      { property: { id: 'MUC' }, offers: [{ ...OFFER, totalGrossAmount: { amount: 1, currency: 'EUX' } }] },
    ],
    [
      'in two currencies',
      { property: { id: 'MUC' }, offers: [{ ...OFFER, cityTax: { grossAmount: 1, currency: 'CZK' } }] },
    ],
    ['for nothing', { property: { id: 'MUC' }, offers: [{ ...OFFER, totalGrossAmount: eur(0) }] }],
    [
      'with a negative fee',
      { property: { id: 'MUC' }, offers: [{ ...OFFER, fees: [{ totalAmount: gross(-5) }] }] },
    ],
    [
      'kept back for a reason that nobody knows',
      { property: { id: 'MUC' }, offers: [keptBack('MoonIsFull')] },
    ],
  ])('%s', async (_, json) => {
    expect((await failure({ [OFFERS]: { json } })).kind).toBe('broken')
  })

  test('does not know the hotel only if its inventory does not', async () => {
    const unknown = { status: 404, json: { messages: ['not found'] } }
    expect((await failure({ [OFFERS]: unknown, [PROPERTY]: unknown })).kind).toBe('not_found')
    expect((await failure({ [OFFERS]: unknown })).kind).toBe('refused')
    const invalid = { status: 422, json: { messages: ['adults is too large'] } }
    expect((await failure({ [OFFERS]: invalid })).kind).toBe('refused')
  })

  test('refuses credentials for good', async () => {
    for (const status of [400, 401]) {
      expect(await failure({ [TOKEN]: { status, json: { error: 'invalid_client' } } })).toMatchObject({
        kind: 'refused',
        locked: true,
      })
    }
    expect(await failure({ [OFFERS]: { status: 401 } })).toMatchObject({ kind: 'refused', locked: true })
  })
})
