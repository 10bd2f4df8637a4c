import type { Availability, StayQuery } from '../../source.ts'
import type { Sale } from './offers.ts'
import type { Restriction } from './schema.ts'

export interface Verdict {
  status: Exclude<Availability, 'available'>
  minLos: number | null
}

/**
 * Why nothing is on sale. The vendor lists the restrictions that the stay violates. One that closes the whole hotel decides;
 * else the plan that a longer stay opens. Rooms that are left without a rate are not on sale.
 */
export function whyUnavailable(restrictions: readonly Restriction[], sale: Sale, query: StayQuery): Verdict {
  const meanings = restrictions.map((restriction) => meaningOf(restriction, query))
  if (meanings.some(({ closes, isOfAll }) => closes && isOfAll)) return { status: 'closed', minLos: null }
  const lengths = meanings.filter(({ closes }) => !closes)
  if (lengths.length > 0) {
    const least = lengths.flatMap(({ minLos }) => minLos ?? [])
    return { status: 'restricted_los', minLos: least.length > 0 ? Math.min(...least) : null }
  }
  if (meanings.length > 0 || sale.hasUnsoldRooms) return { status: 'closed', minLos: null }
  return { status: 'sold_out', minLos: null }
}

interface Meaning {
  closes: boolean
  /** It is not only about a rate or a room category. */
  isOfAll: boolean
  minLos: number | null
}

/** Exceptions say which stays are allowed all the same. */
function meaningOf({ Conditions, Exceptions }: Restriction, { los }: StayQuery): Meaning {
  const scope = Conditions ?? {}
  const narrow = [
    scope.ExactRateId,
    scope.BaseRateId,
    scope.RateGroupId,
    scope.ResourceCategoryId,
    scope.ResourceCategoryType,
  ]
  const isOfAll = narrow.every((id) => id === null || id === undefined)
  const least = daysOf(Exceptions?.MinLength)
  const most = daysOf(Exceptions?.MaxLength)
  if (least !== null && least > los) return { closes: false, isOfAll, minLos: least }
  if (most !== null && most < los) return { closes: false, isOfAll, minLos: null }
  // One that only keeps guests from leaving that day is a matter of length, too.
  return { closes: scope.Type !== 'End', isOfAll, minLos: null }
}

/** The days of a duration such as `P0M3DT0H0M0S`. */
function daysOf(duration: string | null | undefined): number | null {
  const [, days] = /^P(?:\d+Y)?(?:\d+M)?(\d+)D/.exec(duration ?? '') ?? []
  return days === undefined ? null : Number(days)
}
