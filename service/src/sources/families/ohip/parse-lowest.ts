import { nightsBetween } from '../../../kernel/dates.ts'
import {
  type BatchQuery,
  type BatchRow,
  type CalendarQuery,
  type LowestAnswer,
  SourceFailure,
} from '../../source.ts'
import { averageRate, broken, type Nightly } from './amounts.ts'
import { isPackage } from './packages.ts'
import type { Terms } from './parse-offers.ts'
import { fromShop, type Verdict, whyUnavailable } from './restrictions.ts'
import { CalendarAnswer, SearchAnswer, type SearchRoomStay, SearchRow } from './schema.ts'

type Stay = Pick<BatchQuery, 'checkin' | 'los' | 'currency'>

/** A Property Search answer: one row per requested hotel, in order. Without member rates. */
export function parseSearch(body: unknown, query: BatchQuery, terms: Terms): BatchRow[] {
  const stays = readSearch(body)
  return query.hotelCodes.map((hotelCode) => {
    try {
      return { hotelCode, lowest: lowestOf(stays.get(hotelCode), hotelCode, query, terms) }
    } catch (failure) {
      if (failure instanceof SourceFailure) return { hotelCode, failure }
      throw failure
    }
  })
}

/** The lowest member rate per hotel; null if it has none, absent if unknown. */
export function parseMemberSearch(body: unknown, los: number, terms: Terms): Map<string, Nightly | null> {
  const members = new Map<string, Nightly | null>()
  for (const [hotelCode, stay] of readSearch(body)) {
    if (stay === null || mayBePackage(stay)) continue
    try {
      // Rates of other codes are not for members.
      members.set(hotelCode, stay.availability === 'OtherAvailable' ? null : priceOf(stay, los, terms))
    } catch (failure) {
      if (!(failure instanceof SourceFailure)) throw failure
    }
  }
  return members
}

/** Why a stay is not on sale, from a search with named rate plans: only then does Shop state restrictions. */
export function parseReason(body: unknown, hotelCode: string, stay: Stay, terms: Terms): Verdict {
  const row = found(readSearch(body).get(hotelCode), hotelCode)
  if (row.availability === 'AvailableForSale' || row.minRate !== undefined)
    throw broken(`${stay.checkin} not on sale in the calendar, on sale here`)
  return reasonOf(row, stay, terms)
}

function readSearch(body: unknown): Map<string, SearchRoomStay | null> {
  if (!SearchAnswer.Check(body)) throw broken('search not in the documented form')
  const stays = new Map<string, SearchRoomStay | null>()
  for (const row of body.roomStays) {
    if (SearchRow.Check(row)) stays.set(row.propertyInfo.hotelCode, row)
    else stays.set(codeOfBadRow(row), null)
  }
  return stays
}

const CODE_PATH = ['propertyInfo', 'hotelCode'] as const

/** The code of an unreadable row, so that its hotel fails as broken and not as missing. */
function codeOfBadRow(row: unknown): string {
  let value: unknown = row
  for (const name of CODE_PATH) {
    value = value !== null && typeof value === 'object' ? Reflect.get(value, name) : undefined
  }
  return typeof value === 'string' ? value : ''
}

function found(stay: SearchRoomStay | null | undefined, hotelCode: string): SearchRoomStay {
  if (stay === undefined) throw broken(`search left ${hotelCode} out`)
  if (stay === null) throw broken(`search row of ${hotelCode} not in the documented form`)
  if (stay.availability === 'NotFound')
    throw new SourceFailure('not_found', `Shop does not know ${hotelCode}`)
  return stay
}

function lowestOf(
  candidate: SearchRoomStay | null | undefined,
  hotelCode: string,
  query: BatchQuery,
  terms: Terms,
): LowestAnswer {
  const stay = found(candidate, hotelCode)
  // The lowest rate does not name its plan, and a package is not what a night costs: the row has no figure.
  if (stay.minRate !== undefined && mayBePackage(stay))
    return { ...emptyRow(hotelCode, query, terms), status: 'available', memberKnown: false }
  const price = priceOf(stay, query.los, terms)
  if (price !== null) return availableRow(hotelCode, query, price, terms)
  return unavailableRow(hotelCode, query, reasonOf(stay, query, terms), terms)
}

function priceOf(stay: SearchRoomStay, los: number, terms: Terms): Nightly | null {
  switch (stay.availability) {
    case 'AvailableForSale':
      if (stay.minRate === undefined) throw broken('available, but without a rate')
      return averageRate(stay.minRate, los, terms.taxIncluded)
    // The named plans are not available but others are: the lowest rate is one of those.
    case 'OtherAvailable':
      return stay.minRate === undefined ? null : averageRate(stay.minRate, los, terms.taxIncluded)
    case 'NoAvailability':
    case 'NotFound':
      return null
    default:
      throw broken(`availability ${stay.availability}`)
  }
}

function mayBePackage({ ratePlans = [] }: SearchRoomStay): boolean {
  return ratePlans.some((plan) => plan.availabilityStatus === 'AvailableForSale' && isPackage(plan))
}

function reasonOf(stay: SearchRoomStay, dates: Stay, terms: Terms): Verdict {
  // If the hotel has none of the named plans, missing restrictions prove nothing.
  const told = (stay.ratePlans ?? []).filter(
    ({ ratePlanCode, availabilityStatus = 'NotFound' }) =>
      ratePlanCode !== undefined && availabilityStatus !== 'NotFound',
  )
  if (told.length === 0) throw broken('no availability, and no rate plan that says why')
  const restrictions = told.flatMap((plan) => fromShop(plan.restrictions))
  const why = whyUnavailable(restrictions, { checkin: dates.checkin, los: dates.los, now: terms.now })
  if (why.status === 'sold_out' && stay.availability === 'OtherAvailable')
    throw broken('others are available, but without a rate')
  return why
}

export interface CalendarNight {
  night: string
  /** Null if the night is not on sale; Calendar never says why. */
  price: Nightly | null
}

export function parseCalendar(body: unknown, query: CalendarQuery, terms: Terms): CalendarNight[] {
  if (!CalendarAnswer.Check(body)) throw broken('calendar not in the documented form')
  const stay = body.roomStays.find((candidate) => candidate.propertyInfo.hotelCode === query.hotelCode)
  if (stay === undefined) throw broken(`calendar does not speak of ${query.hotelCode}`)
  if (stay.availability === 'NotFound') {
    throw new SourceFailure('not_found', `Shop does not know ${query.hotelCode}`)
  }
  const items = new Map((stay.calendarItems ?? []).map((item) => [item.arrivalDate, item]))
  const nights = nightsBetween(query.from, query.to)
  if (items.size !== nights.length) throw broken(`calendar of ${items.size} nights, asked ${nights.length}`)
  return nights.map((night) => {
    const item = items.get(night)
    if (item === undefined) throw broken(`calendar misses ${night}`)
    if (item.availability === 'NoAvailability') return { night, price: null }
    if (item.availability !== 'AvailableForSale' || item.rate === undefined) {
      throw broken(`calendar night ${night} is ${item.availability}, without a rate`)
    }
    return { night, price: averageRate(item.rate, query.los, terms.taxIncluded) }
  })
}

export function availableRow(hotelCode: string, stay: Stay, price: Nightly, terms: Terms): LowestAnswer {
  return {
    ...emptyRow(hotelCode, stay, terms),
    status: 'available',
    currency: price.currency,
    taxIncluded: price.taxIncluded,
    bar: price.rate,
    barAfterTax: price.afterTax,
    memberKnown: false,
  }
}

/** Until members are requested, what is not on sale counts as not on sale for them either. */
export function unavailableRow(hotelCode: string, stay: Stay, why: Verdict, terms: Terms): LowestAnswer {
  return { ...emptyRow(hotelCode, stay, terms), status: why.status, minLos: why.minLos, memberKnown: true }
}

function emptyRow(hotelCode: string, stay: Stay, terms: Terms): Omit<LowestAnswer, 'status' | 'memberKnown'> {
  return {
    hotelCode,
    checkin: stay.checkin,
    los: stay.los,
    minLos: null,
    currency: stay.currency,
    taxIncluded: terms.taxIncluded,
    bar: null,
    barAfterTax: null,
    member: null,
    memberAfterTax: null,
  }
}
