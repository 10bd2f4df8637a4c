import { expect, onTestFinished, test } from 'vitest'
import { newAccount, readBooks } from '../support/accounts.ts'
import { post } from '../support/client.ts'
import { openCuttingProxy } from '../support/cutting-proxy.ts'
import { useTestDatabase } from '../support/database.ts'
import { startApi } from '../support/processes.ts'
import { until } from '../support/until.ts'

test('a charge whose connection broke while it waited is made once, though the first statement goes on over there', async () => {
  const { pool, url } = await useTestDatabase()
  const proxy = await openCuttingProxy(url)
  onTestFinished(() => proxy.stop())
  const api = await startApi(proxy.url)
  onTestFinished(() => api.stop())
  const account = await newAccount(pool, 'pro')
  await post(api.url, '/v1/counter', account.key, { cached: 1 })

  const blocker = await pool.connect()
  await blocker.query('begin')
  await blocker.query('select 1 from meters where account = $1 for update', [account.no])
  const selling = post(api.url, '/v1/counter', account.key, { cached: 1 })
  const waitingFor = (count: number) =>
    until(async () => {
      const { rows } = await pool.query<{ count: number }>(
        `select count(*) from pg_stat_activity
         where datname = current_database() and application_name = 'vacancy ledger' and wait_event_type = 'Lock'`,
      )
      return rows[0]?.count === count
    })
  await waitingFor(1)
  proxy.cutAll()
  // The same entry a second time, behind the first one, of which nobody will hear.
  await waitingFor(2)
  await blocker.query('commit')
  blocker.release()

  expect(await selling).toMatchObject({ status: 200, charged: 0.25 })
  await waitingFor(0)
  expect(await readBooks(pool, account.no)).toMatchObject({
    used: 500,
    lines: 500,
    lineCount: 2,
    keys: 500,
    held: 0,
  })
})
