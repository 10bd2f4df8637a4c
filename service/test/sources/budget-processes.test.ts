import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVisitor, PASSWORD } from '../../../dashboard/test/support/visitor.ts'
import { setOperator } from '../../src/accounts/store.ts'
import { readBundled } from '../../src/sources/catalog/entries.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { type Answer, errorOf, get, post } from '../support/client.ts'
import { ordinaryHotels } from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'

/** The long form: 3 API processes and 2 workers, 50 clients, a budget of 1,000. */
const IS_LONG = process.env['LONG_BUDGET'] === '1'
const BUDGET = IS_LONG ? 1000 : 100
const CLIENTS = IS_LONG ? 50 : 6
const SIZE = IS_LONG ? { processes: 3, workers: 2 } : { processes: 2, workers: 2 }
const LEASE = 64
const DEAD = 2
const SOURCE = 'castellan'
/** Without the reserve. */
const UNRESERVED = BUDGET * 0.8

const folder = mkdtempSync(join(tmpdir(), 'budget-'))
let market: Market
let account: TestAccount

beforeAll(async () => {
  const entry = readBundled().find(({ id }) => id === SOURCE)
  const price_per_request = { amount: 0.0025, currency: 'EUR' }
  const file = join(folder, 'sources.json')
  const budget = { requests_per_month: BUDGET, price_per_request }
  writeFileSync(file, JSON.stringify({ sources: [{ ...entry, budget }] }))
  market = await openMarket({
    ...SIZE,
    env: { SOURCES_FILE: file, DIRECTORY_SYNC: 'daily', ALLOW_PRIVATE_WEBHOOKS: 'true' },
  })
  account = await newAccount(market.database.pool, 'pro', { credits: 1_000_000, rps: 1_000_000 })
})
afterAll(async () => {
  await market.stop()
  rmSync(folder, { recursive: true })
})

let asked = 0

/** A stay that was not asked for before. */
function shop(url: string): Promise<Answer> {
  asked += 1
  const [hotel] = ordinaryHotels(SOURCE, 1)
  const body = { ...hotel, checkin: inDays(10 + (asked % 400)), los: 1 + Math.floor(asked / 400), max_age: 0 }
  return post(url, '/v1/shop', account.key, body)
}

async function spent() {
  const { rows } = await market.database.pool.query<{ purpose: string; requests: number }>(
    'select purpose, sum(requests)::int as requests from source_spending where source = $1 group by 1',
    [SOURCE],
  )
  return Object.fromEntries(rows.map(({ purpose, requests }) => [purpose, requests]))
}

/** What requests to the source cost. */
const euros = (requests: number) => ({ amount: (requests * 2500) / 1_000_000, currency: 'EUR' })

const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0)

test(
  'a budget holds for all processes together, also if some die, and people get what is reserved for them',
  async () => {
    const [api, dying] = market.apis as [(typeof market.apis)[0], (typeof market.apis)[0]]
    // The directory comes first, and goes on while others ask.
    await until(async () => (await market.requests(SOURCE)) > 0)
    const hotels = ordinaryHotels(SOURCE, BUDGET / 25)
    const nights = { from: inDays(420), to: inDays(450) }
    const created = await post(api.url, '/v1/watches', account.key, {
      ...hotels[0],
      nights: { from: inDays(30), to: inDays(59) },
      condition: 'available',
      refresh_sec: 900,
      webhook_url: 'http://127.0.0.1:9/',
    })
    expect(created).toMatchObject({
      status: 201,
      body: {
        upstream: { requests: 30, cost: euros(30), per_month: { requests: 86_400, cost: euros(86_400) } },
      },
    })
    const job = await post(api.url, '/v1/export', account.key, { hotels, nights, kind: 'award' })
    const cells = hotels.length * 31
    expect(job).toMatchObject({
      status: 202,
      body: { job: { upstream: { requests: cells, cost: euros(cells) } } },
    })

    // The first people ask while watches, a job and the directory are at work. One process of each kind dies.
    await Promise.all(Array.from({ length: BUDGET / 20 }, () => shop(api.url)))
    await until(async () => (await market.requests(SOURCE)) > BUDGET / 3)
    await Promise.all([market.workers[0]?.stop('SIGKILL'), shop(dying.url).then(() => dying.stop('SIGKILL'))])
    const { id } = (job.body as { job: { id: string } }).job
    await until(async () => {
      const { status } = (await get(api.url, `/v1/jobs/${id}`, account.key)).body as { status: string }
      return status === 'done' || status === 'failed'
    }, 180_000)
    const beforePeople = await market.requests(SOURCE)
    // The first people, the hotel that was looked up for the watch, and the call to the dying process.
    expect(beforePeople).toBeLessThanOrEqual(UNRESERVED + BUDGET / 20 + 2)

    // Now everybody asks until nothing is left.
    const alive = market.apis.filter((each) => each !== dying)
    const ended = await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const url = alive[client % alive.length]?.url ?? api.url
        let served = 0
        for (;;) {
          const answer = await shop(url)
          if (answer.status !== 200) return { served, refused: answer }
          served += 1
        }
      }),
    )
    const servedLast = ended.reduce((sum, { served }) => sum + served, 0)
    const total = await market.requests(SOURCE)
    expect(total).toBeLessThanOrEqual(BUDGET)
    expect(total).toBeGreaterThanOrEqual(BUDGET - DEAD * LEASE)
    expect(servedLast).toBeGreaterThanOrEqual(BUDGET * 0.2 - DEAD * LEASE)
    for (const { refused } of ended) {
      expect(refused).toMatchObject({ status: 503, charged: 0 })
      expect(errorOf(refused)).toMatchObject({ code: 'source_unavailable', chain: SOURCE })
      expect(errorOf(refused).message).toContain("the operator's budget for this source is used up until")
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }

    // What was sent is written down, except what died with its process; that counts all the same.
    await until(async () => total - sumOf(await spent()) <= DEAD * LEASE)
    const counts = await spent()
    const unwaited = (counts['watch'] ?? 0) + (counts['job'] ?? 0) + (counts['directory'] ?? 0)
    expect(sumOf(counts)).toBeLessThanOrEqual(total)
    expect(unwaited).toBeLessThanOrEqual(UNRESERVED)
    expect(counts['shop']).toBeGreaterThanOrEqual(servedLast)
    // It is not the source that fails.
    const status = (await get(api.url, '/status.json')).body as { sources: { id: string; status: string }[] }
    expect(status.sources.find((source) => source.id === SOURCE)?.status).toBe('up')
    if (IS_LONG) process.stdout.write(`${JSON.stringify({ total, beforePeople, servedLast, counts })}\n`)
  },
  IS_LONG ? 600_000 : 120_000,
)

test('quotes and schedules say beforehand how many requests they take and what those cost', async () => {
  const { key } = account
  const hotels = ordinaryHotels(SOURCE, 2)
  const ask = { hotels, nights: { from: inDays(200), to: inDays(202) }, max_age: 0 }
  const quoted = await post(market.url, '/v1/matrix', key, { ...ask, dry_run: true })
  expect(quoted.body).toMatchObject({ quote: { live: 6, upstream: { requests: 6, cost: euros(6) } } })
  const mixed = { ...ask, hotels: [...hotels, ...ordinaryHotels('aurelia', 11)], dry_run: true }
  // Two batches a night, each with a second request for member rates.
  expect((await post(market.url, '/v1/matrix', key, mixed)).body).toMatchObject({
    quote: { upstream: { requests: 6 + 12, cost: null } },
  })
  const schedule = await post(market.url, '/v1/schedules', key, {
    name: 'Every Monday and Friday',
    ask: 'matrix',
    body: { hotels, nights: { from: '+1d', to: '+10d' } },
    every: 'week',
    on: ['mon', 'fri'],
    timezone: 'Europe/London',
    max_credits: 100,
  })
  const upstream = { requests: 20, cost: euros(20), per_month: { requests: 171 } }
  expect(schedule).toMatchObject({ status: 201, body: { upstream } })
  const { schedules } = (await get(market.url, '/v1/schedules', key)).body as { schedules: object[] }
  expect(schedules).toMatchObject([{ upstream }])
})

test('only an operator reads what was spent, by day and purpose, with the forecast of the month', async () => {
  const visitor = openVisitor(market.url)
  const read = async (query = '') => visitor.call('GET', `/operator/spending${query}`)
  await visitor.call('POST', '/sign-up', { body: { email: 'spender@example.com', password: PASSWORD } })
  expect((await read()).status).toBe(403)
  const { account: own } = (await visitor.call('GET', '/session')).body as { account: { id: string } }
  await setOperator(market.database.pool, own.id, true)

  const { days, sources } = (await read()).body as unknown as {
    days: {
      day: string
      source: string
      purpose: string
      requests: number
      amount: number
      currency: string
    }[]
    sources: { source: string; month: Record<string, unknown> }[]
  }
  const ofShops = days.find(({ source, purpose }) => source === SOURCE && purpose === 'shop')
  const requests = ofShops?.requests ?? 0
  expect(ofShops).toEqual({
    day: inDays(0),
    source: SOURCE,
    purpose: 'shop',
    requests,
    amount: (requests * 2500) / 1_000_000,
    currency: 'EUR',
  })
  expect(days.every(({ source, currency }) => (source === SOURCE) === (currency === 'EUR'))).toBe(true)
  const castellan = sources.find(({ source }) => source === SOURCE)
  expect(castellan).toMatchObject({
    price_per_request: { amount: 0.0025, currency: 'EUR' },
    reserve_pct: 20,
    month: { used: BUDGET, limit: BUDGET, currency: 'EUR' },
  })
  expect(castellan?.month['forecast']).toBeGreaterThanOrEqual(BUDGET)

  expect((await read('?from=2027-01-02&to=2027-01-01')).body).toMatchObject({
    error: { message: '`from` must not be after `to`.' },
  })
  expect((await read('?from=2026-02-30')).status).toBe(400)
  expect((await read('?from=2020-01-01&to=2021-01-01')).status).toBe(400)
})

test('workers report how much of a budget is used, and every process what it has sent', async () => {
  const metricsOf = async (role: { opsPort: number } | undefined) =>
    (await fetch(`http://127.0.0.1:${role?.opsPort}/metrics`)).text()
  expect(await metricsOf(market.workers[1])).toContain(
    `vacancy_source_budget_used_ratio{source="${SOURCE}",role="worker"} 1`,
  )
  expect(await metricsOf(market.apis[0])).toContain(
    `vacancy_source_requests_total{source="${SOURCE}",purpose="shop",role="api"}`,
  )
})
