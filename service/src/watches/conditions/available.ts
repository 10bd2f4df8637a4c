import { type ConditionVerdict, onset, type Step, type Subject, type Truth } from './condition.ts'

/** Fires when a night becomes available: bookable for cash, or payable with points alone for an award. */
export function judgeAvailable(step: Step, { kind }: Subject): ConditionVerdict {
  return onset(isAvailable(step, kind), step, { atFirst: false })
}

function isAvailable({ current }: Step, kind: Subject['kind']): Truth {
  if (kind === 'cash') return current.status === 'available'
  return current.pointsKnown ? current.points !== null : null
}
