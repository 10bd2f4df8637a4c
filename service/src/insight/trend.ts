import type { Reads } from '../db/replica/reads.ts'
import type { Judged } from '../history/judged.ts'
import { LIMITS } from '../kernel/limits.ts'
import { differencePct } from '../kernel/percentiles.ts'
import { type Change, type ChangesAsk, readChanges, readInForce } from '../observations/changes.ts'
import { figureOn } from './judgement.ts'

const TREND_DAYS = 14
/** Nothing newer is compared with now. */
const OLDEST_DAYS = 1
const FLAT_PCT = 2
const DAY_MS = 86_400_000

export interface Trend {
  days: number
  changePct: number
  direction: 'up' | 'down' | 'flat'
}

/** The price of the same stay two weeks ago, or when it was first seen since, against now. */
export async function findTrend(
  reads: Reads,
  cells: Pick<ChangesAsk, 'place' | 'kind' | 'from' | 'to'>,
  judged: Judged,
  nowMs: number,
): Promise<Trend | null> {
  const thenMs = nowMs - TREND_DAYS * DAY_MS
  const [inForce, since] = await Promise.all([
    readInForce(reads, cells, thenMs),
    readChanges(reads, {
      ...cells,
      sinceMs: thenMs + 1,
      untilMs: nowMs - OLDEST_DAYS * DAY_MS,
      limit: LIMITS.historyObservations,
    }),
  ])
  return trendOf(judged, inForce[0], since, nowMs)
}

export function trendOf(
  judged: Judged,
  inForce: Change | undefined,
  since: readonly Change[],
  nowMs: number,
): Trend | null {
  const { figure: now } = judged
  const before = inForce ? figureOn(judged, inForce.figures) : null
  const first = since.find(({ figures }) => figureOn(judged, figures) !== null)
  const then = before ?? (first ? figureOn(judged, first.figures) : null)
  if (now === null || then === null || then === 0) return null
  const days = before === null && first ? Math.floor((nowMs - first.seenMs) / DAY_MS) : TREND_DAYS
  const changePct = differencePct(now, then)
  return { days, changePct, direction: directionOf(changePct) }
}

function directionOf(pct: number): Trend['direction'] {
  if (Math.abs(pct) <= FLAT_PCT) return 'flat'
  return pct > 0 ? 'up' : 'down'
}
