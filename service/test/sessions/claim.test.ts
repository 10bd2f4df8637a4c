import { hash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openVisitor, PASSWORD, type Said, signUp } from '../../../dashboard/test/support/visitor.ts'
import { createKey } from '../../src/accounts/keys.ts'
import { createAccount } from '../../src/accounts/store.ts'
import { createTestDatabase, type TestDatabase, takeClock } from '../support/database.ts'
import { type ApiProcess, startApi, vacancy } from '../support/processes.ts'

const SECRET = { SECRET_KEY: 'ab'.repeat(32) }
const start = Date.now()
const HOUR_MS = 3_600_000
const NEW_LINK = 'To print a new one, run on the server: npx vacancy accounts claim'

let database: TestDatabase
let apis: ApiProcess[]
let url: string
let clock: { set(time: string): Promise<void> }
let demo: string

beforeAll(async () => {
  database = await createTestDatabase()
  clock = await takeClock(database.pool, new Date(start).toISOString())
  // The links work although nobody can sign up.
  const settings = { ...SECRET, SIGN_UP: 'closed' }
  apis = await Promise.all([startApi(database.url, settings), startApi(database.url, settings)])
  url = apis[0]?.url ?? ''
  demo = (await createAccount(database.pool, 'demo', 'pro')).id
  await createKey(database.pool, demo, 'first key')
})
afterEach(async () => {
  await database.pool.query('truncate throttles')
  await clock.set(new Date(start).toISOString())
})
afterAll(async () => {
  await Promise.all(apis.map((api) => api.stop('SIGKILL')))
  await database.drop()
})

const env = () => ({ DATABASE_URL: database.url, PUBLIC_URL: 'https://rates.example.com' })
const print = () => vacancy(['accounts', 'claim', '--json'], env())
async function newToken(): Promise<string> {
  const { url: link } = JSON.parse((await print()).stdout) as { url: string }
  return /^https:\/\/rates\.example\.com\/claim\/([\w-]{43})$/.exec(link)?.[1] ?? ''
}
const claim = (token: string, more: object = {}, at = url) =>
  openVisitor(at).call('POST', '/claim', {
    body: { token, email: 'Ada@example.com', password: PASSWORD, ...more },
  })
const check = (token: string) => openVisitor(url).call('POST', '/claim/check', { body: { token } })
const messageOf = ({ status, body }: Said) => [
  status,
  (body['error'] as { message: string } | undefined)?.message,
]
const countOf = async (table: string) =>
  (await database.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n

test('an unknown, a replaced and an expired link say so, and how to get another', async () => {
  const first = await newToken()
  const second = await newToken()
  const unknown = [
    400,
    `This link is not known here. Copy it whole, from its first letter to its last. ${NEW_LINK}`,
  ]
  for (const token of ['mistyped', first]) {
    expect(messageOf(await check(token))).toEqual(unknown)
    expect(messageOf(await claim(token))).toEqual(unknown)
  }
  expect(await check(second)).toMatchObject({
    status: 200,
    body: { account: 'demo', plan: 'pro', credits_limit: 50_000 },
  })
  await clock.set(new Date(start + HOUR_MS).toISOString())
  const expired = [400, `This link has expired: it was good for an hour. ${NEW_LINK}`]
  expect(messageOf(await check(second))).toEqual(expired)
  expect(messageOf(await claim(second))).toEqual(expired)
  expect(await countOf('users')).toBe(0)
})

test('a refused form leaves the link as it is: a common password, no address, the address of another account', async () => {
  await createAccount(database.pool, 'boss@example.com', 'free')
  const token = await newToken()
  const elsewhere = [400, 'boss@example.com belongs to another account of this server. Use another address.']
  expect(messageOf(await claim(token, { email: 'boss@example.com' }))).toEqual(elsewhere)
  expect(messageOf(await claim(token, { password: 'password123' }))).toEqual([
    400,
    'This password is too common. Choose another one.',
  ])
  expect((await claim(token, { email: 'nobody' })).status).toBe(400)
  expect((await claim(token, { home_page: 'the moon' })).status).toBe(400)
  expect((await check(token)).status).toBe(200)
})

test('guesses are few per network', async () => {
  const guesses: number[] = []
  for (let tries = 0; tries < 31; tries += 1) guesses.push((await check(`guess${tries}`)).status)
  expect([guesses.at(29), guesses.at(30)]).toEqual([400, 429])
})

test('without passwords nobody claims, and the command says what to do', async () => {
  const token = await newToken()
  const oidc = {
    PASSWORDS: 'off',
    OIDC_ISSUER: 'https://login.example.com',
    OIDC_CLIENT_ID: 'a',
    OIDC_CLIENT_SECRET: 'b',
    OIDC_NAME: 'Example',
    PUBLIC_URL: 'https://rates.example.com',
  }
  const api = await startApi(database.url, { ...SECRET, ...oidc })
  const said = await openVisitor(api.url).call('POST', '/claim', {
    body: { token, email: 'ada@example.com', password: PASSWORD },
    headers: { origin: 'https://rates.example.com' },
  })
  expect(messageOf(said)).toEqual([400, 'Nobody signs in with a password here. Use Example.'])
  await api.stop('SIGKILL')
  const refused = await vacancy(['accounts', 'claim'], { ...env(), ...oidc })
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('Sign in by the provider, then run: vacancy accounts operator ACCOUNT'),
  ])
})

test('of many at once, on two processes, one becomes owner and operator, with the key, the plan and the usage of demo', async () => {
  const token = await newToken()
  const stored = await database.pool.query('select token_hash from claim_links')
  expect(stored.rows).toEqual([{ token_hash: hash('sha256', token, 'buffer') }])
  const visitors = Array.from({ length: 8 }, (_, index) => openVisitor(apis[index % 2]?.url ?? ''))
  const said = await Promise.all(
    visitors.map((visitor, index) =>
      visitor.call('POST', '/claim', {
        body: { token, email: `Ada-${index}@example.com`, password: PASSWORD, home_page: 'my_hotels' },
      }),
    ),
  )
  const winner = said.findIndex(({ status }) => status === 200)
  expect(said.filter(({ status }) => status === 200)).toHaveLength(1)
  const late =
    'This server has an owner already, and the link works once. Sign in, or ask the owner to invite you.'
  for (const each of said.filter(({ status }) => status !== 200)) expect(messageOf(each)).toEqual([400, late])
  const owner = visitors[winner]
  const session = {
    email: `ada-${winner}@example.com`,
    role: 'owner',
    home_page: 'my_hotels',
    account: { id: demo, plan: 'pro', operator: true },
  }
  expect(said[winner]?.body).toEqual(session)
  expect((await owner?.call('GET', '/session'))?.body).toEqual(session)
  expect((await owner?.call('GET', '/keys'))?.body).toMatchObject({ keys: [{ name: 'first key' }] })
  expect((await owner?.call('GET', '/usage'))?.body).toMatchObject({ credits_limit: 50_000 })
  expect((await owner?.call('GET', '/operator/accounts'))?.status).toBe(200)
  const acts = await database.pool.query<{ action: string }>(
    "select action from acts where actor = 'person' and action <> 'person.sign_in' order by id",
  )
  expect(acts.rows.map(({ action }) => action)).toEqual(['member.join', 'account.set_operator'])
  expect(messageOf(await check(token))).toEqual([400, late])
  expect(messageOf(await claim(token))).toEqual([400, late])
  expect(await countOf('users')).toBe(1)
  const printed = await print()
  expect([printed.code, printed.stderr]).toEqual([
    1,
    'vacancy: The account demo has an owner already. They can invite others under Members.\n',
  ])
})

test('no token is in the log', () => {
  for (const api of apis) expect(api.log()).not.toContain('/claim/')
})

test('the operator sets the plan of who signs up, and the form says it', async () => {
  const api = await startApi(database.url, { ...SECRET, SIGN_UP: 'open', SIGN_UP_PLAN: 'starter' })
  const visitor = await signUp(api.url)
  expect((await visitor.call('GET', '/session')).body).toMatchObject({ account: { plan: 'starter' } })
  expect((await visitor.call('GET', '/sign-up')).body).toEqual({
    open: true,
    plan: 'starter',
    credits_limit: 5000,
  })
  await api.stop('SIGKILL')
  const wrong = await vacancy(['api'], { DATABASE_URL: database.url, SIGN_UP_PLAN: 'gold' })
  expect(wrong.stderr).toContain('SIGN_UP_PLAN must be one of free, starter, pro, scale, not "gold".')
})
