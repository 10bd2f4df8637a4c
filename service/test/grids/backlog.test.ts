import { expect, onTestFinished, test } from 'vitest'
import { newAccount } from '../support/accounts.ts'
import { cancel, ended, of, queue } from '../support/grids.ts'
import { inDays, openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'

test('a worker tells what waits for it, by source; what cannot be counted is left out, and nothing else', async () => {
  const market = await openMarket({ workers: 1 })
  onTestFinished(() => market.stop())
  const { pool } = market.database
  const account = await newAccount(pool, 'scale', { rps: 1000 })
  const told = async (name: string): Promise<string | undefined> => {
    const text = await (await fetch(`http://127.0.0.1:${market.workers[0]?.opsPort}/metrics`)).text()
    return text.split('\n').find((line) => line.startsWith(name))
  }
  const waiting = async () => Number((await told('vacancy_tasks_waiting{source="castellan"'))?.split(' ')[1])
  expect(await waiting()).toBeNaN()
  expect(await told('vacancy_deliveries_waiting{when="due"')).toMatch(/ 0$/)
  await market.sandbox.control('/sources/castellan', { latencyMs: 1500 })
  const nights = { from: inDays(30), to: inDays(89) }
  const job = await queue(market.url, account.key, { hotels: of('castellan', ['UNDERCUT']), nights })
  await until(async () => (await waiting()) > 0)
  expect(await waiting()).toBeLessThanOrEqual(60)
  await cancel(market.url, account.key, job.id)
  await ended(market.url, account.key, job.id)
  expect(await waiting()).toBeNaN()

  await pool.query('alter table tasks rename to tasks_away')
  expect(await waiting()).toBeNaN()
  expect(await told('process_start_time_seconds')).toBeDefined()
  await pool.query('alter table tasks_away rename to tasks')
})
