import { Stripe } from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../../sandbox/test/start-sandbox.ts'
import type { Payer } from '../../src/billing/entry.ts'
import { createLedger } from '../../src/billing/ledger.ts'
import { migrate } from '../../src/db/migrate.ts'
import { cellPrice } from '../../src/grids/prices.ts'
import { newId, newOrderedId } from '../../src/kernel/ids.ts'
import { createVault } from '../../src/ops/vault.ts'
import { findSource } from '../../src/sources/catalog/catalog.ts'
import { catalog } from '../history/past.ts'
import { readBooks, type TestAccount } from '../support/accounts.ts'
import {
  type BaselineStay,
  baselineAccount,
  baselineCharge,
  baselineHold,
  baselineWork,
} from '../support/baseline.ts'
import { get, post } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { inDays } from '../support/market.ts'
import { startApi, startWorker } from '../support/processes.ts'
import { until } from '../support/until.ts'
import { openReceiver } from '../webhooks/receiver.ts'

const CACHED = 250
const payerOf = ({ no, keyNo }: TestAccount): Payer => ({ account: no, key: keyNo, slot: 1 })
const lineOf = (live: number) => ({
  usage: 'shop' as const,
  requestId: newId('req'),
  counts: { live, cached: 1 - live, free: 0 },
})

test('a database of the first release is upgraded under load: no charge is lost or made twice', async () => {
  const database = await createTestDatabase({ template: 'template0' })
  onTestFinished(database.drop)
  const { pool, url } = database
  await migrate(url, { upTo: 1 })
  const accounts = [await baselineAccount(pool), await baselineAccount(pool), await baselineAccount(pool)]
  const [first = await baselineAccount(pool)] = accounts
  // Reserved before the upgrade, settled after it.
  const hold = { id: newOrderedId(), payer: payerOf(first) }
  await baselineHold(pool, hold.id, first, 5000)

  const confirmed = new Map(accounts.map(({ no }) => [no, 0]))
  const sum = () => [...confirmed.values()].reduce((all, charged) => all + charged, 0)
  const load = { running: true }
  const clients = accounts.flatMap((account) =>
    Array.from({ length: 4 }, async () => {
      while (load.running) {
        const isCharged = await baselineCharge(pool, newOrderedId(), account, CACHED)
        if (isCharged) confirmed.set(account.no, (confirmed.get(account.no) ?? 0) + CACHED)
      }
    }),
  )
  await until(async () => sum() > 100 * CACHED)
  const applied = await migrate(url)
  expect(applied.length).toBeGreaterThan(5)
  const then = sum()
  await until(async () => sum() > then + 100 * CACHED)
  load.running = false
  await Promise.all(clients)
  const ledger = createLedger({ url })
  const settled = await ledger.submit({ ...hold, kind: 'settle', amount: 1000, line: lineOf(1) })
  expect(settled).toMatchObject({ decision: 'ok' })
  confirmed.set(first.no, (confirmed.get(first.no) ?? 0) + 1000)
  await ledger.close()

  for (const { no } of accounts) {
    const used = confirmed.get(no)
    expect(await readBooks(pool, no)).toMatchObject({ used, lines: used, keys: used, held: 0, holds: 0 })
  }
  // The new version serves the old keys and goes on counting where the old one stopped.
  const api = await startApi(url)
  onTestFinished(() => api.stop('SIGKILL'))
  const usage = await get(api.url, '/v1/usage', first.key)
  expect(usage.body).toMatchObject({ plan: 'pro', credits_used: (confirmed.get(first.no) ?? 0) / 1000 })
  expect((await post(api.url, '/v1/counter', first.key, { live: 1 })).status).toBe(200)
})

const stripe = new Stripe('sk_test_unused')
const SECRET_KEY = '0d'.repeat(32)

test('work of the first release is finished by this one: its job, its watch and its event', async () => {
  const database = await createTestDatabase({ template: 'template0' })
  onTestFinished(database.drop)
  const { pool, url } = database
  const [sandbox, receiver] = await Promise.all([startSandbox(), openReceiver()])
  onTestFinished(async () => {
    await Promise.all([sandbox.stop(), receiver.stop()])
  })
  await migrate(url, { upTo: 1 })
  const account = await baselineAccount(pool)
  const source = findSource(catalog, 'aurelia')
  if (!source) throw new Error('the chain is not in the catalog')
  const stays: [BaselineStay, BaselineStay] = [
    { hotelCode: 'LONAU', night: inDays(30) },
    { hotelCode: 'TOKAU', night: inDays(30) },
  ]
  const price = cellPrice(source, 'cash')
  const work = await baselineWork(pool, createVault(Buffer.from(SECRET_KEY, 'hex')), account, {
    source,
    stays,
    url: `${receiver.url}/hook`,
  })

  const env = { ...sandbox.environment, SECRET_KEY, ALLOW_PRIVATE_WEBHOOKS: 'loopback' }
  // The worker upgrades the database when it starts.
  const worker = await startWorker(url, env)
  onTestFinished(() => worker.stop('SIGKILL'))
  const api = await startApi(url, env)
  onTestFinished(() => api.stop('SIGKILL'))

  const jobPath = `/v1/jobs/${work.jobId}/cells`
  await until(async () => {
    const { job } = (await get(api.url, jobPath, account.key)).body as { job: { status: string } }
    return job.status === 'done'
  })
  expect((await get(api.url, jobPath, account.key)).body).toMatchObject({
    job: { cells_done: 2, tasks_failed: 0, credits_spent: (2 * price) / 1000 },
    cells: stays.map(({ hotelCode, night }) => ({ hotel_code: hotelCode, night })),
    next_cursor: null,
  })

  await until(async () => receiver.received.length >= 2)
  const received = receiver.received.map(({ headers, body }) => {
    stripe.webhooks.constructEvent(body, headers['x-service-signature'] ?? '', work.secret)
    const { type, id, watch_id: watch } = JSON.parse(body) as { type: string; id: string; watch_id: string }
    return { type, isOld: id === work.eventId, watch }
  })
  expect(received.toSorted((a, b) => a.type.localeCompare(b.type))).toEqual([
    { type: 'watch.changed', isOld: true, watch: work.watchId },
    { type: 'watch.points_lte', isOld: false, watch: work.watchId },
  ])
  await until(async () => (await readBooks(pool, account.no)).held === 0)
  const books = await readBooks(pool, account.no)
  expect(books).toMatchObject({
    used: books.lines,
    keys: books.lines,
    held: 0,
    holds: 0,
    jobs: 0,
    watches: 0,
  })
  expect(books.used).toBeGreaterThan(2 * price)
})
