import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, openScheduleMarket, remove, type ScheduleMarket } from '../schedules/schedule-market.ts'
import { newAccount } from '../support/accounts.ts'
import { call, errorOf, get, post } from '../support/client.ts'
import { ended, expectExactBooks, of, readCells } from '../support/grids.ts'

interface FeedBody {
  id: string
  schedule: string | null
  board: string | null
  job: string | null
  url: string
}

let market: ScheduleMarket

beforeAll(async () => {
  market = await openScheduleMarket(`${new Date().toISOString().slice(0, 11)}12:00:00.000Z`)
})
afterAll(async () => {
  await expectExactBooks(market.database.pool, market.account)
  await market.stop()
})

test('a feed of a board shows its newest finished grid, whether a person or a schedule had it fetched', async () => {
  const { key } = market.account
  const hotels = of('castellan', ['UNDERCUT', 'LONCA'])
  const { id: set } = bodyOf(await post(market.url, '/v1/sets', key, { name: 'Fed', hotels }), 201) as {
    id: string
  }
  const nights = { from: '+10d', to: '+12d' }
  const byHand = async () => {
    const ask = { set, kind: 'market', nights, max_age: 0 }
    const made = bodyOf(await post(market.url, '/v1/boards', key, ask), 202) as {
      board: { id: string }
      job: { id: string }
    }
    await ended(market.url, key, made.job.id)
    return { board: made.board.id, job: made.job.id }
  }
  const { board, job: first } = await byHand()
  const body = { name: 'My hotels', board, format: 'json' }
  const feed = bodyOf(await post(market.url, '/v1/feeds', key, body), 201) as FeedBody
  const read = () => fetch(market.url + feed.url)
  expect([feed.board, feed.schedule, feed.job]).toEqual([board, null, null])
  const seenIn = (cells: { observed_at: string }[]) => cells.map(({ observed_at: at }) => at).toSorted()
  const expectShown = async (job: string) => {
    const rows = (await (await read()).json()) as { observed_at: string }[]
    expect(seenIn(rows)).toEqual(seenIn(await readCells(market.url, key, job)))
    expect(rows).toHaveLength(6)
  }
  await expectShown(first)

  const schedule = await market.create({
    name: 'Board',
    ask: 'matrix',
    body: { set, nights, max_age: 0 },
    every: 'day',
    timezone: 'Europe/London',
    max_credits: 100,
  })
  const run = await market.runNext(schedule.id)
  await expectShown(run.job_id ?? '')
  await remove(market.url, key, schedule.id)
  const { job: last } = await byHand()
  await expectShown(last)

  const other = await newAccount(market.database.pool, 'scale')
  const strange = await post(market.url, '/v1/feeds', other.key, { name: 'No', board, format: 'csv' })
  expect(errorOf(strange).message).toBe(`There is no board ${board}.`)
  await call(market.url, 'DELETE', `/v1/boards/${board}`, { key })
  const answer = await read()
  expect([answer.status, await answer.json()]).toEqual([
    410,
    { error: expect.objectContaining({ message: 'The board of this feed was deleted.' }) },
  ])
  expect(bodyOf(await get(market.url, `/v1/feeds/${feed.id}`, key))).toMatchObject({ board: null })
})
