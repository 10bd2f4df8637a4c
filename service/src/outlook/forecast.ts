import { WINDOW_DAYS } from '../history/windows.ts'
import { type WeekdayClass, weekdayClass } from '../kernel/dates.ts'
import { BUCKETS, FIRST_BUCKET } from './origin.ts'

/** The falls that are told, in per cent. */
export const DROPS = [5, 10, 20] as const

/** What became of a past night of the hotel, in thousandths by bucket; null where it does not count. */
export interface OwnNight {
  day: number
  falls: readonly (number | null)[]
}

/**
 * Per bucket what is counted of a market: its nights, and how many fell by each of `DROPS`; then the nights whose hotel also has one a week
 * before, and how often both fell. Where hotels differ, the same ones fall again, so this tells how much a hotel's own nights mean.
 */
export interface MarketNight {
  day: number
  counts: readonly number[]
}

/** Numbers per bucket in `MarketNight.counts`. */
export const COUNTED = 2 * (DROPS.length + 1)

export interface Past {
  own: readonly OwnNight[]
  market: readonly MarketNight[]
}

export interface Question {
  bucket: number
  weekday: WeekdayClass
  /** The day on which it is asked: only nights up to this one are known. */
  askedDay: number
}

/** Nights and how many of them fell by each of `DROPS`; the same of pairs of nights, as in `MarketNight`. */
export interface Tally {
  nights: number
  fell: readonly number[]
  pairs: number
  both: readonly number[]
}

export interface Forecast {
  probability: number
  baseRate: number
}

/** The same questions, asked on any day of the past, of the nights that were over by then. */
export interface Frequencies {
  /** By each of `DROPS`; null without a night of the market. */
  forecast(question: Question, scope?: 'own' | 'market'): Forecast[] | null
  /** The nights behind it, of the hotel and of its market. */
  counted(question: Question): { own: number; market: number }
}

/** How far a part of a market must be from the whole, in standard deviations, before it says anything of its own. */
const CLEAR = 2

export function frequenciesOf({ own, market }: Past, bucket: number): Frequencies {
  const marketAll = sumsOf(market, ({ counts }) => allBuckets(counts))
  const marketHere = sumsOf(market, ({ counts }) => inBucket(counts, bucket))
  const ownHere = sumsOf(own, ({ falls }) => fellOf(falls[bucket - FIRST_BUCKET] ?? null))
  const forecast: Frequencies['forecast'] = ({ weekday, askedDay }, scope = 'own') => {
    const base = marketAll(askedDay, 'any')
    if (base.nights === 0) return null
    const alike = marketHere(askedDay, weekday)
    const parts = [marketHere(askedDay, 'any'), alike]
    const hotel = scope === 'own' ? ownHere(askedDay, weekday) : NONE
    return DROPS.map((_, drop) => {
      const baseRate = share(base, drop)
      const usual = parts.reduce((wide, part) => narrowed(wide, part, drop), baseRate)
      return { baseRate, probability: pooled(hotel, usual, alike, drop) }
    })
  }
  return {
    forecast,
    counted: ({ weekday, askedDay }) => ({
      own: ownHere(askedDay, weekday).nights,
      market: marketHere(askedDay, weekday).nights,
    }),
  }
}

/** Moves from the share of a whole to that of a part, as far as the difference is more than chance would make. */
function narrowed(wide: number, part: Tally, drop: number): number {
  if (part.nights === 0) return wide
  const own = share(part, drop)
  const middle = (wide + own) / 2
  const chance = (CLEAR ** 2 * middle * (1 - middle)) / part.nights
  const distance = (own - wide) ** 2
  return distance <= chance ? wide : wide + (own - wide) * (1 - chance / distance)
}

/** The hotel's share, with as many usual nights of its market added as make it right on average: the more alike its hotels, the more. */
function pooled(hotel: Tally, usual: number, market: Tally, drop: number): number {
  if (hotel.nights === 0) return usual
  const spread = spreadOf(market, drop)
  if (spread <= 0) return usual
  const added = Math.max(0, (usual * (1 - usual)) / spread - 1)
  return ((hotel.fell[drop] ?? 0) + added * usual) / (hotel.nights + added)
}

/** The variance of the hotels' own shares, one standard error below what the pairs say: unproven differences do not count. */
function spreadOf(market: Tally, drop: number): number {
  if (market.pairs === 0) return 0
  const both = (market.both[drop] ?? 0) / market.pairs
  return both - share(market, drop) ** 2 - Math.sqrt((both * (1 - both)) / market.pairs)
}

function share({ nights, fell }: Tally, drop: number): number {
  return (fell[drop] ?? 0) / nights
}

/** Whether a fall in thousandths reaches each of `DROPS`. */
export function reached(fall: number): number[] {
  return DROPS.map((pct) => (fall >= pct * 10 ? 1 : 0))
}

const NONE: Tally = { nights: 0, fell: DROPS.map(() => 0), pairs: 0, both: DROPS.map(() => 0) }

function fellOf(fall: number | null): Tally {
  return fall === null ? NONE : { ...NONE, nights: 1, fell: reached(fall) }
}

export function inBucket(counts: readonly number[], bucket: number): Tally {
  const at = (bucket - FIRST_BUCKET) * COUNTED
  return tallyOf(counts.slice(at, at + COUNTED))
}

function tallyOf([nights = 0, ...numbers]: readonly number[]): Tally {
  const [pairs = 0, ...both] = numbers.slice(DROPS.length)
  return { nights, fell: numbers.slice(0, DROPS.length), pairs, both }
}

function numbersOf({ nights, fell, pairs, both }: Tally): number[] {
  return [nights, ...fell, pairs, ...both]
}

function allBuckets(counts: readonly number[]): Tally {
  const sums = Array.from({ length: COUNTED }, () => 0)
  for (let at = 0; at < BUCKETS * COUNTED; at += 1)
    sums[at % COUNTED] = (sums[at % COUNTED] ?? 0) + (counts[at] ?? 0)
  return tallyOf(sums)
}

/** The sum over the nights of a window that ends on a day, by weekday class. */
type Sums = (untilDay: number, weekday: WeekdayClass | 'any') => Tally

/** Running sums, so that each of the questions of a back-test is a few look-ups. */
function sumsOf<Dated extends { day: number }>(nights: readonly Dated[], of: (night: Dated) => Tally): Sums {
  if (nights.length === 0) return () => NONE
  const days = nights.map(({ day }) => day)
  const [first, last] = [Math.min(...days), Math.max(...days)]
  const byDay = Map.groupBy(nights, ({ day }) => day)
  const running = (weekday: WeekdayClass): number[][] => {
    let sum = Array.from({ length: COUNTED }, () => 0)
    const sums = [sum]
    for (let day = first; day <= last; day += 1) {
      for (const night of weekdayClass(day) === weekday ? (byDay.get(day) ?? []) : []) {
        const more = numbersOf(of(night))
        sum = sum.map((value, at) => value + (more[at] ?? 0))
      }
      sums.push(sum)
    }
    return sums
  }
  const sums = { weekday: running('weekday'), weekend: running('weekend') }
  return (untilDay, weekday) => {
    const classes: WeekdayClass[] = weekday === 'any' ? ['weekday', 'weekend'] : [weekday]
    const upTo = (day: number, at: number): number =>
      classes.reduce(
        (sum, each) => sum + (sums[each][Math.max(0, Math.min(last, day) - first + 1)]?.[at] ?? 0),
        0,
      )
    return tallyOf(
      Array.from({ length: COUNTED }, (_, at) => upTo(untilDay, at) - upTo(untilDay - WINDOW_DAYS, at)),
    )
  }
}
