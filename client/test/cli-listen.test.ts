import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newAccount, type TestAccount } from '../../service/test/support/accounts.ts'
import { nameInDirectory } from '../../service/test/support/directory.ts'
import { inDays, type Market, openMarket } from '../../service/test/support/market.ts'
import { type Finished, startApi } from '../../service/test/support/processes.ts'
import { until } from '../../service/test/support/until.ts'
import { createClient } from '../src/client.ts'
import { verifyWebhook } from '../src/webhooks.ts'
import { runHere } from './in-process.ts'
import { type Env, runCommand, startCommand } from './run-command.ts'

let market: Market
let account: TestAccount

beforeAll(async () => {
  market = await openMarket({ env: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
  account = await newAccount(market.database.pool, 'scale')
})
afterAll(() => market.stop())

function own(): Env {
  return { VACANCY_URL: market.url, VACANCY_API_KEY: account.key, XDG_CONFIG_HOME: '/nowhere' }
}

function vacancy(args: readonly string[], { env = {} }: { env?: Env } = {}): Promise<Finished> {
  return runHere(args, { ...own(), ...env })
}

/** A receiver that answers everything the same. */
async function openReceiver(status = 204, answer = '') {
  const received: { body: string; headers: IncomingHttpHeaders }[] = []
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ body, headers: request.headers })
      response.writeHead(status).end(answer)
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void receiver.close())
  await once(receiver, 'listening')
  return { received, url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks` }
}

function watchOf(url: string, days: number) {
  return createClient({ baseUrl: market.url, apiKey: account.key }).createWatch({
    chain: 'aurelia',
    hotel_code: 'LONAU',
    nights: { from: inDays(days), to: inDays(days) },
    condition: 'any',
    webhook_url: url,
  })
}

test('listen prints events as they happen and forwards them, signed for the receiver at hand', async () => {
  const { received, url: hooks } = await openReceiver()
  const client = createClient({ baseUrl: market.url, apiKey: account.key })
  const { data: watch } = await watchOf('http://127.0.0.1:9/hook', 130)
  const child = startCommand(
    ['listen', '--forward', hooks, '--watch', watch.id, '--limit', '1', '--json'],
    own(),
  )
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  const printed = text(child.stdout)
  await until(async () => said.includes('Waiting for events.'))
  const { data: event } = await client.testWatch({ id: watch.id })
  const [code] = (await once(child, 'close')) as [number | null]
  expect(code).toBe(0)
  expect(JSON.parse(await printed)).toMatchObject({ id: event.id, type: 'watch.test', watch_id: watch.id })
  expect(said).toMatch(/answered 204 after \d+ ms/)
  const secret = /whsec_[0-9a-f]{32}/.exec(said)?.[0] ?? ''
  const [{ body, headers } = { body: '', headers: {} }] = received
  expect(await verifyWebhook(body, headers, { [watch.id]: secret })).toMatchObject({
    id: event.id,
    sample: true,
  })
  expect(JSON.parse(body)).not.toHaveProperty('delivery')
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ id: event.id })
  expect(await vacancy(['listen', '--forward', '127.0.0.1:3000'])).toMatchObject({ code: 2 })
  expect(await vacancy(['listen', '--limit', '0'])).toMatchObject({ code: 2 })
})

test('listen prints why the receiver refuses an event, on one line', async () => {
  const { url: hooks } = await openReceiver(400, '<h1>No signature matches.</h1>\n\u001B[2J\n'.repeat(99))
  const client = createClient({ baseUrl: market.url, apiKey: account.key })
  const { data: watch } = await watchOf('http://127.0.0.1:9/hook', 132)
  const [{ data: first }] = [
    await client.testWatch({ id: watch.id }),
    await client.testWatch({ id: watch.id }),
  ]
  const which = ['--watch', watch.id, '--after', first.id, '--limit', '1']
  const { stderr } = await vacancy(['listen', '--forward', hooks, ...which])
  const line = stderr.split('\n').find((each) => each.includes('answered 400')) ?? ''
  expect(line).toMatch(/answered 400 after \d+ ms: <h1>No signature matches\.<\/h1> \[2J <h1>/)
  expect(line.length).toBeLessThan(300)
})

test('listen refuses a watch that there is not, instead of waiting for it', async () => {
  const ended = await vacancy(['listen', '--watch', 'wat_nope', '--json'])
  expect([ended.code, ended.stdout]).toEqual([2, ''])
  expect(ended.stderr).toContain('There is no watch wat_nope.')
})

test('listen goes on when the service restarts: every event is printed and forwarded once', async () => {
  const { received, url: hooks } = await openReceiver()
  const client = createClient({ baseUrl: market.url, apiKey: account.key })
  const { data: watch } = await watchOf('http://127.0.0.1:9/hook', 131)
  const env = { ...market.sandbox.environment, ALLOW_PRIVATE_WEBHOOKS: 'true' }
  const first = await startApi(market.database.url, env)
  const { port } = new URL(first.url)
  const child = startCommand(['listen', '--forward', hooks, '--watch', watch.id, '--limit', '4', '--json'], {
    ...own(),
    VACANCY_URL: first.url,
  })
  onTestFinished(() => void child.kill())
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  const printed = text(child.stdout)
  await until(async () => said.includes('Waiting for events.'))
  const ids: string[] = []
  const happen = async () => ids.push((await client.testWatch({ id: watch.id })).data.id)
  await happen()
  await until(async () => received.length === 1)
  await first.stop()
  await happen()
  await happen()
  await until(async () => said.includes('The service cannot be reached. Trying again.'))
  // Until it is back, the proxy in front of it answers in its place.
  let refused = 0
  const proxy = createServer((_request, response) => {
    refused += 1
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')
  }).listen(Number(port), '127.0.0.1')
  const tries = () => said.split('Trying again.').length
  const before = tries()
  await until(async () => refused > 0 && tries() > before + 1)
  proxy.closeAllConnections()
  await new Promise((closed) => proxy.close(closed))
  expect(child.exitCode).toBeNull()
  const second = await startApi(market.database.url, { ...env, PORT: port })
  onTestFinished(() => second.stop('SIGKILL'))
  await until(async () => received.length === 3)
  await happen()
  const [code] = (await once(child, 'close')) as [number | null]
  expect(code).toBe(0)
  const lines = (await printed).trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(ids)
  expect(received.map(({ headers }) => headers['x-event-id'])).toEqual(ids)
})

test('a test of a watch or an endpoint says how it ended, and fails if nobody took it', async () => {
  await market.startWorker()
  const { url } = await openReceiver()
  const { data: good } = await watchOf(url, 132)
  const taken = await vacancy(['watch', 'test', good.id])
  expect([taken.code, taken.stdout]).toEqual([
    0,
    expect.stringMatching(/^evt_\w+ was delivered: answered 204 after \d+ ms\n$/),
  ])
  const { data: bad } = await watchOf('http://127.0.0.1:9/hook', 133)
  const refused = await vacancy(['watch', 'test', bad.id])
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringMatching(/^evt_\w+ failed: .+\n$/)])
  expect(refused.stderr).toContain('The test was not delivered.')
  const client = createClient({ baseUrl: market.url, apiKey: account.key })
  const { data: endpoint } = await client.createEndpoint({ kind: 'webhook', url: 'http://127.0.0.1:9/hook' })
  const failed = await vacancy(['endpoints', 'test', endpoint.id])
  expect([failed.code, failed.stdout]).toEqual([
    1,
    expect.stringMatching(new RegExp(`^evt_\\w+ failed at ${endpoint.id}: `)),
  ])
})

test('creating a watch or a booking that no receiver hears of says so, and what to do', async () => {
  const client = createClient({ baseUrl: market.url, apiKey: account.key })
  const { data: paused } = await client.createEndpoint({ kind: 'webhook', url: 'http://127.0.0.1:9/hook' })
  await client.changeEndpoint({ id: paused.id, status: 'paused' })
  const { data: other } = await client.createEndpoint({
    kind: 'webhook',
    url: 'http://127.0.0.1:9/hook',
    events: ['job.done'],
  })
  const night = inDays(140)
  const watch = ['watch', 'create', 'aurelia', 'LONAU', night, '--when', 'any']
  const terms = ['--room', 'King', '--paid', '100', '--currency', 'GBP', '--cancel-by', inDays(130)]
  const booking = ['bookings', 'create', 'aurelia', 'LONAU', night, ...terms]
  for (const words of [watch, booking]) {
    const without = await vacancy(words)
    expect([without.code, without.stdout]).toEqual([2, ''])
    expect(without.stderr).toContain('`vacancy endpoints create webhook https://…` makes one.')
    const unheard = await vacancy([...words, '--endpoint', paused.id, other.id])
    expect(unheard.code).toBe(0)
    expect(unheard.stderr).toContain('No endpoint gets these events for now:')
    expect(unheard.stderr).toContain(`vacancy endpoints resume ${paused.id}`)
    expect(unheard.stderr).toContain(`vacancy endpoints change ${other.id} --events all`)
  }
  await client.changeEndpoint({ id: paused.id, status: 'active' })
  const heard = await vacancy([...watch, '--endpoint', paused.id, other.id])
  expect([heard.code, heard.stderr]).toEqual([0, expect.not.stringContaining('No endpoint gets')])
})

test('a name that many hotels have is refused with some of them, and with how to see the others', async () => {
  const parks = Array.from({ length: 10 }, (_, at) => ({
    chain: 'castellan',
    hotel_code: `LONP${at}`,
    name: `Castellan Park ${'ABCDEFGHIJ'[at]}`,
  }))
  await nameInDirectory(market.database.pool, parks.slice(0, 8))
  const few = await vacancy(['shop', 'castellan park', inDays(30)])
  expect([few.code, few.stdout]).toEqual([2, ''])
  expect(few.stderr.match(/^  castellan LONP\d/gm)).toHaveLength(8)
  expect(few.stderr).not.toContain('and more')
  await nameInDirectory(market.database.pool, parks)
  const many = await vacancy(['shop', 'castellan park', inDays(30)])
  expect(many.stderr.match(/^  castellan LONP\d/gm)).toHaveLength(8)
  expect(many.stderr).toContain('… and more. `vacancy hotels "castellan park" --limit 50` lists them')
})

test('with --json, errors are JSON too', async () => {
  const errorIn = ({ stderr }: Finished) => (JSON.parse(stderr) as { error: object }).error
  const unknown = await runCommand(['shop', 'aurelia', 'UNKNOWN', '+30d', '--json'], own())
  expect([unknown.code, unknown.stdout]).toEqual([1, ''])
  expect(errorIn(unknown)).toMatchObject({
    code: 'hotel_not_found',
    status: 404,
    chain: 'aurelia',
    request_id: expect.stringMatching(/^req_/) as string,
    hint: expect.stringContaining('vacancy hotels NAME') as string,
    exit: 1,
  })
  const wrong = await vacancy(['shop', 'aurelia', 'LONAU', '2027-02-30', '--json'])
  expect(wrong.code).toBe(2)
  expect(errorIn(wrong)).toMatchObject({
    code: 'usage',
    message: expect.stringContaining('2027-02-30 does not exist') as string,
    exit: 2,
  })
  const loggedOut = await vacancy(['usage', '--json'], {
    env: { VACANCY_API_KEY: '', XDG_CONFIG_HOME: '/nowhere' },
  })
  expect(errorIn(loggedOut)).toMatchObject({
    code: 'usage',
    hint: expect.stringContaining('vacancy login') as string,
  })
})

test('an address that is none is named, not thrown', async () => {
  const ended = await vacancy(['usage'], { env: { VACANCY_URL: '127.0.0.1:8080' } })
  expect(ended).toMatchObject({
    code: 2,
    stderr:
      'vacancy: VACANCY_URL: 127.0.0.1:8080 is not a URL. Use a form such as https://rates.example.com.\n',
  })
})

test('both forms of a command are shown whole, and a wrong date after a hotel is only about the date', async () => {
  const { stdout } = await vacancy(['watch', 'create', '--help'])
  expect(stdout).toContain('vacancy watch create [options] <chain> <code> <nights>')
  expect(stdout).toContain('vacancy watch create [options] <name> <nights>')
  const { stderr } = await vacancy(['shop', 'aurelia', 'LONAU', '2027-3-1'])
  expect(stderr).toBe('vacancy: Write a date as YYYY-MM-DD, +30d, tomorrow or friday.\n')
})
