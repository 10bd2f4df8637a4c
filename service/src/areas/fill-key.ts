import { createHash } from 'node:crypto'
import type { Grid } from '../grids/grid.ts'
import { circleAround } from '../hotels/chain-lookups.ts'
import type { JobKind } from '../jobs/job.ts'
import type { Point } from '../kernel/great-circle.ts'
import { agesNo } from '../kernel/occupancy.ts'
import type { AreaTerms } from './request.ts'

export type FillKind = Extract<JobKind, 'area' | 'award_search' | 'calendar_area' | 'trip'>

/** The hotels of a fill. */
export interface FillArea {
  place: Point
  radiusMi: number
  chains: readonly string[]
  maxHotels: number
}

/** The key of a fill. Leaves out `max_age` and the ranking, so that a similar request does not pay twice for the same cells. */
export function fillKey(
  kind: FillKind,
  { place, radiusMi, chains, maxHotels }: FillArea,
  terms: AreaTerms,
): string {
  const circle = circleAround(place, radiusMi)
  return keyOf([kind, [circle.lat, circle.lng, circle.radiusMi], chains.toSorted(), maxHotels], terms)
}

/** The key of a fill of these hotels, however they were found. */
export function fillKeyOfHotels(kind: FillKind, hotels: Grid['hotels'], terms: AreaTerms): string {
  const names = hotels.map(({ source, hotelCode }) => `${source.id}/${hotelCode}`)
  return keyOf([kind, names.toSorted()], terms)
}

function keyOf(
  hotels: readonly unknown[],
  { nights, los, kind: cells, occupancy, currency }: AreaTerms,
): string {
  const ages = agesNo(occupancy)
  const parts = [
    ...hotels,
    [nights[0], nights.at(-1), los, cells],
    [occupancy.adults, occupancy.children, occupancy.rooms, currency, ...(ages > 0 ? [ages] : [])],
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
