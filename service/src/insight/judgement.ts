import type { Judged } from '../history/judged.ts'
import {
  type ChosenWindow,
  chooseWindow,
  ENOUGH_NIGHTS,
  ENOUGH_OBSERVATIONS,
  WINDOW_DAYS,
  windowsByLead,
} from '../history/windows.ts'
import { dayOf } from '../kernel/dates.ts'
import { differencePct, medianOf, percentileOf, percentileRank } from '../kernel/percentiles.ts'
import type { Figures } from '../observations/figures.ts'
import type { LeadDays } from '../observations/lead-buckets.ts'
import type { NightSeen, NightsSeen } from '../observations/summaries.ts'

export const LABELS = ['great_deal', 'deal', 'typical', 'high', 'unknown'] as const
export type Label = (typeof LABELS)[number]

/** The figure on the same basis as the judged one; null if there is none. */
export function figureOn({ basis, currency, taxIncluded }: Judged, figures: Figures): number | null {
  if (basis === 'lowest_points') return figures.points
  if (figures.currency !== currency || figures.taxIncluded !== taxIncluded) return null
  return basis === 'bar' ? figures.bar : figures.barAfterTax
}

export interface Typical {
  p10: number
  p25: number
  median: number
  p75: number
  p90: number
}

export interface Judgement {
  window: ChosenWindow
  /** Null if too little is known. */
  typical: Typical | null
  percentile: number | null
  vsMedianPct: number | null
  label: Label
  leadCurve: { leadDays: LeadDays; median: number; observations: number }[]
  /** Nights that are known, but only in another currency or on another tax basis. */
  leftOut: number
}

/** Compares a price with what other nights of the hotel cost. */
export function judge(judged: Judged, night: string, today: number, known: NightsSeen): Judgement {
  const nightDay = dayOf(night)
  const seen = known.seen.filter(({ day }) => day !== nightDay)
  const compared = new Set(known.seen.map(({ day }) => day)).add(nightDay)
  const leftOut = new Set(known.others.filter((day) => !compared.has(day)))
  const window = chooseWindow(seen, nightDay, today)
  const typical = window.isEnough ? typicalOf(window.figures) : null
  const { figure } = judged
  const vsMedianPct = typical && figure !== null ? versus(figure, typical.median) : null
  return {
    window,
    typical,
    percentile: typical && figure !== null ? percentileRank(window.figures, figure) : null,
    vsMedianPct,
    label: labelOf(vsMedianPct),
    leadCurve: leadCurveOf(seen),
    leftOut: leftOut.size,
  }
}

function typicalOf(figures: readonly number[]): Typical {
  return {
    p10: percentileOf(figures, 10),
    p25: percentileOf(figures, 25),
    median: medianOf(figures),
    p75: percentileOf(figures, 75),
    p90: percentileOf(figures, 90),
  }
}

function leadCurveOf(seen: readonly NightSeen[]) {
  return windowsByLead(seen).map(({ figures, observations, leadDays }) => ({
    leadDays,
    median: medianOf(figures),
    observations,
  }))
}

/** Null if the reference is zero. */
export function versus(figure: number, reference: number): number | null {
  return reference > 0 ? differencePct(figure, reference) : null
}

export function labelOf(vsMedianPct: number | null): Label {
  if (vsMedianPct === null) return 'unknown'
  if (vsMedianPct <= -25) return 'great_deal'
  if (vsMedianPct <= -15) return 'deal'
  return vsMedianPct >= 15 ? 'high' : 'typical'
}

/** The judgement in words. `price` writes a figure with its unit. */
export function whyOf(
  { figure }: Judged,
  { window, typical, percentile, vsMedianPct, leftOut }: Judgement,
  price: (figure: number) => string,
): string {
  const parts: string[] = []
  if (figure === null) parts.push('There is no current price to judge.')
  if (!typical) parts.push(tooLittle(window))
  else if (figure !== null)
    parts.push(
      `${price(figure)} is ${relation(vsMedianPct)} the median of ${nightsOf(window)}, ${price(typical.median)}; it stands at percentile ${percentile}.`,
    )
  if (typical && window.widened.length > 0)
    parts.push(`Too few nights were closer to this one, so ${widenedTo(window)} count.`)
  if (leftOut > 0)
    parts.push(
      `${leftOut} ${leftOut === 1 ? 'night was' : 'nights were'} seen only in another currency or on another tax basis and ${leftOut === 1 ? 'does' : 'do'} not count.`,
    )
  return parts.join(' ')
}

function tooLittle({ figures, observations }: ChosenWindow): string {
  return `Too little is known to compare with: ${figures.length} other nights with ${observations} observations in the last ${WINDOW_DAYS} days, and it takes ${ENOUGH_NIGHTS} nights with ${ENOUGH_OBSERVATIONS} observations.`
}

function relation(pct: number | null): string {
  if (pct === null || pct === 0) return 'at'
  return pct < 0 ? `${-pct}% below` : `${pct}% above`
}

function nightsOf({ figures, weekday, leadDays: { from, to } }: ChosenWindow): string {
  const kind = weekday === 'any' ? '' : `${weekday} `
  const lead =
    from === 0 && to === null
      ? 'at any lead time'
      : `${to === null ? `${from} or more` : `${from}–${to}`} days ahead`
  return `${figures.length} other ${kind}nights seen ${lead} in the last ${WINDOW_DAYS} days`
}

function widenedTo({ widened }: ChosenWindow): string {
  if (widened.length === 2) return 'all lead times and weekdays'
  return widened[0] === 'lead' ? 'all lead times' : 'all weekdays'
}
