import { Type } from 'typebox'
import { nullable, withDefault } from '../edge/schemas.ts'
import type { Stay } from '../observations/key.ts'
import { freeNightRule, freeNights } from '../sources/free-nights.ts'

/** What an award booking of several nights costs once its free nights are taken off. */

export const EliteField = withDefault(
  Type.Boolean({
    description: 'Whether the guest has elite status. Some chains give free nights only to such guests.',
  }),
  false,
)

export const DUE_FIELDS = {
  points_due: Type.Optional(
    nullable(
      Type.Integer({ minimum: 0 }),
      'All nights and rooms, less the free nights of the chain’s `award_rules`. From the points of each night if the source gives them, otherwise from their average. Only for more than one night. Null if there is no award.',
    ),
  ),
  free_nights: Type.Optional(
    nullable(Type.Integer({ minimum: 0 }), 'Nights that are free. Null if there is no award.'),
  ),
}

interface Award {
  /** The average of the nights, for one room. */
  points: number
  byNight?: readonly number[] | undefined
  /** For all nights and rooms. */
  total: number
  /** False for premium awards, and for awards with a cash part. */
  earnsFreeNights: boolean
}

export function dueView({ source, los, occupancy }: Stay, award: Award, isElite: boolean) {
  const rule = award.earnsFreeNights ? freeNightRule(source, isElite) : null
  const nights = award.byNight ?? Array<number>(los).fill(award.points)
  const free = freeNights(nights, rule)
  const saved = nights.reduce((sum, night, at) => (free[at] ? sum + night : sum), 0)
  return {
    points_due: award.total - saved * occupancy.rooms,
    free_nights: free.filter(Boolean).length,
  }
}

/** For rows without an award. */
export const NOTHING_DUE = { points_due: null, free_nights: null }
