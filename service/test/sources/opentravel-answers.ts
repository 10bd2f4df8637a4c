import { opentravel } from '../../src/sources/families/opentravel/family.ts'
import type {
  Adapter,
  BatchQuery,
  Call,
  HttpAnswer,
  HttpRequest,
  StayQuery,
} from '../../src/sources/source.ts'

/** A Thursday to a Saturday, for the default party. */
export const STAY: StayQuery = {
  hotelCode: 'LONMY',
  checkin: '2027-03-04',
  los: 3,
  occupancy: { adults: 2, children: 0, rooms: 1 },
  currency: 'USD',
}

export const BATCH: BatchQuery = {
  hotelCodes: ['LONMY', 'PARIS'],
  checkin: '2027-03-04',
  los: 3,
  occupancy: { adults: 2, children: 0, rooms: 1 },
  currency: 'USD',
  member: false,
}

export const NOW_MS = Date.parse('2027-02-01T10:00:00Z')

const PLAIN = { envelope: 'plain', taxIncluded: false, batch: true }
export const SOAP = { envelope: 'soap', taxIncluded: true, batch: true, memberCall: true }

export function bound(profile: Record<string, unknown> = PLAIN, points = true): Adapter {
  return opentravel.bind({
    sourceId: 'castellan',
    profile,
    credentials: { requestorId: 'vacancy', password: 'se<cret&"1' },
    points,
    now: () => NOW_MS,
  })
}

/** A connection that answers with these bodies in turn and keeps what it was sent; `$TOKEN` echoes the request's. */
export function answering(...bodies: (string | Partial<HttpAnswer>)[]): { call: Call; sent: HttpRequest[] } {
  const sent: HttpRequest[] = []
  const http = (request: HttpRequest): Promise<HttpAnswer> => {
    const next = bodies[Math.min(sent.length, bodies.length - 1)] ?? ''
    sent.push(request)
    const answer = {
      status: 200,
      headers: {},
      body: '',
      ...(typeof next === 'string' ? { body: next } : next),
    }
    const token = /EchoToken="([^"]*)"/.exec(request.body ?? '')?.[1] ?? ''
    return Promise.resolve({ ...answer, body: answer.body.replaceAll('$TOKEN', token) })
  }
  return { call: { http, live: false, raw: false }, sent }
}

export function availRS(content: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    `<OTA_HotelAvailRS xmlns="http://www.opentravel.org/OTA/2003/05" EchoToken="$TOKEN" Version="7.000">${content}</OTA_HotelAvailRS>`
  )
}

export function inSoap(content: string): string {
  return (
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
    `${content.replace(/^<\?xml[^>]*\?>/, '')}</s:Body></s:Envelope>`
  )
}

export interface StayParts {
  hotelCode?: string
  status?: string
  plans?: string
  rates?: string
  span?: string
  guests?: string
}

const GUESTS = '<GuestCounts IsPerRoom="true"><GuestCount AgeQualifyingCode="10" Count="2"/></GuestCounts>'

/** A room stay of the asked hotel for the asked dates, unless told otherwise. */
export function roomStay(parts: StayParts): string {
  const { hotelCode = 'LONMY', status = 'AvailableForSale', plans = '', rates = '' } = parts
  const offers =
    rates === '' ? '' : `${ROOM_TYPES}<RatePlans>${plans}</RatePlans><RoomRates>${rates}</RoomRates>`
  return (
    `<RoomStay AvailabilityStatus="${status}">${offers}${parts.guests ?? GUESTS}` +
    (parts.span ?? '<TimeSpan Start="2027-03-04" End="2027-03-07"/>') +
    `<BasicPropertyInfo HotelCode="${hotelCode}" HotelName="Castellan &amp; Sons, Mayfair">` +
    '<Position Latitude="51.50790" Longitude="-0.14560"/>' +
    '<Address><CityName>London</CityName><CountryName Code="GB"/></Address>' +
    '</BasicPropertyInfo></RoomStay>'
  )
}

const ROOM_TYPES =
  '<RoomTypes><RoomType RoomTypeCode="SQN" Configuration="1 queen bed"><RoomDescription Name="Standard Queen"/>' +
  '<Occupancy MaxOccupancy="3"/></RoomType></RoomTypes>'

export function success(...roomStays: string[]): string {
  return availRS(`<Success/><RoomStays>${roomStays.join('')}</RoomStays>`)
}

export const FLEX = '<RatePlan RatePlanCode="FLEX" RatePlanName="Flexible Rate"/>'
export const MEMBER =
  '<RatePlan RatePlanCode="CLUB" RatePlanName="Club Rate" RateIndicator="Exclusive" ID_RequiredInd="true"/>'

export function roomRate(plan: string, content: string): string {
  return `<RoomRate RoomTypeCode="SQN" RatePlanCode="${plan}">${content}</RoomRate>`
}

/** All three nights at one price, before tax, with the all-in total. */
export function flatRate(plan: string, before: string, after: string): string {
  return roomRate(
    plan,
    '<Rates><Rate EffectiveDate="2027-03-04" ExpireDate="2027-03-06" RateTimeUnit="Day" UnitMultiplier="3">' +
      `<Base AmountBeforeTax="${before}" CurrencyCode="USD"/></Rate></Rates>` +
      `<Total AmountAfterTax="${after}" CurrencyCode="USD"/>`,
  )
}
