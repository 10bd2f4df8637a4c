import { dayOf, type Night, nightAt } from '../../kernel/dates.ts'
import { type Occupancy, SourceFailure } from '../source.ts'

/** The largest stay that a vendor's format allows. */
export interface StayLimits {
  mostNights: number
  mostRooms: number
}

/** A stay beyond the format's limits is not requested at all, not even in part. */
export function requireWithin(
  { mostNights, mostRooms }: StayLimits,
  { los, occupancy }: { los: number; occupancy: Occupancy },
): void {
  if (los > mostNights) throw new SourceFailure('unsupported', `\`los\` may be at most ${mostNights}`)
  if (occupancy.rooms > mostRooms) {
    throw new SourceFailure('unsupported', `\`rooms\` may be at most ${mostRooms}`)
  }
}

/** A vendor refuses a later night as a bad request, which would count against the source for everyone. */
export function requireDaysAhead(mostDays: number, checkin: Night, nowMs: number): void {
  if (dayOf(checkin) - dayOf(nightAt(nowMs)) > mostDays) {
    throw new SourceFailure('unsupported', `\`checkin\` may be at most ${mostDays} days ahead`)
  }
}
