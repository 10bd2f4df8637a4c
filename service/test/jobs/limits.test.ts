import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { type Answer, errorOf, post } from '../support/client.ts'
import { cancel, jobOf, of, queue } from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'

let market: Market
let account: TestAccount

// Without a worker: what is queued stays queued.
beforeAll(async () => {
  market = await openMarket({ processes: 2 })
  account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
})
afterAll(() => market.stop())

const night = (days: number) => ({ from: inDays(days), to: inDays(days) })
const grid = (days: number) => ({ hotels: of('castellan', ['UNDERCUT']), nights: night(days) })

function expectRefused(answer: Answer, words: RegExp): void {
  expect([answer.status, answer.charged]).toEqual([429, 0])
  expect(errorOf(answer)).toMatchObject({ code: 'rate_limited', message: expect.stringMatching(words) })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
}

test('of sixty jobs at once fifty are made, and the others are refused and reserve nothing', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      post(market.apis[index % 2]?.url ?? '', '/v1/matrix', account.key, grid(10 + index)),
    ),
  )
  const made = answers.filter(({ status }) => status === 202)
  expect(made).toHaveLength(50)
  for (const answer of answers.filter(({ status }) => status !== 202))
    expectRefused(answer, /at most 50 jobs that have not ended/)
  expect(await readBooks(market.database.pool, account.no)).toMatchObject({ held: 50_000, used: 0 })

  const place = { q: 'Lisbon', currency: 'EUR' }
  const doors: [string, object][] = [
    ['/v1/export', grid(90)],
    ['/v1/area', { ...place, chains: ['castellan'], checkin: inDays(90) }],
    ['/v1/calendar/area', { ...place, chain: 'evergrand', nights: night(90) }],
    ['/v1/award/search', { ...place, chains: ['aurelia'], nights: night(90) }],
    ['/v1/hotels/ids/jobs', { chain: 'castellan', hotel_codes: ['UNDERCUT'] }],
  ]
  for (const [path, body] of doors)
    expectRefused(await post(market.url, path, account.key, body), /at most 50 jobs/)
  const [first] = made
  if (!first) throw new Error('no job was made')
  await cancel(market.url, account.key, jobOf(first).id)
  await queue(market.url, account.key, grid(91))
  expectRefused(await post(market.url, '/v1/matrix', account.key, grid(92)), /at most 50 jobs/)
})

test('after 300 jobs in a day that cost nothing, no more are made until the first of them is a day old', async () => {
  const { pool } = market.database
  const idle = await newAccount(pool, 'scale', { rps: 100_000 })
  await pool.query(
    `insert into jobs (public_id, account, key, kind, endpoint, request_id, status, request, cells_total, tasks_total, reserved,
       held, unspent, created_at, finished_at)
     select 'job_unspent' || n, $1, $2, 'matrix', 'matrix', 'r', 'canceled', '{}', 1, 0, 0, 0, true, now(), now()
     from generate_series(1, 300) n`,
    [idle.no, idle.keyNo],
  )
  const refused = await post(market.url, '/v1/matrix', idle.key, grid(10))
  expectRefused(refused, /300 jobs of this account were canceled or failed within a day/)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000)
  await pool.query(
    "update jobs set finished_at = finished_at - interval '1 day' where public_id = 'job_unspent7' and account = $1",
    [idle.no],
  )
  await queue(market.url, idle.key, grid(10))
})

test('every 202 says where to look, and when', async () => {
  const { pool } = market.database
  const fresh = await newAccount(pool, 'scale', { rps: 100_000 })
  const place = { q: 'Lisbon', currency: 'EUR' }
  const locationOf = async (path: string, body: object) => {
    const answer = await post(market.url, path, fresh.key, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(202)
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
    return { location: answer.headers['location'], body: answer.body as { job: { id: string }; id: string } }
  }
  const alone: [string, object][] = [
    ['/v1/matrix', grid(10)],
    ['/v1/export', grid(11)],
    ['/v1/area', { ...place, chains: ['castellan'], checkin: inDays(12) }],
    ['/v1/calendar/area', { ...place, chain: 'evergrand', nights: night(12) }],
    ['/v1/hotels/ids/jobs', { chain: 'castellan', hotel_codes: ['UNDERCUT'] }],
  ]
  for (const [path, body] of alone) {
    const answer = await locationOf(path, body)
    expect(answer.location).toBe(`/v1/jobs/${answer.body.job.id}`)
  }
  const many = { ...place, chains: ['aurelia', 'evergrand'], nights: night(13) }
  expect((await locationOf('/v1/award/search', many)).location).toBe('/v1/jobs')
  const watch = await post(market.url, '/v1/watches', fresh.key, {
    chain: 'castellan',
    hotel_code: 'UNDERCUT',
    nights: night(14),
    condition: 'any',
    webhook_url: 'https://hooks.example.com/vacancy',
  })
  expect(watch.status, JSON.stringify(watch.body)).toBe(201)
  const { id } = watch.body as { id: string }
  expect((await locationOf(`/v1/watches/${id}/refresh`, {})).location).toBe(`/v1/watches/${id}`)
})
