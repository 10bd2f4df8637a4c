import type { MarketFigures } from '@vacancy/client'
import { useState } from 'react'
import { Figure } from '../charts/figure.tsx'
import { LineChart } from '../charts/lazy.tsx'
import type { Series } from '../charts/line-chart-props.ts'
import { formatNightAt } from '../hotels/price-history.tsx'
import { Segments } from '../ui/field.tsx'
import { formatRound, formatWhole } from '../ui/format.ts'
import { subjectIndex, weekdayOf } from './market-words.ts'

const WAYS = [
  { value: 'median', label: 'Median of the others' },
  { value: 'hotels', label: 'Each competitor' },
] as const

/** More lines than this cannot be told apart. */
const MOST_LINES = 7

/** The hotel's own rate, beside the median of the others or a line per competitor. */
export function RatesFigure({ market, file }: { market: MarketFigures; file: string }) {
  const { hotels, nights, currency } = market
  const [way, setWay] = useState<(typeof WAYS)[number]['value']>('median')
  const own = subjectIndex(market)
  const lineOf = (index: number) => nights.map(({ rates }) => rates[index]?.rate ?? null)
  const mine: Series[] = own < 0 ? [] : [{ name: 'Your rate', look: 'own', values: lineOf(own) }]
  const median: Series = {
    name: 'Median of the others',
    look: 'market',
    values: nights.map(({ market: of }) => (of.subject ? of.subject.others_median : of.median)),
  }
  const others = hotels.flatMap((hotel, index) => (index === own ? [] : [{ hotel, index }]))
  const rivals = others.slice(0, MOST_LINES).map(
    ({ hotel, index }, place): Series => ({
      name: hotel.name ?? hotel.hotel_code,
      look: `rival-${place + 1}` as Series['look'],
      values: lineOf(index),
    }),
  )
  const show = (value: number) => formatRound(value, currency)
  return (
    <Figure
      title="Your rate and the market"
      file={file}
      words={
        way === 'hotels' && others.length > MOST_LINES
          ? `The first ${MOST_LINES} of ${others.length} competitors. The table has all.`
          : undefined
      }
      table={{
        columns: [
          { title: 'Night' },
          { title: 'Weekday' },
          { title: `Your rate (${currency})`, isNumber: true },
          { title: 'Median of the others', isNumber: true },
          { title: 'Rank', isNumber: true },
          { title: 'Hotels ranked', isNumber: true },
          { title: 'Rate index', isNumber: true },
          ...others.map(({ hotel }) => ({ title: hotel.name ?? hotel.hotel_code, isNumber: true })),
        ],
        rows: nights.map(({ night, market: { subject }, rates }, at) => [
          night,
          weekdayOf(night),
          mine[0]?.values[at] ?? null,
          median.values[at] ?? null,
          subject?.rank ?? null,
          subject?.of ?? null,
          subject?.rate_index ?? null,
          ...others.map(({ index }) => rates[index]?.rate ?? null),
        ]),
        show: (value, place) => (place > 3 && place < 7 ? formatWhole(value) : show(value)),
      }}
    >
      <Segments label="Compare with" value={way} options={WAYS} onChoose={setWay} />
      <LineChart
        at={nights.map(({ night }) => Date.parse(night))}
        series={[...mine, ...(way === 'median' ? [median] : rivals)]}
        band={
          way === 'median'
            ? {
                name: 'Cheapest to most expensive of the set',
                low: nights.map(({ market: { min } }) => min),
                high: nights.map(({ market: { max } }) => max),
              }
            : undefined
        }
        formatValue={show}
        formatAt={formatNightAt}
      />
    </Figure>
  )
}
