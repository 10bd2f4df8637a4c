import { expect, onTestFinished, test } from 'vitest'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { type Answer, post } from '../support/client.ts'
import { openCuttingProxy } from '../support/cutting-proxy.ts'
import { useTestDatabase } from '../support/database.ts'
import { startApi } from '../support/processes.ts'
import { until } from '../support/until.ts'

/** An API process whose way to the database can be cut, and somebody who keeps an account's meter to himself. */
async function openScene() {
  const { pool, url } = await useTestDatabase()
  const proxy = await openCuttingProxy(url)
  onTestFinished(() => proxy.stop())
  const api = await startApi(proxy.url)
  onTestFinished(() => api.stop('SIGKILL'))
  const waiters = async (): Promise<number[]> => {
    const { rows } = await pool.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and application_name = 'vacancy ledger' and wait_event_type = 'Lock'`,
    )
    return rows.map(({ pid }) => pid)
  }
  return {
    pool,
    api,
    /** Cuts the connection of the statement that waits for the meter, and lets it go once the next one waits. */
    cutWhileItWaits: async (account: TestAccount, meanwhile: () => Promise<unknown>): Promise<Answer> => {
      const blocker = await pool.connect()
      await blocker.query('begin')
      await blocker.query('select 1 from meters where account = $1 for update', [account.no])
      const selling = meanwhile()
      await until(async () => (await waiters()).length === 1)
      const [first] = await waiters()
      proxy.cutAll()
      await until(async () => (await waiters()).some((pid) => pid !== first))
      // The lost one was ended first: otherwise a refusal of the next would prove nothing.
      expect(await waiters()).not.toContain(first)
      await blocker.query('commit')
      blocker.release()
      return (await selling) as Answer
    },
  }
}

test('a charge whose connection breaks while it waits is made once and answered', async () => {
  const { pool, api, cutWhileItWaits } = await openScene()
  const account = await newAccount(pool, 'pro')
  await post(api.url, '/v1/counter', account.key, { cached: 1 })
  const answer = await cutWhileItWaits(account, () =>
    post(api.url, '/v1/counter', account.key, { cached: 1 }),
  )
  expect(answer).toMatchObject({ status: 200, charged: 0.25 })
  expect(await readBooks(pool, account.no)).toMatchObject({
    used: 500,
    lines: 500,
    lineCount: 2,
    keys: 500,
    held: 0,
  })
})

test('so is the last credit: what the first statement has used up is no reason to refuse the second', async () => {
  const { pool, api, cutWhileItWaits } = await openScene()
  const account = await newAccount(pool, 'pro', { credits: 0.25 })
  const answer = await cutWhileItWaits(account, () =>
    post(api.url, '/v1/counter', account.key, { cached: 1 }),
  )
  expect(answer).toMatchObject({ status: 200, charged: 0.25 })
  expect(await readBooks(pool, account.no)).toMatchObject({ used: 250, lines: 250, lineCount: 1 })
})

test('a settlement whose connection breaks while it waits is made once and ends its hold', async () => {
  const { pool, api, cutWhileItWaits } = await openScene()
  const account = await newAccount(pool, 'pro')
  const selling = post(api.url, '/v1/counter', account.key, { live: 1, wait_ms: 1500 })
  await until(async () => (await readBooks(pool, account.no)).held > 0)
  const answer = await cutWhileItWaits(account, () => selling)
  expect(answer).toMatchObject({ status: 200, charged: 1 })
  expect(await readBooks(pool, account.no)).toMatchObject({
    used: 1000,
    lines: 1000,
    lineCount: 1,
    held: 0,
  })
})
