import { counted } from '../kernel/counted.ts'
import { type Advice, LIKELY } from './advice.ts'
import { type BackTest, ENOUGH_OUTCOMES } from './backtest.ts'
import { DROPS, type Forecast } from './forecast.ts'

/** How much stands behind an outlook. */
export interface Grounds {
  isPriced: boolean
  /** Arrival is so near that no day is left. */
  isTooLate: boolean
  own: number
  leftOut: number
  market: number
}

/** The outlook in words, as pages show it. */
export function whyOf(
  advice: Advice,
  forecasts: readonly Forecast[] | null,
  test: BackTest,
  grounds: Grounds,
): string {
  if (grounds.isTooLate) return 'Arrival is today or tomorrow: falls are counted until one day before it.'
  if (!forecasts)
    return `No past night of this hotel or its market was looked at often enough to see what became of its price.${leftOut(grounds)}`
  return [said(advice, forecasts, test, grounds), `${known(grounds)}.${leftOut(grounds)}`].join(' ')
}

function said(advice: Advice, forecasts: readonly Forecast[], test: BackTest, grounds: Grounds): string {
  if (!grounds.isPriced) return 'There is no current price to wait with.'
  if (advice === 'unknown') {
    const outcomes = test.tests[0]?.outcomes ?? 0
    return outcomes < ENOUGH_OUTCOMES
      ? `The forecast could be tested on ${counted(outcomes, 'outcome')} only, and it takes ${ENOUGH_OUTCOMES}.`
      : `In ${outcomes} tests the forecast was not reliably better than the average of the market, so it gives no advice.`
  }
  const proven = DROPS.flatMap((pct, at) =>
    test.tests[at]?.isProven ? [{ pct, probability: forecasts[at]?.probability ?? 0 }] : [],
  )
  const told = advice === 'wait' ? proven.findLast(({ probability }) => probability >= LIKELY) : proven[0]
  const { pct, probability } = told ?? { pct: 0, probability: 0 }
  return `The price fell by ${pct}% or more before arrival in about ${Math.round(probability * 100)} of 100 such cases.`
}

function known({ own, market }: Grounds): string {
  return `${counted(own, 'night')} of this hotel and ${market} of its market at this lead time count`
}

function leftOut({ leftOut: count }: Grounds): string {
  if (count === 0) return ''
  return ` ${counted(count, 'night')} of this hotel ${count === 1 ? 'was' : 'were'} not looked at often enough.`
}
