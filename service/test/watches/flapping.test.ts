import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBooks } from '../support/accounts.ts'
import { post } from '../support/client.ts'
import { inDays } from '../support/market.ts'
import type { ApiProcess } from '../support/processes.ts'
import { until } from '../support/until.ts'
import { isComing, toldOf, transitionsOf } from './transitions.ts'
import { linesOf, openWatchMarket, type WatchBody, type WatchMarket } from './watch-market.ts'

/**
 * An upstream that changes at every look, several workers, and the end of some of them in the middle of it. The long form:
 * FLAPPING_ROUNDS=200 vitest run service/test/watches/flapping.test.ts
 */

const ROUNDS = Number(process.env['FLAPPING_ROUNDS'] ?? 8)
/** Every so many rounds a worker is killed while it has something in hand. */
const KILL_EVERY = 6
const NIGHTS = { from: inDays(30), to: inDays(41) }
const HOTEL = { chain: 'castellan', hotel_code: 'FLAPS' }

let market: WatchMarket

beforeAll(async () => {
  market = await openWatchMarket({ workers: 3 })
})
afterAll(() => market.stop())

test(
  'one event for each transition that was seen, whoever dies; each refresh is charged once',
  async () => {
    const body = { ...HOTEL, nights: NIGHTS, refresh_sec: 900 }
    const comes = await market.watch({ ...body, condition: 'available' })
    const changes = await market.watch({ ...body, condition: 'any' })
    await market.sandbox.control('/sources/castellan', { latencyMs: 60 })
    for (let round = 1; round <= ROUNDS; round += 1) {
      await market.pass(946)
      // Somebody else looks at the same nights meanwhile, and now and then the source fails.
      const shop = { ...HOTEL, checkin: inDays(30 + (round % 12)), max_age: 0 }
      const [answer] = await Promise.all([
        post(market.url, '/v1/shop', market.account.key, shop),
        round % KILL_EVERY === 0 ? killOne() : undefined,
        round % 4 === 0 ? failOnce() : undefined,
      ])
      expect([200, 503]).toContain(answer.status)
      await market.quiet()
    }
    const seen = await transitionsOf(market.database.pool, HOTEL)
    const told = { comes: await market.events(comes), changes: await market.events(changes) }
    for (const [night, steps] of seen) {
      // The second watch began one look later.
      expect(toldOf(told.changes, night)).toEqual(steps.slice(1))
      expect(toldOf(told.comes, night)).toEqual(steps.filter(isComing))
    }
    expect(seen.size).toBe(12)
    await expectPaid(comes)
    await expectPaid(changes)
    const books = await readBooks(market.database.pool, market.account.no)
    expect(books).toMatchObject({ used: books.lines, keys: books.lines, held: 0, watches: 0 })
  },
  60_000 + ROUNDS * 10_000,
)

/** Each interval once, and in full: the two share every refresh. */
async function expectPaid(watch: WatchBody): Promise<void> {
  const lines = await linesOf(market, market.account, watch)
  expect(lines).toHaveLength(ROUNDS + 1)
  for (const { credits, cached, free } of lines) {
    expect(credits).toBe(cached * 0.25)
    expect(cached + free).toBe(12)
  }
}

async function failOnce(): Promise<void> {
  await market.sandbox.control('/sources/castellan', { fault: '500', count: 2 })
}

const alive = (): ApiProcess[] =>
  market.workers.filter(({ child }) => child.exitCode === null && child.signalCode === null)

/** Kills a worker that has tasks in hand, and moves the clock on so that the others notice. */
async function killOne(): Promise<void> {
  const { pool } = market.database
  await until(
    async () => (await pool.query("select 1 from tasks where state = 'r'")).rowCount !== 0,
    5000,
  ).catch(() => {})
  const [victim] = alive()
  await victim?.stop('SIGKILL')
  await market.startWorker()
  // Live workers send a heartbeat every two seconds, so only dead ones are replaced.
  await market.pass(11)
}
