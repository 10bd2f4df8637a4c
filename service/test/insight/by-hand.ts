import { DAY_MS } from '../history/past.ts'

/** The judgement of a price, computed from the changes that `/history` lists, by the definitions in the docs. */

export interface Observed {
  night: string
  observed_at: string
  currency: string
  tax_included: boolean | null
  bar: number | null
  bar_after_tax: number | null
  lowest_points: number | null
}

export interface Asked {
  checkin: string
  kind: 'cash' | 'award'
  currency: string
  taxIncluded: boolean | null
  basis: 'bar' | 'bar_after_tax' | 'lowest_points'
  current: number | null
  nowMs: number
}

const BUCKETS: [number, number | null][] = [
  [0, 1],
  [2, 3],
  [4, 7],
  [8, 14],
  [15, 30],
  [31, 60],
  [61, 120],
  [121, null],
]

interface Figure {
  night: string
  atMs: number
  value: number
  bucket: number
  isWeekend: boolean
}

export function judgeByHand(observed: readonly Observed[], asked: Asked, digits: number) {
  const scale = asked.basis === 'lowest_points' ? 1 : 10 ** digits
  const whole = (value: number) => Math.round(value * scale)
  const isComparable = (one: Observed) =>
    asked.kind === 'award' || (one.currency === asked.currency && one.tax_included === asked.taxIncluded)
  const today = Math.floor(asked.nowMs / DAY_MS)
  const dayOf = (night: string) => Date.parse(night) / DAY_MS
  const bucketOf = (lead: number) =>
    BUCKETS.findIndex(([from, to]) => lead >= from && (to === null || lead <= to))
  const isWeekend = (night: string) => [5, 6].includes(new Date(night).getUTCDay())
  const figures = observed.flatMap((one): Figure[] => {
    const value = one[asked.basis]
    const atMs = Date.parse(one.observed_at)
    const day = Math.floor(atMs / DAY_MS)
    if (value === null || !isComparable(one) || day < today - 365) return []
    const bucket = bucketOf(Math.max(0, dayOf(one.night) - day))
    return [{ night: one.night, atMs, value: whole(value), bucket, isWeekend: isWeekend(one.night) }]
  })
  const others = figures.filter(({ night }) => night !== asked.checkin)
  const mine = bucketOf(Math.max(0, dayOf(asked.checkin) - today))
  const steps = [[], ['lead'], ['weekday'], ['lead', 'weekday']].map((widened) => {
    const inside = others.filter(
      (one) =>
        (widened.includes('lead') || one.bucket === mine) &&
        (widened.includes('weekday') || one.isWeekend === isWeekend(asked.checkin)),
    )
    return { widened, inside, values: perNight(inside) }
  })
  const chosen = steps.find(({ inside, values }) => values.length >= 7 && inside.length >= 20)
  const current = asked.current === null ? null : whole(asked.current)
  const shown = (value: number) => Math.floor(value + 0.5) / scale
  const median = chosen && Math.floor(quantile(chosen.values, 0.5) + 0.5)
  const pct = median !== undefined && current !== null ? tenth(((current - median) * 100) / median) : null
  return {
    typical: chosen
      ? {
          p10: shown(quantile(chosen.values, 0.1)),
          p25: shown(quantile(chosen.values, 0.25)),
          median: shown(quantile(chosen.values, 0.5)),
          p75: shown(quantile(chosen.values, 0.75)),
          p90: shown(quantile(chosen.values, 0.9)),
          observations: chosen.inside.length,
          nights: chosen.values.length,
          window: {
            days: 365,
            weekday: chosen.widened.includes('weekday')
              ? 'any'
              : isWeekend(asked.checkin)
                ? 'weekend'
                : 'weekday',
            lead_days: chosen.widened.includes('lead') ? [0, null] : BUCKETS[mine],
          },
          widened: chosen.widened,
        }
      : null,
    percentile: chosen && current !== null ? rankOf(chosen.values, current) : null,
    vs_median_pct: pct,
    label: labelOf(pct),
    trend: trendOf(
      observed.filter((one) => one.night === asked.checkin),
      asked,
      (one) => (isComparable(one) && one[asked.basis] !== null ? whole(one[asked.basis] ?? 0) : null),
      current,
    ),
    lead_curve: BUCKETS.flatMap((lead_days, bucket) => {
      const inside = others.filter((one) => one.bucket === bucket)
      return inside.length === 0
        ? []
        : [{ lead_days, median: shown(quantile(perNight(inside), 0.5)), observations: inside.length }]
    }),
  }
}

function perNight(figures: readonly Figure[]): number[] {
  return [...Map.groupBy(figures, ({ night }) => night).values()]
    .map((list) => list.reduce((newest, one) => (one.atMs > newest.atMs ? one : newest)).value)
    .toSorted((a, b) => a - b)
}

function quantile(values: readonly number[], p: number): number {
  const position = (values.length - 1) * p
  const [low, high] = [Math.floor(position + 1e-9), Math.ceil(position - 1e-9)]
  const [below = 0, above = 0] = [values[low], values[high]]
  // Without the noise of binary fractions, which could tip a half.
  return Number((below + (above - below) * (position - low)).toFixed(6))
}

function tenth(value: number): number {
  return Math.floor(Number((value * 10).toFixed(6)) + 0.5) / 10
}

function rankOf(values: readonly number[], current: number): number {
  const below = values.filter((value) => value < current).length
  const equal = values.filter((value) => value === current).length
  return tenth(((below + equal / 2) / values.length) * 100)
}

function labelOf(pct: number | null): string {
  if (pct === null) return 'unknown'
  if (pct <= -25) return 'great_deal'
  if (pct <= -15) return 'deal'
  return pct >= 15 ? 'high' : 'typical'
}

function trendOf(
  own: readonly Observed[],
  asked: Asked,
  figureOf: (one: Observed) => number | null,
  current: number | null,
) {
  const thenMs = asked.nowMs - 14 * DAY_MS
  const before = own.findLast(({ observed_at }) => Date.parse(observed_at) <= thenMs)
  const first = own.find((one) => {
    const atMs = Date.parse(one.observed_at)
    return atMs > thenMs && atMs <= asked.nowMs - DAY_MS && figureOf(one) !== null
  })
  const inForce = before ? figureOf(before) : null
  const then = inForce ?? (first ? figureOf(first) : null)
  if (then === null || current === null) return null
  const days =
    inForce === null && first ? Math.floor((asked.nowMs - Date.parse(first.observed_at)) / DAY_MS) : 14
  const change = tenth(((current - then) * 100) / then)
  const direction = Math.abs(change) <= 2 ? 'flat' : change > 0 ? 'up' : 'down'
  return { days, change_pct: change, direction }
}
