import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVisitor, PASSWORD, type Visitor } from '../../../dashboard/test/support/visitor.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'
import { callTool, getGrant, keysOf } from './client.ts'

let market: Market
let person: Visitor & { email: string }
/** All processes are one server, under one name: a token is for the address that was agreed to. */
const PUBLIC = 'https://vacancy.example.com'
const OWN = { origin: PUBLIC }

beforeAll(async () => {
  market = await openMarket({ processes: 3, workers: 1, env: { PUBLIC_URL: PUBLIC } })
  person = await newPerson()
})

afterAll(() => market.stop())

/** Somebody behind the proxy that ends TLS. */
async function newPerson(): Promise<Visitor & { email: string }> {
  const email = `budget-${process.pid}@example.com`
  const plain = openVisitor(market.url)
  const call: Visitor['call'] = (method, path, ask = {}) =>
    plain.call(method, path, { ...ask, headers: { ...OWN, ...ask.headers } })
  const { status } = await call('POST', '/sign-up', { body: { email, password: PASSWORD } })
  expect(status).toBe(200)
  await market.database.pool.query(
    `update meters set emit_us = 10, burst = 100000, allowance = 1000000
     where account = (select account from users where email = $1)`,
    [email],
  )
  return { ...plain, call, email }
}

async function spentBy(name: string): Promise<number> {
  const { rows } = await market.database.pool.query<{ credits: number }>(
    `select coalesce(sum(l.credits), 0)::float / 1000 as credits
     from usage_lines l join keys k on k.id = l.key where k.name = $1`,
    [name],
  )
  return rows[0]?.credits ?? 0
}

/** A stay that nobody has asked for, which costs one credit. */
const stay = (no: number) => ({ chain: 'aurelia', hotel_code: 'UNDERCUT', checkin: inDays(20 + no) })

test('a revoked grant is refused by every process within ten seconds, under load', async () => {
  const { tokens } = await getGrant(market.url, person, { name: 'revoked', daily_cap: 500 }, PUBLIC)
  const { apis } = market
  const lastOkMs = apis.map(() => 0)
  const state = { isOver: false }
  const load = apis.flatMap(({ url }, index) =>
    Array.from({ length: 8 }, async () => {
      while (!state.isOver) {
        const { status } = await callTool(
          url,
          tokens.access_token,
          'stay_price',
          stay(250 + Math.floor(Math.random() * 9)),
        )
        if (status === 200) lastOkMs[index] = performance.now()
      }
    }),
  )
  await until(async () => lastOkMs.every((at) => at > 0))
  const grant = (await keysOf(person)).find(({ name }) => name === 'revoked')
  const revokedMs = performance.now()
  expect((await person.call('DELETE', `/keys/${grant?.id}`)).status).toBe(200)
  await until(async () => {
    const answers = await Promise.all(
      apis.map(({ url }) => callTool(url, tokens.access_token, 'account_usage')),
    )
    return answers.every(({ status }) => status === 401)
  }, 10_000)
  // Nothing gets through afterwards either.
  await until(async () => performance.now() - revokedMs > 3000)
  state.isOver = true
  await Promise.all(load)
  expect(Math.max(...lastOkMs) - revokedMs).toBeLessThan(10_000)
  const { rows } = await market.database.pool.query<{ late: number }>(
    `select count(*)::int as late from usage_lines l join keys k on k.id = l.key
     where k.name = 'revoked' and l.at > k.revoked_at + interval '10 s'`,
  )
  expect(rows[0]?.late).toBe(0)
}, 60_000)

test('100 parallel calls on three processes, one of which dies, never spend more than the budget', async () => {
  const { tokens } = await getGrant(market.url, person, { name: 'budget', daily_cap: 10 }, PUBLIC)
  let most = 0
  const state = { isOver: false }
  const watching = (async () => {
    while (!state.isOver) most = Math.max(most, await spentBy('budget'))
  })()
  let answered = 0
  const calls = Array.from({ length: 100 }, async (_, no) => {
    const at = market.apis[no % 3]?.url ?? ''
    const { body } = await callTool(at, tokens.access_token, 'stay_price', stay(no))
    answered += 1
    return body.result
  })
  const outcomes = Promise.allSettled(calls)
  await until(async () => answered >= 3)
  await market.apis[2]?.stop('SIGKILL')
  const results = (await outcomes).flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const refused = results.filter((result) => result?.isError)
  expect(refused.length).toBeGreaterThan(30)
  expect(refused[0]?.content[0]?.text).toContain('quota_exceeded')
  // What the dead process had set aside is free again after a while. Then the rest can be spent, and no more.
  // A refused call fetched nothing, so its stay is asked for again: the nights must last for as long as that takes.
  let next = 100
  await until(async () => {
    const { body } = await callTool(market.url, tokens.access_token, 'stay_price', stay(next))
    if (!body.result?.isError) next += 1
    return (await spentBy('budget')) === 10
  }, 90_000)
  const beyond = await callTool(market.url, tokens.access_token, 'stay_price', stay(300))
  expect(beyond.body.result?.content[0]?.text).toContain('quota_exceeded')
  // Free tools go on, and say how it stands.
  const usage = await callTool(market.url, tokens.access_token, 'account_usage')
  expect(usage.body.result?.structuredContent).toMatchObject({ rows: [{ daily_cap: 10, spent_today: 10 }] })
  state.isOver = true
  await watching
  expect(most).toBe(10)
}, 180_000)
