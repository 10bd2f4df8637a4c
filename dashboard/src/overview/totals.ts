import type { Spend } from '../api/own-shapes.ts'

/** The filter of the lower half of the page. */
export interface Narrowing {
  day?: string | undefined
  endpoint?: string | undefined
  keyId?: string | undefined
}

export interface Total {
  name: string
  credits: number
  lines: number
  live: number
  cached: number
}

/** Sums credits as whole thousandths, to avoid totals such as 0.30000000000000004. */
export function totalsBy(spend: Spend[], nameOf: (spend: Spend) => string): Total[] {
  const groups = Map.groupBy(spend, nameOf)
  const totals = [...groups].map(([name, rows]) => ({
    name,
    credits: sum(rows.map(({ credits }) => Math.round(credits * 1000))) / 1000,
    lines: sum(rows.map(({ lines }) => lines)),
    live: sum(rows.map(({ live }) => live)),
    cached: sum(rows.map(({ cached }) => cached)),
  }))
  return totals.toSorted((a, b) => b.credits - a.credits)
}

export function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

const ORDER = [
  'shop',
  'matrix',
  'compset',
  'calendar',
  'award',
  'watch',
  'hotels',
  'parity',
  'stay',
  'export',
  'area',
  'award_search',
  'calendar_area',
  'award_value',
  'compset_award',
  'ids',
  'trip',
  'award_access',
]

const HUES = 8

/** An endpoint has the same colour on every page. */
export function seriesOf(endpoint: string): string {
  const place = ORDER.indexOf(endpoint)
  const hue = `var(--series-${((place < 0 ? ORDER.length : place) % HUES) + 1})`
  // There are more endpoints than distinguishable hues, so rarer ones get a paler shade.
  return place < HUES ? hue : `color-mix(in oklab, ${hue} 50%, var(--surface))`
}

/** The next round number, for the top of an axis. */
export function roundUp(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= value) ?? 10
  return step * power
}
