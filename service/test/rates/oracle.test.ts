import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { readLine } from '../support/billed.ts'
import { get, post } from '../support/client.ts'
import { type Market, openMarket } from '../support/market.ts'
import { PRICE_LIST, priceInMilli } from './oracle.ts'
import { createDraw, type RandomRequest, randomRequest } from './oracle-requests.ts'

const REQUESTS = Number(process.env['ORACLE_REQUESTS'] ?? 200)
const SEED = Number(process.env['ORACLE_SEED'] ?? 20_261_115)
const AT_ONCE = 8

let market: Market
let account: TestAccount
let examples: Record<string, string[]>

beforeAll(async () => {
  market = await openMarket({ processes: 2 })
  account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
  const { chains } = (await get(market.url, '/v1/chains', account.key)).body as {
    chains: { id: string; examples: string[] }[]
  }
  examples = Object.fromEntries(chains.map((chain) => [chain.id, chain.examples]))
})

afterAll(() => market.stop())

test('the price list of GET /chains is the published one', async () => {
  const { chains } = (await get(market.url, '/v1/chains', account.key)).body as {
    chains: Record<string, unknown>[]
  }
  expect(chains).toHaveLength(17)
  for (const chain of chains) {
    const weights = PRICE_LIST[String(chain['id'])]
    expect(chain).toMatchObject({
      shop_credits: (weights?.shop ?? 0) / 1000,
      compset_hotel_credits: (weights?.compset ?? 0) / 1000,
      compset_extras: { member: (weights?.member ?? 0) / 1000 },
      calendar_night_credits: (weights?.night ?? 0) / 1000,
      award_points: weights?.points,
    })
  }
})

test(`header, usage line and an independent oracle agree on ${REQUESTS} random requests`, {
  timeout: 60_000 + REQUESTS * 200,
}, async () => {
  const draw = createDraw(SEED)
  const { pool } = market.database
  let asked = 0
  let charged = 0
  const seen: Record<string, number> = {}
  const wrong: unknown[] = []

  const checkOne = async (request: RandomRequest, url: string) => {
    const answer = await post(url, `/v1${request.url}`, account.key, request.body)
    const line = await readLine(pool, account, answer)
    const counts = line ?? { live: 0, cached: 0, free: 0 }
    const oracle = priceInMilli(request, answer, counts) / 1000
    const found = { header: answer.charged, line: line?.credits ?? 0, oracle }
    if (found.header !== oracle || found.line !== oracle) {
      wrong.push({ request, found, counts, body: answer.body })
    }
    if (line) charged += 1
    for (const mark of [request.path, String(answer.status), ...kindsOf(counts)])
      seen[mark] = (seen[mark] ?? 0) + 1
  }
  const worker = async (index: number) => {
    while (asked < REQUESTS) {
      asked += 1
      await checkOne(randomRequest(draw, examples), market.apis[index % 2]?.url ?? market.url)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => worker(index)))

  expect({ seed: SEED, wrong: wrong.slice(0, 3) }).toEqual({ seed: SEED, wrong: [] })
  // It proves nothing about what it did not meet.
  const paths = ['/shop', '/ota', '/award', '/stay', '/calendar', '/compset', '/compset/award']
  expect(paths.filter((path) => (seen[path] ?? 0) <= REQUESTS / 30)).toEqual([])
  const marks = ['200', '404', '503', '400', 'live', 'cached', 'mixed', 'free']
  expect(marks.filter((mark) => !seen[mark])).toEqual([])

  const books = await readBooks(pool, account.no)
  expect(books).toMatchObject({
    held: 0,
    holds: 0,
    lineCount: charged,
    lines: books.used,
    keys: books.used,
  })
})

function kindsOf({ live, cached, free }: { live: number; cached: number; free: number }): string[] {
  return [
    ...(live > 0 ? ['live'] : []),
    ...(cached > 0 ? ['cached'] : []),
    ...(live > 0 && cached > 0 ? ['mixed'] : []),
    ...(free > 0 ? ['free'] : []),
  ]
}
