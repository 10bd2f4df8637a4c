import { type Availability, SourceFailure } from '../../source.ts'

export interface NotAvailable {
  status: Exclude<Availability, 'available'>
  minLos: number | null
}

type Meaning = 'no_rooms' | 'no_arrival' | 'stay_length'

/**
 * The status for each reason. A party that fits no room means sold out; a day without departures is a restricted length of
 * stay, since the same arrival works with another length. The documentation lists `restricted_dates` where its text says
 * `restricted_stay_lengths`.
 */
const MEANING = new Map<string, Meaning>(
  Object.entries({
    no_inventory_available: 'no_rooms',
    partial_inventory_available: 'no_rooms',
    adults_exceed_threshold: 'no_rooms',
    children_exceed_threshold: 'no_rooms',
    infants_exceed_threshold: 'no_rooms',
    minimum_child_age: 'no_rooms',
    maximum_occupancy: 'no_rooms',
    maximum_rooms: 'no_rooms',
    children_not_supported: 'no_rooms',
    same_day_restrictions: 'no_rooms',
    minimum_advance_purchase: 'no_rooms',
    maximum_advance_purchase: 'no_rooms',
    checkin_not_allowed: 'no_arrival',
    checkout_not_allowed: 'stay_length',
    minimum_stay: 'stay_length',
    maximum_stay: 'stay_length',
    restricted_dates: 'stay_length',
    restricted_stay_lengths: 'stay_length',
  } satisfies Record<string, Meaning>),
)

/** An unknown code is a failure: guessed as "sold out" it could hide a bookable night. */
export function statusOfReason(reason: { code: string; data?: string }, los: number): NotAvailable {
  const meaning = MEANING.get(reason.code)
  if (meaning === undefined) throw new SourceFailure('broken', `unknown reason ${reason.code}`)
  if (meaning === 'no_rooms') return { status: 'sold_out', minLos: null }
  if (meaning === 'no_arrival') return { status: 'closed', minLos: null }
  return { status: 'restricted_los', minLos: minLosOf(reason, los) }
}

/** `3`, or the allowed lengths, as `3|5|6`; the shortest is a minimum only if the stay is below it. */
function minLosOf({ code, data = '' }: { code: string; data?: string }, los: number): number | null {
  if (code === 'maximum_stay' || code === 'checkout_not_allowed') return null
  if (!/^\d{1,3}(\|\d{1,3})*$/.test(data)) return null
  const shortest = Math.min(...data.split('|').map(Number))
  return shortest > los ? shortest : null
}
