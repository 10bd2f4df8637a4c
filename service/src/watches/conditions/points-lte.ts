import { invalid } from '../../kernel/errors.ts'
import type { Kind } from '../../observations/cell-row.ts'
import { type ConditionVerdict, onset, type Step } from './condition.ts'

export interface PointsTerms {
  condition: 'points_lte'
  points: number
}

export function readPoints(points: number | undefined, kind: Kind): PointsTerms {
  if (kind !== 'award') throw invalid('`condition` points_lte requires `kind` award.')
  if (points === undefined)
    throw invalid(
      '`points_lte` is missing. Set it to the highest price in points that you want to be notified of.',
    )
  return { condition: 'points_lte', points }
}

/** Fires when the cheapest award falls to the threshold or below. */
export function judgePoints(terms: PointsTerms, step: Step): ConditionVerdict {
  const { points, pointsKnown } = step.current
  const truth = pointsKnown ? points !== null && points <= terms.points : null
  return onset(truth, step, { atFirst: true })
}
