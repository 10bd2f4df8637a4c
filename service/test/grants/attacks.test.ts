import { beforeAll, describe, expect, test } from 'vitest'
import { usePeople } from '../../../dashboard/test/support/people.ts'
import type { Visitor } from '../../../dashboard/test/support/visitor.ts'
import {
  agree,
  askOf,
  callTool,
  exchange,
  getCode,
  getGrant,
  type Json,
  keysOf,
  newPkce,
  postForm,
  REDIRECT,
  register,
  renew,
} from './client.ts'

const people = usePeople({ ALLOW_PRIVATE_WEBHOOKS: 'loopback', LOG_LEVEL: 'info' })
let url: string
let person: Visitor & { email: string }
let clientId: string

beforeAll(async () => {
  url = people.api.url
  person = await people.newPerson()
  clientId = String((await register(url)).body['client_id'])
})

const open = (query: URLSearchParams) =>
  fetch(`${url}/oauth/authorize?${query.toString()}`, { redirect: 'manual' })
const actsOf = async (of: Visitor) =>
  (await of.call('GET', '/audit')).body['acts'] as { action: string; subject: string; detail: Json }[]
const newChallenge = () => newPkce().challenge

describe('where a browser is sent', () => {
  test.for([
    'https://attacker.example/callback',
    'http://127.0.0.1:9999/callback/more',
    'http://127.0.0.1.attacker.example:9999/callback',
    'http://127.0.0.1:9999@attacker.example/callback',
    'http://127.0.0.1:9999/callback?x=1',
    'http://127.0.0.1:9999/callback#x',
    'http://localhost:9999/callback',
    'https://127.0.0.1:9999/callback',
    'javascript:alert(1)',
    '//attacker.example',
  ])('is never %s, which the client has not registered', async (redirect) => {
    const query = askOf(url, clientId, newChallenge(), { redirect_uri: redirect })
    const page = await open(query)
    expect([page.status, page.headers.get('location')]).toEqual([400, null])
    const before = await keysOf(person)
    const refused = await agree(person, query)
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('none of the addresses that this client has registered')
    expect(await keysOf(person)).toEqual(before)
  })

  test('can have another port on the person’s own machine', async () => {
    const page = await open(
      askOf(url, clientId, newChallenge(), { redirect_uri: 'http://127.0.0.1:1234/callback' }),
    )
    expect(page.status).toBe(200)
  })

  test.for([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: '' }, 'invalid_request'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    [{ scope: 'admin' }, 'invalid_scope'],
  ] as const)('is the client, with the error and this server’s name: %o', async ([wrong, error]) => {
    const query = askOf(url, clientId, newChallenge(), wrong)
    const page = await open(query)
    const to = new URL(page.headers.get('location') ?? '')
    expect([page.status, to.origin + to.pathname]).toEqual([303, REDIRECT])
    const told = Object.fromEntries(to.searchParams)
    expect(told).toMatchObject({ error, state: 'st&ate', iss: url })
    const before = await keysOf(person)
    expect((await agree(person, query)).body).toEqual({ redirect: to.href })
    expect(await keysOf(person)).toEqual(before)
  })

  test('a challenge cannot be left out, so nobody can redeem a stolen code without its secret', async () => {
    const query = askOf(url, clientId, newChallenge())
    query.delete('code_challenge')
    query.delete('code_challenge_method')
    expect(new URL((await open(query)).headers.get('location') ?? '').searchParams.get('error')).toBe(
      'invalid_request',
    )
  })

  test('repeated parameters are refused, two resources and U+0000 too', async () => {
    const twice = askOf(url, clientId, newChallenge())
    twice.append('redirect_uri', 'https://attacker.example/')
    expect((await open(twice)).status).toBe(400)
    for (const name of ['client_id', 'redirect_uri', 'state'])
      expect((await open(askOf(url, clientId, newChallenge(), { [name]: 'a\0b' }))).status).toBe(400)
    const two = askOf(url, clientId, newChallenge())
    two.append('resource', `${url}/v1/mcp`)
    expect((await open(two)).headers.get('location')).toContain('error=invalid_target')
  })

  test('refusals are in the log, and no secret is', async () => {
    await open(askOf(url, clientId, newChallenge(), { redirect_uri: 'https://attacker.example/planted' }))
    expect(people.api.log()).toContain('an agent was refused')
    expect(people.api.log()).not.toContain('planted')
  })
})

describe('a code', () => {
  test('that is used twice ends what was given for it', async () => {
    const { code, verifier, tokens, clientId: id } = await getGrant(url, person, { name: 'twice' })
    expect((await callTool(url, tokens.access_token, 'account_usage')).status).toBe(200)
    const again = await exchange(url, { client_id: id, code, code_verifier: verifier })
    expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(String(again.body['error_description'])).toContain('used before')
    expect((await keysOf(person)).find(({ name }) => name === 'twice')?.revoked_at).not.toBeNull()
    const [act] = await actsOf(person)
    expect(act).toMatchObject({
      action: 'grant.end',
      detail: { name: 'twice', why: 'its code was used twice', address: '127.0.0.1' },
    })
    expect((await renew(url, { client_id: id, refresh_token: tokens.refresh_token })).body['error']).toBe(
      'invalid_grant',
    )
  })

  test('is good only with its secret, for its client, to its address and for its resource', async () => {
    const other = String((await register(url)).body['client_id'])
    const { code, verifier } = await getCode(url, person, clientId)
    const right = { client_id: clientId, code, code_verifier: verifier, redirect_uri: REDIRECT }
    const wrong = [
      { code_verifier: newPkce().verifier },
      { code_verifier: '' },
      { client_id: other },
      { redirect_uri: 'http://127.0.0.1:1/callback' },
      { resource: `${url}/v1/mcp` },
      { code: code.replace(/.$/, (letter) => (letter === 'a' ? 'b' : 'a')) },
    ]
    for (const each of wrong) expect((await exchange(url, { ...right, ...each })).status).toBe(400)
    // None of it changed anything.
    expect((await exchange(url, right)).status).toBe(200)
  })

  test('of this server under one name is not good under another, and neither is the token', async () => {
    const alias = url.replace('127.0.0.1', 'localhost')
    const { code, verifier, redirect } = await getCode(url, person, clientId)
    expect(redirect.searchParams.get('iss')).toBe(url)
    const mixed = await exchange(alias, { client_id: clientId, code, code_verifier: verifier })
    expect(mixed.body).toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringContaining('another address'),
    })
    const { body } = await exchange(url, { client_id: clientId, code, code_verifier: verifier })
    const token = String(body['access_token'])
    expect((await callTool(alias, token, 'account_usage')).status).toBe(401)
    expect((await callTool(url, token, 'account_usage')).status).toBe(200)
  })
})

describe('a token', () => {
  test('is for its resource only: not for the other address, nor for the API, nor for the dashboard', async () => {
    const { tokens } = await getGrant(url, person)
    const token = tokens.access_token
    const elsewhere = await callTool(url, token, 'account_usage', {}, '/v1/mcp')
    expect([elsewhere.status, elsewhere.body.error?.message]).toEqual([
      401,
      'This token is for another address than this one.',
    ])
    expect(elsewhere.headers.get('www-authenticate')).toContain('error="invalid_token"')
    // The same process knows the token from its own door.
    expect((await callTool(url, token, 'account_usage')).status).toBe(200)
    const asKey = await fetch(`${url}/v1/usage`, { headers: { 'x-api-key': token } })
    const asBearer = await fetch(`${url}/v1/usage`, { headers: { authorization: `Bearer ${token}` } })
    expect([asKey.status, asBearer.status]).toEqual([401, 401])
    const grant = (await keysOf(person)).find(
      ({ kind, revoked_at }) => kind === 'agent' && revoked_at === null,
    )
    const chosen = await person.call('GET', '/v1/usage', { headers: { 'x-key-id': grant?.id } })
    expect(chosen.status).toBe(401)
  })

  test('to refresh is good once. If it comes back, it was stolen, and the grant ends for everybody', async () => {
    const { clientId: id, tokens } = await getGrant(url, person, { name: 'stolen' })
    const first = await renew(url, { client_id: id, refresh_token: tokens.refresh_token })
    expect(first.status).toBe(200)
    const newer = first.body as unknown as typeof tokens
    const thief = await renew(url, { client_id: id, refresh_token: tokens.refresh_token })
    expect(thief.body).toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringContaining('The grant has ended'),
    })
    expect((await renew(url, { client_id: id, refresh_token: newer.refresh_token })).status).toBe(400)
    await expect
      .poll(async () => (await callTool(url, newer.access_token, 'account_usage')).status, {
        timeout: 10_000,
      })
      .toBe(401)
    expect((await actsOf(person))[0]).toMatchObject({
      action: 'grant.end',
      detail: { why: 'a refresh token was used twice' },
    })
  })

  test('to refresh that comes twice at the same moment gives tokens at most once, and then none', async () => {
    const { clientId: id, tokens } = await getGrant(url, person)
    const both = await Promise.all(
      [1, 2].map(() => renew(url, { client_id: id, refresh_token: tokens.refresh_token })),
    )
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]))
  })

  test('of another client, or for another resource, is refused and stays good', async () => {
    const { clientId: id, tokens } = await getGrant(url, person)
    const { refresh_token } = tokens
    expect((await renew(url, { client_id: clientId, refresh_token })).body['error']).toBe('invalid_grant')
    expect(
      (await renew(url, { client_id: id, refresh_token, resource: `${url}/v1/mcp` })).body['error'],
    ).toBe('invalid_target')
    expect((await renew(url, { client_id: id, refresh_token: tokens.access_token })).body['error']).toBe(
      'invalid_grant',
    )
    expect((await renew(url, { client_id: id, refresh_token })).status).toBe(200)
  })

  test('ends the grant when its client gives it back; a stranger cannot', async () => {
    const { clientId: id, tokens } = await getGrant(url, person, { name: 'given back' })
    const isOver = async () =>
      (await keysOf(person)).find(({ name }) => name === 'given back')?.revoked_at !== null
    await postForm(url, '/oauth/revoke', { token: tokens.access_token, client_id: clientId })
    expect(await isOver()).toBe(false)
    expect((await postForm(url, '/oauth/revoke', { token: tokens.access_token, client_id: id })).status).toBe(
      200,
    )
    expect(await isOver()).toBe(true)
    expect((await postForm(url, '/oauth/revoke', { token: 'nonsense', client_id: id })).status).toBe(200)
  })

  test('is made by rotation at most 60 times an hour', async () => {
    const { clientId: id, tokens } = await getGrant(url, person)
    let last = tokens.refresh_token
    for (let no = 0; no < 60; no += 1)
      last = String((await renew(url, { client_id: id, refresh_token: last })).body['refresh_token'])
    const refused = await renew(url, { client_id: id, refresh_token: last })
    expect(refused).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } })
  })
})
