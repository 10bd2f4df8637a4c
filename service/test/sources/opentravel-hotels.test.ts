import { describe, expect, it } from 'vitest'
import type { BatchRow } from '../../src/sources/source.ts'
import {
  answering,
  availRS,
  BATCH,
  bound,
  FLEX,
  flatRate,
  inSoap,
  MEMBER,
  roomRate,
  roomStay,
  SOAP,
  success,
} from './opentravel-answers.ts'

const best = (hotelCode: string, before: string, after: string) =>
  roomStay({ hotelCode, plans: FLEX, rates: flatRate('FLEX', before, after) })
const warning = (code: number, hotelCode: string) =>
  `<Warning Type="3" Code="${code}" RecordID="${hotelCode}" ShortText="As the table says"/>`

const error = (code: number) => availRS(`<Errors><Error Type="3" Code="${code}"/></Errors>`)

const afterTax = (plan: string, amount: string) =>
  roomRate(
    plan,
    `<Rates><Rate RateTimeUnit="FullDuration"><Base AmountAfterTax="${amount}" CurrencyCode="USD"/></Rate></Rates>`,
  )

const searchRS = (content: string) =>
  `<OTA_HotelSearchRS EchoToken="$TOKEN" Version="4.000">${content}</OTA_HotelSearchRS>`
const property = (code: string, lat: string, more = '') =>
  `<Property HotelCode="${code}" HotelName="House ${code}"${more}><Position Latitude="${lat}" Longitude="0"/>` +
  '<Address><CityName>Greenwich</CityName><CountryName Code="gb">UK</CountryName></Address></Property>'

const searchError = (code: number) => searchRS(`<Errors><Error Type="3" Code="${code}"/></Errors>`)

const open = (hotelCode: string) => roomStay({ hotelCode, plans: FLEX, rates: afterTax('FLEX', '450') })
const club = (hotelCode: string) => roomStay({ hotelCode, plans: MEMBER, rates: afterTax('CLUB', '420') })

const page = (...properties: string[]) =>
  searchRS(`<Success/><Properties>${properties.join('')}</Properties>`)

async function rowsOf(body: string, query = BATCH): Promise<BatchRow[] | undefined> {
  return bound().lowest?.(query, answering(body).call)
}

describe('the best rates of several OpenTravel hotels', () => {
  it('asks once for all of them, and answers in the order asked', async () => {
    const { call, sent } = answering(success(best('PARIS', '600', '690'), best('LONMY', '450', '495')))
    const rows = await bound().lowest?.(BATCH, call)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body).toContain('<HotelRef HotelCode="LONMY"/><HotelRef HotelCode="PARIS"/>')
    expect(sent[0]?.body).toContain('BestOnly="true"')
    expect(rows).toMatchObject([
      {
        hotelCode: 'LONMY',
        lowest: {
          checkin: '2027-03-04',
          los: 3,
          status: 'available',
          bar: 15000,
          barAfterTax: 16500,
          member: null,
          memberKnown: true,
          taxIncluded: false,
        },
      },
      { hotelCode: 'PARIS', lowest: { bar: 20000, barAfterTax: 23000 } },
    ])
  })

  it('never takes a member rate for the public one', async () => {
    const rates = flatRate('FLEX', '450', '495') + flatRate('CLUB', '420', '462')
    const [row] = (await rowsOf(success(roomStay({ plans: FLEX + MEMBER, rates })))) ?? []
    expect(row).toMatchObject({
      lowest: { bar: 15000, member: 14000, memberAfterTax: 15400, memberKnown: true },
    })
  })

  it('lets one hotel fail without the others', async () => {
    const body = availRS(
      `<Success/><Warnings>${warning(392, 'NOWHERE')}${warning(450, 'ILL')}</Warnings>` +
        `<RoomStays>${best('LONMY', '450', '495')}${best('WRONG', 'x', '1')}` +
        `${roomStay({ hotelCode: 'FULL', status: 'NoAvailability' })}</RoomStays>`,
    )
    const hotelCodes = ['LONMY', 'NOWHERE', 'ILL', 'WRONG', 'FULL', 'MUTE']
    expect(await rowsOf(body, { ...BATCH, hotelCodes })).toMatchObject([
      { hotelCode: 'LONMY', lowest: { status: 'available' } },
      { hotelCode: 'NOWHERE', failure: { kind: 'not_found' } },
      { hotelCode: 'ILL', failure: { kind: 'refused' } },
      { hotelCode: 'WRONG', failure: { kind: 'broken' } },
      { hotelCode: 'FULL', lowest: { status: 'sold_out', bar: null, memberKnown: true } },
      { hotelCode: 'MUTE', failure: { kind: 'broken' } },
    ])
  })

  it('calls no hotel of a batch unknown for an error over the whole of it', async () => {
    await expect(rowsOf(error(424))).rejects.toMatchObject({ kind: 'broken' })
    await expect(rowsOf(error(322))).rejects.toMatchObject({ kind: 'refused' })
    const alone = { ...BATCH, hotelCodes: ['LONMY'] }
    expect(await rowsOf(error(392), alone)).toMatchObject([{ failure: { kind: 'not_found' } }])
    expect(await rowsOf(error(322), alone)).toMatchObject([{ lowest: { status: 'sold_out' } }])
  })
})

describe('member rates that take a call of their own', () => {
  const full = roomStay({ hotelCode: 'FULL', status: 'NoAvailability' })
  const query = { ...BATCH, hotelCodes: ['LONMY', 'PARIS', 'FULL'], member: true }
  const publicRates = inSoap(success(open('LONMY'), open('PARIS'), full))

  it('are asked beside the public ones, and kept for the hotels with something to sell', async () => {
    const members = inSoap(
      availRS(
        `<Success/><Warnings>${warning(438, 'PARIS')}</Warnings><RoomStays>${club('LONMY')}</RoomStays>`,
      ),
    )
    const { call, sent } = answering(publicRates, members)
    const rows = await bound(SOAP).lowest?.(query, call)
    expect(sent).toHaveLength(2)
    expect(sent[1]?.body).toContain('<RatePlanCandidate RatePlanFilterCode="MEMBER"/>')
    expect(rows).toMatchObject([
      { lowest: { bar: 15000, barAfterTax: 15000, member: 14000, memberKnown: true } },
      { lowest: { bar: 15000, member: null, memberKnown: true } },
      { lowest: { status: 'sold_out', member: null, memberKnown: true } },
    ])
  })

  it('keeps the public rates and owns up where the second call fails', async () => {
    for (const second of [{ status: 503 }, inSoap(success(open('OTHER')))]) {
      const rows = await bound(SOAP).lowest?.(query, answering(publicRates, second).call)
      expect(rows?.slice(0, 2)).toMatchObject([
        { lowest: { bar: 15000, member: null, memberKnown: false } },
        { lowest: { bar: 15000, member: null, memberKnown: false } },
      ])
    }
  })

  it('makes no second call unless member rates are asked for', async () => {
    const { call, sent } = answering(publicRates)
    const rows = await bound(SOAP).lowest?.({ ...query, member: false }, call)
    expect(sent).toHaveLength(1)
    expect(rows).toMatchObject([{ lowest: { memberKnown: false } }, { lowest: {} }, { lowest: {} }])
  })
})

describe('OpenTravel hotels around a point', () => {
  const query = { lat: 51.5, lng: 0, radiusKm: 40.2, limit: 50 }

  it('asks in whole kilometres and drops what the rounding let in', async () => {
    // One degree of latitude is 111.2 km: the houses are 11.1, 40.3 and 0 km away.
    const { call, sent } = answering(
      page(property('NORTH', '51.6'), property('EDGE', '51.8625'), property('HERE', '51.5')),
    )
    const hotels = await bound().near?.(query, call)
    expect(sent[0]?.body).toContain('<Position Latitude="51.5" Longitude="0"/>')
    expect(sent[0]?.body).toContain('<Radius Distance="41" DistanceMeasure="km" UnitOfMeasureCode="2"/>')
    expect(hotels?.map((hotel) => hotel.hotelCode)).toEqual(['HERE', 'NORTH'])
    expect(hotels?.[0]).toEqual({
      hotelCode: 'HERE',
      name: 'House HERE',
      city: 'Greenwich',
      country: 'GB',
      lat: 51.5,
      lng: 0,
    })
  })

  it('turns pages until the limit is reached', async () => {
    const { call, sent } = answering(
      page(property('A', '51.5', ' MoreDataEchoToken="after&amp;1"')),
      page(property('B', '51.51', ' MoreDataEchoToken="after&amp;2"')),
      page(property('C', '51.52')),
    )
    expect(await bound().near?.({ ...query, limit: 2 }, call)).toHaveLength(2)
    expect(sent).toHaveLength(2)
    expect(sent[1]?.body).toContain('<Criterion MoreDataEchoToken="after&#38;1">')
    expect(await bound().near?.(query, answering(page(property('A', '51.5'))).call)).toHaveLength(1)
  })

  it('does not follow pages in circles', async () => {
    const { call } = answering(page(property('A', '51.5', ' MoreDataEchoToken="again"')))
    await expect(bound().near?.(query, call)).rejects.toMatchObject({ kind: 'broken' })
  })

  it('tells an empty place from a search that failed', async () => {
    expect(await bound().near?.(query, answering(searchError(424)).call)).toEqual([])
    const unclaimed = answering(searchError(424).replace(' EchoToken="$TOKEN"', '')).call
    await expect(bound().near?.(query, unclaimed)).rejects.toMatchObject({ kind: 'broken' })
    await expect(bound().near?.(query, answering(searchError(187)).call)).rejects.toMatchObject({
      kind: 'refused',
    })
  })
})
