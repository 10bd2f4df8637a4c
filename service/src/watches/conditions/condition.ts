import type { Kind } from '../../observations/cell-row.ts'
import type { Figures } from '../../observations/figures.ts'
import type { Rate, Room } from '../../sources/source.ts'

/** The part of a watch that its condition needs. */
export interface Subject {
  kind: Kind
  los: number
  rooms: number
  /** The currency of its own amounts. Figures in other currencies are not compared. */
  currency: string
}

/** One observation of a night and the one before. */
export interface Step {
  /** Null for the first. */
  previous: Figures | null
  current: Figures
  /** The same stay at the channel, before and now; null if not observed, or without a channel. */
  previousChannel: Figures | null
  channel: Figures | null
  /** Whether the condition held before; null if not judged yet. */
  holds: boolean | null
  /** Of the rooms that match, for a watch that compares within them; null if the rooms are not known. */
  like?: LikeForLike | 'none' | null
  /** What could be booked instead, for a booking; null if the answer does not tell. */
  standIn?: StandIn | 'none' | null
}

/** The deepest undercut of a room that both sides sell on the same conditions, in minor units. */
export interface LikeForLike {
  direct: number
  rate: number
  view: { room_name: string; channel_room_name: string; refundable: boolean; meal_plan: string }
}

/** The cheapest offer that could replace a booking. */
export interface StandIn {
  /** Per room and night: minor units, or points. */
  price: number
  room: Room
  rate: Rate
  /** How its room stands to the booked one. */
  standing: 'same' | 'better'
}

export interface ConditionVerdict {
  holds: boolean | null
  fired: boolean
  /** Extra fields of the event. */
  detail: Record<string, unknown> | null
}

/** Whether a condition holds. Null if the observation cannot tell; the earlier result then stands. */
export type Truth = boolean | null

/**
 * Fires when a condition starts to hold; with `atFirst` also if the very first observation finds it true. A change of
 * basis is recorded, but is not a transition.
 */
export function onset(
  truth: Truth,
  step: Step,
  { atFirst, sameBasis = true }: { atFirst: boolean; sameBasis?: boolean },
  detail: () => Record<string, unknown> | null = () => null,
): ConditionVerdict {
  if (truth === null) return { holds: step.holds, fired: false, detail: null }
  const began = truth && (step.holds === false || (step.holds === null && atFirst))
  const fired = began && (sameBasis || step.holds === null)
  return { holds: truth, fired, detail: fired ? detail() : null }
}

/** Whether the two prices can be compared. Without a price there is no basis to differ. */
export function onSameBasis(previous: Figures | null, current: Figures): boolean {
  if (previous === null || previous.status !== 'available' || current.status !== 'available') return true
  return previous.currency === current.currency && previous.taxIncluded === current.taxIncluded
}

/** A bookable price; `none` if nothing is for sale, null if the answer does not show it. */
export type Figure = number | 'none' | null

export type Basis = 'bar' | 'bar_after_tax' | 'member'

export function figureOf(figures: Figures, basis: Basis): Figure {
  if (figures.status !== 'available') return 'none'
  if (basis === 'member') return figures.memberKnown ? (figures.member ?? 'none') : null
  if (figures.bar === null && figures.barAfterTax === null) return 'none'
  return basis === 'bar' ? figures.bar : figures.barAfterTax
}

/** In hundredths of a percent of the whole, rounded half up. Uses big integers, because products may exceed a double. */
export function hundredthsOf(part: number, whole: number): number {
  const [p, w] = [BigInt(part), BigInt(whole)]
  return Number((2n * p * 10_000n + w) / (2n * w))
}

/** Whether the part is positive and at least this many hundredths of a percent of the whole. */
export function reaches(part: number, whole: number, minHundredths: number): boolean {
  return part > 0 && BigInt(part) * 10_000n >= BigInt(minHundredths) * BigInt(whole)
}
