import { type ConditionVerdict, onset, type Step, type Subject, type Truth } from './condition.ts'

/** A night becomes available: for cash when it can be booked, for an award when it can be paid with points alone. */
export function judgeAvailable(step: Step, { kind }: Subject): ConditionVerdict {
  return onset(isAvailable(step, kind), step, { atFirst: false })
}

function isAvailable({ current }: Step, kind: Subject['kind']): Truth {
  if (kind === 'cash') return current.status === 'available'
  return current.pointsKnown ? current.points !== null : null
}
