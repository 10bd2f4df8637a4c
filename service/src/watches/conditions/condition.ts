import type { Figures } from '../../observations/figures.ts'
import type { Kind } from '../../observations/store.ts'

/** What a watch looks at, as far as its condition is concerned. */
export interface Subject {
  kind: Kind
  los: number
  rooms: number
  /** What its own amounts are in. Figures in another currency say nothing about them. */
  currency: string
}

/** From one observation of a night to the next. */
export interface Step {
  /** Null for the first. */
  previous: Figures | null
  current: Figures
  /** The same stay at the channel, before and now; null where it has not been seen, or there is no channel. */
  previousChannel: Figures | null
  channel: Figures | null
  /** Whether the condition held before; null where that is not told yet. */
  holds: boolean | null
}

export interface ConditionVerdict {
  holds: boolean | null
  fired: boolean
  /** What the event says beside the cells. */
  detail: Record<string, unknown> | null
}

/** Whether a condition holds. Null where the observation cannot tell: then it stands as it stood before. */
export type Truth = boolean | null

/**
 * A condition that holds or does not: fires when it begins to hold. `atFirst` is whether it also fires where the very first
 * observation finds it true. Figures on another basis than before are taken note of, and are no transition.
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

/** Whether prices of the two can be held against one another. What has no price is on no basis. */
export function onSameBasis(previous: Figures | null, current: Figures): boolean {
  if (previous === null || previous.status !== 'available' || current.status !== 'available') return true
  return previous.currency === current.currency && previous.taxIncluded === current.taxIncluded
}

/** A figure that can be bought at; `none` where there is nothing to buy, null where the answer does not say. */
export type Figure = number | 'none' | null

export type Basis = 'bar' | 'bar_after_tax' | 'member'

export function figureOf(figures: Figures, basis: Basis): Figure {
  if (figures.status !== 'available') return 'none'
  if (basis === 'member') return figures.memberKnown ? (figures.member ?? 'none') : null
  if (figures.bar === null && figures.barAfterTax === null) return 'none'
  return basis === 'bar' ? figures.bar : figures.barAfterTax
}

/** How far below, in hundredths of a per cent of the whole, half up. Amounts may be larger than a product of two can be exact. */
export function hundredthsOf(part: number, whole: number): number {
  const [p, w] = [BigInt(part), BigInt(whole)]
  return Number((2n * p * 10_000n + w) / (2n * w))
}

/** Whether the part is at least so many hundredths of a per cent of the whole, and anything at all. */
export function reaches(part: number, whole: number, minHundredths: number): boolean {
  return part > 0 && BigInt(part) * 10_000n >= BigInt(minHundredths) * BigInt(whole)
}
