import type { Figures } from '../../observations/figures.ts'
import { type ConditionVerdict, onSameBasis, type Step } from './condition.ts'

/** Fires on every change of status, price or points. Figures that an answer cannot show count as unchanged. */
export function judgeAny({ previous, current }: Step): ConditionVerdict {
  return { holds: null, fired: previous !== null && hasChanged(previous, current), detail: null }
}

function hasChanged(before: Figures, now: Figures): boolean {
  if (before.status !== now.status) return true
  const points = before.pointsKnown && now.pointsKnown
  if (points && (before.points !== now.points || before.pointsCash !== now.pointsCash)) return true
  if (!onSameBasis(before, now)) return false
  if (before.bar !== now.bar || before.barAfterTax !== now.barAfterTax) return true
  if (before.memberKnown && now.memberKnown && before.member !== now.member) return true
  return points && before.copay !== now.copay
}
