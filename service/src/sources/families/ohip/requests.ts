import { childAges } from '../../../kernel/occupancy.ts'
import type { BatchQuery, CalendarQuery, Occupancy, StayQuery } from '../../source.ts'
import { departureOf } from './amounts.ts'
import { type ClientSettings, channelHeaders, hotelHeaders, type OhipRequest } from './client.ts'
import type { Profile } from './profile.ts'

/** The vendor's requests, one function per documented operation. */
export interface Requests {
  offers(query: StayQuery): OhipRequest
  search(query: BatchQuery): OhipRequest
  /** Only what the member access code opens. */
  memberSearch(query: BatchQuery): OhipRequest
  /** Only the named public plans of one stay, to read their restrictions. */
  reason(query: StayQuery): OhipRequest
  calendar(query: CalendarQuery): OhipRequest
  points(query: StayQuery): OhipRequest
  restrictions(query: CalendarQuery): OhipRequest
}

/** Without it the vendor shows the most expensive night of the stay as its rate. */
const AVERAGE = { rateMode: 'Average' }

export function createRequests(settings: ClientSettings, profile: Profile): Requests {
  const channel = channelHeaders(settings)
  const plans = { ratePlanCodes: profile.ratePlanCodes.join(',') }
  const onlyThose = { ratePlanCodeMatchOnly: 'true' }
  const member = { accessCode: profile.memberAccessCode }
  const search = (hotelCodes: readonly string[], stay: Omit<StayQuery, 'hotelCode'>, extra: object) => ({
    path: '/shop/v1/hotels',
    query: { hotelCodes: hotelCodes.join(','), ...shopStay(stay), ...extra },
    headers: channel,
  })

  return {
    // Named plans would hide the hotel's own restrictions, so this request names none.
    offers: (query) => ({
      path: `/shop/v1/hotels/${encodeURIComponent(query.hotelCode)}/offers`,
      query: { ...shopStay(query), ...member },
      headers: channel,
    }),
    search: (query) => search(query.hotelCodes, query, plans),
    memberSearch: (query) => search(query.hotelCodes, query, { ...member, ...onlyThose }),
    reason: (query) => search([query.hotelCode], query, { ...plans, ...onlyThose }),
    calendar: (query) => ({
      path: `/shop/v1/hotels/${encodeURIComponent(query.hotelCode)}/calendar`,
      query: {
        arrivalDateFrom: query.from,
        arrivalDateTo: query.to,
        lengthOfStay: String(query.los),
        ...party(query.occupancy),
        ...AVERAGE,
      },
      headers: channel,
    }),
    points: (query) => ({
      path: `/par/v1/hotels/${encodeURIComponent(query.hotelCode)}/availability`,
      query: {
        roomStayStartDate: query.checkin,
        roomStayEndDate: departureOf(query.checkin, query.los),
        roomStayQuantity: String(query.occupancy.rooms),
        adults: String(query.occupancy.adults),
        children: String(query.occupancy.children),
        ...(query.occupancy.children > 0 && { childAge: childAges(query.occupancy).map(String) }),
        redeemAwards: 'true',
        roomTypeInfo: 'true',
      },
      headers: hotelHeaders(query.hotelCode),
    }),
    restrictions: (query) => ({
      path: `/par/v1/hotels/${encodeURIComponent(query.hotelCode)}/restrictions`,
      query: {
        restrictionSearchCriteriaStartDate: query.from,
        // A restriction applies up to the day of departure.
        end: departureOf(query.to, query.los),
        restrictionInfo: 'Detail',
        houseLevelRestriction: 'true',
      },
      headers: hotelHeaders(query.hotelCode),
    }),
  }
}

function shopStay(stay: Omit<StayQuery, 'hotelCode'>): Record<string, string> {
  return {
    arrivalDate: stay.checkin,
    departureDate: departureOf(stay.checkin, stay.los),
    ...party(stay.occupancy),
    ...AVERAGE,
  }
}

function party(occupancy: Occupancy): Record<string, string> {
  return {
    adults: String(occupancy.adults),
    children: String(occupancy.children),
    ...(occupancy.children > 0 && { childrenAges: childAges(occupancy).join(',') }),
    numberOfUnits: String(occupancy.rooms),
  }
}
