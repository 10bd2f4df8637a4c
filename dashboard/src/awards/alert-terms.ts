import type { Chain, MatrixCell } from '@vacancy/client'
import { CACHED_SHARE } from '../paid/cached-share.ts'
import { addDays, dayFromNow } from '../ui/format.ts'

const MOST_NIGHTS = 3
const USUAL_POINTS = 40_000

/** As many nights as cost less than a credit a day. */
export function nightsFor(chain: Chain | undefined): number {
  const perNight = (chain?.shop_credits ?? 1) * CACHED_SHARE
  return Math.max(1, Math.min(MOST_NIGHTS, Math.ceil(1 / perNight) - 1))
}

/** The nights around the one that somebody looks at. */
export function firstNight(night: string | undefined, nights: number): string {
  if (night === undefined) return dayFromNow(14)
  const before = addDays(night, -Math.floor((nights - 1) / 2))
  const today = dayFromNow(0)
  return before < today ? today : before
}

/** The fewest points that nights cost now; null if none has an award. */
export function leastOf(cells: readonly MatrixCell[], from: string, to: string): number | null {
  const points = cells.flatMap(({ night, lowest_points }) =>
    night >= from && night <= to ? (lowest_points ?? []) : [],
  )
  return points.length === 0 ? null : Math.min(...points)
}

/** Less than now, so that only news is told. */
export function pointsBelow(least: number | null): number {
  if (least === null) return USUAL_POINTS
  return least <= 1000 ? Math.max(1, least - 1) : Math.ceil(least / 1000 - 1) * 1000
}
