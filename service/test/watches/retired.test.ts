import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetRetiredHooks } from '../../src/webhooks/hooks.ts'
import { forgetOldEvents } from '../../src/webhooks/store.ts'
import { inDays } from '../support/market.ts'
import { until } from '../support/until.ts'
import { ok } from '../webhooks/receiver.ts'
import { openWatchMarket, type WatchMarket } from './watch-market.ts'

let market: WatchMarket

beforeAll(async () => {
  market = await openWatchMarket()
})
afterAll(() => market.stop())

const DAY_SEC = 86_400

test('an attempt that is running when its watch is deleted is the last', async () => {
  const { pool } = market.database
  const watch = await market.watch({
    chain: 'castellan',
    hotel_code: 'FLAPS',
    nights: { from: inDays(70), to: inDays(70) },
    condition: 'any',
  })
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<ServerResponse>()
  market.receiver.answer(arrive)
  await market.next(watch)
  const response = await arrived
  expect((await market.ask('DELETE', `/watches/${watch.id}`)).status).toBe(200)
  response.writeHead(500).end()
  const [event] = await market.events(watch)
  const stateOf = async () => {
    const { rows } = await pool.query<{ state: string }>(
      'select state from deliveries where event = (select no from events where public_id = $1)',
      [event?.id],
    )
    return rows[0]?.state
  }
  await until(async () => (await stateOf()) !== 'r')
  expect(await stateOf()).toBe('f')
  market.receiver.answer(ok)
})

test('the address and the secret of a deleted watch are forgotten after its events; those of others stay', async () => {
  const { pool } = market.database
  const hooks = async () =>
    (await pool.query<{ id: number }>('select id from hooks order by id desc limit 2')).rows
  const body = {
    chain: 'castellan',
    hotel_code: 'FLAPS',
    nights: { from: inDays(60), to: inDays(60) },
    condition: 'any',
  }
  const ended = await market.watch(body)
  const kept = await market.watch({ ...body, hotel_code: 'SOLDOUT' })
  await market.next(ended)
  await until(async () => (await market.events(ended)).at(-1)?.delivery.status === 'delivered')
  expect((await market.ask('DELETE', `/watches/${ended.id}`)).status).toBe(200)
  const both = await hooks()

  await market.pass(30 * DAY_SEC)
  expect(await forgetRetiredHooks(pool, 31)).toBe(0)
  await market.pass(2 * DAY_SEC)
  expect(await forgetOldEvents(pool, 30)).toBeGreaterThan(0)
  expect(await forgetRetiredHooks(pool, 31)).toBe(2)
  expect(await hooks()).toEqual([both[0]])
  expect((await market.ask('GET', `/watches/${kept.id}`)).status).toBe(200)
})

test('what still waits to be sent keeps its address', async () => {
  const { pool } = market.database
  const { rows } = await pool.query<{ id: number }>('update hooks set retired_at = ledger_now() returning id')
  await pool.query(
    `insert into deliveries (event, account, hook, lane, state, due_at, once)
     values (1000000, $1, $2, 0, 'w', ledger_now() + interval '100 days', false)`,
    [market.account.no, rows[0]?.id],
  )
  await market.pass(40 * DAY_SEC)
  expect(await forgetRetiredHooks(pool, 31)).toBe(0)
})
