import { setTimeout as wait } from 'node:timers/promises'
import { readBooks, type TestAccount } from '../../service/test/support/accounts.ts'
import { inDays } from '../../service/test/support/market.ts'
import type { Chance } from './chance.ts'
import { persist } from './persist.ts'
import { failed, newCustomer, type Stage, type Verdict } from './stage.ts'

/** Enough for the hold of any single call that it tries, so that none is refused for its price alone. */
const CREDITS = 2000
const THINK_MS = 300
const HOTELS = ['UNDERCUT', 'SOLDOUT', 'CLOSED', 'MINLOS3'] as const
const CHAINS = ['aurelia', 'castellan', 'harborline'] as const

interface Try {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
}

/** T27: an account tries the free doors at random, and gets no figure that it has not paid for. */
export async function tryFreeDoors(stage: Stage): Promise<Verdict> {
  const { town, chance, stop } = stage
  const account = await newCustomer(town, CREDITS)
  const shown: string[] = []
  const faults: string[] = []
  let tries = 0
  while (!stop.aborted) {
    const one = tryOf(chance)
    const answer = await knock(stage, account, one)
    await wait(chance.below(THINK_MS))
    if (!answer) continue
    tries += 1
    const told = `${one.method} ${one.path} ${JSON.stringify(one.body ?? null)}: ${answer.text.slice(0, 300)}`
    if (answer.charged > 0) faults.push(`charged ${answer.charged}: ${told}`)
    if (FIGURE.test(answer.text)) shown.push(told)
  }
  const books = await persist(() => readBooks(town.pool, account.no))
  return {
    name: 'T27 free doors',
    told: `${tries} free calls, ${shown.length} of which showed a figure`,
    problems: [
      ...shown.map((told) => `a figure for nothing: ${told}`),
      ...faults,
      ...failed([
        [books.used === 0 && books.lines === 0, `the books say ${JSON.stringify(books)}`],
        [tries > 0, 'nothing was tried'],
      ]),
    ],
  }
}

/** A price in money or points, in any answer of the API or of a tool. */
const FIGURE =
  /"(lowest_)?(bar|member|points|cpp|price_per_night|bar_after_tax|best_cpp|median|cost)\\?":\s*[0-9]/

function tryOf(chance: Chance): Try {
  const chain = chance.pick(CHAINS)
  const checkin = inDays(20 + chance.below(12))
  const nights = { from: checkin, to: checkin }
  const hotels = CHAINS.map((of) => ({ chain: of, hotel_code: chance.pick(HOTELS) }))
  const wallet = { points: { aurelia: chance.below(200_000), castellan: chance.below(200_000) } }
  const free = chance.below(2) === 0 ? { dry_run: true } : { max_credits: 0 }
  const paid = (path: string, body: object): Try => ({ method: 'POST', path, body: { ...body, ...free } })
  const read = (path: string): Try => ({ method: 'GET', path })
  return chance.pick([
    paid('/v1/trip', { hotels, checkin, los: 1 + chance.below(3), wallet, fill: 'none' }),
    paid('/v1/award/search', {
      q: 'Lisbon',
      chains: ['aurelia'],
      nights,
      cert: '40k',
      max_top_up: chance.below(20_000),
      fill: 'none',
    }),
    paid('/v1/calendar/area', { q: 'Lisbon', chain: 'aurelia', nights, kind: 'award', fill: 'none' }),
    paid('/v1/matrix', { hotels, nights, as_of: new Date(Date.now() - 60_000).toISOString() }),
    paid('/v1/history', { ...hotels[0], nights }),
    paid('/v1/compset', { hotels, checkin, rates: 'member' }),
    paid('/v1/shop', { chain, hotel_code: chance.pick(HOTELS), checkin }),
    // Whatever is cached, a call that fails costs nothing and shows nothing.
    { method: 'POST', path: '/v1/shop', body: { chain, hotel_code: 'UNKNOWN', checkin } },
    {
      method: 'POST',
      path: '/mcp',
      body: toolCall('plan_trip', { hotels, checkin, los: 1, wallet, max_credits: 0 }),
    },
    read('/v1/events?limit=1000'),
    read('/v1/jobs?limit=1000'),
    read('/v1/usage'),
    read(`/v1/hotels/${chain}/UNDERCUT`),
    read(`/v1/jobs/job_${chance.below(1000)}/market`),
    read(`/v1/jobs/job_${chance.below(1000)}/export?format=parquet`),
  ])
}

function toolCall(name: string, args: object) {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
}

/** Null if the process went away: then nothing was said. */
async function knock({ town, chance }: Stage, { key }: TestAccount, { method, path, body }: Try) {
  const api = town.apis[chance.below(town.apis.length)]
  if (!api?.isUp()) return null
  try {
    const answer = await fetch(api.url() + path, {
      method,
      headers: {
        'x-api-key': key,
        accept: 'application/json, text/event-stream',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    return { text: await answer.text(), charged: Number(answer.headers.get('x-credits-charged') ?? 0) }
  } catch {
    return null
  }
}
