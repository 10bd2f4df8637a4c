import { setTimeout as wait } from 'node:timers/promises'
import { PRICE_LIST } from '../../service/test/rates/oracle.ts'
import { inDays } from '../../service/test/support/market.ts'
import type { Chance } from './chance.ts'
import type { Town } from './town.ts'

/** The outcome of one call. Unknown: the connection broke, so it may have been charged or not. */
export interface Outcome {
  requestId: string
  account: number
  endpoint: string
  fair: FairPrices
  result: Result | 'unknown'
}

export interface Result {
  status: number
  charged: number
  job: boolean
  /** The stored answer of an earlier attempt of the same request. */
  isReplay: boolean
}

/** What a usage line says was sold. */
export interface Sold {
  live: number
  cached: number
}

/** The possible prices by the published price list, in milli-credits; empty if the combination is impossible. */
export type FairPrices = (sold: Sold) => readonly number[]

export interface Customer {
  no: number
  key: string
}

interface Call {
  endpoint: string
  path: string
  fair: FairPrices
  body: unknown
}

const HOTELS = ['UNDERCUT', 'SOLDOUT', 'CLOSED', 'MINLOS3'] as const
const CHAINS = ['aurelia', 'castellan', 'harborline', 'glasshouse'] as const
const CREDIT = 1000

function callOf(chance: Chance): Call {
  const chain = chance.pick(CHAINS)
  const { shop = 0, compset = 0, night = 0 } = PRICE_LIST[chain] ?? {}
  const checkin = inDays(20 + chance.below(12))
  const stay = { chain, hotel_code: chance.pick(HOTELS), checkin }
  switch (chance.below(8)) {
    case 0:
      return {
        endpoint: 'compset',
        path: '/compset',
        fair: (sold) => upTo(HOTELS.length, sold, compset).map((price) => Math.max(price, CREDIT)),
        body: { chain, hotel_codes: HOTELS, checkin },
      }
    case 1:
      return { endpoint: 'stay', path: '/stay', fair: stayOf(3, shop, night), body: { ...stay, los: 3 } }
    case 2:
      return {
        endpoint: 'matrix',
        path: '/matrix',
        fair: (sold) => upTo(HOTELS.length * 2, sold, compset),
        body: { chain, hotel_codes: HOTELS, nights: { from: checkin, to: checkin }, los: [1, 2] },
      }
    case 3:
      return {
        endpoint: 'hotels',
        path: '/hotels?q=Lisbon&chains=aurelia,evergrand',
        fair: (sold) => upTo(2, sold, CREDIT),
        body: null,
      }
    default:
      return {
        endpoint: 'shop',
        path: '/shop',
        fair: (sold) => upTo(1, sold, shop),
        body: { ...stay, max_age: chance.below(2) * 3600 },
      }
  }
}

/** Up to this many items of one price. */
function upTo(count: number, { live, cached }: Sold, price: number): number[] {
  return live + cached <= count ? [live * price + (cached * price) / 4] : []
}

/** The whole stay was sold, live or cached, and each available night. */
function stayOf(nights: number, shop: number, night: number): FairPrices {
  return ({ live, cached }) => [
    ...(live > 0 ? upTo(nights, { live: live - 1, cached }, night).map((rest) => rest + shop) : []),
    ...(cached > 0 ? upTo(nights, { live, cached: cached - 1 }, night).map((rest) => rest + shop / 4) : []),
  ]
}

/** The longest pause of a client between two calls. */
const THINK_MS = 600
/** The number of retries and their delay, for requests that may be repeated. */
const MOST_TRIES = 40
const AGAIN_MS = 1500

/** Makes calls one after another to any running process, like a client behind a load balancer. */
export async function keepCalling(
  town: Town,
  name: string,
  customer: Customer,
  chance: Chance,
  stop: AbortSignal,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let turn = 0; !stop.aborted; turn += 1) {
    const call = callOf(chance)
    const requestId = `soak-${name}-${turn}`
    const isRepeatable = call.body !== null && chance.below(2) === 0
    const api = town.apis[chance.below(town.apis.length)]
    if (!api?.isUp()) {
      await wait(20)
      continue
    }
    const headers = {
      'x-api-key': customer.key,
      'x-request-id': requestId,
      ...(isRepeatable && { 'idempotency-key': requestId }),
    }
    const first = await ask(api.url(), call, headers)
    const result = isRepeatable && isOpen(first) ? await askAgain(town, chance, call, headers) : first
    const { endpoint, fair } = call
    outcomes.push({ requestId, account: customer.no, endpoint, fair, result })
    // The machine is small, and this check needs many calls, not high concurrency.
    await wait(chance.below(THINK_MS))
  }
  return outcomes
}

/** Retries until the outcome is known; with an idempotency key, it must be charged only once. */
async function askAgain(
  town: Town,
  chance: Chance,
  call: Call,
  headers: Record<string, string>,
): Promise<Outcome['result']> {
  for (let tries = 1; tries < MOST_TRIES; tries += 1) {
    await wait(AGAIN_MS)
    const api = town.apis[chance.below(town.apis.length)]
    const result = api?.isUp() ? await ask(api.url(), call, headers) : 'unknown'
    if (!isOpen(result)) return result
  }
  return 'unknown'
}

/** A 503 after an unknown outcome says nothing about the earlier attempts. */
function isOpen(result: Outcome['result']): boolean {
  return result === 'unknown' || result.status === 503
}

async function ask(url: string, call: Call, headers: Record<string, string>): Promise<Outcome['result']> {
  try {
    const answer = await fetch(`${url}/v1${call.path}`, {
      method: call.body === null ? 'GET' : 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      ...(call.body !== null && { body: JSON.stringify(call.body) }),
      signal: AbortSignal.timeout(60_000),
    })
    await answer.arrayBuffer()
    const charged = Math.round(Number(answer.headers.get('x-credits-charged')) * 1000)
    const isReplay = answer.headers.get('idempotent-replay') === 'true'
    return { status: answer.status, charged, job: answer.status === 202, isReplay }
  } catch {
    return 'unknown'
  }
}
