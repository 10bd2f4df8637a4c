import { PRICE_OF } from '../billing/prices.ts'
import type { Planned } from '../edge/sale.ts'
import type { Served } from '../edge/served.ts'
import type { Kind } from '../observations/cell-row.ts'
import type { Figures } from '../observations/figures.ts'
import type { Stay } from '../observations/key.ts'
import type { Basis } from '../observations/summaries.ts'
import { planOneStay, type RateDeps, type Shopped } from '../rates/ask.ts'
import { money } from '../rates/render.ts'
import type { RateTerms } from '../rates/request.ts'

export type FigureName = 'bar' | 'bar_after_tax' | 'lowest_points'

/** A price, and on which basis it is compared. */
export interface Judged {
  basis: FigureName
  currency: string
  taxIncluded: boolean | null
  /** Null if there is no price. */
  figure: number | null
}

export interface JudgedAsk {
  stay: Stay
  kind: Kind
  terms: RateTerms
}

/** Shops a stay, to conclude one thing or more from its price. */
export async function planJudged(
  deps: RateDeps,
  { stay, kind, terms }: JudgedAsk,
  answer: (shopped: Shopped) => Promise<Served>,
  judgements = 1,
): Promise<Planned> {
  const options = { fresh: terms.fresh, live: terms.live, points: kind === 'award' }
  const shop = await planOneStay(deps, stay, options, answer)
  const prices = Array.from({ length: judgements }, () => PRICE_OF.judgement())
  const { cached, live } = shop.estimate
  return {
    estimate: { cached: [...cached, ...prices], live, free: 0, standsOnLive: live.length > 0 },
    run: async (tab) => {
      const judged = await shop.run(tab)
      for (const price of prices) tab.cached(price)
      return judged
    },
  }
}

export function judgedOf(kind: Kind, figures: Figures): Judged {
  const { currency, taxIncluded, bar, barAfterTax, points } = figures
  if (kind === 'award') return { basis: 'lowest_points', currency, taxIncluded, figure: points }
  return barAfterTax === null
    ? { basis: 'bar', currency, taxIncluded, figure: bar }
    : { basis: 'bar_after_tax', currency, taxIncluded, figure: barAfterTax }
}

/** The basis on which other nights are compared with it. */
export function basisOf({ basis, currency, taxIncluded }: Judged): Basis {
  return basis === 'lowest_points'
    ? { currency: null, taxIncluded: null, afterTax: false }
    : { currency, taxIncluded, afterTax: basis === 'bar_after_tax' }
}

export function currentView(figures: Figures, { cached, seenMs }: { cached: boolean; seenMs: number }) {
  return {
    bar: money(figures.bar, figures.currency),
    bar_after_tax: money(figures.barAfterTax, figures.currency),
    lowest_points: figures.points,
    observed_at: new Date(seenMs).toISOString(),
    cached,
  }
}
