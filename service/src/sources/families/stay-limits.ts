import { type Occupancy, SourceFailure } from '../source.ts'

/** The largest stay that a vendor's format has room for. */
export interface StayLimits {
  mostNights: number
  mostRooms: number
}

/** What the format has no room for is not asked at all, not even in part. */
export function requireWithin(
  { mostNights, mostRooms }: StayLimits,
  { los, occupancy }: { los: number; occupancy: Occupancy },
): void {
  if (los > mostNights) throw new SourceFailure('unsupported', `\`los\` may be at most ${mostNights} there`)
  if (occupancy.rooms > mostRooms) {
    throw new SourceFailure('unsupported', `\`rooms\` may be at most ${mostRooms} there`)
  }
}
