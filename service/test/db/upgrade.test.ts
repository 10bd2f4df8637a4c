import { expect, onTestFinished, test } from 'vitest'
import type { Payer } from '../../src/billing/entry.ts'
import { createLedger } from '../../src/billing/ledger.ts'
import { migrate } from '../../src/db/migrate.ts'
import { newId, newOrderedId } from '../../src/kernel/ids.ts'
import { readBooks, type TestAccount } from '../support/accounts.ts'
import { baselineAccount } from '../support/baseline.ts'
import { get, post } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { startApi } from '../support/processes.ts'
import { until } from '../support/until.ts'

const CACHED = 250
const payerOf = ({ no, keyNo }: TestAccount): Payer => ({ account: no, key: keyNo, slot: 1 })
const lineOf = (live: number) => ({
  endpoint: 'shop',
  requestId: newId('req'),
  counts: { live, cached: 1 - live, free: 0 },
})

test('a database of the first release is upgraded under load: no charge is lost or made twice', async () => {
  const database = await createTestDatabase({ template: 'template0' })
  onTestFinished(database.drop)
  const { pool, url } = database
  await migrate(url, { upTo: 1 })
  const accounts = [await baselineAccount(pool), await baselineAccount(pool), await baselineAccount(pool)]
  const ledger = createLedger({ url })
  const [first = await baselineAccount(pool)] = accounts
  // Reserved before the upgrade, settled after it.
  const hold = { id: newOrderedId(), payer: payerOf(first) }
  expect(await ledger.submit({ ...hold, kind: 'hold', tokens: 1, amount: 5000 })).toMatchObject({
    decision: 'ok',
  })

  const confirmed = new Map(accounts.map(({ no }) => [no, 0]))
  const sum = () => [...confirmed.values()].reduce((all, charged) => all + charged, 0)
  const load = { running: true }
  const clients = accounts.flatMap((account) =>
    Array.from({ length: 4 }, async () => {
      while (load.running) {
        const entry = { id: newOrderedId(), payer: payerOf(account), tokens: 1, amount: CACHED } as const
        const { decision } = await ledger.submit({ ...entry, kind: 'charge', line: lineOf(0) })
        if (decision === 'ok') confirmed.set(account.no, (confirmed.get(account.no) ?? 0) + CACHED)
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
  onTestFinished(() => api.stop())
  const usage = await get(api.url, '/v1/usage', first.key)
  expect(usage.body).toMatchObject({ plan: 'pro', credits_used: (confirmed.get(first.no) ?? 0) / 1000 })
  expect((await post(api.url, '/v1/counter', first.key, { live: 1 })).status).toBe(200)
})
