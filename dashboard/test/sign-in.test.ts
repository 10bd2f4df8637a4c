import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../service/src/accounts/store.ts'
import { createTestDatabase, type TestDatabase, takeClock } from '../../service/test/support/database.ts'
import { type ApiProcess, startApi, vacancy } from '../../service/test/support/processes.ts'
import { codeOf, openVisitor, PASSWORD, signUp, type Visitor } from './support/visitor.ts'

let database: TestDatabase
let apis: ApiProcess[]
let url: string
let clock: { set(time: string): Promise<void> }

const SECRET = { SECRET_KEY: 'ab'.repeat(32) }
const start = new Date().toISOString()

beforeAll(async () => {
  database = await createTestDatabase()
  clock = await takeClock(database.pool, start)
  apis = await Promise.all([startApi(database.url, SECRET), startApi(database.url, SECRET)])
  url = apis[0]?.url ?? ''
})

afterAll(async () => {
  await Promise.all(apis.map((api) => api.stop('SIGKILL')))
  await database.drop()
})

const count = async (table: string) =>
  (await database.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n

describe('signing up', () => {
  test('makes a free account, signs in, and keeps only an argon2id hash', async () => {
    const visitor = await signUp(url)
    const { body } = await visitor.call('GET', '/session')
    expect(body).toEqual({
      email: visitor.email,
      role: 'owner',
      home_page: null,
      account: { id: expect.stringMatching(/^acc_/), plan: 'free', operator: false },
    })
    const { rows } = await database.pool.query<{ password: string }>('select password from user_credentials')
    expect(rows[0]?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await visitor.call('GET', '/usage')).body).toMatchObject({
      plan: 'free',
      credits_used: 0,
      credits_limit: 250,
      rate_limit_rps: 2,
    })
  })

  test('the cookie is out of reach of scripts and of other sites', async () => {
    const visitor = openVisitor(url)
    const { headers } = await visitor.call('POST', '/sign-up', {
      body: { email: 'cookie@example.com', password: PASSWORD },
    })
    const cookies = [headers['set-cookie'] ?? []].flat()
    expect(cookies).toHaveLength(1)
    expect(cookies[0]).toMatch(/^vacancy\.session_token=/)
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/']) expect(cookies[0]).toContain(attribute)
  })

  test('only with its password can a client tell that an e-mail is taken', async () => {
    const { email } = await signUp(url)
    const other = { email: email.toUpperCase(), password: 'another password' }
    const refused = await openVisitor(url).call('POST', '/sign-up', { body: other })
    expect(refused.status).toBe(400)
    const [account, users] = [await count('accounts'), await count('users')]
    const again = await openVisitor(url).call('POST', '/sign-up', { body: { email, password: PASSWORD } })
    expect(again.status).toBe(200)
    expect([await count('accounts'), await count('users')]).toEqual([account, users])
  })

  test('signing up with its e-mail does not take over an account made by an administrator', async () => {
    await createAccount(database.pool, 'boss@example.com', 'scale')
    const body = { email: 'Boss@example.com', password: PASSWORD }
    const { status, body: told } = await openVisitor(url).call('POST', '/sign-up', { body })
    expect(status).toBe(400)
    expect(JSON.stringify(told)).toContain('An account could not be created with this e-mail')
    expect((await openVisitor(url).call('POST', '/sign-in', { body })).status).toBe(401)
  })

  test.for([
    [{ email: 'not an e-mail', password: PASSWORD }, '`email` must be an e-mail address.'],
    [{ email: 'short@example.com', password: 'short' }, '`password` must have at least 10 characters'],
    [{ email: 'more@example.com', password: PASSWORD, name: 'x' }, '`name` is not known'],
    [{ email: 'common@example.com', password: '1234567890' }, 'This password is too common'],
    [{ email: 'common@example.com', password: 'Password123' }, 'This password is too common'],
    [{ email: 'common@example.com', password: 'zzzzzzzzzzzz' }, 'This password is too common'],
    [{ email: 'a.long.name@example.com', password: 'A.long.name' }, 'This password is too common'],
  ] as const)('%j is refused: %s', async ([body, message]) => {
    const users = await count('users')
    const said = await openVisitor(url).call('POST', '/sign-up', { body })
    expect(said.status).toBe(400)
    expect(JSON.stringify(said.body)).toContain(message)
    expect(await count('users')).toBe(users)
  })

  test('closed by the operator: says so, and creates no account', async () => {
    const closed = await startApi(database.url, { ...SECRET, SIGN_UP: 'closed' })
    const users = await count('users')
    expect((await openVisitor(closed.url).call('GET', '/sign-up')).body).toMatchObject({ open: false })
    expect((await openVisitor(url).call('GET', '/sign-up')).body).toMatchObject({ open: true })
    const body = { email: 'late@example.com', password: PASSWORD }
    const refused = await openVisitor(closed.url).call('POST', '/sign-up', { body })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('Sign-up is closed on this server.')
    expect(await count('users')).toBe(users)
    await closed.stop('SIGKILL')
  })

  test('a user whose account is missing because the process died gets it at the next use', async () => {
    const visitor = await signUp(url)
    const { body: before } = await visitor.call('GET', '/session')
    await database.pool.query('update users set account = null where email = $1', [visitor.email])
    await database.pool.query('update accounts set email = $2 where public_id = $1', [
      (before['account'] as { id: string }).id,
      'left@behind.example',
    ])
    const found = await Promise.all(Array.from({ length: 5 }, () => visitor.call('GET', '/session')))
    const ids = new Set(found.map(({ body }) => (body['account'] as { id: string }).id))
    expect(ids.size).toBe(1)
    expect(ids).not.toContain((before['account'] as { id: string }).id)
  })
})

describe('a session', () => {
  test('works on every process and ends everywhere at once with the sign-out', async () => {
    const visitor = await signUp(url)
    const elsewhere = openVisitor(apis[1]?.url ?? '')
    elsewhere.setCookie(visitor.cookie())
    expect((await elsewhere.call('GET', '/session')).status).toBe(200)
    expect((await visitor.call('POST', '/sign-out')).status).toBe(200)
    expect(visitor.cookie()).toBe('')
    const after = await elsewhere.call('GET', '/session')
    expect([after.status, codeOf(after)]).toEqual([401, 'auth_failed'])
  })

  test('is a new one with each sign-in: neither a planted nor an old one is taken over', async () => {
    const { email, cookie } = await signUp(url)
    const planted = 'vacancy.session_token=planted.c2lnbmF0dXJl'
    const victim = openVisitor(url)
    victim.setCookie(planted)
    await victim.call('POST', '/sign-in', { body: { email, password: PASSWORD } })
    expect(victim.cookie()).not.toContain('planted')
    expect(victim.cookie()).not.toBe(cookie())
    const attacker = openVisitor(url)
    attacker.setCookie(planted)
    expect((await attacker.call('GET', '/session')).status).toBe(401)

    const before = victim.cookie()
    await victim.call('POST', '/sign-in', { body: { email, password: PASSWORD } })
    attacker.setCookie(before)
    expect((await attacker.call('GET', '/session')).status).toBe(401)
  })

  test('a token from the database alone cannot sign in', async () => {
    await signUp(url)
    const { rows } = await database.pool.query<{ token: string }>('select token from user_sessions')
    const thief = openVisitor(url)
    thief.setCookie(`vacancy.session_token=${rows[0]?.token}`)
    expect((await thief.call('GET', '/session')).status).toBe(401)
  })
})

describe('a foreign page', () => {
  test.for([
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin', { origin: undefined }],
    ['an opaque origin', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour on the same site', { 'sec-fetch-site': 'same-site' }],
  ] as const)('with %s can change nothing, with the cookie or without', async ([, headers]) => {
    const visitor = await signUpOnce()
    const keys = await count('keys')
    const said = await visitor.call('POST', '/keys', { body: { name: 'theirs' }, headers })
    expect([said.status, codeOf(said)]).toEqual([400, 'invalid_request'])
    expect(await count('keys')).toBe(keys)
    const signIn = await openVisitor(url).call('POST', '/sign-in', {
      body: { email: visitor.email, password: PASSWORD },
      headers,
    })
    expect([signIn.status, signIn.headers['set-cookie']]).toEqual([400, undefined])
  })

  test('cannot send what a form can send', async () => {
    const visitor = await signUpOnce()
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const said = await visitor.call('POST', '/keys', {
        body: '{"name":"form"}',
        headers: { 'content-type': type },
      })
      expect([said.status, codeOf(said)]).toEqual([400, 'invalid_request'])
    }
  })

  test('gets no permission to read answers', async () => {
    const visitor = await signUpOnce()
    const said = await visitor.call('GET', '/keys', { headers: { origin: url } })
    expect(said.status).toBe(200)
    expect(Object.keys(said.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    const foreign = await visitor.call('GET', '/keys', { headers: { origin: 'https://evil.example' } })
    expect(foreign.status).toBe(400)
  })

  let once: ReturnType<typeof signUp> | undefined
  const signUpOnce = () => {
    once ??= signUp(url)
    return once
  }
})

test('sign-in is throttled per person, over all processes together, and opens again', async () => {
  const { email } = await signUp(url)
  await clock.set(new Date(Date.parse(start) + 120_000).toISOString())
  const tries = Array.from({ length: 12 }, (_, index) =>
    openVisitor(apis[index % 2]?.url ?? '').call('POST', '/sign-in', {
      body: { email, password: 'wrong guess' },
    }),
  )
  const said = await Promise.all(tries)
  expect(said.filter(({ status }) => status === 401)).toHaveLength(5)
  const refused = said.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(7)
  expect(new Set(refused.map(codeOf))).toEqual(new Set(['rate_limited']))
  const waits = Number(refused[0]?.headers['retry-after'])
  expect(waits).toBeGreaterThan(0)
  expect(waits).toBeLessThanOrEqual(60)

  const right = { body: { email, password: PASSWORD } }
  expect((await openVisitor(url).call('POST', '/sign-in', right)).status).toBe(429)
  // Signing up again with it does not help.
  expect((await openVisitor(url).call('POST', '/sign-up', right)).status).toBe(429)
  await clock.set(new Date(Date.parse(start) + 181_000).toISOString())
  expect((await openVisitor(url).call('POST', '/sign-in', right)).status).toBe(200)
})

test('the answer to a wrong password and to an unknown person is the same', async () => {
  const { email } = await signUp(url)
  const wrong = await openVisitor(url).call('POST', '/sign-in', { body: { email, password: 'wrong guess' } })
  const unknown = await openVisitor(url).call('POST', '/sign-in', {
    body: { email: 'nobody@example.com', password: 'wrong guess' },
  })
  const message = ({ body }: typeof wrong) => (body['error'] as { message: string }).message
  expect([wrong.status, message(wrong)]).toEqual([unknown.status, message(unknown)])
})

test('no password, no session token and no e-mail is in the log', () => {
  for (const api of apis) {
    expect(api.log()).not.toContain(PASSWORD)
    expect(api.log()).not.toContain('vacancy.session_token')
    expect(api.log()).not.toMatch(/person-\d/)
  }
})

describe('a password that an administrator sets', () => {
  const set = async (...args: string[]) => {
    const ended = await vacancy(['accounts', 'password', ...args], { DATABASE_URL: database.url })
    return { ...ended, told: (ended.code === 0 ? JSON.parse(ended.stdout) : {}) as Told }
  }
  const signIn = async (email: string, password: string) => {
    const visitor = openVisitor(url)
    const { status } = await visitor.call('POST', '/sign-in', { body: { email, password } })
    return { status, visitor }
  }
  const accountOf = async (visitor: Visitor) =>
    ((await visitor.call('GET', '/session')).body as { account: object }).account

  test('opens the dashboard to an account that he made', async () => {
    const { id } = await createAccount(database.pool, 'Made@example.com', 'pro')
    const { told } = await set('made@example.com', '--json')
    expect(told).toEqual({
      account: id,
      email: 'made@example.com',
      password: expect.stringMatching(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/),
    })
    const { visitor } = await signIn('Made@example.com', told.password)
    expect(await accountOf(visitor)).toEqual({ id, plan: 'pro', operator: false })
  })

  test('replaces the old one, ends every session, and lifts the lock after failed attempts', async () => {
    const visitor = await signUp(url)
    const account = await accountOf(visitor)
    for (let tries = 0; tries < 6; tries += 1) await signIn(visitor.email, 'a wrong password')
    expect((await signIn(visitor.email, PASSWORD)).status).toBe(429)
    const { told } = await set(visitor.email, '--json')
    expect((await visitor.call('GET', '/session')).status).toBe(401)
    expect((await signIn(visitor.email, PASSWORD)).status).toBe(401)
    const again = await signIn(visitor.email, told.password)
    expect(await accountOf(again.visitor)).toEqual(account)
    const { rows } = await database.pool.query<{ row: string }>(
      'select c::text as row from user_credentials c',
    )
    expect(rows.map(({ row }) => row).join('\n')).not.toContain(told.password)
  })

  test('adds a sign-in to an account without an e-mail address', async () => {
    const { id } = await createAccount(database.pool, 'demo', 'pro')
    const refused = await set('demo')
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'vacancy: demo is not an e-mail address. Give the address to sign in with as --email.\n',
    })
    const { told } = await set('demo', '--email', 'me@example.com', '--json')
    const { visitor } = await signIn('me@example.com', told.password)
    expect(await accountOf(visitor)).toEqual({ id, plan: 'pro', operator: false })
    // From now on the account is enough to name the person.
    expect((await set('demo', '--json')).told.email).toBe('me@example.com')
  })

  test('gives no access to another account', async () => {
    const { email } = await signUp(url)
    await createAccount(database.pool, 'other@example.com', 'free')
    expect(await set('other@example.com', '--email', email)).toMatchObject({
      code: 1,
      stderr: `vacancy: ${email} already signs in to another account.\n`,
    })
    expect((await signIn(email, PASSWORD)).status).toBe(200)
    expect((await set('nobody@example.com')).stderr).toBe(
      'vacancy: There is no account nobody@example.com.\n',
    )
  })
})

interface Told {
  account: string
  email: string
  password: string
}
