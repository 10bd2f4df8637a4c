import type { CalendarBody, CompsetBody, Fresh, Row, ShopBody, StayBody } from '../support/answers.ts'
import type { Answer } from '../support/client.ts'

/**
 * The price list once more, from the published table and not from the service's code: what an answer must have cost,
 * told from the request and from the marks in the answer alone. In thousandths of a credit.
 */
interface Weights {
  shop: number
  compset: number
  member: number
  night: number
  points: boolean
}

const row = (shop: number, compset: number, member: number, night: number, points: boolean): Weights => ({
  shop,
  compset,
  member,
  night,
  points,
})

export const PRICE_LIST: Readonly<Record<string, Weights>> = {
  aurelia: row(1000, 200, 0, 100, true),
  brightwater: row(1000, 200, 100, 100, true),
  castellan: row(1000, 1000, 0, 1000, true),
  dunmore: row(2000, 500, 500, 2000, true),
  evergrand: row(1000, 200, 0, 100, true),
  foxhollow: row(3000, 3000, 0, 3000, true),
  glasshouse: row(1000, 300, 0, 1000, false),
  harborline: row(1000, 200, 200, 100, true),
  ivyrow: row(1000, 500, 0, 1000, false),
  juniper: row(1000, 300, 0, 1000, false),
  kestrel: row(1000, 200, 0, 100, false),
  lodgista: row(2000, 500, 0, 2000, false),
  mapleroom: row(2000, 500, 0, 2000, false),
  nightdeal: row(2000, 500, 0, 2000, false),
  ostello: row(2000, 500, 0, 2000, false),
  pillowfare: row(2000, 2000, 0, 2000, false),
  google_hotels: row(1000, 1000, 0, 1000, false),
}

export interface Counts {
  live: number
  cached: number
  free: number
}

export interface Asked {
  path: string
  chain: string
  body: { rates?: string }
}

/**
 * `counts` is what the usage line says it was made of. It is needed for one thing that no answer shows: whether the member
 * rate beside a cached row was asked for now.
 */
export function priceInMilli(asked: Asked, answer: Answer, counts: Counts): number {
  if (answer.status !== 200) return 0
  const weights = weightsOf(asked.chain)
  switch (asked.path) {
    case '/stay': {
      const body = answer.body as StayBody
      return at(weights.shop, body) + sum(body.nights.map((night) => at(weights.night, night)))
    }
    case '/calendar':
      return sum((answer.body as CalendarBody).nights.map((night) => at(weights.shop, night)))
    case '/compset':
      return floored(compsetPrice(asked, answer.body as CompsetBody, counts), answer.body as CompsetBody)
    case '/compset/award': {
      const body = answer.body as CompsetBody
      return floored(sum(body.hotels.map((hotel) => at(weightsOf(hotel.chain).compset, hotel))), body)
    }
    default:
      return at(weights.shop, answer.body as ShopBody)
  }
}

function weightsOf(chain: string): Weights {
  const weights = PRICE_LIST[chain]
  if (!weights) throw new Error(`${chain} is not in the price list`)
  return weights
}

/** Live in full, cached at a quarter; what has an error, or is an empty row, has no mark at all. */
function at(price: number, part: Pick<Fresh, 'cached'> & Partial<Row>): number {
  if (part.cached === null) return 0
  return part.cached ? price / 4 : price
}

function compsetPrice({ body }: Asked, { hotels }: CompsetBody, counts: Counts): number {
  const rows = sum(hotels.map((hotel) => at(weightsOf(hotel.chain).compset, hotel)))
  if (body.rates !== 'member') return rows
  const withExtra = hotels.filter(
    (hotel) => hotel.status === 'available' && weightsOf(hotel.chain).member > 0,
  )
  const prices = new Set(withExtra.map((hotel) => weightsOf(hotel.chain).member))
  if (prices.size > 1) throw new Error('two prices of extras in one request cannot be told apart')
  const [price = 0] = prices
  const liveRows = hotels.filter(({ cached }) => cached === false).length
  const liveExtras = counts.live - liveRows
  const extrasOfLiveRows = withExtra.filter(({ cached }) => cached === false).length
  if (liveExtras < extrasOfLiveRows || liveExtras > withExtra.length) {
    throw new Error(`${liveExtras} live extras, ${extrasOfLiveRows} to ${withExtra.length} can be`)
  }
  return rows + liveExtras * price + ((withExtra.length - liveExtras) * price) / 4
}

function floored(price: number, { hotels }: CompsetBody): number {
  return hotels.some(({ cached }) => cached !== null) ? Math.max(1000, price) : 0
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
