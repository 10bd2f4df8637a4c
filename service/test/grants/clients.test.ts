import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePeople } from '../../../dashboard/test/support/people.ts'
import { signUp, type Visitor } from '../../../dashboard/test/support/visitor.ts'
import { endUnusedGrants } from '../../src/grants/end.ts'
import { startApi } from '../support/processes.ts'
import { agree, askOf, getCode, keysOf, newPkce, REDIRECT, register } from './client.ts'

const people = usePeople({ ALLOW_PRIVATE_WEBHOOKS: 'loopback', LOG_LEVEL: 'info' })
let url: string
let person: Visitor & { email: string }
let clientId: string

beforeAll(async () => {
  url = people.api.url
  person = await people.newPerson()
  clientId = String((await register(url)).body['client_id'])
})

const newChallenge = () => newPkce().challenge

describe('a client', () => {
  const documents = (answer: (path: string) => unknown) => {
    const server = createServer((request, response) => {
      const said = answer(request.url ?? '')
      response.end(typeof said === 'string' ? said : JSON.stringify(said))
    }).listen(0, '127.0.0.1')
    return once(server, 'listening').then(() => ({
      server,
      at: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    }))
  }
  const look = async (id: string, more: Record<string, string> = {}) => {
    const request = askOf(url, id, newChallenge(), more).toString()
    const { status, body } = await person.call(
      'GET',
      `/consent?${new URLSearchParams({ request }).toString()}`,
    )
    return { status, text: JSON.stringify(body), body }
  }

  test('that lies about its name is shown with the host that the code goes to', async () => {
    const liar = await register(url, {
      client_name: 'Claude by Anthropic\u202e',
      redirect_uris: ['https://attacker.example/cb'],
    })
    const { body } = await look(String(liar.body['client_id']), {
      redirect_uri: 'https://attacker.example/cb',
    })
    expect(body).toMatchObject({
      client: { name: 'Claude by Anthropic', host: 'attacker.example', is_published: false },
      goes_to: 'attacker.example',
    })
  })

  test('cannot register without an address, nor with one that leads nowhere good', async () => {
    const { rows } = await people.database.pool.query('select count(*)::int as n from agent_clients')
    for (const metadata of [
      { redirect_uris: [] },
      { redirect_uris: ['http://attacker.example/cb'] },
      { redirect_uris: ['javascript:alert(1)'] },
      { redirect_uris: ['https://a.example/#x'] },
      { redirect_uris: ['https://user:pass@a.example/'] },
      { redirect_uris: [7] },
      { redirect_uris: ['https://a.example/\u0000'] },
      { redirect_uris: ['https://a.example/\n'] },
      { redirect_uris: Array.from({ length: 21 }, () => REDIRECT) },
      { grant_types: ['client_credentials'] },
      { client_name: 7 },
    ]) {
      const refused = await register(url, metadata)
      expect([refused.status, refused.body['error']]).toEqual([
        400,
        expect.stringMatching(/^invalid_(redirect_uri|client_metadata)$/),
      ])
    }
    expect((await people.database.pool.query('select count(*)::int as n from agent_clients')).rows).toEqual(
      rows,
    )
  })

  test('can register 20 times an hour from one address', async () => {
    for (let no = 0; no < 20; no += 1) expect((await register(url)).status).toBe(201)
    const refused = await register(url)
    expect(refused).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } })
  })

  test('with a metadata document is shown with its host, read once in ten minutes', async () => {
    let reads = 0
    const { server, at } = await documents((path) => {
      reads += 1
      return { client_id: at + path, client_name: 'Published', redirect_uris: [REDIRECT] }
    })
    expect((await look(`${at}/client.json`)).body).toMatchObject({
      client: { id: `${at}/client.json`, name: 'Published', host: new URL(at).host, is_published: true },
    })
    await look(`${at}/client.json`)
    expect(reads).toBe(1)
    server.close()
  })

  test.for([
    [
      'of another address',
      (at: string) => ({ client_id: `${at}/else`, client_name: 'A', redirect_uris: [REDIRECT] }),
    ],
    [
      'that wants a secret',
      (at: string) => ({
        client_id: `${at}/doc`,
        client_name: 'A',
        redirect_uris: [REDIRECT],
        token_endpoint_auth_method: 'client_secret_basic',
      }),
    ],
    ['without a name', (at: string) => ({ client_id: `${at}/doc`, redirect_uris: [REDIRECT] })],
    ['that is no JSON', () => '<html>'],
    ['that is too large', () => ' '.repeat(30_000)],
    [
      'with a bad address',
      (at: string) => ({ client_id: `${at}/doc`, client_name: 'A', redirect_uris: ['http://evil.example/'] }),
    ],
  ] as const)('with a document %s is refused', async ([, make]) => {
    const { server, at } = await documents(() => make(at))
    const { status, text } = await look(`${at}/doc`)
    expect(status).toBe(400)
    expect(text).toMatch(/cannot be used|must be https/)
    server.close()
  })

  test('with a document elsewhere is refused: no redirect is followed', async () => {
    let reads = 0
    const inside = await documents(() => (reads += 1))
    const outside = createServer((_request, response) =>
      response.writeHead(302, { location: `${inside.at}/doc` }).end(),
    ).listen(0, '127.0.0.1')
    await once(outside, 'listening')
    const { port } = outside.address() as AddressInfo
    const { status, text } = await look(`http://127.0.0.1:${port}/doc`)
    expect([status, text, reads]).toEqual([400, expect.stringContaining('the answer was 302'), 0])
    inside.server.close()
    outside.close()
  })

  test('cannot make this server look inside the network', async () => {
    const guarded = await startApi(people.database.url, { ALLOW_PRIVATE_WEBHOOKS: 'false' })
    let reads = 0
    const { server, at } = await documents(() => (reads += 1))
    const tries = [
      `${at}/doc`,
      at.replace('http', 'https').concat('/doc'),
      'https://169.254.169.254/latest/meta-data',
      'https://10.0.0.1/doc',
      'https://[::1]/doc',
      'https://[::ffff:127.0.0.1]/doc',
      'https://2130706433/doc',
      'https://localhost/doc',
      'https://user@example.com/doc',
      'https://example.com',
      'https://example.com/a/../doc',
    ]
    for (const id of tries) {
      const query = askOf(guarded.url, id, newChallenge())
      const page = await fetch(`${guarded.url}/oauth/authorize?${query.toString()}`, { redirect: 'manual' })
      expect([id, page.status]).toEqual([id, 400])
    }
    // Here this machine is allowed, as for webhooks, and everything else inside the network is not.
    expect((await look('https://10.0.0.1/doc')).text).toContain('private, local or reserved')
    expect(reads).toBe(0)
    server.close()
    await guarded.stop('SIGKILL')
  })
})

describe('who agrees', () => {
  test('must be signed in, from our own page, and may spend', async () => {
    const query = askOf(url, clientId, newChallenge())
    const body = { request: query.toString(), name: 'x', daily_cap: 1, paid: true, expires_at: null }
    const without = await fetch(`${url}/app/api/consent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(body),
    })
    expect(without.status).toBe(401)
    const foreign = await person.call('POST', '/consent', {
      body,
      headers: { origin: 'https://attacker.example' },
    })
    expect(foreign.status).toBe(400)
    await people.database.pool.query("update users set role = 'viewer' where email = $1", [person.email])
    expect((await agree(person, query)).status).toBe(403)
    await people.database.pool.query("update users set role = 'owner' where email = $1", [person.email])
  })

  test.for([
    [{ daily_cap: 0 }, 'daily_cap'],
    [{ daily_cap: -1 }, 'daily_cap'],
    [{ daily_cap: 0.0001 }, 'daily_cap'],
    [{ expires_at: '2001-01-01T00:00:00Z' }, 'expires_at'],
    [{ expires_at: 'tomorrow' }, 'expires_at'],
    [{ name: '' }, 'name'],
  ] as const)('cannot agree to %o', async ([terms, field]) => {
    const before = await keysOf(person)
    const refused = await agree(person, askOf(url, clientId, newChallenge()), terms)
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain(field)
    expect(await keysOf(person)).toEqual(before)
  })

  test('cannot give more than was asked for', async () => {
    const query = askOf(url, clientId, newChallenge(), { scope: 'read' })
    expect((await agree(person, query, { paid: true })).status).toBe(400)
    expect((await agree(person, query, { paid: false })).status).toBe(200)
  })

  test('can say no, which the client is told', async () => {
    const query = askOf(url, clientId, newChallenge())
    const { body } = await person.call('POST', '/consent/refuse', { body: { request: query.toString() } })
    const told = Object.fromEntries(new URL(String(body['redirect'])).searchParams)
    expect(told).toMatchObject({ error: 'access_denied', state: 'st&ate', iss: url })
  })

  test('lets in at most 20 agents', async () => {
    const many = await signUp(url)
    for (let no = 0; no < 20; no += 1) await getCode(url, many, clientId)
    const refused = await agree(many, askOf(url, clientId, newChallenge()))
    expect(JSON.stringify(refused.body)).toContain('20 agents')
  })

  test('keeps their five keys, and a grant that nobody fetched ends by itself', async () => {
    const owner = await signUp(url)
    await getCode(url, owner, clientId, { name: 'never fetched' })
    for (let no = 0; no < 5; no += 1)
      expect((await owner.call('POST', '/keys', { body: { name: `key ${no}` } })).status).toBe(200)
    expect((await owner.call('POST', '/keys', { body: { name: 'sixth' } })).status).toBe(400)
    await people.database.pool.query(
      "update grants set usable_until = now() - interval '1 s' where person = $1",
      [owner.email],
    )
    expect(await endUnusedGrants(people.database.pool)).toBe(1)
    const grant = (await keysOf(owner)).find(({ kind }) => kind === 'agent')
    expect(grant?.revoked_at).not.toBeNull()
  })
})
