import { expect } from 'vitest'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { type Answer, call, get, post } from '../support/client.ts'
import { takeClock } from '../support/database.ts'
import type { Cell } from '../support/grids.ts'
import { type Market, openMarket } from '../support/market.ts'
import { expectDocumentedEvents } from '../support/sent-events.ts'
import { until } from '../support/until.ts'
import { openReceiver, type Receiver } from '../webhooks/receiver.ts'
import { isQuiet } from './transitions.ts'

export interface WatchBody {
  id: string
  status: 'active' | 'paused' | 'suspended' | 'expired'
  refresh_sec: number
  credits_per_refresh: number
  last_refresh_at: string | null
  next_refresh_at: string | null
  created_at: string
  webhook_url: string
  secret?: string
}

export interface WatchEvent {
  id: string
  type: string
  created_at: string
  watch_id: string
  chain: string
  hotel_code: string
  night: string
  los: number
  kind: string
  previous: Cell | null
  current: Cell
  rebook?: Record<string, number>
  undercut?: Record<string, number | string>
  delivery: { status: string }
}

/** A market with a worker, a receiver of webhooks, and the database's clock in the test's hands. */
export interface WatchMarket extends Market {
  receiver: Receiver
  account: TestAccount
  /** Moves the database's clock on. */
  pass(seconds: number): Promise<void>
  /** Moves it on until the watch looks again, and waits until that has been judged. */
  next(watch: Pick<WatchBody, 'refresh_sec'>): Promise<void>
  /** Waits until nothing of any refresh is left to be done or judged. */
  quiet(): Promise<void>
  /** Makes a watch that must be accepted, and waits for its first refresh. */
  watch(body: object, account?: TestAccount): Promise<WatchBody>
  ask(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    headers?: object,
  ): Promise<Answer>
  events(watch: WatchBody, account?: TestAccount): Promise<WatchEvent[]>
}

const SETTINGS = { SECRET_KEY: '5ec2e7'.padEnd(64, '0'), ALLOW_PRIVATE_WEBHOOKS: 'loopback' }

export async function openWatchMarket({ workers = 1 } = {}): Promise<WatchMarket> {
  const [market, receiver] = await Promise.all([openMarket({ workers, env: SETTINGS }), openReceiver()])
  const { pool } = market.database
  let nowMs = Date.now()
  const clock = await takeClock(pool, new Date(nowMs).toISOString())
  // With a clock that stands still, a second's worth of requests is all there is.
  const account = await newAccount(pool, 'scale', { rps: 1_000_000 })

  const pass = async (seconds: number) => {
    nowMs += seconds * 1000
    await clock.set(new Date(nowMs).toISOString())
  }
  const quiet = () => until(() => isQuiet(pool))

  return {
    ...market,
    receiver,
    account,
    pass,
    quiet,
    next: async ({ refresh_sec: seconds }) => {
      // Refreshes begin up to a twentieth later than they could.
      await pass(seconds * 1.05 + 1)
      await quiet()
    },
    watch: async (body, owner = account) => {
      const answer = await post(market.url, '/v1/watches', owner.key, {
        webhook_url: `${receiver.url}/hook`,
        ...body,
      })
      expect([answer.status, answer.body]).toEqual([201, expect.anything()])
      expect(answer.charged).toBe(0)
      await quiet()
      return answer.body as WatchBody
    },
    ask: (method, path, body, headers = {}) =>
      call(market.url, method, `/v1${path}`, {
        key: account.key,
        ...(body && { body }),
        headers: headers as Record<string, string>,
      }),
    events: async ({ id }, owner = account) => {
      const { body } = await get(market.url, `/v1/events?watch_id=${id}&limit=1000`, owner.key)
      return (body as { events: WatchEvent[] }).events
    },
    stop: async () => {
      await expectDocumentedEvents(market.database.pool)
      await receiver.stop()
      await market.stop()
    },
  }
}

/** Nothing is reserved any more, and the account's sums agree with its lines. */
export async function expectExactBooks(market: Market, account: TestAccount): Promise<void> {
  const books = await readBooks(market.database.pool, account.no)
  expect(books).toMatchObject({
    used: books.lines,
    keys: books.lines,
    held: 0,
    holds: 0,
    jobs: 0,
    watches: 0,
  })
}

export interface Line {
  endpoint: string
  watch_id: string | null
  credits: number
  live: number
  cached: number
  free: number
  request_id: string
}

/** The usage lines of a watch, oldest first. */
export async function linesOf(market: Market, account: TestAccount, { id }: WatchBody): Promise<Line[]> {
  const { body } = await get(market.url, '/v1/usage/lines?limit=1000', account.key)
  return (body as { lines: Line[] }).lines.filter(({ watch_id: watch }) => watch === id).toReversed()
}
