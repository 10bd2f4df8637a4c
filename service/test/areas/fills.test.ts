import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, inTransaction } from '../../src/db/pool.ts'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { errorOf, post } from '../support/client.ts'
import { openCuttingProxy } from '../support/cutting-proxy.ts'
import { cancel, expectExactBooks, expectHeldInFull, type JobBody } from '../support/grids.ts'
import { inDays } from '../support/market.ts'
import { startApi } from '../support/processes.ts'
import { until } from '../support/until.ts'
import { type AreaMarket, openAreaMarket } from './area-market.ts'

interface Filling {
  job?: JobBody
  jobs?: JobBody[]
  not_filled?: { hotels: number; nights: number; chains: string[] }
}

const PARIS = { lat: 48.85341, lng: 2.3488 }
const NIGHTS = { from: inDays(30), to: inDays(31) }
const ENDPOINTS = [
  { path: '/area', body: { ...PARIS, chains: ['castellan', 'dunmore'], checkin: inDays(30) } },
  { path: '/calendar/area', body: { ...PARIS, chain: 'dunmore', nights: NIGHTS } },
  { path: '/award/search', body: { ...PARIS, chains: ['castellan', 'dunmore'], nights: NIGHTS } },
]
const BUDGETED = [
  ...ENDPOINTS,
  { path: '/trip', body: { ...PARIS, chains: ['castellan', 'dunmore'], checkin: inDays(30), los: 2 } },
]

let market: AreaMarket
let account: TestAccount

/** There are no workers, so every fill keeps running until the last test. */
beforeAll(async () => {
  market = await openAreaMarket({ workers: 0 })
  account = market.account
})
afterAll(() => market.stop())
afterEach(() => expectHeldInFull(market.database.pool, account))

function idsOf({ job, jobs }: Filling): string[] {
  return (jobs ?? (job ? [job] : [])).map(({ id }) => id)
}

async function jobCount(who = account): Promise<number> {
  const { rows } = await market.database.pool.query<{ count: number }>(
    'select count(*) as count from jobs where account = $1',
    [who.no],
  )
  return rows[0]?.count ?? 0
}

describe.each(ENDPOINTS)('while a fill of $path is running', ({ path, body }) => {
  test('asking again shows it, however the question is worded, and quotes no second one', async () => {
    const first = await market.ask<Filling>(path, body)
    const ids = idsOf(first.body)
    expect([first.status, ids.length]).toEqual([202, path === '/award/search' ? 2 : 1])
    const made = await jobCount()
    const again = await market.ask<Filling>(path, { ...body, max_age: 7200 })
    expect([again.status, idsOf(again.body)]).toEqual([202, ids])
    expect(await jobCount()).toBe(made)
    const quote = await market.quote(path, body)
    expect([quote.live, quote.credits_max]).toEqual([0, again.credits])
    // Another party is another fill.
    const three = await market.ask<Filling>(path, { ...body, adults: 3 })
    expect(three.status).toBe(202)
    expect(idsOf(three.body)).not.toEqual(ids)
  })

  test('another account does not see it', async () => {
    const other = await newAccount(market.database.pool, 'scale', { rps: 1000 })
    const mine = idsOf((await market.ask<Filling>(path, body)).body)
    const theirs = idsOf((await market.ask<Filling>(path, body, other)).body)
    expect(theirs).toHaveLength(mine.length)
    expect(theirs.filter((id) => mine.includes(id))).toEqual([])
    await expectHeldInFull(market.database.pool, other)
  })

  test('a canceled one is not shown, and a new one is made', async () => {
    const ids = idsOf((await market.ask<Filling>(path, body)).body)
    for (const id of ids) await cancel(market.url, account.key, id)
    const next = await market.ask<Filling>(path, body)
    expect(next.status).toBe(202)
    expect(idsOf(next.body).filter((id) => ids.includes(id))).toEqual([])
  })
})

test('a search with another ranking or fewer chains shows the running fills; one with `fill` none does not', async () => {
  const { path, body } = ENDPOINTS[2] as (typeof ENDPOINTS)[number]
  const ids = idsOf((await market.ask<Filling>(path, body)).body)
  const other = await market.ask<Filling>(path, { ...body, rank: 'cpp', limit: 1, fill: 'stale' })
  expect(idsOf(other.body)).toEqual(ids)
  const one = await market.ask<Filling>(path, { ...body, chains: ['dunmore'] })
  expect(idsOf(one.body)).toEqual(ids.slice(1))
  expect((await market.ask(path, { ...body, fill: 'none' })).status).toBe(200)
})

describe.each(BUDGETED)('$path with `fill_budget`', ({ path, body }) => {
  const within = async (budget: number) => {
    const asker = await newAccount(market.database.pool, 'scale', { rps: 1000 })
    const asked = { ...body, fill_budget: budget }
    const { credits_max: most } = await market.quote(path, asked, asker)
    const { status, body: told, credits } = await market.ask<Filling>(path, asked, asker)
    const jobs = told.jobs ?? (told.job ? [told.job] : [])
    const sum = (of: (job: JobBody) => number) => jobs.reduce((all, job) => all + of(job), 0)
    await expectHeldInFull(market.database.pool, asker)
    expect(credits + sum((job) => job.credits_reserved)).toBeLessThanOrEqual(most)
    return {
      status,
      reserved: sum((job) => job.credits_reserved),
      cells: sum((job) => job.cells_total),
      told,
    }
  }

  test('fetches no more than it pays for, and says what is left out', async () => {
    const all = await within(100_000)
    expect(all.told.not_filled).toEqual({ hotels: 0, nights: 0, chains: [] })
    const none = await within(0)
    expect([none.status, none.cells]).toEqual([200, 0])
    expect(none.told.not_filled).toMatchObject({
      nights: all.cells,
      chains: expect.arrayContaining(['dunmore']),
    })
    for (const budget of [0.5, 1, 5, 8.25]) {
      const some = await within(budget)
      expect(some.reserved).toBeLessThanOrEqual(budget)
      expect(some.cells + (some.told.not_filled?.nights ?? 0)).toBe(all.cells)
      expect((some.told.not_filled?.hotels ?? 0) > 0).toBe(all.reserved > budget)
    }
  })
})

describe.each(ENDPOINTS)('$path', ({ path, body }) => {
  test('asked for many times at once makes one fill', async () => {
    const asker = await newAccount(market.database.pool, 'scale', { rps: 10_000 })
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => market.ask<Filling>(path, body, asker)),
    )
    const [first] = answers.map((answer) => idsOf(answer.body).join())
    expect(new Set(answers.map((answer) => idsOf(answer.body).join()))).toEqual(new Set([first]))
    expect(await jobCount(asker)).toBe(first?.split(',').length)
    await expectHeldInFull(market.database.pool, asker)
  })

  test('repeated under one Idempotency-Key is the first answer, and nothing else happens', async () => {
    const asker = await newAccount(market.database.pool, 'scale', { rps: 10_000 })
    const headers = { 'idempotency-key': `fills of ${path}` }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => market.ask<Filling>(path, body, asker, headers)),
    )
    const paid = answers.filter(({ answer }) => answer.headers['idempotent-replay'] !== 'true')
    expect(paid).toHaveLength(1)
    for (const { status, body: told } of answers) expect([status, told]).toEqual([202, paid[0]?.body])
    const books = await readBooks(market.database.pool, asker.no)
    expect([books.lineCount, books.used]).toEqual([1, (paid[0]?.credits ?? 0) * 1000])
    const made = await jobCount(asker)
    for (const id of idsOf(paid[0]?.body ?? {})) await cancel(market.url, asker.key, id)
    const late = await market.ask<Filling>(path, body, asker, headers)
    expect([late.body, late.credits]).toEqual([paid[0]?.body, 0])
    expect(await jobCount(asker)).toBe(made)
    const changed = await post(market.url, `/v1${path}`, asker.key, { ...body, adults: 1 }, headers)
    expect([changed.status, errorOf(changed).code]).toEqual([400, 'invalid_request'])
  })

  test('is refused where its jobs could cost more than max_credits', async () => {
    const asker = await newAccount(market.database.pool, 'scale', { rps: 10_000 })
    const { credits_max: most, credits_min: least } = await market.quote(path, body, asker)
    expect(most).toBeGreaterThan(least)
    const refused = await post(market.url, `/v1${path}`, asker.key, { ...body, max_credits: most - 0.001 })
    expect([refused.status, refused.charged]).toEqual([400, 0])
    expect(await jobCount(asker)).toBe(0)
    const { body: told, credits } = await market.ask<Filling>(path, { ...body, max_credits: most }, asker)
    const reserved = (told.jobs ?? (told.job ? [told.job] : [])).map((job) => job.credits_reserved)
    expect(reserved.reduce((sum, worst) => sum + worst, credits)).toBe(most)
  })
})

describe.each(ENDPOINTS)('a fill of $path that ends while the same is asked for', ({ path, body }) => {
  /** Sends a request while this statement is blocked, and runs something meanwhile. */
  async function askAcross(
    asker: TestAccount,
    wait: string,
    meanwhile: (client: Client) => Promise<unknown>,
  ) {
    return inTransaction(market.database.pool, async (client) => {
      await client.query(wait)
      const asked = market.ask<Filling>(path, body, asker)
      await until(async () => {
        const { rows } = await market.database.pool.query<{ waiting: number }>(
          "select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        return rows[0]?.waiting === 1
      })
      await meanwhile(client)
      await client.query('commit; begin')
      return asked
    })
  }

  async function firstAsked() {
    const asker = await newAccount(market.database.pool, 'scale', { rps: 10_000 })
    return { asker, ids: idsOf((await market.ask<Filling>(path, body, asker)).body) }
  }

  test('before its cells are looked up is shown, and not made again', async () => {
    const { asker, ids } = await firstAsked()
    const { status, body: told } = await askAcross(asker, 'lock table cells', (client) =>
      client.query("update jobs set status = 'done' where account = $1", [asker.no]),
    )
    expect([status, idsOf(told)]).toEqual([202, ids])
    expect(await jobCount(asker)).toBe(ids.length)
  })

  test('before the new one is made takes its place', async () => {
    const { asker, ids } = await firstAsked()
    for (const id of ids) await cancel(market.url, asker.key, id)
    const { status, body: told } = await askAcross(
      asker,
      `select pg_advisory_xact_lock(hashtextextended('fills', ${asker.no}))`,
      (client) =>
        client.query(
          `insert into jobs (public_id, account, key, kind, endpoint, request_id, status, request, cells_total, tasks_total,
             reserved, held, fill, created_at)
           select public_id || 'again', account, key, kind, endpoint, request_id, 'done', request, cells_total, tasks_total,
             reserved, 0, fill, created_at from jobs where account = $1 order by id`,
          [asker.no],
        ),
    )
    expect([status, idsOf(told)]).toEqual([202, ids.map((id) => `${id}again`)])
    expect(await jobCount(asker)).toBe(2 * ids.length)
    // A job that ended before the request is not shown.
    const next = await market.ask<Filling>(path, body, asker)
    expect(idsOf(next.body)).toHaveLength(ids.length)
    expect(await jobCount(asker)).toBe(3 * ids.length)
  })
})

describe('where the database breaks at the last moment', () => {
  const { path, body } = ENDPOINTS[2] as (typeof ENDPOINTS)[number]

  test.each([
    { how: 'the commit is refused', statement: "raise exception 'not this time'" },
    { how: 'the connection is cut', statement: 'perform pg_terminate_backend(pg_backend_pid())' },
  ])(
    '$how: nothing is charged, set aside or made, and the same key tries again',
    async ({ how, statement }) => {
      const { pool } = market.database
      const asker = await newAccount(pool, 'scale', { rps: 10_000 })
      const headers = { 'idempotency-key': how }
      await pool.query(
        `create function break_commit() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$;
       create constraint trigger break_commit after insert on jobs deferrable initially deferred
         for each row execute function break_commit()`,
      )
      const broken = await post(market.url, `/v1${path}`, asker.key, body, headers)
      await pool.query('drop trigger break_commit on jobs; drop function break_commit')
      expect([broken.status, errorOf(broken).code, broken.charged]).toEqual([503, 'source_unavailable', 0])
      expect(await readBooks(pool, asker.no)).toMatchObject({ used: 0, held: 0, holds: 0, lineCount: 0 })
      expect(await jobCount(asker)).toBe(0)
      const retried = await market.ask<Filling>(path, body, asker, headers)
      expect([retried.status, idsOf(retried.body).length]).toEqual([202, 2])
      expect(retried.answer.headers).not.toHaveProperty('idempotent-replay')
      await expectHeldInFull(pool, asker)
    },
  )
})

test('a commit whose answer is lost is found out: the client is answered, charged once, and repeats are free', async () => {
  const { path, body } = ENDPOINTS[2] as (typeof ENDPOINTS)[number]
  const { pool, url } = market.database
  const proxy = await openCuttingProxy(url)
  const api = await startApi(proxy.url, market.sandbox.environment)
  try {
    const asker = await newAccount(pool, 'scale', { rps: 10_000 })
    const headers = { 'idempotency-key': 'lost' }
    proxy.cutNextCommitAfter('insert into jobs')
    const answer = await post(api.url, `/v1${path}`, asker.key, body, headers)
    expect(proxy.cuts()).toBe(1)
    expect([answer.status, idsOf(answer.body as Filling).length]).toEqual([202, 2])
    const books = await readBooks(pool, asker.no)
    expect([books.lineCount, books.used]).toEqual([1, answer.charged * 1000])
    const again = await post(market.url, `/v1${path}`, asker.key, body, headers)
    expect([again.body, again.charged]).toEqual([answer.body, 0])
    expect(await jobCount(asker)).toBe(2)
    await expectHeldInFull(pool, asker)
  } finally {
    await api.stop('SIGKILL')
    await proxy.stop()
  }
})

test('once there are hands, every fill ends, and the books are exact', async () => {
  await market.startWorker()
  for (const { path, body } of ENDPOINTS) {
    const { body: running } = await market.ask<Filling>(path, body)
    for (const job of await market.filled(running))
      expect(job).toMatchObject({ status: 'done', tasks_failed: 0 })
    expect((await market.ask(path, body)).status).toBe(200)
  }
  const { rows } = await market.database.pool.query<{ id: string }>(
    'select public_id as id from jobs where account = $1 and finished_at is null',
    [account.no],
  )
  await market.filled({ jobs: rows as JobBody[] })
  await expectExactBooks(market.database.pool, account)
})
