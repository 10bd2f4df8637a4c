import { weekdayClass } from '../kernel/dates.ts'
import {
  DROPS,
  type Forecast,
  type Frequencies,
  frequenciesOf,
  inBucket,
  type Past,
  reached,
} from './forecast.ts'
import { FIRST_BUCKET, originLead } from './origin.ts'

/** A forecast that was not tested on so many outcomes says nothing. */
export const ENOUGH_OUTCOMES = 200
/** How many standard errors a forecast must be better than the base rate. Neighbouring nights go the same way, so weeks are compared. */
const SURE = 3

export interface Test {
  outcomes: number
  brier: number | null
  baseBrier: number | null
  /** Better than the base rate, by more than chance, on enough outcomes. */
  isProven: boolean
}

export interface BackTest {
  /** By each of `DROPS`. */
  tests: Test[]
  /** Whose outcomes: the hotel's, or its market's where it has too few. */
  on: 'hotel' | 'market'
}

/** An outcome that was forecast: of `nights`, how many fell by each of `DROPS`. */
export interface Tried {
  askedDay: number
  nights: number
  fell: readonly number[]
  forecasts: readonly Forecast[]
}

/** Asks the same question of each past night, on its day of the bucket, with what was known on that day. */
export function backTest(past: Past, bucket: number): BackTest {
  const frequencies = frequenciesOf(past, bucket)
  const own = triedOwn(past, frequencies, bucket)
  if (own.length >= ENOUGH_OUTCOMES) return { tests: testsOf(own), on: 'hotel' }
  const market = triedMarket(past, frequencies, bucket)
  const known = market.reduce((sum, { nights }) => sum + nights, 0)
  return known > own.length ? { tests: testsOf(market), on: 'market' } : { tests: testsOf(own), on: 'hotel' }
}

export function triedOwn({ own }: Past, frequencies: Frequencies, bucket: number): Tried[] {
  return own.flatMap(({ day, falls }) => {
    const fall = falls[bucket - FIRST_BUCKET] ?? null
    if (fall === null) return []
    return tried(frequencies, bucket, day, 'own', { nights: 1, fell: reached(fall) })
  })
}

function triedMarket({ market }: Past, frequencies: Frequencies, bucket: number): Tried[] {
  return market.flatMap(({ day, counts }) =>
    tried(frequencies, bucket, day, 'market', inBucket(counts, bucket)),
  )
}

function tried(
  frequencies: Frequencies,
  bucket: number,
  day: number,
  scope: 'own' | 'market',
  outcome: { nights: number; fell: readonly number[] },
): Tried[] {
  if (outcome.nights === 0) return []
  const askedDay = day - originLead(day, bucket)
  const forecasts = frequencies.forecast({ bucket, weekday: weekdayClass(day), askedDay }, scope)
  return forecasts ? [{ askedDay, ...outcome, forecasts }] : []
}

function testsOf(outcomes: readonly Tried[]): Test[] {
  const count = outcomes.reduce((sum, { nights }) => sum + nights, 0)
  return DROPS.map((_, drop) => {
    if (count === 0) return { outcomes: 0, brier: null, baseBrier: null, isProven: false }
    let [error, baseError] = [0, 0]
    const gains = new Map<number, number>()
    for (const { askedDay, nights, fell, forecasts } of outcomes) {
      const { probability, baseRate } = forecasts[drop] ?? { probability: 0, baseRate: 0 }
      const of = { nights, fell: fell[drop] ?? 0 }
      const [own, base] = [squared(of, probability), squared(of, baseRate)]
      error += own
      baseError += base
      const week = Math.floor(askedDay / 7)
      gains.set(week, (gains.get(week) ?? 0) + base - own)
    }
    return {
      outcomes: count,
      brier: error / count,
      baseBrier: baseError / count,
      isProven: count >= ENOUGH_OUTCOMES && isSure([...gains.values()]),
    }
  })
}

/** The sum of squared errors of one probability for several nights. */
function squared({ nights, fell }: { nights: number; fell: number }, probability: number): number {
  return fell * (1 - probability) ** 2 + (nights - fell) * probability ** 2
}

function isSure(gains: readonly number[]): boolean {
  const gain = gains.reduce((sum, one) => sum + one, 0)
  const spread = Math.sqrt(gains.reduce((sum, one) => sum + one ** 2, 0))
  return gain > 0 && gain > SURE * spread
}
