import type { Availability } from '../../source.ts'
import { all, at, attribute, type Element, flag } from './xml.ts'

/** Statuses under which a rate can be booked now. `Exclusive` is one of them: for those it is meant for. */
const BOOKABLE = new Set([
  'AvailableForSale',
  'LimitedAvailability',
  'ChangeDuringStay',
  'MultipleNights',
  'Exclusive',
])
const STATUS: Readonly<Record<string, Availability>> = {
  NoAvailability: 'sold_out',
  ClosedOut: 'closed',
  LOS_Restricted: 'restricted_los',
}
/** Of several reasons why nothing can be had, the one that a caller can act on comes first. */
const PRECEDENCE: readonly Availability[] = ['restricted_los', 'sold_out', 'closed']

/**
 * What a room stay says of itself, or else all of its room rates alike. Undefined for anything else, "on request" and "other
 * available" among it: that is neither bookable nor surely sold out.
 */
export function statusOf(roomStay: Element): Availability | undefined {
  const text = attribute(roomStay, 'AvailabilityStatus')
  const named = text === undefined ? undefined : STATUS[text]
  const indicator = flag(roomStay, 'AvailableIndicator')
  if (named !== undefined && indicator !== true) return named
  const open = indicator !== false && (text === undefined || BOOKABLE.has(text))
  const roomRates = all(roomStay, 'RoomRates', 'RoomRate')
  if (!open || roomRates.length === 0) return undefined
  const closed = roomRates.map((roomRate) => STATUS[ownStatuses(roomRate)[0] ?? ''])
  return closed.every((status) => status !== undefined) ? firstOf(closed) : 'available'
}

export function firstOf(statuses: readonly (Availability | undefined)[]): Availability {
  return PRECEDENCE.find((candidate) => statuses.includes(candidate)) ?? 'sold_out'
}

/** Whether a room rate or a plan can be booked, as far as it says. */
export function isOffered(element: Element): boolean {
  const closed = attribute(at(element, 'RestrictionStatus'), 'Status') === 'Close'
  const hidden = flag(element, 'PriceViewableInd') === false
  return !closed && !hidden && ownStatuses(element).every((status) => BOOKABLE.has(status))
}

function ownStatuses(element: Element): string[] {
  return [
    attribute(element, 'AvailabilityStatus'),
    attribute(element, 'RateIndicator'),
    ...all(element, 'Availability').map((each) => attribute(each, 'AvailabilityStatus')),
  ].filter((status) => status !== undefined)
}
