import type { Milli } from '../kernel/credits.ts'

/** Prices of a source, from the catalog. All are multiples of four milli-credits, so that a cached price is exact. */
export interface Weights {
  shop: Milli
  compset: Milli
  memberExtra: Milli
  nativeBatch: boolean
  nativeCalendar: boolean
}

const CREDIT: Milli = 1000
/** The cached price, as a share of the live price. */
const CACHED_SHARE = 4
/** A native calendar returns about sixty nights per call, so a night costs less than a shop. */
const NATIVE_CALENDAR_NIGHT: Milli = 100

/** The live price of each unit. */
export const PRICE_OF = {
  shop: (weights: Weights): Milli => weights.shop,
  calendarNight: ({ nativeCalendar, shop }: Pick<Weights, 'nativeCalendar' | 'shop'>): Milli =>
    nativeCalendar ? NATIVE_CALENDAR_NIGHT : shop,
  compsetRow: (weights: Weights): Milli => weights.compset,
  memberExtra: (weights: Weights): Milli => weights.memberExtra,
  cell: (weights: Weights, kind: 'cash' | 'award'): Milli =>
    kind === 'cash' && weights.nativeBatch ? weights.compset : weights.shop,
  placeLookup: (): Milli => CREDIT,
  resolution: (): Milli => CREDIT,
  /** Added to a live answer whose bodies are kept and signed. */
  receipt: (): Milli => CREDIT / 2,
  /** Always sold at the cached price: judging a price calls no source. */
  judgement: (): Milli => CREDIT,
}

/** When a call has a minimum price: never, once it returned a row, or always. */
type Floor = 'none' | 'any_row' | 'always'

export interface PriceRule {
  floor: Floor
  /** Added to the price of the units. */
  fee?: Milli
}

/** Every billable endpoint, by the name on its usage lines. */
export const PRICE_RULES = {
  shop: { floor: 'none' },
  award: { floor: 'none' },
  stay: { floor: 'none' },
  calendar: { floor: 'none' },
  compset: { floor: 'any_row' },
  compset_award: { floor: 'any_row' },
  matrix: { floor: 'none' },
  export: { floor: 'none' },
  area: { floor: 'none' },
  award_search: { floor: 'always' },
  calendar_area: { floor: 'always' },
  award_value: { floor: 'always' },
  award_access: { floor: 'always' },
  trip: { floor: 'none', fee: CREDIT },
  hotels: { floor: 'none' },
  parity: { floor: 'none' },
  ids: { floor: 'none' },
  watch: { floor: 'none' },
  history: { floor: 'none' },
  insight: { floor: 'none' },
  outlook: { floor: 'none' },
  backtest: { floor: 'none' },
} as const satisfies Record<string, PriceRule>

export type UsageName = keyof typeof PRICE_RULES

/** The cached price for a given live price. */
export function cachedPrice(live: Milli): Milli {
  return live / CACHED_SHARE
}

/** Cached units sold together cost at most one credit; units beyond that are free. */
export function upToOneCredit(price: Milli, count: number): Milli[] {
  let left = CACHED_SHARE * CREDIT
  return Array.from({ length: count }, () => {
    const part = Math.min(price, left)
    left -= part
    return part
  })
}

/** What was sold: units of each kind and the sum of their live prices. */
export interface Units {
  live: { count: number; price: Milli }
  cached: { count: number; price: Milli }
  free: { count: number }
  /** What was sold with them and is no unit, such as a receipt. */
  extra?: Milli
  /** Nothing was sold, so not even the minimum price applies. */
  waived?: boolean
}

/** The price of the units alone: live in full, cached at their share. */
export function priceOfUnits({ live, cached }: Units, soldAs: string): Milli {
  const sum = live.price + cachedPrice(cached.price)
  if (!Number.isInteger(sum)) throw new RangeError(`a price of ${soldAs} is not whole: ${sum}`)
  return sum
}

/** The price of a call: its units, at least the minimum price, its fee, and what was sold besides. */
export function priceOf(usage: UsageName, units: Units): Milli {
  const { extra = 0 } = units
  const sum = priceOfUnits(units, usage)
  const { floor, fee = 0 }: PriceRule = PRICE_RULES[usage]
  const rows = units.live.count + units.cached.count
  if (units.waived) return sum + extra
  const least = floor === 'always' || (floor === 'any_row' && rows > 0) ? CREDIT : 0
  return Math.max(sum, least) + fee + extra
}
