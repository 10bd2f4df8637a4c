import { describe, expect, it } from 'vitest'
import { ohip } from '../../src/sources/families/ohip/family.ts'
import type { Adapter, Call, HttpAnswer, HttpRequest, Rate, StayQuery } from '../../src/sources/source.ts'
import { CREDENTIALS } from './ohip-market.ts'

const NOW = Date.parse('2027-03-10T12:00:00Z')

const STAY: StayQuery = {
  hotelCode: 'H1',
  checkin: '2027-05-01',
  los: 3,
  occupancy: { adults: 2, children: 0, rooms: 2 },
  currency: 'USD',
}

type Answers = (request: HttpRequest) => object | HttpAnswer | undefined

/** An adapter whose vendor answers with the given bodies; `undefined` is a 204. */
function bound(profile: Record<string, unknown>, answers: Answers, points = false) {
  const requests: HttpRequest[] = []
  const http = async (request: HttpRequest): Promise<HttpAnswer> => {
    requests.push(request)
    if (request.path === '/oauth/v1/tokens') return ok({ access_token: 'T', expires_in: 3600 })
    const answer = answers(request)
    if (answer === undefined) return { status: 204, headers: {}, body: '' }
    return 'status' in answer ? answer : ok(answer)
  }
  const settings = { sourceId: 'test', profile, credentials: CREDENTIALS, points, now: () => NOW }
  const adapter: Adapter = ohip.bind(settings)
  const call: Call = { http, live: false, raw: false }
  return { adapter, call, requests }
}

function ok(body: object): HttpAnswer {
  return { status: 200, headers: {}, body: JSON.stringify(body) }
}

const BASE = [
  { start: '2027-05-01', end: '2027-05-02', amountBeforeTax: 100.1, currencyCode: 'USD' },
  { start: '2027-05-03', end: '2027-05-03', amountBeforeTax: 130.15, currencyCode: 'USD' },
]

function offer(changes: object = {}, information: object = {}): object {
  return {
    availabilityStatus: 'AvailableForSale',
    roomType: 'KNG',
    ratePlanCode: 'FLEX',
    rateInformation: { rate: { rateMode: 'Average' }, base: BASE, ...information },
    total: { amountBeforeTax: 660.7, amountAfterTax: 759.8, currencyCode: 'USD' },
    ...changes,
  }
}

function offers(list: object[], changes: object = {}): object {
  return {
    roomStays: [
      {
        propertyInfo: { hotelCode: 'H1', hotelName: 'One', address: { cityName: 'Oslo', countryCode: 'NO' } },
        availability: 'AvailableForSale',
        roomTypes: [{ roomType: 'KNG', roomName: 'King Room', occupancy: { maxOccupancy: 3 } }],
        ratePlans: [
          { ratePlanCode: 'FLEX', ratePlanName: 'Flexible', taxInclusive: false },
          { ratePlanCode: 'MEMB', taxInclusive: false, identificationRequired: true, accessCode: 'MEMBER' },
          { ratePlanCode: 'GOVT', taxInclusive: false, identificationRequired: true },
          { ratePlanCode: 'CORP', taxInclusive: false, accessCode: 'ACME' },
        ],
        offers: list,
        ...changes,
      },
    ],
  }
}

async function rateOf(body: object, query = STAY): Promise<Rate | undefined> {
  const { adapter, call } = bound({ taxIncluded: false }, () => body)
  return (await adapter.shop(query, call)).rooms[0]?.rates[0]
}

describe('a shop of a chain that quotes before tax', () => {
  it('averages the nights of one room and takes the totals for all rooms', async () => {
    // 2 × 100.10 + 130.15 = 330.35 a room; ÷ 3 = 110.1166… ; after tax 759.80 ÷ 6 = 126.6333…
    expect(await rateOf(offers([offer()]))).toMatchObject({
      pricePerNight: 11_012,
      total: 66_070,
      pricePerNightAfterTax: 12_663,
      totalAfterTax: 75_980,
      taxIncluded: false,
      memberOnly: false,
    })
  })

  it('asks for the average rate, because the vendor shows the highest otherwise', async () => {
    const { adapter, call, requests } = bound({ taxIncluded: false }, () => offers([offer()]))
    await adapter.shop(STAY, call)
    expect(requests[1]).toMatchObject({
      path: '/shop/v1/hotels/H1/offers',
      query: {
        arrivalDate: '2027-05-01',
        departureDate: '2027-05-04',
        numberOfUnits: '2',
        rateMode: 'Average',
      },
      headers: { authorization: 'Bearer T', 'x-app-key': CREDENTIALS.appKey, 'x-channelCode': 'VAC' },
    })
  })

  it('tells packages by the type of their plan, of which an unreadable one proves no price of a room alone', async () => {
    const plain = JSON.stringify(offers([offer({ ratePlanCode: 'FLEX' })]))
    const typed = (type: string) =>
      plain.replaceAll('"ratePlanCode":"FLEX"', `"ratePlanCode":"FLEX","ratePlanType":"${type}"`)
    for (const [body, isPackage] of [
      [typed('11'), true],
      [typed('12'), false],
      [typed('2031-02-30'), true],
      [plain, false],
    ] as const) {
      const { adapter, call } = bound({ taxIncluded: false }, () => JSON.parse(body) as object)
      const answer = await adapter.shop(STAY, call)
      expect(answer.rooms[0]?.rates).toMatchObject([{ package: isPackage }])
    }
  })

  it('tells member rates by the members’ access code, and rates that want any other proof apart from them', async () => {
    const codes = ['MEMB', 'GOVT', 'CORP', 'FLEX']
    const body = offers(codes.map((ratePlanCode) => offer({ ratePlanCode })))
    const { adapter, call } = bound({ taxIncluded: false }, () => body)
    const answer = await adapter.shop(STAY, call)
    expect(answer.rooms[0]?.rates).toMatchObject([
      { rateCode: 'MEMB', memberOnly: true, restricted: false },
      { rateCode: 'GOVT', memberOnly: false, restricted: true },
      { rateCode: 'CORP', memberOnly: false, restricted: true },
      { rateCode: 'FLEX', memberOnly: false, restricted: false },
    ])
    expect(answer.hotel).toEqual({
      hotelCode: 'H1',
      name: 'One',
      city: 'Oslo',
      country: 'NO',
      lat: null,
      lng: null,
    })
  })

  it('leaves the after-tax figure out where the vendor does not state one', async () => {
    expect(await rateOf(offers([offer({ total: undefined })]))).toMatchObject({
      pricePerNight: 11_012,
      pricePerNightAfterTax: null,
      totalAfterTax: null,
    })
  })
})

describe('charges for further guests', () => {
  const guests = [{ ageQualifyingCode: 'Adult', amountBeforeTax: 20, currencyCode: 'USD' }]
  const rate = { rateMode: 'Average', additionalGuestAmounts: guests }
  const total = (amountBeforeTax: number) => ({
    amountBeforeTax,
    amountAfterTax: amountBeforeTax * 1.1,
    currencyCode: 'USD',
  })
  const oneRoom = { ...STAY, occupancy: { adults: 3, children: 0, rooms: 1 } }
  const threeEach = { ...STAY, occupancy: { adults: 3, children: 0, rooms: 2 } }

  it('are part of the price: the total of the stay counts, not the sum of its room rates', async () => {
    // 330.35 for the nights of one room, and 20.00 for the third adult on each of the three.
    const body = offers([offer({ total: total(390.35) }, { rate })])
    expect(await rateOf(body, oneRoom)).toMatchObject({ total: 39_035, pricePerNight: 13_012 })
  })

  it('count for every room', async () => {
    const body = offers([offer({ total: total(780.7) }, { rate })])
    expect(await rateOf(body, threeEach)).toMatchObject({ total: 78_070, pricePerNight: 13_012 })
  })

  it('do not count if the total leaves them out', async () => {
    const body = offers([offer({ total: total(660.71) }, { rate })])
    expect(await rateOf(body, threeEach)).toMatchObject({ total: 66_070, pricePerNight: 11_012 })
  })

  it.each([
    ['below its nights', 600, threeEach],
    ['for several rooms above them without a reason', 700, threeEach],
    ['of one room only, with its guests', 390.35, threeEach],
  ])('a total %s is broken', async (_, amount, query) => {
    const body = offers([offer({ total: { ...total(amount), amountAfterTax: 900 } }, { rate })])
    await expect(rateOf(body, query)).rejects.toMatchObject({ kind: 'broken' })
  })
})

describe('a shop of a chain that quotes with VAT', () => {
  const inclusive = offers(
    [
      offer(
        { total: { amountBeforeTax: 600, amountAfterTax: 726, currencyCode: 'EUR' } },
        { base: [{ start: '2027-05-01', end: '2027-05-03', amountAfterTax: 119.99, currencyCode: 'EUR' }] },
      ),
    ],
    { ratePlans: [{ ratePlanCode: 'FLEX', taxInclusive: true }] },
  )

  it('takes the figure after tax as the rate and the total as all-in', async () => {
    const { adapter, call } = bound({ taxIncluded: true }, () => inclusive)
    const answer = await adapter.shop(STAY, call)
    expect(answer).toMatchObject({ currency: 'EUR', taxIncluded: true })
    expect(answer.rooms[0]?.rates[0]).toMatchObject({
      pricePerNight: 11_999,
      total: 71_994,
      pricePerNightAfterTax: 12_100,
      totalAfterTax: 72_600,
      taxIncluded: true,
    })
  })

  it('goes by the rate’s own basis where the chain is known for the other', async () => {
    const before = bound({ taxIncluded: false }, () => inclusive)
    expect((await before.adapter.shop(STAY, before.call)).rooms[0]?.rates[0]).toMatchObject({
      taxIncluded: true,
      pricePerNight: 11_999,
    })
    const after = bound({ taxIncluded: true }, () => offers([offer()]))
    expect((await after.adapter.shop(STAY, after.call)).rooms[0]?.rates[0]).toMatchObject({
      taxIncluded: false,
      pricePerNight: 11_012,
    })
  })
})

describe('an answer to another question', () => {
  const cases: [string, object][] = [
    ['another hotel', offers([offer()], { propertyInfo: { hotelCode: 'H2' } })],
    ['other dates', offers([offer({}, { base: [{ ...BASE[0], start: '2027-05-02', end: '2027-05-04' }] })])],
    ['a night too few', offers([offer({}, { base: [BASE[0]] })])],
    ['a night twice', offers([offer({}, { base: [...BASE, BASE[1]] })])],
    ['a rate plan nobody described', offers([offer({ ratePlanCode: 'GHOST' })])],
    [
      'a total for one of the two rooms',
      offers([offer({ total: { amountAfterTax: 379.9, currencyCode: 'USD' } })]),
    ],
    [
      'a price of nothing',
      offers([offer({ total: undefined }, { base: BASE.map((base) => ({ ...base, amountBeforeTax: 0 })) })]),
    ],
    ['a currency that is none', offers([offer({}, { base: [{ ...BASE[0], currencyCode: '???' }] })])],
    ['available without offers', offers([])],
    ['offers without availability', offers([offer()], { availability: 'NoAvailability' })],
    ['others available, and none shown', offers([], { availability: 'OtherAvailable' })],
    [
      'others are available, and none is shown',
      offers([], {
        availability: 'OtherAvailable',
        ratePlans: [{ ratePlanCode: 'FLEX', availabilityStatus: 'Restricted' }],
      }),
    ],
    ['no room stays', { roomStays: [] }],
    ['another document', { hotels: [] }],
  ]

  it('is not on sale where the property says so, though its rate plan is restricted without a reason', async () => {
    const ratePlans = [{ ratePlanCode: 'FLEX', availabilityStatus: 'Restricted' }]
    const body = offers([], { availability: 'NoAvailability', ratePlans })
    const { adapter, call } = bound({ taxIncluded: false }, () => body)
    expect(await adapter.shop(STAY, call)).toMatchObject({ status: 'sold_out', rooms: [] })
  })

  it.each(cases)('is broken: %s', async (_, body) => {
    const { adapter, call } = bound({ taxIncluded: false }, () => body)
    await expect(adapter.shop(STAY, call)).rejects.toMatchObject({ kind: 'broken' })
  })
})

describe('a stay that is not on sale', () => {
  const cases: [string, object[], string, number | null][] = [
    ['no restriction', [], 'sold_out', null],
    ['closed', [{ restrictionType: 'Closed' }], 'closed', null],
    ['no arrival', [{ restrictionType: 'ClosedForArrival' }], 'closed', null],
    ['minimum of 5', [{ restrictionType: 'MinimumLengthOfStay', restrictionValue: 5 }], 'restricted_los', 5],
    [
      'minimum already met',
      [{ restrictionType: 'MinimumLengthOfStay', restrictionValue: 3 }],
      'sold_out',
      null,
    ],
    [
      'stay-through of 4',
      [{ restrictionType: 'MinimumStayThrough', restrictionValue: 4 }],
      'restricted_los',
      null,
    ],
    [
      'maximum of 2',
      [{ restrictionType: 'MaximumLengthOfStay', restrictionValue: 2 }],
      'restricted_los',
      null,
    ],
    [
      'booked 90 days ahead',
      [{ restrictionType: 'MinimumAdvancedBooking', restrictionValue: 90 }],
      'closed',
      null,
    ],
  ]

  it.each(cases)('is told apart by its restrictions: %s', async (_, restrictions, status, minLos) => {
    const body = offers([], { availability: 'NoAvailability', restrictions })
    const { adapter, call } = bound({ taxIncluded: false }, () => body)
    expect(await adapter.shop(STAY, call)).toMatchObject({ status, minLos, rooms: [] })
  })

  it.each(['adultOccupancyMatch', 'childOccupancyMatch'])(
    'is sold out where no room takes the party: %s',
    async (match) => {
      const body = offers([offer()], { roomTypes: [{ roomType: 'KNG', [match]: false }] })
      const { adapter, call } = bound({ taxIncluded: false }, () => body)
      expect(await adapter.shop(STAY, call)).toMatchObject({ status: 'sold_out', minLos: null, rooms: [] })
    },
  )

  it('is not the same as a property that the vendor does not know', async () => {
    const { adapter, call } = bound({ taxIncluded: false }, () => offers([], { availability: 'NotFound' }))
    await expect(adapter.shop(STAY, call)).rejects.toMatchObject({ kind: 'not_found' })
  })
})

function policy(deadline: object, amountPercent: object): object {
  return {
    cancellationPolicies: [{ policy: { policyCode: 'P', deadline, amountPercent, penaltyDescription: '' } }],
  }
}

describe('cancellation and meals', () => {
  const cases: [string, object, boolean | null, string | null][] = [
    ['nothing stated', {}, null, null],
    [
      'deadline ahead',
      policy({ absoluteDeadline: '2027-04-30T18:00:00Z' }, { nights: 1 }),
      true,
      '2027-04-30T18:00:00.000Z',
    ],
    ['deadline passed', policy({ absoluteDeadline: '2027-03-01T18:00:00Z' }, { nights: 1 }), false, null],
    ['days before arrival', policy({ offsetFromArrival: 2 }, { percent: 100 }), true, null],
    ['from booking on', policy({ offsetFromBookingDate: 0 }, { basisType: 'FullAmount' }), false, null],
    [
      'never, by a clock that is ahead of ours',
      policy({ absoluteDeadline: '2027-03-10T12:07:45.828Z' }, { basisType: 'FullAmount', amount: 644 }),
      false,
      null,
    ],
    [
      'all is forfeit from a later day on',
      policy({ absoluteDeadline: '2027-04-28T18:00:00Z' }, { basisType: 'FullAmount' }),
      true,
      '2027-04-28T18:00:00.000Z',
    ],
    [
      'a penalty of nothing',
      policy({ offsetFromBookingDate: 0 }, { percent: 0, basisType: 'Percentage' }),
      true,
      null,
    ],
  ]

  it.each(cases)('%s', async (_, information, refundable, cancelBy) => {
    expect(await rateOf(offers([offer({}, information)]))).toMatchObject({ refundable, cancelBy })
  })

  it.each([
    [['Breakfast'], 'breakfast'],
    [['Breakfast', 'Dinner'], 'half_board'],
    [['Breakfast', 'Lunch', 'Dinner'], 'full_board'],
    [[], 'room_only'],
  ])('reads the meals %s', async (mealsIncluded, mealPlan) => {
    const ratePlans = [{ ratePlanCode: 'FLEX', taxInclusive: false, mealPlan: { mealsIncluded } }]
    expect(await rateOf(offers([offer()], { ratePlans }))).toMatchObject({ mealPlan })
  })
})
