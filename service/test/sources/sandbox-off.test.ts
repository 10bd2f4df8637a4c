import { afterAll, beforeAll, expect, it } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { type Answer, errorOf, get, post } from '../support/client.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'

let market: Market
let account: TestAccount

beforeAll(async () => {
  market = await openMarket({ workers: 1 })
  account = await newAccount(market.database.pool, 'pro')
}, 120_000)
afterAll(() => market?.stop())

const HOTEL = { chain: 'aurelia', hotel_code: 'LONAU' }
const NIGHTS = { from: inDays(20), to: inDays(21) }
const read = (path: string) => get(market.url, `/v1${path}`, account.key)
const ask = (path: string, body: object) => post(market.url, `/v1${path}`, account.key, body)
const fieldOf = (answer: Answer, field: string) => (answer.body as Record<string, unknown>)[field]

async function made(path: string, body: object): Promise<string> {
  const answer = await ask(path, body)
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([201, expect.any(String)])
  return String(fieldOf(answer, 'id'))
}

async function switchSandbox(on: boolean, chains: number): Promise<void> {
  const change = 'update source_settings set sandbox = $1, revision = revision + 1'
  await market.database.pool.query(change, [on])
  await until(async () => (fieldOf(await read('/chains'), 'chains') as unknown[]).length === chains, 15_000)
}

it('everything that names a hotel of the sandbox says that it is switched off, and what was paid for stays', async () => {
  const set = await made('/sets', { name: 'London', hotels: [HOTEL] })
  const schedule = await made('/schedules', {
    name: 'Every night',
    ask: 'matrix',
    body: { set, nights: { from: '+1d', to: '+2d' } },
    every: 'day',
    timezone: 'Europe/London',
    max_credits: 100,
  })
  const watch = await made('/watches', {
    ...HOTEL,
    nights: NIGHTS,
    condition: 'available',
    webhook_url: 'https://hooks.example.com/x',
  })
  // More rooms than the chain sells: its cells are of the default party, and go on saying so.
  const asked = { hotels: [HOTEL], nights: NIGHTS, rooms: 2, as_job: true }
  const { id: job } = fieldOf(await ask('/matrix', asked), 'job') as { id: string }
  await until(async () => fieldOf(await read(`/jobs/${job}`), 'status') === 'done', 30_000)
  const cellsOf = async () => fieldOf(await read(`/jobs/${job}/cells`), 'cells') as Record<string, unknown>[]
  const fileOf = async () => {
    const headers = { 'x-api-key': account.key }
    return (await fetch(`${market.url}/v1/jobs/${job}/export?format=csv`, { headers })).text()
  }
  const cells = await cellsOf()
  const file = await fileOf()
  expect(cells).toHaveLength(2)
  expect(fieldOf(await read(`/sets/${set}`), 'attention')).toBeNull()

  await switchSandbox(false, 0)
  for (const [path, body] of [
    ['/shop', { ...HOTEL, checkin: inDays(20) }],
    ['/matrix', { set, nights: NIGHTS }],
    ['/sets', { name: 'Again', hotels: [HOTEL] }],
    [
      '/watches',
      { ...HOTEL, nights: NIGHTS, condition: 'available', webhook_url: 'https://hooks.example.com/x' },
    ],
  ] as const) {
    const refused = await ask(path, body)
    expect([path, refused.status, errorOf(refused).message]).toEqual([
      path,
      400,
      expect.stringMatching(/aurelia .*sandbox, which the operator of this service switched off/),
    ])
  }
  const nobody = await ask('/shop', { chain: 'acme', hotel_code: '1', checkin: inDays(20) })
  expect(errorOf(nobody).message).toBe('`chain` must be a source, and this service has none.')
  for (const path of [`/sets/${set}`, `/schedules/${schedule}`])
    expect([path, fieldOf(await read(path), 'attention')]).toEqual([path, 'source_disabled'])
  await until(async () => fieldOf(await read(`/watches/${watch}`), 'attention') === 'source_disabled', 15_000)
  await ask(`/schedules/${schedule}/run`, {})
  await until(async () => {
    const last = fieldOf(await read(`/schedules/${schedule}`), 'last_run') as Record<string, string>
    return last['status'] === 'refused' && /sandbox.*switched off/.test(last['message'] ?? '')
  }, 15_000)
  expect((await cellsOf()).map(({ cache_age_sec: _age, ...cell }) => cell)).toEqual(
    cells.map(({ cache_age_sec: _age, ...cell }) => cell),
  )
  expect((await fileOf()).split('\n')).toHaveLength(file.split('\n').length)

  await switchSandbox(true, 17)
  for (const path of [`/sets/${set}`, `/schedules/${schedule}`])
    expect([path, fieldOf(await read(path), 'attention')]).toEqual([path, null])
  await until(async () => fieldOf(await read(`/watches/${watch}`), 'attention') === null, 15_000)
}, 120_000)
