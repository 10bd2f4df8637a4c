import { describe, expect, test } from 'vitest'
import { bind, hotel, listings, offer, SOLD_OUT, STAY, usd, vendor } from './xap-vendor.ts'

describe('a shop at XAP', () => {
  test('divides the all-in total by nights and rooms, and never takes the average without taxes', async () => {
    const { call } = vendor(listings([hotel([offer()])]))
    const answer = await bind().shop(STAY, call)
    const rate = answer.rooms[0]?.rates[0]
    // 1,157.50 over 3 nights and 2 rooms is 192.9166…
    expect(rate).toMatchObject({
      pricePerNight: 19_292,
      pricePerNightAfterTax: 19_292,
      taxIncluded: true,
      total: 115_750,
      totalAfterTax: 115_750,
      memberOnly: false,
      refundable: false,
      mealPlan: 'room_only',
    })
    expect(answer).toMatchObject({
      status: 'available',
      currency: 'USD',
      taxIncluded: true,
      pointsKnown: true,
    })
  })

  test('asks for every rate of the one hotel with the three credentials', async () => {
    const { call, requests } = vendor(listings([hotel([offer()])]))
    await bind().shop(STAY, call)
    expect(requests).toHaveLength(1)
    expect(requests[0]?.path).toBe('/hotels/listings')
    expect(requests[0]?.query).toMatchObject({
      ecomHotelIds: '1234567',
      checkIn: '2027-03-05',
      checkOut: '2027-03-08',
      currency: 'USD',
      allRoomTypes: 'true',
      'room1.adults': '2',
      'room2.adults': '2',
    })
    expect(requests[0]?.headers).toMatchObject({
      accept: 'application/vnd.exp-hotel.v3+json',
      authorization: `Basic ${Buffer.from('partner:s3cret').toString('base64')}`,
      key: 'KEY-1',
      'partner-transaction-id': expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })

  test('sends a code of the second brand in its own parameter and knows the hotel by that number', async () => {
    const { call, requests } = vendor(listings([hotel([offer()], { Id: '777', HcomId: '98765' })]))
    const answer = await bind().shop({ ...STAY, hotelCode: 'h98765' }, call)
    expect(requests[0]?.query).toMatchObject({ hcomHotelIds: '98765' })
    expect(requests[0]?.query).not.toHaveProperty('ecomHotelIds')
    expect(answer.hotel?.hotelCode).toBe('h98765')
  })

  test('puts the offers of one room together and reads their terms', async () => {
    const flexible = offer({
      plan: {
        RatePlanId: 'flex',
        FreeBreakfast: true,
        FreeBreakfastDetails: ['Half Board'],
        CancellationPolicy: {
          Refundable: true,
          FreeCancellation: true,
          FreeCancellationEndDateTime: '2027-03-03T18:00:00-08:00',
        },
      },
      roomType: {
        BedTypeOptions: [{ Id: '1', Description: '1 King Bed' }],
        RoomOccupancyPolicy: { MaxGuestCount: 3 },
      },
    })
    const member = offer({ plan: { RatePlanId: 'deal', MemberOnlyDeal: true } })
    const { call } = vendor(listings([hotel([flexible, member])]))
    const { rooms, hotel: record } = await bind().shop(STAY, call)
    expect(rooms).toHaveLength(1)
    expect(rooms[0]).toMatchObject({
      roomCode: '200287452',
      name: 'Deluxe Room, 1 King Bed',
      beds: '1 King Bed',
      maxOccupancy: 3,
    })
    expect(rooms[0]?.rates).toMatchObject([
      { rateCode: 'flex', refundable: true, cancelBy: '2027-03-04T02:00:00.000Z', mealPlan: 'half_board' },
      { rateCode: 'deal', memberOnly: true, cancelBy: null, name: 'Member deal, non-refundable' },
    ])
    expect(record).toEqual({
      hotelCode: '1234567',
      name: 'Hôtel du Nord',
      city: 'Lyon',
      country: 'FR',
      lat: 45.76,
      lng: 4.84,
    })
  })

  test('adds up the plans of a bundled room type, and prices none whose hotel fees are unknown', async () => {
    const bundled = offer({
      roomType: {
        RatePlans: [
          { RatePlanId: 'a', Price: { TotalPrice: usd('600.00'), HotelMandatoryFees: usd('30.00') } },
          { RatePlanId: 'b', Price: { TotalPrice: usd('500.00') } },
        ],
      },
    })
    const { call } = vendor(listings([hotel([bundled])]))
    const rates = (await bind().shop(STAY, call)).rooms.flatMap((room) => room.rates)
    expect(rates.map((rate) => [rate.rateCode, rate.totalAfterTax, rate.pricePerNight])).toEqual([
      ['a', 63_000, 10_500],
      ['b', null, null],
    ])
  })

  test('reads yen without decimals and answers in the currency of the figures', async () => {
    const yen = { Value: '60001', Currency: 'JPY' }
    const { call } = vendor(listings([hotel([offer({ price: { TotalPriceWithHotelFees: yen } })])]))
    const answer = await bind().shop(STAY, call)
    expect(answer.currency).toBe('JPY')
    expect(answer.rooms[0]?.rates[0]).toMatchObject({ pricePerNight: 10_000, total: 60_001 })
  })

  test('marks rates that are sold only in a package or under a contract', async () => {
    const bundle = offer({ plan: { RatePlanId: 'pkg' }, roomType: { RatePlanType: 'package' } })
    const net = offer({ plan: { RatePlanId: 'net' }, roomType: { RatePlanType: 'wholesale' } })
    const { call } = vendor(listings([hotel([bundle, net, offer()])]))
    const rates = (await bind().shop(STAY, call)).rooms.flatMap((room) => room.rates)
    expect(rates.map((rate) => [rate.rateCode, rate.package, rate.restricted])).toEqual([
      ['pkg', true, false],
      ['net', false, true],
      ['201714191', false, false],
    ])
  })

  test('takes a stay that keeps a part of the money for not refundable', async () => {
    const CancellationPolicy = { Refundable: true, FreeCancellation: false }
    const { call } = vendor(listings([hotel([offer({ plan: { CancellationPolicy } })])]))
    const [rate] = (await bind().shop(STAY, call)).rooms.flatMap((room) => room.rates)
    expect(rate).toMatchObject({ refundable: false, cancelBy: null })
  })

  test.each(['NOT_AVAILABLE', 'NUMBER_OF_ADULTS_NOT_ACCEPTED'])('takes %s for sold out', async (Status) => {
    const { call } = vendor(listings([hotel([], { ...SOLD_OUT, Status })]))
    expect(await bind().shop(STAY, call)).toMatchObject({ status: 'sold_out', rooms: [], currency: 'USD' })
  })

  test('keeps the upstream body only where it is asked for', async () => {
    const body = listings([hotel([offer()])])
    const { call } = vendor(body, body)
    const adapter = bind()
    expect((await adapter.shop(STAY, call)).raw).toEqual([])
    expect((await adapter.shop(STAY, { ...call, raw: true })).raw).toEqual([JSON.parse(JSON.stringify(body))])
  })
})
