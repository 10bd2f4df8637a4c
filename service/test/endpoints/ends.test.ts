import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { call } from '../support/client.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'
import { openReceiver, type Receiver } from '../webhooks/receiver.ts'

let market: Market
let receiver: Receiver
let account: TestAccount

beforeAll(async () => {
  const env = { SECRET_KEY: '5ec2e7'.padEnd(64, '0'), ALLOW_PRIVATE_WEBHOOKS: 'loopback' }
  ;[market, receiver] = await Promise.all([openMarket({ workers: 1, env }), openReceiver()])
  account = await newAccount(market.database.pool, 'scale', { rps: 1000 })
})
afterAll(async () => {
  await receiver.stop()
  await market.stop()
})

async function make<Made>(path: string, body: object): Promise<Made> {
  const answer = await call(market.url, 'POST', `/v1${path}`, { key: account.key, body })
  expect([201, 202], JSON.stringify(answer.body)).toContain(answer.status)
  return answer.body as Made
}

/** An endpoint for these events, which receives them below its own path. */
async function endpointFor(path: string, events: string[]): Promise<string> {
  const made = await make<{ id: string }>('/endpoints', {
    kind: 'webhook',
    url: `${receiver.url}/${path}`,
    events,
  })
  return made.id
}

interface Told {
  type: string
  job_id?: string
  schedule?: { id: string; run_id: string; job_id: string; cells: number; credits: number; file: string }
}

const toldAt = (path: string) =>
  receiver.received
    .filter((received) => received.path === `/${path}`)
    .map(({ body }) => JSON.parse(body) as Told)

test('the end of an ids job reaches the endpoint that subscribes to it, and no other', async () => {
  const endpoints = [
    await endpointFor('ids', ['job.done']),
    await endpointFor('not-ids', ['schedule.done', 'watch.rebook']),
  ]
  const { job } = await make<{ job: { id: string } }>('/hotels/ids/jobs', {
    chain: 'aurelia',
    hotel_codes: ['LONAU'],
    endpoints,
  })
  await until(async () => toldAt('ids').length > 0)
  expect(toldAt('ids')).toMatchObject([
    { type: 'job.done', job_id: job.id, job: { kind: 'ids', status: 'done' } },
  ])
  expect(toldAt('not-ids')).toEqual([])
})

test('the end of a run reaches the endpoint that subscribes to it, with the file of the run', async () => {
  const endpoints = [
    await endpointFor('runs', ['schedule.done']),
    await endpointFor('not-runs', ['job.done']),
  ]
  const schedule = await make<{ id: string }>('/schedules', {
    name: 'London',
    ask: 'matrix',
    body: { chain: 'aurelia', hotel_codes: ['LONAU'], nights: { from: inDays(30), to: inDays(31) } },
    every: 'week',
    on: ['mon'],
    timezone: 'Europe/London',
    max_credits: 5,
    endpoints,
  })
  const { run } = await make<{ run: { id: string } }>(`/schedules/${schedule.id}/run`, {})
  await until(async () => toldAt('runs').length > 0)
  const [told] = toldAt('runs')
  expect(told).toMatchObject({
    type: 'schedule.done',
    schedule: { id: schedule.id, run_id: run.id, cells: 2, credits: 0.4 },
  })
  const file = await fetch(market.url + (told?.schedule?.file ?? ''), {
    headers: { 'x-api-key': account.key },
  })
  expect([file.status, (await file.text()).trim().split('\n').length]).toEqual([200, 3])
  expect(toldAt('not-runs')).toEqual([])
})
