import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey, revokeKey } from '../../src/accounts/keys.ts'
import { fileBody } from '../../src/edge/body.ts'
import { createFreeWork } from '../../src/edge/free-work.ts'
import { served } from '../../src/edge/served.ts'
import { startSlices } from '../../src/kernel/event-loop.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { type Answer, errorOf, get, post } from '../support/client.ts'
import { download, ended, queue } from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'

let market: Market
let account: TestAccount
let other: TestAccount

const GRID = {
  chain: 'castellan',
  hotel_codes: ['UNDERCUT'],
  nights: { from: inDays(20), to: inDays(21) },
}

beforeAll(async () => {
  market = await openMarket({ workers: 1 })
  account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
  other = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
})
afterAll(() => market.stop())

/** While nobody can read the table, a call that needs it stays in flight. */
async function whileLocked(
  table: string,
  first: () => Promise<Answer>,
  act: () => Promise<void>,
  status = 200,
) {
  const { pool } = market.database
  const client = await pool.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  const held = first()
  try {
    await until(async () => {
      const { rows } = await pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rows.length > 0
    })
    await act()
  } finally {
    await client.query('rollback')
    client.release()
  }
  expect((await held).status).toBe(status)
}

test('an account has one large read or quote in flight, all kinds together; the next is told to wait', async () => {
  const { id } = await queue(market.url, account.key, GRID)
  await ended(market.url, account.key, id)
  const paths = ['market', 'export', 'export?format=parquet'].map((kind) => `/v1/jobs/${id}/${kind}`)
  const read = (path: string) => () => get(market.url, path, account.key)
  const quote = async ({ key }: TestAccount) =>
    post(market.url, '/v1/matrix', key, { ...GRID, kind: 'award', dry_run: true })
  await whileLocked('job_cells', read(paths[0] ?? ''), async () => {
    for (const refused of [await quote(account), ...(await Promise.all(paths.map((path) => read(path)())))]) {
      expect([refused.status, errorOf(refused).code]).toEqual([429, 'rate_limited'])
      expect(refused.headers['retry-after']).toBe('1')
    }
    // Small ones are answered: this one needs no cell.
    expect((await get(market.url, `/v1/jobs/${id}`, account.key)).status).toBe(200)
  })
  for (const path of paths) expect((await download(market.url, path, account.key)).status).toBe(200)
  await whileLocked(
    'cells',
    () => quote(account),
    async () => {
      expect((await quote(account)).status).toBe(429)
      expect((await get(market.url, '/v1/usage', other.key)).status).toBe(200)
    },
  )
  expect((await quote(account)).status).toBe(200)
})

test('an account may read four pages of events at the same time; who does not wait is refused twenty times a second', async () => {
  const page = () => get(market.url, '/v1/events?limit=1000', account.key)
  await whileLocked('events', page, async () => {
    const more = Array.from({ length: 3 }, page)
    let fifth = await page()
    const startedMs = performance.now()
    for (let again = 0; again < 4; again += 1) fifth = await page()
    expect(performance.now() - startedMs).toBeGreaterThan(4 * 45)
    expect([fifth.status, errorOf(fifth).code, fifth.headers['retry-after']]).toEqual([
      429,
      'rate_limited',
      '1',
    ])
    void Promise.allSettled(more)
  })
  expect((await page()).status).toBe(200)
})

test('a client that leaves during its file does not keep the account waiting', async () => {
  const nights = { from: inDays(25), to: inDays(26) }
  const { id } = await queue(market.url, other.key, { ...GRID, nights })
  await ended(market.url, other.key, id)
  const path = `/v1/jobs/${id}/export?format=parquet`
  for (let times = 0; times < 3; times += 1) {
    const gone = new AbortController()
    const left = fetch(market.url + path, { headers: { 'x-api-key': other.key }, signal: gone.signal })
    gone.abort()
    await expect(left).rejects.toThrow('aborted')
  }
  await until(async () => (await download(market.url, path, other.key)).status === 200)
})

test('a file that is not sent, because its key was revoked meanwhile, does not keep the account waiting', async () => {
  const { pool } = market.database
  const nights = { from: inDays(30), to: inDays(31) }
  const { id } = await queue(market.url, other.key, { ...GRID, nights })
  await ended(market.url, other.key, id)
  const path = `/v1/jobs/${id}/export?format=parquet`
  const revoked = await createKey(pool, other.id, 'revoked soon')
  await whileLocked(
    'jobs',
    () => get(market.url, path, revoked.key),
    async () => {
      await revokeKey(pool, revoked.id)
      await until(async () => (await get(market.url, '/v1/usage', revoked.key)).status === 401)
    },
    401,
  )
  expect((await download(market.url, path, other.key)).status).toBe(200)
})

test('somebody who reads a link of the account slowly takes nothing from its own reads', async () => {
  const { read, readLink, quote } = createFreeWork()
  const endless = new Readable({ read() {} })
  const slow = await readLink(1, async () => ({ status: 200, headers: {}, body: fileBody(() => endless) }), 1)
  const stream = slow.body.bytes() as Readable
  expect((await read(1, async () => served({}))).status).toBe(200)
  expect(await quote(1, async () => 'a quote')).toBe('a quote')
  await expect(readLink(1, async () => served({}), 1)).rejects.toMatchObject({ code: 'rate_limited' })
  stream.destroy()
  await until(async () => (await readLink(1, async () => served({}), 1).catch(() => null)) !== null)
})

/** Works for so long, in slices. */
async function workFor(ms: number): Promise<void> {
  const slices = startSlices()
  for (let worked = 0; worked < ms; worked += 1) {
    const end = performance.now() + 1
    while (performance.now() < end);
    await slices.pause()
  }
}

test('while others ask, free work rests for longer than it works; alone, it does not rest', async () => {
  const { quote, noteRequest } = createFreeWork()
  const took = async () => {
    const startedMs = performance.now()
    await quote(1, () => workFor(40))
    return performance.now() - startedMs
  }
  const aloneMs = Math.min(await took(), await took(), await took())
  const asking = setInterval(noteRequest, 5)
  noteRequest()
  const besideMs = await took()
  clearInterval(asking)
  expect(besideMs / aloneMs).toBeGreaterThan(2)
})

test('after a turn, others get the process before the next one; nobody waits for that with an answer', async () => {
  const { quote, noteRequest } = createFreeWork()
  const busy = async () => {
    const end = performance.now() + 10
    while (performance.now() < end);
    noteRequest()
    return performance.now()
  }
  noteRequest()
  const [first, second] = [quote(1, busy), quote(2, busy)]
  const firstDoneMs = await first
  expect(performance.now() - firstDoneMs).toBeLessThan(15)
  expect((await second) - firstDoneMs).toBeGreaterThan(35)
})
