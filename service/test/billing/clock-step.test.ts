import { expect, test } from 'vitest'
import { newAccount } from '../support/accounts.ts'
import { get } from '../support/client.ts'
import { takeClock, useTestDatabase } from '../support/database.ts'
import { startApi } from '../support/processes.ts'
import { until } from '../support/until.ts'

test('after the clock of the database steps back five minutes, an account waits for a second, not for five minutes', async () => {
  const database = await useTestDatabase()
  const clock = await takeClock(database.pool, '2026-11-16T12:05:00Z')
  const api = await startApi(database.url)
  try {
    const { key } = await newAccount(database.pool, 'free')
    const ask = async () => (await get(api.url, '/v1/usage', key)).status
    expect([await ask(), await ask()]).toEqual([200, 200])
    await clock.set('2026-11-16T12:00:00Z')
    await until(async () => {
      const { rows } = await database.pool.query<{ ahead: number }>(
        "select tat - extract(epoch from timestamptz '2026-11-16T12:00:00Z')::bigint * 1000000 as ahead from meters",
      )
      expect(await ask()).toBe(429)
      return rows[0]?.ahead === 1_000_000
    }, 10_000)
    await clock.set('2026-11-16T12:00:01Z')
    await until(async () => (await ask()) === 200, 10_000)
  } finally {
    await api.stop('SIGKILL')
  }
})
