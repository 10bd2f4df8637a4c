import type { Reads } from '../db/replica/reads.ts'
import type { Planned } from '../edge/sale.ts'
import { type Served, served } from '../edge/served.ts'
import { basisOf, currentView, type Judged, type JudgedAsk, judgedOf, planJudged } from '../history/judged.ts'
import { WINDOW_DAYS } from '../history/windows.ts'
import { type HotelsMaster, hotelKey } from '../hotels/master.ts'
import { dayAt } from '../kernel/dates.ts'
import type { LeadDays } from '../observations/lead-buckets.ts'
import { keyAt } from '../observations/rows.ts'
import { readNightsSeen } from '../observations/summaries.ts'
import { lookAhead } from '../outlook/outlook.ts'
import { factsOf, type RateDeps, type Shopped } from '../rates/ask.ts'
import { hotelView, money, queryView } from '../rates/render.ts'
import { type Judgement, judge, labelOf, versus, whyOf } from './judgement.ts'
import { findSimilar, type Similar } from './similar.ts'
import { findTrend, type Trend } from './trend.ts'

export type InsightDeps = RateDeps & { reads: Reads; hotels: HotelsMaster }

const DAY_MS = 86_400_000

export interface InsightAsk extends JudgedAsk {
  /** Also how often such a price fell before arrival. */
  withOutlook: boolean
}

/** Shops the stay, and says whether its price is a good one. */
export function planInsight(deps: InsightDeps, ask: InsightAsk): Promise<Planned> {
  return planJudged(deps, ask, (shopped) => answer(deps, ask, shopped), ask.withOutlook ? 2 : 1)
}

async function answer(deps: InsightDeps, ask: InsightAsk, shopped: Shopped): Promise<Served> {
  const { stay, kind } = ask
  const { observation, cached } = shopped
  const { figures, seenMs, answer: found } = observation
  const judged = judgedOf(kind, figures)
  const [{ judgement, similar, trend }, facts] = await Promise.all([
    judgeStay(deps, ask, judged),
    factsOf(deps, stay),
  ])
  const view = {
    query: { ...queryView(stay), kind },
    hotel: hotelView(stay, found.hotel, facts),
    status: figures.status,
    currency: figures.currency,
    current: currentView(figures, { cached, seenMs }),
    ...judgementView(judged, judgement, similar),
    why: whyOf(judged, judgement, unitOf(judged)),
    trend: trend && { days: trend.days, change_pct: trend.changePct, direction: trend.direction },
    lead_curve: judgement.leadCurve.map(({ leadDays, median, observations }) => ({
      lead_days: leadView(leadDays),
      median: figureView(judged, median),
      observations,
    })),
    ...(ask.withOutlook && { outlook: await lookAhead(deps, ask, judged, facts) }),
  }
  return served(view)
}

interface Judgements {
  judgement: Judgement
  similar: Similar | null
  trend: Trend | null
}

/** Everything that our own store says. A hotel without a number was never seen. */
async function judgeStay(deps: InsightDeps, { stay, kind }: JudgedAsk, judged: Judged): Promise<Judgements> {
  const nowMs = deps.now()
  const today = dayAt(nowMs)
  const name = { source: stay.source.id, hotelCode: stay.hotelCode }
  const no = (await deps.hotels.findNos([name])).get(hotelKey(name))
  if (no === undefined)
    return {
      judgement: judge(judged, stay.checkin, today, { seen: [], others: [] }),
      similar: null,
      trend: null,
    }
  const place = keyAt(no, stay)
  const [known, similar, trend] = await Promise.all([
    readNightsSeen(deps.reads, { ...place, kind }, basisOf(judged), (today - WINDOW_DAYS) * DAY_MS),
    findSimilar(deps, { no, stay, kind, nowMs }, judged),
    findTrend(deps.reads, { place, kind, from: stay.checkin, to: stay.checkin }, judged, nowMs),
  ])
  return { judgement: judge(judged, stay.checkin, today, known), similar, trend }
}

function judgementView(judged: Judged, judgement: Judgement, similar: Similar | null) {
  const { typical, window, percentile, vsMedianPct, label } = judgement
  const view = (figure: number) => figureView(judged, figure)
  return {
    basis: judged.basis,
    typical: typical && {
      p10: view(typical.p10),
      p25: view(typical.p25),
      median: view(typical.median),
      p75: view(typical.p75),
      p90: view(typical.p90),
      observations: window.observations,
      nights: window.figures.length,
      window: { days: WINDOW_DAYS, weekday: window.weekday, lead_days: leadView(window.leadDays) },
      widened: window.widened,
    },
    percentile,
    vs_median_pct: vsMedianPct,
    label,
    similar: similar && similarView(judged, similar),
  }
}

function similarView(judged: Judged, { hotels, median }: Similar) {
  const pct = judged.figure === null ? null : versus(judged.figure, median)
  return { hotels, median: figureView(judged, median), vs_median_pct: pct, label: labelOf(pct) }
}

/** Writes a figure with its unit. */
function unitOf(judged: Judged): (figure: number) => string {
  const unit = judged.basis === 'lowest_points' ? 'points' : judged.currency
  return (figure) => `${figureView(judged, figure)} ${unit}`
}

function figureView({ basis, currency }: Judged, figure: number): number | null {
  return basis === 'lowest_points' ? figure : money(figure, currency)
}

function leadView({ from, to }: LeadDays): [number, number | null] {
  return [from, to]
}
