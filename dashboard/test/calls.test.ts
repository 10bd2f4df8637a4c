import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAccount, readBooks } from '../../service/test/support/accounts.ts'
import { get, post } from '../../service/test/support/client.ts'
import { createTestDatabase, type TestDatabase } from '../../service/test/support/database.ts'
import { inDays } from '../../service/test/support/market.ts'
import { type ApiProcess, startApi } from '../../service/test/support/processes.ts'
import { codeOf, openVisitor, signUp, type Visitor } from './support/visitor.ts'

let database: TestDatabase
let api: ApiProcess
let visitor: Visitor
let stranger: Visitor

beforeAll(async () => {
  database = await createTestDatabase()
  api = await startApi(database.url, { SECRET_KEY: 'cd'.repeat(32) })
  visitor = await signUp(api.url)
  stranger = await signUp(api.url)
  // Lifts the rate limit of free accounts, which these tests are not about.
  await database.pool.query('update meters set emit_us = 100, burst = 10000')
})

afterAll(async () => {
  await api.stop('SIGKILL')
  await database.drop()
})

interface Key {
  id: string
  name: string
  prefix: string
  key: string
  last_used_at: string | null
  revoked_at: string | null
}

async function newKey(of: Visitor, name: string): Promise<Key> {
  return (await of.call('POST', '/keys', { body: { name } })).body as unknown as Key
}

async function keysOf(of: Visitor): Promise<Key[]> {
  return ((await of.call('GET', '/keys')).body as { keys: Key[] }).keys
}

const as = (key: Key, body?: unknown) => ({
  headers: { 'x-key-id': key.id },
  ...(body !== undefined && { body }),
})

async function accountNo(of: Visitor): Promise<number> {
  const { account } = (await of.call('GET', '/session')).body as { account: { id: string } }
  const { rows } = await database.pool.query<{ id: number }>('select id from accounts where public_id = $1', [
    account.id,
  ])
  return rows[0]?.id ?? 0
}

describe('the names of hotels', () => {
  const ask = (hotels: unknown) => visitor.call('POST', '/hotels/names', { body: { hotels } })

  test('are shown as far as a source has given them, and only to signed-in users', async () => {
    await database.pool.query(
      `insert into hotels (source, code, name) values ('aurelia', 'ONE', 'Aurelia One'), ('aurelia', 'TWO', null)`,
    )
    const hotels = ['ONE', 'TWO', 'THREE'].map((hotel_code) => ({ chain: 'aurelia', hotel_code }))
    const { body } = await ask([...hotels, { chain: 'kestrel', hotel_code: 'ONE' }])
    expect(body).toEqual({
      hotels: [{ chain: 'aurelia', hotel_code: 'ONE', name: 'Aurelia One', lat: null, lng: null }],
    })
    const nobody = await openVisitor(api.url).call('POST', '/hotels/names', { body: { hotels } })
    expect([nobody.status, codeOf(nobody)]).toEqual([401, 'auth_failed'])
  })

  test('are asked for 200 at a time', async () => {
    const many = Array.from({ length: 201 }, (_, index) => ({ chain: 'aurelia', hotel_code: `H${index}` }))
    expect((await ask(many.slice(1))).status).toBe(200)
    expect(codeOf(await ask(many))).toBe('invalid_request')
  })
})

describe('keys', () => {
  test('a new one works as any key, is shown once, and can be renamed and revoked', async () => {
    const made = await newKey(visitor, 'first')
    expect(made.key).toMatch(/^vk_/)
    expect(await get(api.url, '/v1/usage', made.key)).toMatchObject({ status: 200 })
    const listed = await visitor.call('GET', '/keys')
    expect(listed.body).toMatchObject({
      limit: 5,
      keys: [{ id: made.id, name: 'first', prefix: made.key.slice(0, 9), revoked_at: null }],
    })
    expect(JSON.stringify(listed.body)).not.toContain(made.key.slice(9))
    const renamed = await visitor.call('PATCH', `/keys/${made.id}`, { body: { name: ' nightly report ' } })
    expect(renamed.body).toMatchObject({ id: made.id, name: 'nightly report' })
    expect((await visitor.call('DELETE', `/keys/${made.id}`)).body).toMatchObject({
      revoked_at: expect.any(String),
    })
    const said = await visitor.call('GET', '/v1/usage', as(made))
    expect([said.status, codeOf(said)]).toEqual([401, 'auth_failed'])
  })

  test.each(['', '   ', 'a\u0000b'])('cannot be called %j', async (name) => {
    const said = await visitor.call('POST', '/keys', { body: { name } })
    expect([said.status, codeOf(said)]).toEqual([400, 'invalid_request'])
  })

  test('one has scopes, an end and a daily cap, which its owner alone sets', async () => {
    const owner = await signUp(api.url)
    const made = await newKey(owner, 'agent')
    const change = (of: Visitor, body: object) => of.call('PATCH', `/keys/${made.id}`, { body })
    const ends = new Date(Date.now() + 86_400_000).toISOString()
    const terms = { scopes: ['read', 'spend'], expires_at: ends, daily_cap: 1.001 }
    expect((await change(owner, terms)).body).toMatchObject({ ...terms, name: 'agent', spent_today: 0 })
    expect((await keysOf(owner))[0]).toMatchObject(terms)
    const wrong = [
      ...[-1, 0.0001, 1e9, '5'].map((daily_cap) => ({ daily_cap })),
      ...['soon', '2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z', 5].map((expires_at) => ({ expires_at })),
      ...[[], ['write'], ['read', 'read'], 'read', null].map((scopes) => ({ scopes })),
      {},
      { mcp_cap: 5 },
    ]
    for (const body of wrong) expect(codeOf(await change(owner, body))).toBe('invalid_request')
    expect((await change(stranger, { daily_cap: 0 })).status).toBe(400)
    expect((await keysOf(owner))[0]).toMatchObject(terms)
    const lifted = { scopes: ['read', 'spend', 'manage'], expires_at: null, daily_cap: null }
    expect((await change(owner, { ...lifted, daily_cap: 0 })).body).toMatchObject(lifted)
    const second = await owner.call('POST', '/keys', { body: { name: 'second', ...terms } })
    expect(second.body).toMatchObject({ name: 'second', key: expect.stringMatching(/^vk_/), ...terms })
  })

  test('there are five at most, however many are asked for at once', async () => {
    const owner = await signUp(api.url)
    const said = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        owner.call('POST', '/keys', { body: { name: `key ${index}` } }),
      ),
    )
    expect(said.filter(({ status }) => status === 200)).toHaveLength(5)
    const refused = said.find(({ status }) => status === 400)
    expect(JSON.stringify(refused?.body)).toContain('5 active keys')
    const [first] = await keysOf(owner)
    await owner.call('DELETE', `/keys/${first?.id}`)
    expect((await owner.call('POST', '/keys', { body: { name: 'in its place' } })).status).toBe(200)
  })

  test.for([
    [{}, '`name` is missing'],
    [{ name: '' }, '`name` must have at least 1'],
    [{ name: '   ' }, '`name` must not be blank'],
    [{ name: 'x'.repeat(81) }, '`name` must have at most 80'],
    [{ name: 'x', plan: 'scale' }, '`plan` is not known'],
  ] as const)('%j makes none: %s', async ([body, message]) => {
    const before = await keysOf(visitor)
    const said = await visitor.call('POST', '/keys', { body })
    expect(said.status).toBe(400)
    expect(JSON.stringify(said.body)).toContain(message)
    expect(await keysOf(visitor)).toEqual(before)
  })
})

describe('a call of the API with a session and a key id', () => {
  let key: Key

  beforeAll(async () => {
    key = await newKey(visitor, 'explorer')
  })

  test('is charged as the same call with the key itself, on the same meter and with the same lines', async () => {
    const account = await accountNo(visitor)
    const mine = await visitor.call('POST', '/v1/counter', as(key, { live: 2, cached: 1 }))
    expect([mine.status, mine.headers['x-credits-charged']]).toEqual([200, '2.25'])
    const direct = await post(api.url, '/v1/counter', key.key, { live: 2, cached: 1 })
    expect(mine.body).toEqual(direct.body)
    expect(Number(mine.headers['x-credits-remaining']) - (direct.remaining ?? 0)).toBe(2.25)
    expect(await readBooks(database.pool, account)).toMatchObject({
      used: 4500,
      lines: 4500,
      keys: 4500,
      held: 0,
    })
    const { lines } = (await visitor.call('GET', '/usage/lines')).body as { lines: Record<string, unknown>[] }
    expect(lines.map(({ credits, key_id, endpoint }) => [credits, key_id, endpoint])).toEqual([
      [2.25, key.id, 'shop'],
      [2.25, key.id, 'shop'],
    ])
    expect(lines[1]?.['request_id']).toBe(mine.headers['x-request-id'])
  })

  test('refuses, quotes, caps and repeats as the API does', async () => {
    const bad = await visitor.call('POST', '/v1/counter', as(key, { live: 101 }))
    expect([bad.status, codeOf(bad), bad.headers['x-credits-charged']]).toEqual([400, 'invalid_request', '0'])
    const quote = await visitor.call('POST', '/v1/counter', as(key, { live: 3, dry_run: true }))
    expect(quote.body).toMatchObject({ quote: { credits_max: 3 } })
    const capped = await visitor.call('POST', '/v1/counter', as(key, { live: 3, max_credits: 2 }))
    expect(codeOf(capped)).toBe('invalid_request')
    const headers = { 'x-key-id': key.id, 'idempotency-key': 'once' }
    const first = await visitor.call('POST', '/v1/counter', { headers, body: { live: 1 } })
    const again = await visitor.call('POST', '/v1/counter', { headers, body: { live: 1 } })
    expect([first, again].map((said) => said.headers['x-credits-charged'])).toEqual(['1', '0'])
  })

  test('can be looked up again by its Idempotency-Key, free, within the account, and is never made by that', async () => {
    const headers = { 'x-key-id': key.id, 'idempotency-key': 'shown again' }
    const paid = await visitor.call('POST', '/v1/counter', { headers, body: { live: 1 } })
    const before = await readBooks(database.pool, await accountNo(visitor))
    const answer = '/answers/shown%20again?path=/counter'
    expect((await visitor.call('GET', answer)).body).toEqual({ answer: { status: 200, data: paid.body } })
    expect((await stranger.call('GET', answer)).body).toEqual({ answer: null })
    expect((await visitor.call('GET', '/answers/never?path=/counter')).body).toEqual({ answer: null })
    expect(await readBooks(database.pool, await accountNo(visitor))).toEqual(before)
  })

  test('that is a charged GET is repeated free too', async () => {
    const headers = { 'x-key-id': key.id, 'idempotency-key': 'value' }
    const ask = (query: string) => visitor.call('GET', `/v1/award/value?${query}`, { headers })
    const charged = [await ask('limit=1'), await ask('limit=1')].map(
      (said) => said.headers['x-credits-charged'],
    )
    expect(charged).toEqual(['1', '0'])
    expect(codeOf(await ask('limit=2'))).toBe('invalid_request')
  })

  test('needs a session, and a key that is active and of the same account', async () => {
    const theirs = await newKey(stranger, 'theirs')
    const revoked = await newKey(visitor, 'revoked')
    await visitor.call('DELETE', `/keys/${revoked.id}`)
    const tries = [
      openVisitor(api.url).call('GET', '/v1/usage', as(key)),
      openVisitor(api.url).call('GET', '/v1/nowhere', as(key)),
      visitor.call('GET', '/v1/usage'),
      visitor.call('GET', '/v1/usage', as(theirs)),
      visitor.call('GET', '/v1/usage', as(revoked)),
      visitor.call('GET', '/v1/usage', { headers: { 'x-key-id': 'key_nobodys' } }),
      visitor.call('GET', '/v1/usage', { headers: { 'x-api-key': key.key } }),
      get(api.url, '/v1/usage'),
    ]
    const said = await Promise.all(tries)
    expect(said.map(({ status }) => status)).toEqual(said.map(() => 401))
  })

  test('a revoked key is out at once for sessions', async () => {
    const shortLived = await newKey(visitor, 'short-lived')
    expect((await visitor.call('GET', '/v1/usage', as(shortLived))).status).toBe(200)
    const used = (await keysOf(visitor)).find(({ id }) => id === shortLived.id)
    expect(used?.last_used_at).not.toBeNull()
    await visitor.call('DELETE', `/keys/${shortLived.id}`)
    expect((await visitor.call('GET', '/v1/usage', as(shortLived))).status).toBe(401)
  })

  test('is held to the pace of the plan', async () => {
    const slow = await signUp(api.url)
    const own = await newKey(slow, 'own')
    const said = await Promise.all(
      Array.from({ length: 12 }, () => slow.call('POST', '/v1/counter', as(own, { live: 0 }))),
    )
    const refused = said.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(codeOf(refused[0] ?? { status: 0, headers: {}, body: {} })).toBe('rate_limited')
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  })
})

describe('another user', () => {
  test("can neither see, rename, revoke nor use another account's key, job or lines", async () => {
    const key = await newKey(visitor, 'mine')
    const theirs = (await keysOf(stranger)).find(({ revoked_at }) => revoked_at === null) as Key
    const grid = {
      chain: 'aurelia',
      hotel_codes: ['LONAU'],
      nights: { from: inDays(30), to: inDays(32) },
      los: 1,
    }
    const { job } = (await visitor.call('POST', '/v1/matrix', as(key, grid))).body as { job: { id: string } }
    expect((await visitor.call('GET', `/v1/jobs/${job.id}`, as(key))).status).toBe(200)

    const tries = await Promise.all([
      stranger.call('PATCH', `/keys/${key.id}`, { body: { name: 'stolen' } }),
      stranger.call('DELETE', `/keys/${key.id}`),
      stranger.call('GET', `/v1/jobs/${job.id}`, as(theirs)),
      stranger.call('DELETE', `/v1/jobs/${job.id}`, as(theirs)),
      stranger.call('GET', `/v1/jobs/${job.id}/cells`, as(theirs)),
    ])
    const unknown = await stranger.call('GET', '/v1/jobs/job_0000000000000000000000', as(theirs))
    expect(tries.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
    expect(codeOf(tries[2] ?? unknown)).toBe(codeOf(unknown))
    expect((await keysOf(stranger)).map(({ id }) => id)).not.toContain(key.id)
    expect((await keysOf(visitor)).find(({ id }) => id === key.id)).toMatchObject({
      name: 'mine',
      revoked_at: null,
    })
    expect((await stranger.call('GET', '/usage/lines')).body).toEqual({ lines: [], next_cursor: null })
    const filtered = await stranger.call('GET', `/usage/lines?key_id=${key.id}`)
    expect(filtered.body).toMatchObject({ lines: [] })
  })
})

describe('usage', () => {
  test('adds up by day, endpoint and key to what the meter says, and the lines are behind it', async () => {
    const owner = await signUp(api.url)
    await database.pool.query('update meters set emit_us = 100, burst = 10000')
    const [one, two] = [await newKey(owner, 'one'), await newKey(owner, 'two')]
    await owner.call('POST', '/v1/counter', as(one, { live: 1 }))
    await owner.call('POST', '/v1/counter', as(one, { cached: 3 }))
    await owner.call('POST', '/v1/counter', as(two, { live: 2 }))
    const today = inDays(0)
    const { spend } = (await owner.call('GET', `/usage/spend?from=${inDays(-29)}&to=${today}`)).body as {
      spend: { day: string; endpoint: string; key_id: string; credits: number; lines: number }[]
    }
    expect(spend.toSorted((a, b) => a.credits - b.credits)).toEqual([
      { day: today, endpoint: 'shop', key_id: one.id, credits: 1.75, lines: 2, live: 1, cached: 3, free: 0 },
      { day: today, endpoint: 'shop', key_id: two.id, credits: 2, lines: 1, live: 2, cached: 0, free: 0 },
    ])
    expect((await owner.call('GET', '/usage')).body).toMatchObject({
      credits_used: 3.75,
      credits_remaining: 246.25,
    })
    const byKey = await owner.call('GET', `/usage/lines?key_id=${two.id}&from=${today}&to=${today}`)
    expect(byKey.body).toMatchObject({ lines: [{ credits: 2, live: 2 }], next_cursor: null })
    const paged = (await owner.call('GET', '/usage/lines?limit=2')).body as { next_cursor: string }
    const rest = await owner.call('GET', `/usage/lines?limit=2&cursor=${paged.next_cursor}`)
    expect(rest.body).toMatchObject({ lines: [{ credits: 1 }], next_cursor: null })
    expect((await owner.call('GET', '/usage/lines?endpoint=compset')).body).toMatchObject({ lines: [] })
  })

  test.for([
    ['/usage/spend', '`from` is missing'],
    [`/usage/spend?from=${inDays(0)}&to=${inDays(-1)}`, '`to` must be on or after `from`'],
    [`/usage/spend?from=${inDays(-92)}&to=${inDays(0)}`, 'at most 92 days'],
    ['/usage/spend?from=soon&to=later', '`from` must be a date'],
    ['/usage/lines?endpoint=nothing', '`endpoint` must be one of'],
    ['/usage/lines?cursor=x', '`cursor` must be'],
    ['/usage?x=1', '`x` is not known'],
  ] as const)('%s: %s', async ([path, message]) => {
    const said = await visitor.call('GET', path)
    expect(said.status).toBe(400)
    expect(JSON.stringify(said.body)).toContain(message)
  })
})

test('every call of the dashboard but signing in and out needs a session', async () => {
  const nobody = openVisitor(api.url)
  const { id } = await newKey(stranger, 'safe')
  const said = await Promise.all([
    nobody.call('GET', '/session'),
    nobody.call('GET', '/keys'),
    nobody.call('POST', '/keys', { body: { name: 'x' } }),
    nobody.call('PATCH', `/keys/${id}`, { body: { name: 'x' } }),
    nobody.call('DELETE', `/keys/${id}`),
    nobody.call('GET', '/usage'),
    nobody.call('GET', `/usage/spend?from=${inDays(0)}&to=${inDays(0)}`),
    nobody.call('GET', '/usage/lines'),
    nobody.call('GET', '/answers/once?path=/shop'),
  ])
  expect(said.map(({ status }) => status)).toEqual(said.map(() => 401))
})

test('none of it is in the public description, and the public API has not changed its ways', async () => {
  const { body } = await get(api.url, '/openapi.json')
  expect(Object.keys((body as { paths: object }).paths).filter((path) => path.includes('app'))).toEqual([])
  const { key } = await newAccount(database.pool, 'pro')
  expect(await get(api.url, '/v1/keys', key)).toMatchObject({ status: 400 })
})

test('a session that calls far too often is refused, and others are not', async () => {
  const eager = await signUp(api.url)
  const answers = await Promise.all(Array.from({ length: 150 }, () => eager.call('GET', '/session')))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(20)
  expect(refused[0]?.headers['retry-after']).toBe('1')
  expect(refused[0]?.body).toMatchObject({ error: { code: 'rate_limited' } })
  expect((await stranger.call('GET', '/session')).status).toBe(200)
})
