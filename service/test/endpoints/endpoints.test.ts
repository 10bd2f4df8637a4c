import { afterAll, beforeAll, expect, test } from 'vitest'
import { hideOldAddresses } from '../../src/endpoints/kinds/slack/address.ts'
import { openSecrets, type SealedSecrets } from '../../src/webhooks/hooks.ts'
import { newAccount } from '../support/accounts.ts'
import { call, errorOf } from '../support/client.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'
import { SETTINGS, vault } from '../webhooks/post-office.ts'
import { type EndpointBody, type EndpointOffice, openEndpointOffice } from './endpoint-office.ts'

let office: EndpointOffice

beforeAll(async () => {
  office = await openEndpointOffice()
})
afterAll(() => office.stop())

const HOOK = { kind: 'webhook', url: 'http://127.0.0.1:9/hook' }

/** What is sealed with an endpoint. */
async function secretsOf({ id }: EndpointBody): Promise<string[]> {
  const { rows } = await office.database.pool.query<SealedSecrets>(
    'select id as hook, secret, old_secret as "oldSecret" from hooks where public_id = $1',
    [id],
  )
  return rows.flatMap((row) => openSecrets(vault, row))
}

const refused = async (...asked: Parameters<EndpointOffice['ask']>) => {
  const answer = await office.ask(...asked)
  expect(answer.status, JSON.stringify(answer.body)).toBe(400)
  return errorOf(answer).message
}

test('an endpoint is created, read, changed, listed and deleted; its secret is shown once', async () => {
  const owner = await office.newOwner()
  const made = await office.create({ ...HOOK, events: ['watch.rebook'], description: 'Revenue' }, owner)
  expect(made).toEqual({
    id: expect.stringMatching(/^end_/),
    ...HOOK,
    events: ['watch.rebook'],
    description: 'Revenue',
    status: 'active',
    paused_reason: null,
    failing_since: null,
    created_at: expect.any(String),
    secret: expect.stringMatching(/^whsec_/),
  })
  const { secret: _, ...shown } = made
  const path = `/endpoints/${made.id}`
  expect((await office.ask('GET', path, undefined, owner)).body).toEqual(shown)
  const change = { url: 'http://127.0.0.1:9/other', events: null, status: 'paused' }
  const changed = await office.ask('PATCH', path, change, owner)
  expect(changed.body).toEqual({ ...shown, ...change, paused_reason: 'requested' })
  const second = await office.create({ kind: 'slack', url: 'http://127.0.0.1:9/slack' }, owner)
  expect(second).not.toHaveProperty('secret')
  expect((await office.ask('GET', '/endpoints', undefined, owner)).body).toEqual({
    endpoints: [changed.body, second],
    next_cursor: null,
  })
  const first = (await office.ask('GET', '/endpoints?limit=1', undefined, owner)).body
  expect(first).toEqual({ endpoints: [changed.body], next_cursor: made.id })
  expect((await office.ask('GET', `/endpoints?limit=1&cursor=${made.id}`, undefined, owner)).body).toEqual({
    endpoints: [second],
    next_cursor: null,
  })
  expect((await office.ask('DELETE', path, undefined, owner)).status).toBe(200)
  expect(await refused('GET', path, undefined, owner)).toBe(`There is no endpoint ${made.id}.`)
})

test('an account can have 20 endpoints, and cannot touch those of another', async () => {
  const owner = await office.newOwner()
  const made = await Promise.all(Array.from({ length: 20 }, () => office.create(HOOK, owner)))
  expect(await refused('POST', '/endpoints', HOOK, owner)).toBe(
    'An account can have at most 20 endpoints. Delete one first.',
  )
  const path = `/endpoints/${made[0]?.id}`
  for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
    expect(await refused(method, path, method === 'PATCH' ? { status: 'paused' } : undefined)).toMatch(
      'There is no',
    )
  }
  expect(await refused('POST', `${path}/test`)).toMatch('There is no')
  expect(await refused('POST', `${path}/rotate-secret`)).toMatch('There is no')
  expect((await office.ask('DELETE', path, undefined, owner)).status).toBe(200)
  await office.create(HOOK, owner)
})

test.each([
  [{ kind: 'webhook', address: 'anna@example.com' }, 'An endpoint of kind webhook has `url`, not `address`.'],
  [{ kind: 'email', url: 'https://example.com' }, 'An endpoint of kind email has `address`, not `url`.'],
  [{ kind: 'slack' }, '`url` is missing. An endpoint of kind slack needs it.'],
  [
    { kind: 'webhook', url: 'http://169.254.169.254/' },
    '`url` must be a public address. This one is private, local or reserved.',
  ],
  [
    { kind: 'slack', url: 'https://user:secret@example.com/' },
    '`url` must not contain a user name or password.',
  ],
  [
    { kind: 'email', address: 'a@example.com, b@example.com' },
    '`address` must be one e-mail address, such as name@example.com.',
  ],
  [
    { kind: 'email', address: 'a@example.com\r\nBcc: b@example.com' },
    '`address` must be one e-mail address, such as name@example.com.',
  ],
  [{ ...HOOK, events: ['watch.nothing'] }, '`events.0` must be one of'],
])('%o is refused in words', async (body, message) => {
  expect(await refused('POST', '/endpoints', body)).toContain(message)
})

test('the address of a chat is a secret: it is used, moved and kept, and only its host is shown', async () => {
  const owner = await office.newOwner()
  const url = 'http://127.0.0.1:9/services/T0/B0/hushhush'
  const made = await office.create({ kind: 'slack', url }, owner)
  const shown = { url: 'http://127.0.0.1:9/***' }
  expect(made).toMatchObject(shown)
  const path = `/endpoints/${made.id}`
  const again = await office.ask('PATCH', path, { ...shown, description: 'Front desk' }, owner)
  expect(again.body).toMatchObject({ ...shown, description: 'Front desk' })
  expect(await secretsOf(made)).toEqual([url])
  const moved = await office.ask('PATCH', path, { url: 'http://127.0.0.1:9/services/T0/B0/whisper' }, owner)
  expect(moved.body).toMatchObject(shown)
  expect(await secretsOf(made)).toEqual(['http://127.0.0.1:9/services/T0/B0/whisper'])
  const { rows } = await office.database.pool.query<{ rows: string }>(
    "select query_to_xml('select * from hooks', true, true, '')::text || query_to_xml('select * from acts', true, true, '') as rows",
  )
  const stored = rows[0]?.rows
  expect(stored).toContain(made.id)
  expect(stored).not.toMatch(/hushhush|whisper/)
})

test('the address of a chat that an earlier version has stored is hidden, and used as before', async () => {
  const made = await office.create({ kind: 'slack', url: 'http://127.0.0.1:9/old-secret' })
  const { pool } = office.database
  await pool.query("update hooks set address = 'http://127.0.0.1:9/old-secret' where public_id = $1", [
    made.id,
  ])
  expect(await hideOldAddresses(pool, vault)).toBe(1)
  expect(await hideOldAddresses(pool, vault)).toBe(0)
  expect(await secretsOf(made)).toEqual(['http://127.0.0.1:9/old-secret'])
  expect((await office.read(made.id)).url).toBe('http://127.0.0.1:9/***')
})

test('only webhooks have a secret to rotate', async () => {
  const slack = await office.create({ kind: 'slack', url: 'http://127.0.0.1:9/slack' })
  expect(await refused('POST', `/endpoints/${slack.id}/rotate-secret`)).toMatch('Only webhooks are signed.')
})

test('a repeated creation makes one endpoint and shows the same secret', async () => {
  const owner = await office.newOwner()
  const repeat = () =>
    call(office.api.url, 'POST', '/v1/endpoints', {
      key: owner.key,
      body: HOOK,
      headers: { 'idempotency-key': 'once' },
    })
  const [first, second] = [await repeat(), await repeat()]
  expect(second.body).toEqual(first.body)
  expect((await office.ask('GET', '/endpoints', undefined, owner)).body).toMatchObject({
    endpoints: [{ id: (first.body as EndpointBody).id }],
  })
})

test('without a mail server an e-mail endpoint is refused with what to set', async () => {
  const plain: ApiProcess = await startApi(office.database.url, SETTINGS)
  const { key } = await newAccount(office.database.pool, 'pro')
  const answer = await call(plain.url, 'POST', '/v1/endpoints', {
    key,
    body: { kind: 'email', address: 'anna@example.com' },
  })
  await plain.stop()
  expect(errorOf(answer).message).toBe(
    'This server sends no e-mail. Its operator can set SMTP_URL, MAIL_FROM and PUBLIC_URL.',
  )
})

test('events can be read newest first, page by page to the oldest', async () => {
  const owner = await office.newOwner()
  const endpoint = await office.create(HOOK, owner)
  const no = await office.numberOf(endpoint)
  const how = { account: owner.no, hook: null, endpoints: [no], count: 5 }
  const ids = await office.send({ no: 0, secret: '' }, how)
  const page = async (query: string) =>
    (await office.ask('GET', `/events?order=desc&limit=2${query}`, undefined, owner)).body as {
      events: { id: string }[]
      next_cursor: string | null
    }
  const seen: string[] = []
  let after = ''
  for (let more: string | null = ''; more !== null; ) {
    const { events, next_cursor: next } = await page(after)
    seen.push(...events.map(({ id }) => id))
    more = next
    after = `&after=${next}`
  }
  expect(seen).toEqual(ids.toReversed())
})

test('events can be asked for by receiver, state of delivery and time', async () => {
  const owner = await office.newOwner()
  const [one, other] = [await office.create(HOOK, owner), await office.create(HOOK, owner)]
  const sendTo = async (endpoint: EndpointBody) => {
    const how = { account: owner.no, hook: null, endpoints: [await office.numberOf(endpoint)], count: 1 }
    return (await office.send({ no: 0, secret: '' }, how))[0] ?? ''
  }
  const [first, second] = [await sendTo(one), await sendTo(other)]
  const { pool } = office.database
  await pool.query("update events set created_at = created_at - interval '2 days' where public_id = $1", [
    first,
  ])
  await pool.query(
    "update deliveries set state = 'f' where event = (select no from events where public_id = $1)",
    [second],
  )
  const idsOf = async (query: string) => {
    const { body } = await office.ask('GET', `/events?${query}`, undefined, owner)
    return (body as { events: { id: string }[] }).events.map(({ id }) => id)
  }
  // The office sends on 15 November.
  const dayBefore = '2026-11-14T00:00:00Z'
  expect(await idsOf('')).toEqual([first, second])
  expect(await idsOf(`endpoint_id=${one.id}`)).toEqual([first])
  expect(await idsOf('status=failed')).toEqual([second])
  expect(await idsOf(`status=failed&endpoint_id=${one.id}`)).toEqual([])
  expect(await idsOf(`from=${dayBefore}`)).toEqual([second])
  expect(await idsOf(`to=${dayBefore}`)).toEqual([first])
  expect(await refused('GET', '/events?status=lost')).toMatch(/status/)
})

test('an ids job tells its endpoints when it ends, and names one of both', async () => {
  const endpoint = await office.create(HOOK)
  const job = { chain: 'aurelia', hotel_codes: ['NEWAU'], endpoints: [endpoint.id] }
  expect(await refused('POST', '/hotels/ids/jobs', { ...job, webhook_url: HOOK.url })).toBe(
    'Set at most one of `webhook_url` and `endpoints`.',
  )
  const other = await office.create(HOOK, await office.newOwner())
  expect(await refused('POST', '/hotels/ids/jobs', { ...job, endpoints: [other.id] })).toMatch(
    `\`endpoints\`: there is no endpoint ${other.id}.`,
  )
})
