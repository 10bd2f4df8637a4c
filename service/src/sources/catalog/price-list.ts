import {
  cachedPrice,
  PRICE_OF,
  priceOf,
  type UsageName,
  upToOneCredit,
  type Weights,
} from '../../billing/prices.ts'
import { type Milli, toCredits } from '../../kernel/credits.ts'
import { type Catalog, type Source, weightsOf } from './catalog.ts'

/** What a unit costs at the sources that sell it, in credits. `usual` is the price of most of them. */
export interface PriceSpan {
  least: number
  usual: number
  most: number
}

/** What calls cost, by the rules that charge them, for texts that name prices. Units are live unless their name says otherwise. */
export interface PriceList {
  shop: PriceSpan
  award: PriceSpan
  agencyShop: PriceSpan
  compsetRow: PriceSpan
  memberExtra: PriceSpan
  cashCell: PriceSpan
  cachedShop: PriceSpan
  cachedCell: PriceSpan
  cachedNight: PriceSpan
  cachedAwardNight: PriceSpan
  /** The most for the cached nights of one hotel. */
  cachedNightsMost: number
  placeLookup: number
  resolution: number
  judgement: number
  /** The cached price, as a share of the live one. */
  cachedShare: number
  /** The minimum price of a call that has an answer, or what is added to it. */
  flat: Readonly<Record<'compset' | 'award_search' | 'award_value' | 'trip', number>>
}

export function priceListOf({ sources }: Catalog): PriceList {
  const span = (price: (weights: Weights) => Milli, of: (source: Source) => boolean = () => true) =>
    spanOf(sources.filter(of).map((source) => price(weightsOf(source))))
  const hasPoints = ({ points }: Source) => points
  const night = (weights: Weights) => cachedPrice(PRICE_OF.calendarNight(weights))
  const [dearestNights = 0] = upToOneCredit(Number.MAX_SAFE_INTEGER, 1)
  return {
    shop: span(PRICE_OF.shop),
    award: span(PRICE_OF.shop, hasPoints),
    agencyShop: span(PRICE_OF.shop, ({ kind }) => kind === 'ota'),
    compsetRow: span(PRICE_OF.compsetRow),
    memberExtra: span(PRICE_OF.memberExtra),
    cashCell: span((weights) => PRICE_OF.cell(weights, 'cash')),
    cachedShop: span((weights) => cachedPrice(PRICE_OF.shop(weights))),
    cachedCell: span((weights) => cachedPrice(PRICE_OF.cell(weights, 'cash'))),
    cachedNight: span(night),
    cachedAwardNight: span(night, hasPoints),
    cachedNightsMost: toCredits(cachedPrice(dearestNights)),
    placeLookup: toCredits(PRICE_OF.placeLookup()),
    resolution: toCredits(PRICE_OF.resolution()),
    judgement: toCredits(cachedPrice(PRICE_OF.judgement())),
    cachedShare: toCredits(cachedPrice(PRICE_OF.placeLookup())) / toCredits(PRICE_OF.placeLookup()),
    flat: {
      compset: flatOf('compset'),
      award_search: flatOf('award_search'),
      award_value: flatOf('award_value'),
      trip: flatOf('trip'),
    },
  }
}

/** The price of a call whose only unit costs nothing. */
function flatOf(usage: UsageName): number {
  const nothing = { count: 0, price: 0 }
  return toCredits(priceOf(usage, { live: { count: 1, price: 0 }, cached: nothing, free: { count: 0 } }))
}

/** All zero without a source. On a tie, the lower price is the usual one. */
function spanOf(prices: readonly Milli[]): PriceSpan {
  const sorted = prices.toSorted((a, b) => a - b)
  const times = Map.groupBy(sorted, (price) => price)
  const [usual = 0] = [...times].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
  return { least: toCredits(sorted[0] ?? 0), usual: toCredits(usual), most: toCredits(sorted.at(-1) ?? 0) }
}
