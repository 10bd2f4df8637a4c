import { KNOWN_CURRENCIES, perUsdOf } from './currencies.ts'
import { hashText, mix } from './hash.ts'

/** The currencies that the European Central Bank publishes. The other file has the rest. */
const OF_THE_BANK = new Set(
  'USD JPY BGN CZK DKK GBP HUF PLN RON SEK CHF ISK NOK TRY AUD BRL CAD CNY HKD IDR ILS INR KRW MXN MYR NZD PHP SGD THB ZAR'.split(
    ' ',
  ),
)

/** How far a rate strays from the world's own, at most: ten-thousandths to either side. */
const STRAY = 60
/** A rate drifts from one of its points to the next in so many days, so that neighbouring days are alike. */
const SWING_DAYS = 10
const SIGNIFICANT_DIGITS = 5

export interface ReferenceRate {
  currency: string
  /** How much of it one unit of the base buys, as a decimal. */
  rate: string
}

export type RateFile = 'bank' | 'extra'

/** The days since 1970 on which a file is published, newest first. The bank rests on weekends. */
export function publishedDays(file: RateFile, today: number, days: number): number[] {
  const all = Array.from({ length: days }, (_, ago) => today - ago)
  return file === 'bank' ? all.filter((day) => !isWeekend(day)) : all
}

/** Monday is the fifth day after 1970-01-01, a Thursday. */
function isWeekend(day: number): boolean {
  return (((day + 3) % 7) + 7) % 7 >= 5
}

/** The rates of one day per euro, or per dollar in the other file; each strays a little from the world's fixed one. */
export function ratesOf(file: RateFile, seed: number, day: number): ReferenceRate[] {
  const base = file === 'bank' ? 'EUR' : 'USD'
  const listed = KNOWN_CURRENCIES.filter((currency) =>
    file === 'bank' ? OF_THE_BANK.has(currency) : !OF_THE_BANK.has(currency),
  )
  return listed.map((currency) => ({ currency, rate: decimal(priceOf(currency, base, seed, day)) }))
}

function priceOf(currency: string, base: string, seed: number, day: number): number {
  const stray = (code: string) => (code === 'USD' ? 1 : 1 + strayOf(code, seed, day) / 10_000)
  return (perUsdOf(currency) * stray(currency)) / (perUsdOf(base) * stray(base))
}

function strayOf(currency: string, seed: number, day: number): number {
  const swing = Math.floor(day / SWING_DAYS)
  const point = (at: number) => (mix(seed, hashText(currency), at, 71) % (2 * STRAY + 1)) - STRAY
  const share = (day - swing * SWING_DAYS) / SWING_DAYS
  return point(swing) + (point(swing + 1) - point(swing)) * share
}

/** Without an exponent, however small or large. */
function decimal(value: number): string {
  const whole = Math.max(0, Math.ceil(Math.log10(value)))
  return value.toFixed(Math.max(0, SIGNIFICANT_DIGITS - whole))
}
