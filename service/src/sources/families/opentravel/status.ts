import type { Availability } from '../../source.ts'
import type { Element } from '../read-xml.ts'
import { all, at, attribute, flag } from './xml.ts'

/** Statuses of bookable rates. `Exclusive` is one: bookable for its audience. */
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
/** If there are several reasons, the one that a caller can act on comes first. */
const PRECEDENCE: readonly Availability[] = ['restricted_los', 'sold_out', 'closed']

/**
 * The status of a room stay, or of all its room rates if they agree. Undefined for anything else, such as "on request" or
 * "other available", which is neither bookable nor certainly sold out.
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

/** Whether a room rate or plan can be booked, as far as stated. */
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
