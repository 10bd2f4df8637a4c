import { Type } from 'typebox'
import { nullable } from '../edge/schemas.ts'
import { ascending, differencePct, divide, meanOf, medianOf } from '../kernel/percentiles.ts'
import type { Comparable } from '../observations/comparable.ts'
import { money } from './render.ts'

/** A hotel of a set, with its figures in the asked currency; null if it has none. */
export interface MarketRow {
  isSubject: boolean
  comparable: Comparable | null
}

/**
 * What the hotels of a set cost together, and where one of them stands. Uses rates after tax; rates as shown only if no
 * hotel of the set has one after tax.
 */
export function marketView(currency: string, rows: readonly MarketRow[]) {
  const basis = rows.some(({ comparable }) => (comparable?.barAfterTax ?? null) !== null)
    ? 'bar_after_tax'
    : 'bar'
  const priced = rows.flatMap(({ isSubject, comparable }) => {
    const figure = (basis === 'bar' ? comparable?.bar : comparable?.barAfterTax) ?? null
    return figure === null ? [] : [{ isSubject, figure }]
  })
  const figures = ascending(priced.map(({ figure }) => figure))
  const shown = (figure: number | undefined) => money(figure ?? null, currency)
  const subject = priced.find(({ isSubject }) => isSubject)
  const others = priced.filter(({ isSubject }) => !isSubject).map(({ figure }) => figure)
  return {
    currency,
    basis,
    priced: figures.length,
    min: shown(figures[0]),
    median: figures.length > 0 ? shown(medianOf(figures)) : null,
    mean: figures.length > 0 ? shown(meanOf(figures)) : null,
    max: shown(figures.at(-1)),
    subject: subject ? subjectView(subject.figure, others, figures, shown) : null,
  }
}

function subjectView(
  figure: number,
  others: readonly number[],
  figures: readonly number[],
  shown: (figure: number | undefined) => number | null,
) {
  const median = medianOf(figures)
  const othersMedian = others.length > 0 ? medianOf(ascending(others)) : null
  const sum = others.reduce((total, other) => total + other, 0)
  return {
    rank: 1 + others.filter((other) => other < figure).length,
    of: figures.length,
    // One division, so that the mean of the others is not rounded first.
    rate_index: sum > 0 ? divide(figure * others.length * 1000, sum) / 10 : null,
    vs_median_pct: median > 0 ? differencePct(figure, median) : null,
    others_median: othersMedian === null ? null : shown(othersMedian),
    vs_others_median_pct:
      othersMedian !== null && othersMedian > 0 ? differencePct(figure, othersMedian) : null,
  }
}

const Figure = (description: string) => nullable(Type.Number(), description)

export const MarketSchema = Type.Object(
  {
    currency: Type.String({ description: 'The requested currency, in which all figures are.' }),
    basis: Type.Enum(['bar_after_tax', 'bar'], {
      description:
        'The compared figure: the lowest public rate after tax; as shown, if no hotel has one after tax.',
    }),
    priced: Type.Integer({ description: 'Hotels with that figure. The others do not count.' }),
    min: Figure('The cheapest.'),
    median: Figure('The median.'),
    mean: Figure('The mean.'),
    max: Figure('The most expensive.'),
    subject: nullable(
      Type.Object({
        rank: Type.Integer({ description: '1 is the cheapest. Equal prices share a rank.' }),
        of: Type.Integer({ description: 'Hotels that are ranked.' }),
        rate_index: Figure('Its price as a percentage of the mean of the others; null if there are none.'),
        vs_median_pct: Figure(
          'Its price against `median`, which includes its own; negative if it is cheaper.',
        ),
        others_median: Figure('The median of the others; null if there are none.'),
        vs_others_median_pct: Figure(
          'Its price against the median of the others, as `rate_index` is against their mean.',
        ),
      }),
      'Where the requested `subject` stands. Null without one, or if it has no price.',
    ),
  },
  { $id: 'Market', description: 'What the hotels cost together, by comparable figures.' },
)
