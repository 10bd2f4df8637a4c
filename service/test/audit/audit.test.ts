import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVisitor, PASSWORD, type Visitor } from '../../../dashboard/test/support/visitor.ts'
import { forgetOldActs } from '../../src/accounts/acts.ts'
import { createKey } from '../../src/accounts/keys.ts'
import { setOperator, setPlan } from '../../src/accounts/store.ts'
import { LIMITS } from '../../src/kernel/limits.ts'
import { setPassword } from '../../src/sessions/set-password.ts'
import { newAccount } from '../support/accounts.ts'
import { get, post } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'
import { until } from '../support/until.ts'

interface Act {
  id: string
  at: string
  actor: { kind: string; id: string | null }
  action: string
  subject: string | null
  detail: Record<string, unknown>
}

interface Acts {
  acts: Act[]
  next_cursor: string | null
}

let database: TestDatabase
let api: ApiProcess

beforeAll(async () => {
  database = await createTestDatabase()
  api = await startApi(database.url, { ALLOW_PRIVATE_WEBHOOKS: 'true', TRUSTED_PROXIES: 'loopback' })
})
afterAll(async () => {
  await api.stop('SIGKILL')
  await database.drop()
})

const actsOf = async (visitor: Visitor) => (await visitor.call('GET', '/audit')).body as unknown as Acts
/** What happened, oldest first, without ids and times. */
const told = ({ acts }: Acts) =>
  acts.map(({ actor, action, detail }) => [actor.id ?? actor.kind, action, detail]).toReversed()

test('an account reads who did what to it, by session and by key, in pages', async () => {
  const email = 'ada@example.com'
  const visitor = openVisitor(api.url)
  await visitor.call('POST', '/sign-up', { body: { email, password: PASSWORD } })
  const { account } = (await visitor.call('GET', '/session')).body as { account: { id: string } }
  const { id, key } = (await visitor.call('POST', '/keys', { body: { name: 'first' } })).body as {
    id: string
    key: string
  }
  await visitor.call('PATCH', `/keys/${id}`, { body: { name: 'production' } })
  await setPlan(database.pool, account.id, 'pro')
  const endpoint = await visitor.call('POST', '/v1/endpoints', {
    body: { kind: 'webhook', url: 'https://hooks.example.com/planted-secret' },
    headers: { 'x-key-id': id },
  })
  const { id: end } = endpoint.body as { id: string }
  expect((await post(api.url, `/v1/endpoints/${end}/rotate-secret`, key, {})).status).toBe(200)
  await visitor.call('POST', '/sign-out')
  await setPassword(database.pool, account.id, PASSWORD)
  const { body } = await visitor.call('POST', '/sign-in', { body: { email, password: PASSWORD } })
  expect(body).toMatchObject({ email })

  const acts = await actsOf(visitor)
  expect(told(acts)).toEqual([
    [email, 'account.create', { email, plan: 'free' }],
    [email, 'person.sign_in', { address: '127.0.0.1', way: 'password' }],
    [email, 'key.create', { name: 'first' }],
    [email, 'key.rename', { from: 'first', to: 'production' }],
    ['operator', 'account.change_plan', { from: 'free', to: 'pro' }],
    [email, 'endpoint.create', { kind: 'webhook', address: 'hooks.example.com' }],
    [id, 'endpoint.rotate_secret', {}],
    [email, 'person.sign_out', { address: '127.0.0.1' }],
    ['operator', 'person.set_password', { email }],
    [email, 'person.sign_in', { address: '127.0.0.1', way: 'password' }],
  ])
  expect(acts.acts.find(({ action }) => action === 'key.create')?.subject).toBe(id)
  expect(acts.acts.find(({ action }) => action === 'endpoint.create')?.subject).toBe(end)

  const paged: Act[] = []
  for (let path: string | null = '/v1/audit?limit=3'; path !== null; ) {
    const page = (await get(api.url, path, key)).body as Acts
    paged.push(...page.acts)
    path = page.next_cursor && `/v1/audit?limit=3&cursor=${page.next_cursor}`
  }
  expect(paged).toEqual(acts.acts)
  const { rows } = await database.pool.query<{ text: string }>(
    'select string_agg(a::text, $1) as text from acts a',
    ['\n'],
  )
  for (const secret of ['planted-secret', key, PASSWORD]) expect(rows[0]?.text).not.toContain(secret)
})

test('who invites, promotes and removes members, and what the operator does, is recorded', async () => {
  const [email, guest] = ['olga@example.com', 'bob@example.com']
  const [owner, member] = [openVisitor(api.url), openVisitor(api.url)]
  await owner.call('POST', '/sign-up', { body: { email, password: PASSWORD } })
  const { account } = (await owner.call('GET', '/session')).body as { account: { id: string } }
  const invite = async (who: string) =>
    (await owner.call('POST', '/invitations', { body: { email: who, role: 'viewer' } })).body as {
      id: string
      path: string
    }
  const { id: withdrawn } = await invite('carl@example.com')
  await owner.call('DELETE', `/invitations/${withdrawn}`)
  const { path } = await invite(guest)
  const token = path.replace('/join?token=', '')
  expect((await member.call('POST', '/join', { body: { token, password: PASSWORD } })).status).toBe(200)
  const { members } = (await owner.call('GET', '/members')).body as {
    members: { id: string; email: string }[]
  }
  const bob = members.find((each) => each.email === guest)?.id ?? ''
  await owner.call('PATCH', `/members/${bob}`, { body: { role: 'member' } })
  await openVisitor(api.url).call('POST', '/sign-in', { body: { email: guest, password: PASSWORD } })
  expect((await member.call('DELETE', '/sessions')).body).toEqual({ ended: 1 })
  const change = { password: PASSWORD, new_password: `${PASSWORD}-2` }
  expect((await member.call('POST', '/password', { body: change })).status).toBe(200)
  await owner.call('DELETE', `/members/${bob}`)
  await setOperator(database.pool, account.id, true)
  expect((await owner.call('POST', '/operator/sources/aurelia/test')).status).toBe(200)
  await setPassword(database.pool, account.id, PASSWORD, 'dora@example.com')
  // Refused acts are not recorded.
  expect((await owner.call('DELETE', `/members/${bob}`)).status).toBe(400)

  const acts = told(await actsOf(owner)).filter(([, action]) => action !== 'person.sign_in')
  expect(acts).toEqual([
    [email, 'account.create', { email, plan: 'free' }],
    [email, 'member.invite', { email: 'carl@example.com', role: 'viewer' }],
    [email, 'member.withdraw_invitation', { email: 'carl@example.com' }],
    [email, 'member.invite', { email: guest, role: 'viewer' }],
    [guest, 'member.join', { role: 'viewer' }],
    [email, 'member.change_role', { email: guest, from: 'viewer', to: 'member' }],
    [guest, 'person.end_sessions', { sessions: '1' }],
    [guest, 'person.set_password', { email: guest }],
    [email, 'member.remove', { email: guest, role: 'member' }],
    ['operator', 'account.set_operator', { operator: 'on' }],
    [email, 'source.test', {}],
    ['operator', 'member.join', { email: 'dora@example.com', role: 'owner' }],
    ['operator', 'person.set_password', { email: 'dora@example.com' }],
  ])
})

test('an account sees nothing of another, and a cursor must be one', async () => {
  const [mine, other] = [await newAccount(database.pool, 'free'), await newAccount(database.pool, 'free')]
  const { acts } = (await get(api.url, '/v1/audit', mine.key)).body as Acts
  expect(acts.map(({ subject }) => subject)).toEqual([mine.keyId, mine.id])
  expect(JSON.stringify(acts)).not.toContain(other.id)
  expect((await get(api.url, '/v1/audit?cursor=next', mine.key)).status).toBe(400)
})

test('an act that was refused leaves no trace', async () => {
  const { id, key } = await newAccount(database.pool, 'free')
  const more = Array.from({ length: 6 }, (_, index) => createKey(database.pool, id, `key ${index}`))
  expect((await Promise.allSettled(more)).filter(({ status }) => status === 'rejected')).toHaveLength(2)
  const { acts } = (await get(api.url, '/v1/audit', key)).body as Acts
  expect(acts.filter(({ action }) => action === 'key.create')).toHaveLength(5)
})

test('nobody can fill the log by signing in again and again', async () => {
  const email = 'often@example.com'
  const visitor = openVisitor(api.url)
  await visitor.call('POST', '/sign-up', { body: { email, password: PASSWORD } })
  await database.pool.query(
    `insert into acts (account, id, at, actor, actor_id, action, detail)
     select account, gen_random_uuid(), at, actor, actor_id, action, detail from acts, generate_series(1, 300)
     where actor_id = $1 and action = 'person.sign_in'`,
    [email],
  )
  expect(
    (await openVisitor(api.url).call('POST', '/sign-in', { body: { email, password: PASSWORD } })).status,
  ).toBe(200)
  const { rows } = await database.pool.query<{ action: string; count: number }>(
    'select action, count(*)::int as count from acts where actor_id = $1 group by action order by action',
    [email],
  )
  expect(rows).toEqual([
    { action: 'account.create', count: 1 },
    { action: 'person.sign_in', count: LIMITS.presenceActs },
  ])
})

const WRONG = 'wrong horse battery'
/** A wrong password, from somewhere on the internet. */
const guess = (email: string, address: string, path = '/sign-in') =>
  openVisitor(api.url).call('POST', path, {
    body: { email, password: WRONG },
    headers: { 'x-forwarded-for': address },
  })
const failuresOf = async (visitor: Visitor) =>
  (await actsOf(visitor)).acts.filter(({ action }) => action === 'person.sign_in_failed')
const triesOf = async (visitor: Visitor) =>
  (await failuresOf(visitor)).reduce((sum, { detail }) => sum + Number(detail['tries']), 0)

test('an account reads who was tried with a wrong password, from where and how often', async () => {
  const email = 'target@example.com'
  const visitor = openVisitor(api.url)
  await visitor.call('POST', '/sign-up', { body: { email, password: PASSWORD } })
  const unknown = await guess('nobody@example.com', '203.0.113.7')
  const known = await guess('Target@Example.com', '203.0.113.7')
  const { code, message } = unknown.body['error'] as { code: string; message: string }
  expect(known).toMatchObject({ status: unknown.status, body: { error: { code, message } } })
  // Both at once, and one of them through the form to sign up, which also tells whether a password is right.
  await Promise.all([guess(email, '203.0.113.7'), guess(email, '203.0.113.7', '/sign-up')])
  await guess(email, '2001:db8:1:2::1')
  await until(async () => (await triesOf(visitor)) === 4)

  const failures = await failuresOf(visitor)
  expect(failures.map(({ actor, detail }) => [actor, detail])).toEqual([
    [
      { kind: 'visitor', id: null },
      { email, network: '2001:db8:1:2::/64', tries: '1' },
    ],
    [
      { kind: 'visitor', id: null },
      { email, network: '203.0.113.7', tries: '3' },
    ],
  ])
  const { rows } = await database.pool.query<{ text: string }>(
    'select string_agg(a::text, $1) as text from acts a',
    ['\n'],
  )
  for (const secret of ['nobody@example.com', WRONG]) expect(rows[0]?.text).not.toContain(secret)
})

test('a flood of wrong passwords fills neither the log nor pushes sign-ins out of it', async () => {
  const email = 'flood@example.com'
  const visitor = openVisitor(api.url)
  await visitor.call('POST', '/sign-up', { body: { email, password: PASSWORD } })
  await guess(email, '203.0.113.9')
  await until(async () => (await triesOf(visitor)) === 1)
  await database.pool.query(
    `insert into acts (account, id, at, actor, action, detail)
     select account, gen_random_uuid(), at - interval '61 minutes', actor, action, detail from acts, generate_series(1, 300)
     where action = 'person.sign_in_failed' and detail ->> 'email' = $1`,
    [email],
  )
  await database.pool.query(
    "update acts set at = at - interval '61 minutes' where action = 'person.sign_in_failed'",
  )
  await guess(email, '203.0.113.9')
  const counted = async () => {
    const { rows } = await database.pool.query<{ action: string; count: number }>(
      `select a.action, count(*)::int as count from acts a join users u using (account) where u.email = $1
       group by a.action order by a.action`,
      [email],
    )
    return rows
  }
  await until(async () => (await counted()).some(({ count }) => count === LIMITS.failedSignInActs))
  expect(await counted()).toEqual([
    { action: 'account.create', count: 1 },
    { action: 'person.sign_in', count: 1 },
    { action: 'person.sign_in_failed', count: LIMITS.failedSignInActs },
  ])
})

test('old acts are deleted', async () => {
  await database.pool.query("update acts set at = at - interval '401 days' where action = 'key.create'")
  expect(await forgetOldActs(database.pool, 400)).toBeGreaterThan(0)
  expect((await database.pool.query("select 1 from acts where action = 'key.create'")).rowCount).toBe(0)
})
