import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool, type Pool } from '../../src/db/pool.ts'
import { newAccount } from '../support/accounts.ts'
import { call, get } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { type ApiProcess, startApi, startWorker } from '../support/processes.ts'
import { until } from '../support/until.ts'

interface Table {
  base: string
  date: string | null
  source: string | null
  rates: Record<string, number>
}
const tableOf = async (url: string, key: string, query = '') =>
  (await get(url, `/v1/fx${query}`, key)).body as Table

describe('the rates of the sandbox', () => {
  let market: Market
  let key: string
  beforeAll(async () => {
    market = await openMarket({ workers: 2, pastRates: true })
    key = (await newAccount(market.database.pool, 'pro')).key
    await until(async () => Object.keys((await tableOf(market.url, key)).rates).length > 100)
  })
  afterAll(() => market.stop())

  it('are read at the start by one of the workers, and served free of charge', async () => {
    const answer = await get(market.url, '/v1/fx?base=EUR', key)
    expect(answer.status).toBe(200)
    expect(answer.charged).toBe(0)
    const { base, source, rates } = answer.body as Table
    expect({ base, source }).toEqual({ base: 'EUR', source: 'Sandbox Central Bank + extra' })
    expect(rates).toMatchObject({ USD: expect.any(Number), GBP: expect.any(Number), ARS: expect.any(Number) })
    expect(rates).not.toHaveProperty('EUR')
    expect(await market.requests('fx')).toBe(1)
    expect(await market.requests('fx_extra')).toBe(1)
  })

  it('agree in every direction', async () => {
    const [dollars, pounds] = await Promise.all([
      tableOf(market.url, key),
      tableOf(market.url, key, '?base=GBP'),
    ])
    expect(dollars.base).toBe('USD')
    expect((dollars.rates['GBP'] ?? 0) * (pounds.rates['USD'] ?? 0)).toBeCloseTo(1, 8)
    expect((dollars.rates['ARS'] ?? 0) / (dollars.rates['GBP'] ?? 0)).toBeCloseTo(pounds.rates['ARS'] ?? 0, 4)
  })

  it('go back 400 days, and no further', async () => {
    expect(await tableOf(market.url, key, `?date=${inDays(-390)}`)).toMatchObject({
      rates: { EUR: expect.any(Number) },
    })
    expect(await tableOf(market.url, key, `?date=${inDays(-420)}`)).toEqual({
      base: 'USD',
      date: null,
      source: null,
      rates: {},
    })
  })

  it('are refused for what is no currency, and for what is no date', async () => {
    expect((await call(market.url, 'GET', '/v1/fx?base=XXQ', { key })).status).toBe(400)
    expect((await call(market.url, 'GET', '/v1/fx?date=2026-02-30', { key })).status).toBe(400)
  })
})

describe('a feed that fails', () => {
  let database: TestDatabase
  let pool: Pool
  let feed: Server
  let api: ApiProcess
  let worker: ApiProcess
  let key: string
  let body = ''
  let status = 200
  const today = inDays(0)
  const bank = (rates: Record<string, string>, day = today) =>
    `<gesmes:Envelope><Cube><Cube time='${day}'>${Object.entries(rates)
      .map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`)
      .join('')}</Cube></Cube></gesmes:Envelope>`

  /** Makes the feed due and waits until it was read. */
  async function readAgain(text: string, answered = 200): Promise<void> {
    body = text
    status = answered
    await pool.query("update fx_feeds set due_at = now() - interval '1 second', failures = 0")
    await until(async () => {
      const { rows } = await pool.query<{ done: boolean }>(
        "select bool_and(due_at > now() + interval '3 hours' or failures > 0) as done from fx_feeds",
      )
      return rows[0]?.done ?? false
    })
  }
  const stored = async () => (await pool.query('select day::text, rates from fx_tables order by day')).rows

  beforeAll(async () => {
    feed = createServer((_, answer) => answer.writeHead(status).end(body))
    await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve))
    database = await createTestDatabase()
    pool = createPool({ url: database.url, max: 2, name: 'fx test', onIdleError: () => {} })
    key = (await newAccount(database.pool, 'pro')).key
    body = bank({ USD: '1.1', GBP: '0.85' }, inDays(-1))
    const env = { FX_URL: `http://127.0.0.1:${(feed.address() as AddressInfo).port}/daily.xml` }
    ;[api, worker] = await Promise.all([startApi(database.url, env), startWorker(database.url, env)])
    await until(async () => (await tableOf(api.url, key)).date === inDays(-1))
  })
  afterAll(async () => {
    await Promise.all([api.stop('SIGKILL'), worker.stop()])
    await pool.end()
    feed.close()
    await database.drop()
  })

  it.each([
    ['is away', '', 503],
    ['is malformed', bank({ USD: '1.2', GBP: '0.86' }).slice(0, -30), 200],
    ['is an error page', '<html>Sorry</html>', 200],
    ['has a zero rate', bank({ USD: '1.2', GBP: '0' }), 200],
    ['is of tomorrow', bank({ USD: '1.2', GBP: '0.86' }, inDays(1)), 200],
    [
      'has a currency twice',
      bank({ USD: '1.2' }).replace('</Cube>', "<Cube currency='USD' rate='1.3'/></Cube>"),
      200,
    ],
    ['has a misplaced point', bank({ USD: '12', GBP: '0.86' }), 200],
  ])('changes nothing if it %s, and is read again soon', async (_, text, answered) => {
    const before = await stored()
    await readAgain(text, answered)
    expect(await stored()).toEqual(before)
    const { rows } = await pool.query<{ soon: boolean }>(
      "select failures = 1 and due_at < now() + interval '3 minutes' as soon from fx_feeds",
    )
    expect(rows).toEqual([{ soon: true }])
    expect((await tableOf(api.url, key, '?base=EUR')).rates).toEqual({ USD: 1.1, GBP: 0.85 })
  })

  it('serves a currency that is missing today with its rate of the last days', async () => {
    await readAgain(bank({ USD: '1.2' }))
    await until(async () => (await tableOf(api.url, key, '?base=EUR')).rates['USD'] === 1.2)
    expect(await tableOf(api.url, key, '?base=EUR')).toMatchObject({
      date: today,
      rates: { USD: 1.2, GBP: 0.85 },
    })
  })

  it('does not change a rate that was published, but adds a currency to its day', async () => {
    await readAgain(bank({ USD: '1.25', SEK: '11' }))
    await until(async () => (await tableOf(api.url, key, '?base=EUR')).rates['SEK'] === 11)
    expect((await tableOf(api.url, key, '?base=EUR')).rates).toEqual({ USD: 1.2, GBP: 0.85, SEK: 11 })
  })

  it('has no rates any more when the last ones are more than seven days old', async () => {
    expect((await tableOf(api.url, key, `?date=${inDays(7)}&base=EUR`)).rates).toMatchObject({ USD: 1.2 })
    expect((await tableOf(api.url, key, `?date=${inDays(8)}`)).rates).toEqual({})
  })
})
