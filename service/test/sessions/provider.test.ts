import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openVisitor, PASSWORD, type Said, type Visitor } from '../../../dashboard/test/support/visitor.ts'
import { createAccount } from '../../src/accounts/store.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'
import { until } from '../support/until.ts'
import { describeClaimedAddresses } from './claimed-addresses.ts'
import { type CrookedProvider, openCrookedProvider } from './crooked-provider.ts'
import { crowd } from './crowd.ts'
import { CLIENT, type OpenIdProvider, openOpenIdProvider, signInThere } from './openid-provider.ts'

const CALLBACK = '/app/api/sign-in/oidc/callback'
const SECRET_KEY = 'cd'.repeat(32)

let database: TestDatabase
let provider: OpenIdProvider
let crooked: CrookedProvider
let open: ApiProcess
let strict: ApiProcess
let tricked: ApiProcess
let team: { id: string }
let nonce = ''

const settingsOf = (issuer: string) => ({
  SECRET_KEY,
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_NAME: 'Acme Login',
})

beforeAll(async () => {
  database = await createTestDatabase()
  team = await createAccount(database.pool, 'team@acme.example', 'pro')
  const [first, second] = [await freePort(), await freePort()]
  provider = await openOpenIdProvider([first, second].map((port) => `http://127.0.0.1:${port}${CALLBACK}`))
  crooked = await openCrookedProvider(() => nonce)
  ;[open, strict, tricked] = await Promise.all([
    startApi(database.url, {
      ...settingsOf(provider.issuer),
      PORT: String(first),
      OIDC_ALLOW: 'allowed.example',
    }),
    startApi(database.url, {
      ...settingsOf(provider.issuer),
      PORT: String(second),
      PASSWORDS: 'off',
      OIDC_ALLOW: '*',
      OIDC_ACCOUNT: team.id,
      OIDC_ROLES: 'groups=admins:owner,staff:member',
    }),
    startApi(database.url, { ...settingsOf(crooked.issuer), OIDC_ALLOW: '*' }),
  ])
})
afterEach(async () => {
  await database.pool.query('truncate throttles')
})
afterAll(async () => {
  await Promise.all([open, strict, tricked].map((api) => api.stop('SIGKILL')))
  await Promise.all([provider.stop(), crooked.stop()])
  await database.drop()
})

const count = async (table: string) =>
  (await database.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n
/** As a browser does that comes back from another site. */
const NAVIGATION = { origin: undefined, 'sec-fetch-site': 'cross-site' }

async function begin(visitor: Visitor, query = ''): Promise<string> {
  const said = await visitor.call('GET', `/sign-in/oidc${query}`, { headers: NAVIGATION })
  expect([said.status, said.body]).toEqual([303, {}])
  return String(said.headers['location'])
}

const comeBack = (visitor: Visitor, { search }: URL, headers: Record<string, string | undefined> = {}) =>
  visitor.call('GET', `/sign-in/oidc/callback${search}`, { headers: { ...NAVIGATION, ...headers } })

async function signInAs(
  api: ApiProcess,
  name: string,
  query = '',
): Promise<{ said: Said; visitor: Visitor }> {
  const visitor = openVisitor(api.url)
  const said = await comeBack(visitor, await signInThere(await begin(visitor, query), name))
  return { said, visitor }
}

const wordsOf = (said: Said) => (said.body['error'] as { message: string } | undefined)?.message ?? ''
const sessionOf = async (visitor: Visitor) => (await visitor.call('GET', '/session')).body
const actsOf = async (email: string) =>
  (
    await database.pool.query<{ action: string; detail: Record<string, string> }>(
      `select action, detail from acts where actor_id = $1 or detail ->> 'email' = $1 order by id`,
      [email],
    )
  ).rows

describe('somebody of an allowed domain', () => {
  test('gets an account of their own, comes back to the page asked for, and is the same person next time', async () => {
    provider.people.set('ann', { email: 'Ann@allowed.example', email_verified: true })
    const { said, visitor } = await signInAs(open, 'ann', '?next=/keys%3Fa%3D1')
    expect([said.status, said.headers['location']]).toEqual([303, '/keys?a=1'])
    const cookies = [said.headers['set-cookie'] ?? []].flat()
    expect(cookies.find((line) => line.startsWith('vacancy.session_token='))).toMatch(
      /HttpOnly.*SameSite=Strict/,
    )
    const session = await sessionOf(visitor)
    expect(session).toMatchObject({ email: 'ann@allowed.example', role: 'owner', account: { plan: 'free' } })
    // By what the provider calls her, whatever her address says later.
    provider.people.set('ann', { email: 'married@elsewhere.example', email_verified: true })
    const again = await signInAs(open, 'ann')
    expect(await sessionOf(again.visitor)).toEqual(session)
    expect((await visitor.call('POST', '/keys', { body: { name: 'hers' } })).status).toBe(200)
    expect(await actsOf('ann@allowed.example')).toContainEqual({
      action: 'person.sign_in',
      detail: { address: '127.0.0.1', way: 'provider', provider: 'Acme Login' },
    })
    expect((await visitor.call('POST', '/sign-out')).status).toBe(200)
    expect((await visitor.call('GET', '/session')).status).toBe(401)
  })

  test('begins with PKCE, a state and a nonce that are new each time, and a cookie no script reads', async () => {
    const visitor = openVisitor(open.url)
    const said = await visitor.call('GET', '/sign-in/oidc', { headers: NAVIGATION })
    const asked = new URL(String(said.headers['location'])).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: CLIENT.id,
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
      redirect_uri: `${open.url}${CALLBACK}`,
    })
    const second = new URL(await begin(openVisitor(open.url))).searchParams
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(asked.get(name)?.length).toBeGreaterThan(40)
      expect(asked.get(name)).not.toBe(second.get(name))
    }
    expect(String(said.headers['set-cookie'])).toMatch(/Path=\/app\/api\/sign-in; HttpOnly; SameSite=Lax/)
  })
})

describe('who does not get in, with the reason in words and nothing changed', () => {
  /** Why, in words. */
  const refused = async (api: ApiProcess, name: string, query = ''): Promise<string> => {
    const before = [await count('users'), await count('user_credentials'), await count('user_sessions')]
    const { said, visitor } = await signInAs(api, name, query)
    expect([401, 400]).toContain(said.status)
    expect((await visitor.call('GET', '/session')).status).toBe(401)
    expect([await count('users'), await count('user_credentials'), await count('user_sessions')]).toEqual(
      before,
    )
    return wordsOf(said)
  }

  test('an address that the provider has not verified, one of another domain, and none', async () => {
    provider.people.set('liar', { email: 'liar@allowed.example', email_verified: false })
    provider.people.set('unsure', { email: 'unsure@allowed.example' })
    provider.people.set('foreign', { email: 'foreign@sub.allowed.example', email_verified: true })
    provider.people.set('nameless', {})
    expect(await refused(open, 'liar')).toContain('Acme Login has not verified your e-mail address.')
    expect(await refused(open, 'unsure')).toContain('Acme Login has not verified your e-mail address.')
    expect(await refused(open, 'foreign')).toContain('has no account on this server')
    expect(await refused(open, 'nameless')).toContain('does not say what your e-mail address is')
  })

  test('who would take over a password account whose address was never proved; connecting it needs the password', async () => {
    const visitor = openVisitor(open.url)
    const email = 'victim@allowed.example'
    await visitor.call('POST', '/sign-up', { body: { email, password: PASSWORD } })
    provider.people.set('victim', { email, email_verified: true })
    expect(await refused(open, 'victim')).toContain(
      'sign in with the password, then connect Acme Login under Account',
    )
    await until(async () => (await actsOf(email)).some(({ action }) => action === 'person.sign_in_failed'))
    const wrong = await visitor.call('POST', '/provider/connect', { body: { password: 'a wrong password' } })
    expect(wordsOf(wrong)).toBe('The password is wrong.')
    const begun = await visitor.call('POST', '/provider/connect', { body: { password: PASSWORD } })
    const back = await comeBack(visitor, await signInThere(String(begun.body['url']), 'victim'))
    expect(back.headers['location']).toBe('/account')
    const { visitor: later } = await signInAs(open, 'victim')
    expect(await sessionOf(later)).toEqual(await sessionOf(visitor))
    expect(
      (await visitor.call('POST', '/provider/disconnect', { body: { password: PASSWORD } })).status,
    ).toBe(200)
    expect(await refused(open, 'victim')).toContain('sign in with the password')
  })

  test('another person of the provider who has got the address of a member', async () => {
    provider.people.set('first', { email: 'shared@allowed.example', email_verified: true })
    await signInAs(open, 'first')
    provider.people.set('second', { email: 'shared@allowed.example', email_verified: true })
    expect(await refused(open, 'second')).toContain(
      'Another person of Acme Login signs in here with your e-mail address',
    )
  })

  test('an address that belongs to an account that the operator made', async () => {
    await createAccount(database.pool, 'boss@allowed.example', 'scale')
    provider.people.set('boss', { email: 'boss@allowed.example', email_verified: true })
    expect(await refused(open, 'boss')).toContain('has no account on this server')
  })

  test('an invited person without the link, or somebody else with it; the right one joins once', async () => {
    const owner = openVisitor(open.url)
    await owner.call('POST', '/sign-up', { body: { email: 'owner@allowed.example', password: PASSWORD } })
    const email = 'invited@nowhere.example'
    const invited = await owner.call('POST', '/invitations', { body: { email, role: 'viewer' } })
    const token = String(invited.body['path']).replace('/join?token=', '')
    provider.people.set('invited', { email, email_verified: true })
    provider.people.set('thief', { email: 'thief@allowed.example', email_verified: true })
    expect(await refused(open, 'invited')).toContain('You are invited')
    expect(await refused(open, 'thief', `?invitation=${token}`)).toContain(
      'The invitation is for another address',
    )
    provider.people.set('invited', { email, email_verified: false })
    expect(await refused(open, 'invited', `?invitation=${token}`)).toContain('has not verified')
    provider.people.set('invited', { email, email_verified: true })
    const { said, visitor } = await signInAs(open, 'invited', `?invitation=${token}`)
    expect(said.headers['location']).toBe('/')
    const { account } = await sessionOf(owner)
    expect(await sessionOf(visitor)).toMatchObject({ email, role: 'viewer', account })
    expect(await refused(open, 'thief', `?invitation=${token}`)).toContain(
      'has expired, was withdrawn or accepted already',
    )
    provider.people.set('twin', { email, email_verified: true })
    expect(await refused(open, 'twin', `?invitation=${token}`)).toContain('already, as somebody else')
    expect(await refused(open, 'twin')).toContain('Another person of Acme Login')
  })

  test('is told to a browser on the sign-in page, whose words no link can choose', async () => {
    const visitor = openVisitor(open.url)
    const back = await signInThere(await begin(visitor), 'liar')
    const said = await comeBack(visitor, back, { accept: 'text/html' })
    expect([said.status, said.headers['location']]).toEqual([303, '/sign-in?refused=unverified_email'])
    const page = await visitor.call('GET', '/sign-in?refused=unverified_email')
    expect(page.body).toEqual({
      passwords: true,
      provider: { name: 'Acme Login' },
      refused: expect.stringContaining('Verify it there'),
    })
    for (const planted of ['Call+0900-555', 'constructor', '__proto__'])
      expect((await visitor.call('GET', `/sign-in?refused=${planted}`)).body['refused']).toBeNull()
  })
})

describe('an answer of the provider', () => {
  test('is good once, in the browser that began, and within its time', async () => {
    const expired = 'has expired, was finished already, or was begun in another browser'
    const visitor = openVisitor(open.url)
    const back = await signInThere(await begin(visitor), 'ann')
    const cookie = visitor.cookie()
    expect(wordsOf(await comeBack(openVisitor(open.url), back))).toContain(expired)
    expect(wordsOf(await comeBack(visitor, back))).toContain(expired)

    const other = openVisitor(open.url)
    const good = await signInThere(await begin(other), 'ann')
    const stolen = other.cookie()
    expect((await comeBack(other, good)).status).toBe(303)
    other.setCookie(stolen)
    expect(wordsOf(await comeBack(other, good))).toContain(expired)
    expect(cookie).not.toBe(stolen)

    const slow = openVisitor(open.url)
    const late = await signInThere(await begin(slow), 'ann')
    await database.pool.query("update sign_in_steps set expires_at = now() - interval '1 second'")
    expect(wordsOf(await comeBack(slow, late))).toContain(expired)
    for (const search of ['', '?code=x', '?state=x&code=y', '?error=access_denied'])
      expect(wordsOf(await comeBack(visitor, new URL(`http://x/${search}`)))).toContain(expired)
  })

  test('with another issuer, without its issuer, or with an error signs nobody in', async () => {
    for (const change of [
      (url: URL) => url.searchParams.set('iss', 'https://evil.example'),
      (url: URL) => url.searchParams.delete('iss'),
      (url: URL) => url.searchParams.append('iss', 'https://evil.example'),
    ]) {
      const visitor = openVisitor(open.url)
      const back = await signInThere(await begin(visitor), 'ann')
      change(back)
      const said = await comeBack(visitor, back)
      expect([400, 401]).toContain(said.status)
      expect((await visitor.call('GET', '/session')).status).toBe(401)
    }
    const visitor = openVisitor(open.url)
    const begun = new URL(await begin(visitor)).searchParams
    const denied = new URL(`http://x/?error=access_denied&error_description=<b>x</b>&iss=${provider.issuer}`)
    denied.searchParams.set('state', begun.get('state') ?? '')
    expect(wordsOf(await comeBack(visitor, denied))).toBe(
      'Acme Login did not sign you in. You can try again.',
    )
  })

  const LIES: [string, Parameters<CrookedProvider['lie']>[0]][] = [
    ['without a signature', { signature: 'none' }],
    ['signed with a key that is not the provider’s', { signature: 'other' }],
    ['signed with its public key as a password', { signature: 'HS256' }],
    ['with another nonce', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['for another client', { claims: { aud: 'another' } }],
    ['that has ended', { claims: { exp: Math.floor(Date.now() / 1000) - 3600 } }],
    ['about nobody', { claims: { sub: undefined } }],
  ]
  test.for(LIES)('with a token %s signs nobody in', async ([, lie]) => {
    crooked.lie(lie)
    const users = await count('users')
    const { said, visitor } = await trick()
    expect([said.status, wordsOf(said)]).toEqual([401, expect.stringContaining('could not be verified')])
    expect((await visitor.call('GET', '/session')).status).toBe(401)
    expect(await count('users')).toBe(users)
  })

  test('with a right token works, also right after the provider changed its key; discovery is asked once', async () => {
    crooked.lie({})
    expect((await trick()).said.headers['location']).toBe('/')
    crooked.rotateKey()
    expect((await trick()).said.headers['location']).toBe('/')
    expect(crooked.discoveries()).toBe(1)
  })

  async function trick(): Promise<{ said: Said; visitor: Visitor }> {
    const visitor = openVisitor(tricked.url)
    const asked = new URL(await begin(visitor)).searchParams
    nonce = asked.get('nonce') ?? ''
    const back = new URL(`http://x/?code=any&iss=${encodeURIComponent(crooked.issuer)}`)
    back.searchParams.set('state', asked.get('state') ?? '')
    return { said: await comeBack(visitor, back), visitor }
  }

  test('that does not come, because the provider is down: said in words, while passwords work', async () => {
    crooked.lie({})
    crooked.breakDown(503)
    const { said } = await trick()
    expect([said.status, wordsOf(said)]).toEqual([
      503,
      expect.stringContaining('Acme Login cannot be reached'),
    ])
    crooked.breakDown(null)
    const down = await startApi(database.url, settingsOf('http://127.0.0.1:9'))
    const visitor = openVisitor(down.url)
    const refused = await visitor.call('GET', '/sign-in/oidc', { headers: NAVIGATION })
    expect([refused.status, wordsOf(refused)]).toEqual([503, expect.stringContaining('cannot be reached')])
    const body = { email: 'calm@example.com', password: PASSWORD }
    expect((await visitor.call('POST', '/sign-up', { body })).status).toBe(200)
    expect(down.log()).toContain('a sign-in by the provider was refused')
    await down.stop('SIGKILL')
  })
})

test.for([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'keys',
  '/%0d%0a\n',
  '',
])('nobody is sent to %j after the sign-in', async (next) => {
  const said = await openVisitor(open.url).call('GET', `/sign-in/oidc?next=${encodeURIComponent(next)}`)
  expect([said.status, wordsOf(said)]).toEqual([400, '`next` must be a path on this server, such as /keys.'])
})

describe('with PASSWORDS=off', () => {
  test('new people join the named account, with roles that follow their claims', async () => {
    const groups = (name: string, ...of: string[]) =>
      provider.people.set(name, { email: `${name}@acme.example`, email_verified: true, groups: of })
    groups('chief', 'staff', 'admins')
    groups('worker', 'staff')
    groups('guest')
    const roleOf = async (name: string) => {
      const { role, account } = await sessionOf((await signInAs(strict, name)).visitor)
      expect(account).toMatchObject({ id: team.id })
      return role
    }
    expect([await roleOf('chief'), await roleOf('worker'), await roleOf('guest')]).toEqual([
      'owner',
      'member',
      'viewer',
    ])
    groups('worker', 'admins')
    expect(await roleOf('worker')).toBe('owner')
    groups('worker')
    expect(await roleOf('worker')).toBe('viewer')
    // An account needs an owner.
    groups('chief')
    expect(await roleOf('chief')).toBe('owner')
  })

  test('nobody joins an account that is full, also at the same moment; who is a member comes in', async () => {
    const leave = await crowd(database.pool, team.id, 1)
    const late = ['late1', 'late2', 'late3']
    for (const name of late)
      provider.people.set(name, { email: `${name}@acme.example`, email_verified: true })
    const came = await Promise.all(late.map((name) => signInAs(strict, name)))
    expect(came.filter(({ said }) => said.status === 303)).toHaveLength(1)
    const words = came.map(({ said }) => wordsOf(said)).filter((said) => said !== '')
    expect(words).toEqual(Array(2).fill(expect.stringContaining('as many members as it can have')))
    expect((await signInAs(strict, 'chief')).said.status).toBe(303)
    await leave()
  })

  test('no password opens anything, sessions by passwords end, and one that was never proved is removed', async () => {
    const before = openVisitor(open.url)
    const body = { email: 'planted@acme.example', password: PASSWORD }
    await before.call('POST', '/sign-up', { body })
    const visitor = openVisitor(strict.url)
    visitor.setCookie(before.cookie())
    expect((await visitor.call('GET', '/session')).status).toBe(401)
    const doors = [
      await visitor.call('POST', '/sign-in', { body }),
      await visitor.call('POST', '/sign-up', { body }),
      await visitor.call('POST', '/sign-in/passkey/options'),
      await visitor.call('POST', '/join', { body: { token: 'x', password: PASSWORD } }),
      await visitor.call('POST', '/forgot-password', { body: { email: body.email } }),
    ]
    for (const said of doors) {
      expect(said.status).toBe(400)
      expect(wordsOf(said)).toBe('Nobody signs in with a password here. Use Acme Login.')
    }
    expect((await visitor.call('GET', '/sign-up')).body).toMatchObject({ open: false })
    provider.people.set('planted', { email: body.email, email_verified: true })
    const came = await signInAs(strict, 'planted')
    expect(await sessionOf(came.visitor)).toMatchObject({ email: body.email })
    // Whoever planted it cannot use it if passwords come back.
    expect((await openVisitor(open.url).call('POST', '/sign-in', { body })).status).toBe(401)
    expect((await before.call('GET', '/session')).status).toBe(401)
  })
})

describeClaimedAddresses(() => ({ database, open, strict, provider, team, signInAs, sessionOf, actsOf }))

test('no secret, token or address of a person is in the log', async () => {
  await until(async () => tricked.log().includes('refused'))
  for (const api of [open, strict, tricked]) {
    for (const secret of [CLIENT.secret, '@allowed.example', '@acme.example', 'code=', 'eyJ'])
      expect(api.log()).not.toContain(secret)
  }
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
