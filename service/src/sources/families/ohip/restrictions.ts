import { dayOf, nightAt, parseDay } from '../../../kernel/dates.ts'
import type { Availability } from '../../source.ts'
import { broken } from './amounts.ts'
import { type RestrictionSet, RestrictionsAnswer, type ShopRestriction } from './schema.ts'

/** A restriction that affects the requested stay. `value` counts nights or days, if the kind has a count. */
export interface Restriction {
  kind: string
  value: number | null
}

export interface Verdict {
  status: Exclude<Availability, 'available'>
  minLos: number | null
}

export interface StayDates {
  checkin: string
  los: number
  now: number
}

/** Why a stay cannot be sold: closed, too short or too long, or sold out. */
export function whyUnavailable(restrictions: readonly Restriction[], stay: StayDates): Verdict {
  const daysAhead = dayOf(stay.checkin) - dayOf(nightAt(stay.now))
  let closed = false
  let restricted = false
  let minLos: number | null = null
  for (const { kind, value } of restrictions) {
    switch (kind) {
      case 'Closed':
      case 'ClosedForArrival':
        closed = true
        break
      // Shop and PAR spell these two differently.
      case 'MinimumAdvancedBooking':
      case 'MinimumAdvanceBooking':
        closed ||= value === null || daysAhead < value
        break
      case 'MaximumAdvancedBooking':
      case 'MaximumAdvanceBooking':
        closed ||= value === null || daysAhead > value
        break
      case 'MinimumLengthOfStay':
        if (value !== null && value <= stay.los) break
        restricted = true
        if (value !== null) minLos = Math.max(minLos ?? 0, value)
        break
      // Applies to stays over a certain night; a shorter stay that avoids it is free, so it is not a minimum stay.
      case 'MinimumStayThrough':
        restricted ||= value === null || value > stay.los
        break
      case 'MaximumLengthOfStay':
      case 'MaximumStayThrough':
        restricted ||= value === null || value < stay.los
        break
      case 'LOSNotAvailable':
      case 'ClosedForDeparture':
        restricted = true
        break
      default:
        break
    }
  }
  if (closed) return { status: 'closed', minLos: null }
  return restricted ? { status: 'restricted_los', minLos } : { status: 'sold_out', minLos: null }
}

export function fromShop(restrictions: readonly ShopRestriction[] | undefined): Restriction[] {
  return (restrictions ?? []).map((item) => ({
    kind: item.restrictionType,
    value: item.restrictionValue ?? null,
  }))
}

/** PAR's restrictions of one hotel over a date range, used for calendar nights. */
export interface RestrictionBook {
  touching(checkin: string, los: number): Restriction[]
}

const NO_RESTRICTIONS: RestrictionBook = { touching: () => [] }
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
/** 1970-01-01, day 0 of the kernel's count, was a Thursday. */
const WEEKDAY_OF_DAY_0 = 4
const LONGEST_NAMED_LOS = 7

/** `undefined` is the vendor's 204: no restriction in the range. */
export function readRestrictions(body: unknown, hotelCode: string, channelCode: string): RestrictionBook {
  if (body === undefined) return NO_RESTRICTIONS
  if (!RestrictionsAnswer.Check(body)) throw broken('restrictions not in the documented form')
  const range = body.restrictionsByDateRange?.restrictionsByDateRange
  if (range === undefined) return NO_RESTRICTIONS
  if (range.hotelId !== hotelCode) throw broken(`restrictions of ${range.hotelId}, asked ${hotelCode}`)
  if (range.hasMore === true) throw broken('restrictions cut short')
  const sets = (range.restrictionSets ?? []).filter((set) => coversHouse(set, channelCode)).map(datedSet)
  return { touching: (checkin, los) => sets.flatMap((set) => touch(set, dayOf(checkin), los)) }
}

interface DatedSet {
  first: number
  last: number
  set: RestrictionSet
}

/** A restriction of one room type or rate plan leaves the others on sale, so it does not explain a sold-out hotel. */
function coversHouse(set: RestrictionSet, channelCode: string): boolean {
  const control = set.restrictionControl
  if (control === undefined || control['house'] === true) return true
  const narrowed = ['roomClass', 'roomType', 'ratePlanCategory', 'ratePlanCode'].some((name) => control[name])
  return !narrowed && control['bookingChannelCode'] === channelCode
}

function datedSet(set: RestrictionSet): DatedSet {
  const first = parseDay(set.start)
  const last = parseDay(set.end)
  if (first === null || last === null) throw broken(`restriction dated ${set.start} to ${set.end}`)
  return { first, last, set }
}

function touch(dated: DatedSet, arrival: number, los: number): Restriction[] {
  const { code, unit } = dated.set.restrictionStatus
  const holds = (day: number): boolean =>
    day >= dated.first && day <= dated.last && onWeekday(dated.set, (day + WEEKDAY_OF_DAY_0) % 7)
  const nights = Array.from({ length: los }, (_, index) => arrival + index)
  const found = [{ kind: code, value: unit ?? null }]
  switch (code) {
    case 'Closed':
    case 'MinimumStayThrough':
    case 'MaximumStayThrough':
      return nights.some(holds) ? found : []
    case 'ClosedForDeparture':
      return holds(arrival + los) ? found : []
    case 'LOSNotAvailable':
      return holds(arrival) && dated.set.restrictionStatus[`lOS${Math.min(los, LONGEST_NAMED_LOS)}`] === true
        ? found
        : []
    default:
      return holds(arrival) ? found : []
  }
}

/** A restriction without weekdays applies to all of them. */
function onWeekday(set: RestrictionSet, weekday: number): boolean {
  if (WEEKDAYS.every((name) => set[name] === undefined)) return true
  const name = WEEKDAYS[weekday]
  return name !== undefined && set[name] === true
}
