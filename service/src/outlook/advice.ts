import type { Test } from './backtest.ts'
import { DROPS, type Forecast } from './forecast.ts'

export const ADVICE = ['book', 'wait', 'either', 'unknown'] as const
export type Advice = (typeof ADVICE)[number]

/** From here on a fall is worth waiting for. */
export const LIKELY = 0.5
/** Up to here the smallest fall that is told is not to be expected. */
export const UNLIKELY = 0.2

/** Only falls whose forecast stood its test have a say. */
export function adviceOf(forecasts: readonly Forecast[], tests: readonly Test[]): Advice {
  const proven = DROPS.flatMap((pct, at) => {
    const probability = forecasts[at]?.probability
    return tests[at]?.isProven && probability !== undefined ? [{ pct, probability }] : []
  })
  if (proven.length === 0) return 'unknown'
  if (proven.some(({ probability }) => probability >= LIKELY)) return 'wait'
  const smallest = proven.find(({ pct }) => pct === DROPS[0])
  return smallest && smallest.probability <= UNLIKELY ? 'book' : 'either'
}
