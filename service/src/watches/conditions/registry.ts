import type { EventType } from '../../webhooks/events.ts'
import { judgeAny } from './any.ts'
import { judgeAvailable } from './available.ts'
import { type BookingTerms, judgeBooking } from './booking.ts'
import type { ConditionVerdict, Step, Subject } from './condition.ts'
import { judgePoints, type PointsTerms } from './points-lte.ts'
import { judgePrice, type PriceTerms } from './price-lte.ts'
import { judgeRebook, type RebookTerms } from './rebook.ts'
import { judgeUndercut, type UndercutTerms } from './undercut.ts'

/** The condition of a watch, with amounts as integers. */
export type ConditionTerms =
  | { condition: 'available' }
  | PointsTerms
  | PriceTerms
  | { condition: 'any' }
  | RebookTerms
  | UndercutTerms
  | BookingTerms

export type ConditionName = ConditionTerms['condition']

export const EVENT_OF: Readonly<Record<ConditionName, EventType>> = {
  available: 'watch.available',
  points_lte: 'watch.points_lte',
  price_lte: 'watch.price_lte',
  any: 'watch.changed',
  rebook: 'watch.rebook',
  undercut: 'watch.undercut',
  booking: 'booking.better',
}

/** What a watch can be asked for. A booking is a watch with a room and routes of its own. */
export type WatchCondition = Exclude<ConditionName, 'booking'>

export const CONDITIONS = Object.keys(EVENT_OF).filter((name) => name !== 'booking') as WatchCondition[]

export function judgeStep(terms: ConditionTerms, step: Step, subject: Subject): ConditionVerdict {
  switch (terms.condition) {
    case 'available':
      return judgeAvailable(step, subject)
    case 'points_lte':
      return judgePoints(terms, step)
    case 'price_lte':
      return judgePrice(terms, step, subject)
    case 'any':
      return judgeAny(step)
    case 'rebook':
      return judgeRebook(terms, step, subject)
    case 'undercut':
      return judgeUndercut(terms, step, subject)
    case 'booking':
      return judgeBooking(terms, step, subject)
  }
}
