import { addNights, nightsBetween } from '../../../kernel/dates.ts'
import { type Availability, SourceFailure, type StayQuery } from '../../source.ts'
import { IndexAnswer, type NightRestrictions, type Offer } from './schema.ts'

/** Why an offer cannot be booked. */
export type KeptBack = 'full' | 'restriction' | 'not_on_sale'

export interface PlanVerdict {
  status: Exclude<Availability, 'available'>
  minLos: number | null
}

/** The vendor's own reasons. Another one says nothing that we understand, so its answer is not used. */
const REASONS: Readonly<Partial<Record<string, KeptBack>>> = {
  UnitGroupFullyBooked: 'full',
  BlockFullyBooked: 'full',
  ServiceFullyBooked: 'full',
  // No room is large enough, or has a price for so many guests.
  UnitGroupCapacityExceeded: 'full',
  RatePlanSurchargesNotSet: 'full',
  RateRestrictionsViolated: 'restriction',
  // Such as how long ahead the plan is sold.
  RatePlanRestrictionsViolated: 'not_on_sale',
  RatesNotSet: 'not_on_sale',
  RatePlanChannelNotSet: 'not_on_sale',
  IncludedServicesAmountExceededRateAmount: 'not_on_sale',
  RatePlanCompanyRestrictionsViolated: 'not_on_sale',
}

/** Null for an offer that can be booked. A full room stays full, whatever else keeps its plan back. */
export function keptBackBy(
  { validationMessages = [], availableUnits }: Offer,
  rooms: number,
): KeptBack | null {
  const reasons = validationMessages.map(({ code }) => {
    const reason = REASONS[code]
    if (!reason) throw new SourceFailure('broken', `an offer kept back for ${code.slice(0, 60)}`)
    return reason
  })
  if (availableUnits < rooms || reasons.includes('full')) return 'full'
  return reasons.includes('not_on_sale') ? 'not_on_sale' : (reasons[0] ?? null)
}

/**
 * Why nothing can be booked. A plan with free rooms decides, so a restriction counts before a full room; and of several
 * plans the one that a longer stay opens. A house is full only if no plan with free rooms is on sale.
 */
export function whyUnavailable(kept: readonly KeptBack[], plans: readonly PlanVerdict[]): PlanVerdict {
  const tooShort = plans.filter(({ status }) => status === 'restricted_los')
  if (tooShort.length > 0) {
    const shortest = tooShort.flatMap(({ minLos }) => minLos ?? [])
    return { status: 'restricted_los', minLos: shortest.length > 0 ? Math.min(...shortest) : null }
  }
  if (plans.length > 0) return { status: 'closed', minLos: null }
  return { status: kept.includes('full') ? 'sold_out' : 'closed', minLos: null }
}

/** What a plan's restrictions mean for the stay. If they do not explain it, the plan is closed, as the vendor said. */
export function readIndex(body: unknown, query: StayQuery): PlanVerdict {
  if (!IndexAnswer.Check(body)) throw new SourceFailure('broken', 'an offer index of another shape')
  const departure = addNights(query.checkin, query.los)
  const nights = new Set(nightsBetween(query.checkin, addNights(departure, -1)))
  let closed = false
  let restricted = false
  let minLos: number | null = null
  for (const { night, restrictions } of nightlyRestrictions(body.timeSlices)) {
    if (night === departure && restrictions.closedOnDeparture) restricted = true
    if (!nights.has(night)) continue
    closed ||= restrictions.closed || (night === query.checkin && restrictions.closedOnArrival)
    const { minLengthOfStay = 0, maxLengthOfStay = query.los } = restrictions
    restricted ||= minLengthOfStay > query.los || maxLengthOfStay < query.los
    // The strictest night of the stay decides.
    if (minLengthOfStay > query.los) minLos = Math.max(minLos ?? 0, minLengthOfStay)
  }
  return restricted && !closed ? { status: 'restricted_los', minLos } : { status: 'closed', minLos: null }
}

/** A plan sells one unit group, so a time slice has one set of restrictions. */
function nightlyRestrictions(
  slices: readonly { from: string; offers?: readonly { restrictions?: NightRestrictions }[] }[],
): { night: string; restrictions: NightRestrictions }[] {
  return slices.flatMap(({ from, offers = [] }) =>
    offers.flatMap(({ restrictions }) => (restrictions ? [{ night: from.slice(0, 10), restrictions }] : [])),
  )
}
