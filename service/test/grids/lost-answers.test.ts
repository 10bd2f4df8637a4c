import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { get, post } from '../support/client.ts'
import { type CuttingProxy, openCuttingProxy } from '../support/cutting-proxy.ts'
import { cancel, ended, expectExactBooks, of, queue, readJob } from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { type ApiProcess, startApi, startWorker } from '../support/processes.ts'
import { until } from '../support/until.ts'

let market: Market
let proxy: CuttingProxy
let worker: ApiProcess
let account: TestAccount

const nights = (from: number, count: number) => ({ from: inDays(from), to: inDays(from + count - 1) })

beforeAll(async () => {
  market = await openMarket()
  proxy = await openCuttingProxy(market.database.url)
  worker = await startWorker(proxy.url, { ...market.sandbox.environment, ALLOW_PRIVATE_WEBHOOKS: 'loopback' })
  account = await newAccount(market.database.pool, 'scale', { rps: 1_000_000 })
})
afterAll(async () => {
  await worker.stop()
  await proxy.stop()
  await market.stop()
})

test('a claim whose answer is lost is given back: the job ends, though its worker lives on', async () => {
  proxy.cutNextAnswerTo('tasks_claim')
  const job = await queue(market.url, account.key, {
    hotels: of('castellan', ['UNDERCUT']),
    nights: nights(30, 4),
  })
  const end = await ended(market.url, account.key, job.id)
  expect(proxy.cuts()).toBe(1)
  expect(end).toMatchObject({ status: 'done', cells_done: 4, credits_spent: 4 })
  await expectExactBooks(market.database.pool, account)
})

test('if the reply to a commit is lost, the client is not told that no job was made', async () => {
  const api = await startApi(proxy.url, { ...market.sandbox.environment, ALLOW_PRIVATE_WEBHOOKS: 'loopback' })
  const other = await newAccount(market.database.pool, 'scale', { rps: 1_000_000 })
  const count = async (path: string, list: string) => {
    const { body } = await get(market.url, path, other.key)
    return (body as Record<string, unknown[]>)[list]?.length
  }
  try {
    proxy.cutNextCommitAfter('insert into jobs')
    const body = { hotels: of('castellan', ['UNDERCUT']), nights: nights(50, 2) }
    await expect(post(api.url, '/v1/matrix', other.key, body)).rejects.toThrow('other side closed')
    expect(await count('/v1/jobs', 'jobs')).toBe(1)

    proxy.cutNextCommitAfter('insert into watches')
    const watch = {
      chain: 'castellan',
      hotel_code: 'SOLDOUT',
      nights: nights(50, 1),
      condition: 'any',
      webhook_url: 'http://127.0.0.1:9/',
    }
    await expect(post(api.url, '/v1/watches', other.key, watch)).rejects.toThrow('other side closed')
    expect(await count('/v1/watches', 'watches')).toBe(1)
  } finally {
    await api.stop('SIGKILL')
  }
})

test('tasks of a canceled job that come back from a dead worker are dropped, not done', async () => {
  const { pool } = market.database
  await market.sandbox.control('/sources/glasshouse', { latencyMs: 60_000 })
  const job = await queue(market.url, account.key, {
    hotels: of('glasshouse', ['UNDERCUT', 'SOLDOUT']),
    nights: nights(30, 30),
  })
  await until(async () => (await readJob(market.url, account.key, job.id)).status === 'running')
  await worker.stop('SIGKILL')
  await cancel(market.url, account.key, job.id)
  await market.sandbox.control('/reset', {})
  const before = await market.requests('glasshouse')
  worker = await startWorker(proxy.url, market.sandbox.environment)
  const end = await ended(market.url, account.key, job.id)
  expect(end).toMatchObject({ status: 'canceled', cells_done: 0, credits_spent: 0 })
  expect(await market.requests('glasshouse')).toBe(before)
  expect((await readBooks(pool, account.no)).held).toBe(0)
  await expectExactBooks(pool, account)
})
