import { once } from 'node:events'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePeople } from '../../../dashboard/test/support/people.ts'
import { signUp, type Visitor } from '../../../dashboard/test/support/visitor.ts'
import { freePort } from '../../src/db/embedded/free-port.ts'
import { createIssuerOf } from '../../src/grants/issuer.ts'
import { spawnConformance } from '../mcp/conformance.ts'
import { startApi, vacancy } from '../support/processes.ts'
import { agree, callTool, getGrant, type Json, keysOf, register } from './client.ts'

const people = usePeople({})
let url: string
let person: Visitor & { email: string }

beforeAll(async () => {
  url = people.api.url
  person = await people.newPerson()
})

const json = async (path: string) => (await fetch(url + path)).json()

describe('discovery', () => {
  test('begins with a 401 that says where to ask', async () => {
    for (const path of ['/mcp', '/v1/mcp']) {
      const refused = await fetch(url + path, { method: 'POST' })
      expect(refused.status).toBe(401)
      expect(refused.headers.get('www-authenticate')).toBe(
        `Bearer resource_metadata="${url}/.well-known/oauth-protected-resource${path}", scope="read spend"`,
      )
      expect(await json(`/.well-known/oauth-protected-resource${path}`)).toMatchObject({
        resource: url + path,
        authorization_servers: [url],
        bearer_methods_supported: ['header'],
        scopes_supported: ['read', 'spend'],
      })
    }
    expect(await json('/.well-known/oauth-authorization-server')).toMatchObject({
      issuer: url,
      authorization_endpoint: `${url}/oauth/authorize`,
      token_endpoint: `${url}/oauth/token`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    })
  })

  test('a key of one’s own is not invited to sign in', async () => {
    const refused = await fetch(`${url}/mcp`, { method: 'POST', headers: { 'x-api-key': 'vk_wrong' } })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, null])
  })

  test('is off without a public address on https, except on this machine', async () => {
    const of = (publicUrl: string, host: string, called: string) =>
      createIssuerOf({ publicUrl, host })(called)?.url
    expect(of('https://v.example', '0.0.0.0', 'anything')).toBe('https://v.example')
    expect(of('https://v.example', '127.0.0.1', 'attacker.example')).toBe('https://v.example')
    expect(of('', '127.0.0.1', 'localhost:8080')).toBe('http://localhost:8080')
    expect(of('http://v.example', '127.0.0.1', 'v.example')).toBeUndefined()
    expect(of('http://v.example', '0.0.0.0', '127.0.0.1:80')).toBeUndefined()
    expect(of('', '0.0.0.0', '127.0.0.1:80')).toBeUndefined()
    const open = await startApi(people.database.url, { HOST: '0.0.0.0' })
    const at = open.url.replace('0.0.0.0', '127.0.0.1')
    const refused = await fetch(`${at}/mcp`, { method: 'POST' })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, null])
    for (const path of ['/.well-known/oauth-authorization-server', '/oauth/authorize'])
      expect((await fetch(at + path)).status).toBe(404)
    const registered = await fetch(`${at}/oauth/register`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect(await registered.json()).toMatchObject({
      error_description: expect.stringContaining('PUBLIC_URL'),
    })
    await open.stop('SIGKILL')
  })
})

test('the official conformance suite passes, with every scenario for authorization servers', async () => {
  const port = await freePort()
  const { body } = await register(url, { redirect_uris: [`http://127.0.0.1:${port}/callback`] })
  const child = spawnConformance('authorization', {
    url,
    port,
    'client-id': String(body['client_id']),
    resource: `${url}/mcp`,
  })
  let said = ''
  let isAgreed = false
  child.stdout.on('data', (bytes: Buffer) => {
    said += bytes.toString()
    const asked = new RegExp(`^${url}/oauth/authorize\\?(\\S+)$`, 'm').exec(said)?.[1]
    if (asked === undefined || isAgreed) return
    isAgreed = true
    void agree(person, new URLSearchParams(asked)).then(({ body: agreed }) =>
      fetch(String(agreed['redirect'])),
    )
  })
  const [code] = (await once(child, 'close')) as [number | null]
  for (const scenario of ['authorization-server-metadata-endpoint', 'authorization-code-grant'])
    expect(said).toMatch(new RegExp(`✓ ${scenario}: \\d+ passed, 0 failed`))
  expect(code, said).toBe(0)
})

describe('a grant', () => {
  test('is a key in every respect but its secret', async () => {
    const expires = new Date(Date.now() + 86_400_000 * 30).toISOString()
    const { tokens, clientId } = await getGrant(url, person, {
      name: 'Trip planner',
      daily_cap: 2.5,
      expires_at: expires,
    })
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read spend' })
    const listed = (await keysOf(person)).find(({ name }) => name === 'Trip planner')
    expect(listed).toMatchObject({
      kind: 'agent',
      prefix: null,
      agent: {
        client_id: clientId,
        client_name: 'Test agent',
        client_host: 'this computer',
        person: person.email,
      },
      scopes: ['read', 'spend'],
      daily_cap: 2.5,
      spent_today: 0,
      expires_at: expires,
    })
    const usage = await callTool(url, tokens.access_token, 'account_usage')
    expect(usage.body.result?.structuredContent).toMatchObject({
      rows: [{ scopes: ['read', 'spend'], daily_cap: 2.5, spent_today: 0, key_ends_at: expires }],
    })
    const act = ((await person.call('GET', '/audit')).body['acts'] as Json[]).find(
      ({ action }) => action === 'grant.consent',
    )
    expect(act).toMatchObject({
      actor: { kind: 'person', id: person.email },
      subject: listed?.id,
      detail: {
        name: 'Trip planner',
        client: clientId,
        client_name: 'Test agent',
        client_host: 'this computer',
        address: '127.0.0.1',
        daily_cap: '2.5',
        scopes: ['read', 'spend'],
        expires_at: expires,
      },
    })
  })

  test('is renamed, capped and revoked like a key; the command line lists it', async () => {
    const { tokens } = await getGrant(url, person, { name: 'Before' })
    const { id = '' } = (await keysOf(person)).find(({ name }) => name === 'Before') ?? {}
    const changed = await person.call('PATCH', `/keys/${id}`, {
      body: { name: 'After', daily_cap: 3, scopes: ['read'] },
    })
    expect(changed.body).toMatchObject({ kind: 'agent', name: 'After', daily_cap: 3, scopes: ['read'] })
    const manage = await person.call('PATCH', `/keys/${id}`, { body: { scopes: ['read', 'manage'] } })
    expect([manage.status, JSON.stringify(manage.body)]).toEqual([
      400,
      expect.stringContaining('`scopes` of an agent'),
    ])
    const listed = await vacancy(['keys', 'list', '--account', person.email], {
      DATABASE_URL: people.database.url,
    })
    expect(listed.stdout).toMatch(new RegExp(`${id} +agent +After`))
    expect(listed.stdout).toContain('Test agent (this computer)')
    // Another account’s grants are not found.
    const stranger = await signUp(url)
    expect((await stranger.call('DELETE', `/keys/${id}`)).status).toBe(400)
    expect((await person.call('DELETE', `/keys/${id}`)).status).toBe(200)
    await expect
      .poll(async () => (await callTool(url, tokens.access_token, 'account_usage')).status, {
        timeout: 10_000,
      })
      .toBe(401)
  })

  test('for free tools is refused by paid ones, in words that an agent can act on', async () => {
    const { tokens } = await getGrant(url, person, { paid: false })
    expect(tokens.scope).toBe('read')
    const args = { chain: 'aurelia', hotel_code: 'X', checkin: '2030-01-01' }
    const { body } = await callTool(url, tokens.access_token, 'stay_price', args)
    expect(body.result?.isError).toBe(true)
    expect(body.result?.content[0]?.text).toContain('needs a key with the scope `spend`')
    expect((await callTool(url, tokens.access_token, 'account_usage')).body.result?.isError).not.toBe(true)
  })
})
