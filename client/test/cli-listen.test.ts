import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newAccount, type TestAccount } from '../../service/test/support/accounts.ts'
import { inDays, type Market, openMarket } from '../../service/test/support/market.ts'
import type { Finished } from '../../service/test/support/processes.ts'
import { until } from '../../service/test/support/until.ts'
import { createClient } from '../src/client.ts'
import { verifyWebhook } from '../src/webhooks.ts'
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
  return runCommand(args, { ...own(), ...env })
}

test('listen prints events as they happen and forwards them, signed for the receiver at hand', async () => {
  const received: { body: string; headers: IncomingHttpHeaders }[] = []
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ body, headers: request.headers })
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void receiver.close())
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  const client = createClient({ baseUrl: market.url, apiKey: account.key })
  const { data: watch } = await client.createWatch({
    chain: 'aurelia',
    hotel_code: 'LONAU',
    nights: { from: inDays(130), to: inDays(130) },
    condition: 'any',
    webhook_url: 'http://127.0.0.1:9/hook',
  })
  const hooks = `http://127.0.0.1:${port}/hooks`
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

test('with --json, errors are JSON too', async () => {
  const errorIn = ({ stderr }: Finished) => (JSON.parse(stderr) as { error: object }).error
  const unknown = await vacancy(['shop', 'aurelia', 'UNKNOWN', '+30d', '--json'])
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
