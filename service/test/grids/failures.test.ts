import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount, readBooks } from '../support/accounts.ts'
import { get } from '../support/client.ts'
import { ended, expectExactBooks, of, placeOf, placesOf, queue, readCells } from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'

let market: Market

// Side by side, because most of them wait: each has sources of its own.
beforeAll(async () => {
  market = await openMarket({ workers: 1 })
})
afterAll(() => market.stop())

test.concurrent('a hotel that its chain does not know spoils nothing for the others of its batch', async () => {
  const account = await newAccount(market.database.pool, 'scale', { rps: 1000 })
  const chains = ['aurelia', 'dunmore', 'glasshouse', 'lodgista', 'mapleroom', 'ostello']
  const hotels = chains.flatMap((chain) => of(chain, ['SOLDOUT', 'UNKNOWN', 'SLOW']))
  const nights = [inDays(120)]
  const job = await queue(market.url, account.key, { hotels, nights: { from: nights[0], to: nights[0] } })
  const end = await ended(market.url, account.key, job.id)
  expect(end).toMatchObject({ status: 'done', cells_done: 12, tasks_failed: 0 })
  const good = hotels.filter(({ hotel_code: code }) => code !== 'UNKNOWN')
  expect((await readCells(market.url, account.key, job.id)).map(placeOf)).toEqual(placesOf(good, nights))
  // 0.2 + 0.5 + 0.3 + 3 × 0.5, twice each; the unknown ones are free.
  expect(end.credits_spent).toBe(5)
  await expectExactBooks(market.database.pool, account)
})

test.concurrent('a source that breaks for a moment is asked again, and the job is whole', async () => {
  const account = await newAccount(market.database.pool, 'scale', { rps: 1000 })
  await market.sandbox.control('/sources/castellan', { fault: '500', count: 6 })
  await market.sandbox.control('/sources/brightwater', { fault: 'truncated', count: 2 })
  const hotels = [...of('castellan', ['UNDERCUT']), ...of('brightwater', ['UNDERCUT', 'SOLDOUT'])]
  const nights = { from: inDays(130), to: inDays(132) }
  const job = await queue(market.url, account.key, { hotels, nights })
  expect(await ended(market.url, account.key, job.id)).toMatchObject({
    status: 'done',
    cells_done: 9,
    tasks_failed: 0,
    credits_spent: 4.2,
  })
  await expectExactBooks(market.database.pool, account)
})

test.concurrent('a job of which nothing could be had has failed, and costs nothing', async () => {
  const account = await newAccount(market.database.pool, 'scale', { rps: 1000 })
  await market.sandbox.control('/sources/juniper', { fault: '500' })
  const job = await queue(market.url, account.key, {
    hotels: of('juniper', ['UNDERCUT', 'SOLDOUT']),
    nights: { from: inDays(140), to: inDays(142) },
  })
  expect(job.credits_reserved).toBe(1.8)
  const end = await ended(market.url, account.key, job.id)
  expect(end).toMatchObject({ status: 'failed', cells_done: 0, tasks_done: 0, credits_spent: 0 })
  expect(end.tasks_failed).toBe(end.tasks_total)
  expect(await readBooks(market.database.pool, account.no)).toMatchObject({ used: 0, held: 0 })
  expect(await readCells(market.url, account.key, job.id)).toEqual([])
  const { lines } = (await get(market.url, '/v1/usage/lines?limit=1000', account.key)).body as {
    lines: { job_id: string | null }[]
  }
  expect(lines.filter((line) => line.job_id === job.id)).toEqual([])
  await expectExactBooks(market.database.pool, account)
})

test.concurrent('a source that is down fails its own cells alone', async () => {
  const account = await newAccount(market.database.pool, 'scale', { rps: 1000 })
  await market.sandbox.control('/sources/evergrand', { fault: 'html' })
  const hotels = [...of('evergrand', ['UNDERCUT']), ...of('harborline', ['UNDERCUT'])]
  const nights = { from: inDays(150), to: inDays(151) }
  const job = await queue(market.url, account.key, { hotels, nights })
  const end = await ended(market.url, account.key, job.id)
  expect(end).toMatchObject({ status: 'done', cells_done: 2, credits_reserved: 0.8, credits_spent: 0.4 })
  expect(end.tasks_failed).toBeGreaterThan(0)
  await expectExactBooks(market.database.pool, account)
})

/** Ten requests that fail open the breaker of the worker that made them. */
async function isBreakerOpen(source: string): Promise<boolean> {
  const { sources } = (await market.sandbox.control('/counters')) as {
    sources: Record<string, { faults: number; inFlight: number }>
  }
  const { faults = 0, inFlight = 0 } = sources[source] ?? {}
  return faults >= 10 && inFlight === 0
}

test.concurrent('tasks wait for a source whose breaker is open, as long as it has not been down for long', async () => {
  const account = await newAccount(market.database.pool, 'scale', { rps: 1000 })
  await market.sandbox.control('/sources/foxhollow', { fault: '500' })
  const job = await queue(market.url, account.key, {
    hotels: of('foxhollow', ['UNDERCUT', 'SOLDOUT', 'CLOSED']),
    nights: { from: inDays(150), to: inDays(155) },
  })
  // It stays open for ten seconds, longer than four tries of a task take.
  await until(() => isBreakerOpen('foxhollow'))
  await market.sandbox.control('/sources/foxhollow', { fault: 'none' })
  const end = await ended(market.url, account.key, job.id)
  expect(end).toMatchObject({ status: 'done', cells_done: 18, tasks_failed: 0, credits_spent: 54 })
  await expectExactBooks(market.database.pool, account)
})

test.concurrent('an answer that cannot be stored fails its own task, and holds up nobody', async () => {
  const account = await newAccount(market.database.pool, 'scale', { rps: 1000 })
  await market.database.pool.query(
    `alter table cells add constraint refuse_one check (night <> '${inDays(165)}') not valid`,
  )
  const job = await queue(market.url, account.key, {
    hotels: of('pillowfare', ['SOLDOUT']),
    nights: { from: inDays(160), to: inDays(169) },
  })
  const end = await ended(market.url, account.key, job.id)
  await market.database.pool.query('alter table cells drop constraint refuse_one')
  expect(end).toMatchObject({ status: 'done', cells_done: 9, tasks_failed: 1, credits_spent: 18 })
  await expectExactBooks(market.database.pool, account)
})

test.concurrent('tasks of a source that has left every catalog fail, and their credits are free again', async () => {
  const account = await newAccount(market.database.pool, 'scale', { rps: 1000 })
  const { pool } = market.database
  await market.sandbox.control('/sources/harborline', { latencyMs: 2000 })
  const job = await queue(market.url, account.key, {
    hotels: of('harborline', ['UNDERCUT']),
    nights: { from: inDays(180), to: inDays(229) },
    kind: 'award',
  })
  await until(async () => {
    const { rows } = await pool.query(
      "select 1 from tasks t join jobs j on j.id = t.job where j.public_id = $1 and t.state = 'r'",
      [job.id],
    )
    return rows.length > 0
  })
  // What no worker has in hand yet.
  const { rowCount } = await pool.query(
    `update tasks t set source = 'bygone' from jobs j
     where j.id = t.job and j.public_id = $1 and t.state = 'q'`,
    [job.id],
  )
  expect(rowCount).toBeGreaterThan(0)
  await market.sandbox.control('/sources/harborline', { latencyMs: 0 })
  const end = await ended(market.url, account.key, job.id)
  expect(end).toMatchObject({ status: 'done', tasks_failed: rowCount, cells_done: 50 - (rowCount ?? 0) })
  expect(end.credits_spent).toBe(end.cells_done)
  await expectExactBooks(pool, account)
})
