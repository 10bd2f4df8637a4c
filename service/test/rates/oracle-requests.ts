import { inDays } from '../support/market.ts'
import { PRICE_LIST } from './oracle.ts'

/** Billable requests at random, from a seed that can be repeated. */

export interface RandomRequest {
  /** As in the price list. */
  path: '/shop' | '/ota' | '/award' | '/stay' | '/calendar' | '/compset' | '/compset/award'
  url: string
  chain: string
  body: { rates?: string } & Record<string, unknown>
}

export type Draw = (below: number) => number

/** Mulberry32: enough for a dice. */
export function createDraw(seed: number): Draw {
  let state = seed
  return (below) => {
    state = (state + 0x6d_2b_79_f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

const SOURCES = Object.keys(PRICE_LIST)
const CHAINS = SOURCES.slice(0, 11)
const AGENCIES = SOURCES.slice(11, 16)
const AWARDING = SOURCES.filter((id) => PRICE_LIST[id]?.points)
const WITH_EXTRA = SOURCES.filter((id) => (PRICE_LIST[id]?.member ?? 0) > 0)
const TEST_HOTELS = [
  'DROPS',
  'FLAPS',
  'AWARDFLAP',
  'SOLDOUT',
  'CLOSED',
  'MINLOS3',
  'UNKNOWN',
  'BROKEN',
  'REFUSED',
]
const PATHS: RandomRequest['path'][] = [
  '/shop',
  '/shop',
  '/ota',
  '/award',
  '/stay',
  '/calendar',
  '/compset',
  '/compset',
  '/compset/award',
]

/** `examples` are hotels that each source can be asked for beside the test hotels. */
export function randomRequest(draw: Draw, examples: Readonly<Record<string, string[]>>): RandomRequest {
  const pick = <T>(list: readonly T[]): T => list[draw(list.length)] as T
  const maybe = (inHowMany: number, value: () => object): object => (draw(inHowMany) === 0 ? value() : {})
  const hotelOf = (source: string): string =>
    pick([...(examples[source] ?? []), ...(examples[source] ?? []), ...TEST_HOTELS])
  // Few nights, so that many requests meet what an earlier one left behind.
  const night = () => inDays(30 + draw(4))
  const common = {
    ...maybe(6, () => ({ adults: 1 + draw(3), children: draw(2) })),
    ...maybe(8, () => ({ rooms: 1 + draw(2) })),
    ...maybe(6, () => ({ currency: pick(['EUR', 'JPY', 'GBP']) })),
    ...maybe(4, () => ({ max_age: pick([0, 1, 60, 604_800]) })),
  }
  const oneHotel = (chain: string) => ({
    chain,
    body: { chain, hotel_code: hotelOf(chain), checkin: night(), ...common },
  })
  const path = pick(PATHS)
  switch (path) {
    case '/shop': {
      const { chain, body } = oneHotel(pick(SOURCES))
      return { path, url: path, chain, body: { ...body, ...maybe(2, () => ({ los: 1 + draw(3) })) } }
    }
    case '/ota': {
      const source = pick(AGENCIES)
      const { chain: _chain, ...body } = oneHotel(source).body
      const raw = maybe(3, () => ({ raw: true }))
      return { path, url: `/ota/${source}/shop`, chain: source, body: { ...body, ...raw } }
    }
    case '/award':
      // Also chains without points: those are refused, and free.
      return { path, url: path, ...oneHotel(draw(3) === 0 ? pick(CHAINS) : pick(AWARDING)) }
    case '/stay': {
      const { chain, body } = oneHotel(pick(SOURCES))
      return { path, url: path, chain, body: { ...body, los: 2 + draw(3) } }
    }
    case '/calendar': {
      const { chain, body } = oneHotel(pick(SOURCES))
      const { checkin: _checkin, ...rest } = body
      const first = 30 + draw(3)
      return {
        path,
        url: path,
        chain,
        body: { ...rest, nights: { from: inDays(first), to: inDays(first + draw(4)) } },
      }
    }
    case '/compset':
    case '/compset/award': {
      const member = draw(2) === 0
      // At most one chain with an extra: with two, their prices could not be told apart.
      const extra = pick(WITH_EXTRA)
      const pool = [...SOURCES.filter((id) => !WITH_EXTRA.includes(id)), extra, extra, extra]
      const hotels = new Map<string, { chain: string; hotel_code: string }>()
      for (let count = 1 + draw(7); count > 0; count -= 1) {
        const chain = pick(pool)
        const hotel = { chain, hotel_code: hotelOf(chain) }
        hotels.set(`${hotel.chain}/${hotel.hotel_code}`, hotel)
      }
      const rates = member ? { rates: 'member' } : {}
      return {
        path,
        url: path,
        chain: extra,
        body: { hotels: [...hotels.values()], checkin: night(), ...rates, ...common },
      }
    }
  }
}
