import { describe, expect, test } from 'vitest'
import { bind, errors, hotel, type Json, listings, offer, SOLD_OUT, STAY, usd, vendor } from './xap-vendor.ts'

describe('a batch at XAP', () => {
  const { hotelCode: _, ...stay } = STAY
  const batch = (...hotelCodes: string[]) => ({ ...stay, hotelCodes, member: true })

  test('takes the public rate for the bar even where a member deal is the cheapest', async () => {
    const deal = offer({
      plan: { RatePlanId: 'deal', MemberOnlyDeal: true },
      price: { TotalPriceWithHotelFees: usd('900.00') },
    })
    const { call } = vendor(listings([hotel([deal, offer()])]))
    expect(await bind().lowest?.(batch('1234567'), call)).toEqual([
      {
        hotelCode: '1234567',
        lowest: {
          hotelCode: '1234567',
          checkin: '2027-03-05',
          los: 3,
          status: 'available',
          minLos: null,
          currency: 'USD',
          taxIncluded: true,
          bar: 19_292,
          barAfterTax: 19_292,
          member: 15_000,
          memberAfterTax: 15_000,
          memberKnown: true,
        },
      },
    ])
  })

  test('does not claim to know member deals where the account does not see them', async () => {
    const plain = offer({ plan: { MemberOnlyDeal: undefined } })
    const { call } = vendor(listings([hotel([plain])]))
    const rows = await bind().lowest?.(batch('1234567'), call)
    expect(rows?.[0]).toMatchObject({ lowest: { member: null, memberKnown: false } })
  })

  test('asks each brand apart, keeps the order, and lets one bad hotel fail alone', async () => {
    const first = listings([
      hotel([], { Id: '3', Status: 'ERROR', RoomTypes: undefined }),
      hotel([offer()], { Id: '1' }),
      { Id: '4', Status: 'AVAILABLE', RoomTypes: 'garbage' },
    ])
    const second = listings([hotel([], { ...SOLD_OUT, Id: '99', HcomId: '1' })])
    const unknown = { Count: 1, Hotels: [{ Id: '5' }] }
    const { call, requests } = vendor(first, second, unknown)
    const rows = await bind().lowest?.(batch('1', 'h1', '2', '3', '4', '5'), call)
    expect(requests.map(({ query }) => query?.['ecomHotelIds'] ?? query?.['hcomHotelIds'])).toEqual([
      '1,2,3,4,5',
      '1',
      '2,5',
    ])
    expect(rows).toMatchObject([
      { hotelCode: '1', lowest: { status: 'available', bar: 19_292 } },
      { hotelCode: 'h1', lowest: { status: 'sold_out', bar: null } },
      { hotelCode: '2', failure: { kind: 'not_found' } },
      { hotelCode: '3', failure: { kind: 'refused' } },
      { hotelCode: '4', failure: { kind: 'broken' } },
      { hotelCode: '5', failure: { kind: 'broken' } },
    ])
  })

  test('one brand away does not take the other along', async () => {
    const { call } = vendor(
      listings([hotel([offer()], { Id: '1' })]),
      errors(500, { Code: 'APPLICATION_ERROR' }),
    )
    expect(await bind().lowest?.(batch('1', 'h2'), call)).toMatchObject([
      { hotelCode: '1', lowest: { bar: 19_292 } },
      { hotelCode: 'h2', failure: { kind: 'refused' } },
    ])
  })

  test('fails as a whole where nothing came back', async () => {
    const { call } = vendor(errors(500, { Code: 'APPLICATION_ERROR' }))
    await expect(bind().lowest?.(batch('1', '2'), call)).rejects.toMatchObject({ kind: 'refused' })
  })
})

function option(IsoCode2: string, Latitude: string): Json {
  return { Country: { IsoCode2 }, GeoLocation: { Latitude, Longitude: '-6.26' } }
}

describe('a search by name at XAP', () => {
  const QUERY = { name: 'Hotel du Nord', city: 'Dublin', country: 'IE' }

  test('goes by coordinates where they are known', async () => {
    const { call, requests } = vendor({ Count: 1, Hotels: [hotel([])] })
    const found = await bind().find?.({ ...QUERY, lat: 45.76, lng: 4.84 }, call)
    expect(requests[0]?.query).toMatchObject({
      geoLocation: '45.76,4.84',
      unit: 'km',
      queryText: 'Hotel du Nord',
    })
    expect(found).toMatchObject([
      { hotelCode: '1234567', name: 'Hôtel du Nord', city: 'Lyon', country: 'FR' },
    ])
  })

  test('takes the place in the right country where the keyword names several', async () => {
    const ambiguous = errors(400, {
      Code: 'AMBIGUOUS_LOCATION',
      DetailCode: 'MULTIPLE_AMBIGUOUS_LOCATION',
      LocationOptions: [option('US', '32.5'), option('IE', '53.34')],
    })
    const { call, requests } = vendor(ambiguous, { Count: 1, Hotels: [hotel([], { HcomId: '98765' })] })
    const found = await bind().find?.(QUERY, call)
    expect(requests.map(({ query }) => query?.['locationKeyword'] ?? query?.['geoLocation'])).toEqual([
      'Dublin, IE',
      '53.34,-6.26',
    ])
    expect(found?.map(({ hotelCode }) => hotelCode)).toEqual(['h98765'])
  })

  test('finds nothing without failing', async () => {
    const { call } = vendor(errors(400, { Code: 'NO_RESULTS_FOUND' }))
    expect(await bind().find?.(QUERY, call)).toEqual([])
  })

  test('tells no coordinates that the vendor blurred on purpose', async () => {
    const blurred = { Location: { GeoLocation: { Latitude: '1', Longitude: '2', Obfuscated: true } } }
    const { call } = vendor({ Count: 1, Hotels: [hotel([], blurred)] })
    expect(await bind().find?.(QUERY, call)).toMatchObject([{ lat: null, lng: null, country: null }])
  })
})
