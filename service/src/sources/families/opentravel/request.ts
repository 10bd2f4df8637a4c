import { addNights } from '../../../kernel/dates.ts'
import { childAges } from '../../../kernel/occupancy.ts'
import type { BatchQuery, NearQuery, Occupancy, StayQuery } from '../../source.ts'
import type { Binding } from './profile.ts'
import { type Markup, xml } from './xml.ts'

const NAMESPACE = 'http://www.opentravel.org/OTA/2003/05'

/** The rate plan filter for member rates. */
const MEMBER_FILTER = 'MEMBER'

// Codes of the OpenTravel code list: AQC (ages), UIT (who asks), UOM (units).
export const ADULT = '10'
export const CHILD = '8'
const INTERNET_BROKER = '13'
const KILOMETERS = '2'

export interface Message {
  /** The root element, which is also the SOAP action. */
  name: string
  echoToken: string
  payload: Markup
}

interface Ask {
  echoToken: string
  live: boolean
}

/** Every room and rate of one hotel, including redemption rates. */
export function shopRequest(binding: Binding, query: StayQuery, ask: Ask): Message {
  return availRequest(binding, [query.hotelCode], query, ask, { RateDetailsInd: true }, [])
}

/** The best rate of several hotels; with `members`, the best member rate. */
export function lowestRequest(binding: Binding, query: BatchQuery, ask: Ask & { members: boolean }): Message {
  const candidates = ask.members
    ? [xml('RatePlanCandidates', {}, [xml('RatePlanCandidate', { RatePlanFilterCode: MEMBER_FILTER })])]
    : []
  return availRequest(binding, query.hotelCodes, query, ask, { BestOnly: true }, candidates)
}

function availRequest(
  binding: Binding,
  hotelCodes: readonly string[],
  query: Omit<StayQuery, 'hotelCode'>,
  ask: Ask,
  switches: Record<string, boolean>,
  ratePlanCandidates: Markup[],
): Message {
  const stay = { Start: query.checkin, End: addNights(query.checkin, query.los) }
  const segment = xml('AvailRequestSegment', { AvailReqType: 'Room' }, [
    xml('HotelSearchCriteria', {}, [
      xml(
        'Criterion',
        { ExactMatch: true },
        hotelCodes.map((code) => xml('HotelRef', { HotelCode: code })),
      ),
    ]),
    xml('StayDateRange', stay),
    ...ratePlanCandidates,
    xml('RoomStayCandidates', {}, [
      xml('RoomStayCandidate', { Quantity: query.occupancy.rooms }, [guestCounts(query.occupancy)]),
    ]),
  ])
  return message(
    'OTA_HotelAvailRQ',
    '5.000',
    binding,
    ask.echoToken,
    [
      {
        ...switches,
        RequestedCurrency: query.currency,
        SearchCacheLevel: ask.live ? 'Live' : 'VeryRecent',
      },
      xml('AvailRequestSegments', {}, [segment]),
    ],
    query.pointOfSale?.country,
  )
}

function guestCounts(occupancy: Occupancy): Markup {
  const ages = Map.groupBy(childAges(occupancy), (age) => age)
  // The schema has no count of zero: a party without children does not mention them.
  return xml('GuestCounts', { IsPerRoom: true }, [
    xml('GuestCount', { AgeQualifyingCode: ADULT, Count: occupancy.adults }),
    ...[...ages].map(([age, { length }]) =>
      xml('GuestCount', { AgeQualifyingCode: CHILD, Age: age, Count: length }),
    ),
  ])
}

/** One page of the hotels around a point; `more` continues an earlier page. */
export function searchRequest(
  binding: Binding,
  query: NearQuery,
  ask: { echoToken: string; more: string | undefined; maxResponses: number },
): Message {
  const criterion = xml('Criterion', { MoreDataEchoToken: ask.more }, [
    xml('Position', { Latitude: coordinate(query.lat), Longitude: coordinate(query.lng) }),
    // The schema accepts only whole distances; hotels beyond the exact radius are dropped later.
    xml('Radius', {
      Distance: Math.max(1, Math.ceil(query.radiusKm)),
      DistanceMeasure: 'km',
      UnitOfMeasureCode: KILOMETERS,
    }),
  ])
  return message('OTA_HotelSearchRQ', '4.000', binding, ask.echoToken, [
    { MaxResponses: ask.maxResponses, ResponseType: 'PropertyList' },
    xml('Criteria', {}, [criterion]),
  ])
}

/** One page of all hotels of the chain; `more` continues an earlier page. */
export function chainRequest(
  binding: Binding,
  chainCode: string,
  ask: { echoToken: string; more: string | undefined; maxResponses: number },
): Message {
  const criterion = xml('Criterion', { MoreDataEchoToken: ask.more }, [
    xml('HotelRef', { ChainCode: chainCode }),
  ])
  return message('OTA_HotelSearchRQ', '4.000', binding, ask.echoToken, [
    { MaxResponses: ask.maxResponses, ResponseType: 'PropertyList' },
    xml('Criteria', {}, [criterion]),
  ])
}

/** Descriptions of some hotels. */
export function descriptionRequest(
  binding: Binding,
  hotelCodes: readonly string[],
  echoToken: string,
): Message {
  const wanted = hotelCodes.map((code) =>
    xml('HotelDescriptiveInfo', { HotelCode: code }, [
      xml('HotelInfo', { SendData: true }),
      xml('AffiliationInfo', { SendBrands: true, SendAwards: true }),
      xml('ContactInfo', { SendData: true }),
    ]),
  )
  return message('OTA_HotelDescriptiveInfoRQ', '3.000', binding, echoToken, [
    {},
    xml('HotelDescriptiveInfos', {}, wanted),
  ])
}

function coordinate(degrees: number): string {
  return String(Number(degrees.toFixed(6)))
}

function message(
  name: string,
  version: string,
  binding: Binding,
  echoToken: string,
  [attributes, body]: [Record<string, string | number | boolean>, Markup],
  country?: string,
): Message {
  // Inside SOAP the password is a digest in the security header, never here.
  const password = binding.profile.envelope === 'plain' ? binding.password : undefined
  const requestor = { Type: INTERNET_BROKER, ID: binding.requestorId, MessagePassword: password }
  const payload = xml(
    name,
    {
      xmlns: NAMESPACE,
      EchoToken: echoToken,
      TimeStamp: new Date(binding.now()).toISOString(),
      Version: version,
      ...attributes,
    },
    [xml('POS', {}, [xml('Source', { ISOCountry: country }, [xml('RequestorID', requestor)])]), body],
  )
  return { name, echoToken, payload }
}
