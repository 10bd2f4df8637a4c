import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openVisitor, type Said, type Visitor } from '../../../dashboard/test/support/visitor.ts'
import { createAccount } from '../../src/accounts/store.ts'
import { type EndpointOffice, openEndpointOffice } from '../endpoints/endpoint-office.ts'
import { linkIn } from '../endpoints/mail-server.ts'
import { call as ask } from '../support/client.ts'
import { until } from '../support/until.ts'
import { PUBLIC_URL } from '../webhooks/post-office.ts'

const PASSWORD = 'correct horse battery'
const NEW_PASSWORD = 'staple of another kind'

let office: EndpointOffice
let people = 0

beforeAll(async () => {
  office = await openEndpointOffice()
})
afterEach(async () => {
  office.mail.mails.length = 0
  await office.database.pool.query('truncate throttles')
})
afterAll(() => office.stop())

type Call = (path: string, body: object) => Promise<Said>

interface Person {
  email: string
  call: Call
}

function callOf(visitor: Visitor): Call {
  return (path, body) => visitor.call('POST', path, { body, headers: { origin: PUBLIC_URL } })
}

async function newPerson(): Promise<Person> {
  people += 1
  const email = `person${people}@example.com`
  const call = callOf(openVisitor(office.api.url))
  expect((await call('/sign-up', { email, password: PASSWORD })).status).toBe(200)
  return { email, call }
}

const stranger = () => callOf(openVisitor(office.api.url))
const signsIn = async (email: string, password: string) =>
  (await stranger()('/sign-in', { email, password })).status === 200

async function mailTo(address: string, page: string) {
  const found = () =>
    office.mail.mails.find(
      ({ to, text }) => to && 'text' in to && to.text === address && text?.includes(page),
    )
  await until(async () => found() !== undefined)
  return new URL(linkIn(found() as never, page)).searchParams.get('token') ?? ''
}

test('a forgotten password is replaced by a link that works once, and every session ends', async () => {
  const { email, call } = await newPerson()
  expect((await stranger()('/forgot-password', { email: email.toUpperCase() })).status).toBe(200)
  const token = await mailTo(email, '/reset-password')
  const common = await stranger()('/reset-password', { token, password: 'password123' })
  expect(common.status).toBe(400)
  expect((await stranger()('/reset-password', { token, password: NEW_PASSWORD })).status).toBe(200)
  expect([await signsIn(email, PASSWORD), await signsIn(email, NEW_PASSWORD)]).toEqual([false, true])
  expect((await call('/keys', { name: 'mine' })).status).toBe(401)
  const again = await stranger()('/reset-password', { token, password: PASSWORD })
  expect(again.body['error']).toMatchObject({
    message: 'This link has expired or was used already. Ask for a new one.',
  })
})

async function resetByMail(email: string, password: string): Promise<Said> {
  await stranger()('/forgot-password', { email })
  return stranger()('/reset-password', { token: await mailTo(email, '/reset-password'), password })
}

const statusOf = async (key: unknown) =>
  (await ask(office.api.url, 'GET', '/v1/usage', { key: String(key) })).status

/** Links of every kind, as of things that were made earlier. */
async function plantLinks(email: string): Promise<string> {
  const token = `planted${email.replace(/\W/g, '')}`
  for (const insert of [
    `insert into feeds (public_id, account, name, job, format, token_hash, created_at)
     select 'fed_' || $1::text, id, 'planted', 'job_gone', 'csv', sha256(convert_to($1::text, 'UTF8')), now() from accounts where email = $2`,
    `insert into boards (public_id, account, set, kind, nights, created_at, token_hash)
     select 'brd_' || $1::text, id, 'set_gone', 'market', '{}', now(), sha256(convert_to($1::text, 'UTF8')) from accounts where email = $2`,
    `insert into receipts (id, account, made_at, document, bytes, token_hash)
     select 'rcp_' || $1::text, id, now(), '', 1, sha256(convert_to($1::text, 'UTF8')) from accounts where email = $2`,
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at)
     select 'psk_' || $1::text, id, $1::text, '', 0, '{}', 'planted', now() from users where email = $2`,
  ])
    await office.database.pool.query(insert, [token, email])
  return token
}

test('the first mail that proves an address ends all that somebody else may have made under it', async () => {
  const { email, call: claimer } = await newPerson()
  const key = (await claimer('/keys', { name: 'planted' })).body['key']
  const endpoint = { kind: 'webhook', url: 'http://127.0.0.1:9/hook' }
  expect(
    (await ask(office.api.url, 'POST', '/v1/endpoints', { key: String(key), body: endpoint })).status,
  ).toBe(201)
  const accomplice = openVisitor(office.api.url)
  const friend = `friend-${email}`
  await claimer('/invitations', { email: friend, role: 'owner' })
  const join = { token: await mailTo(friend, '/join'), password: PASSWORD }
  expect((await callOf(accomplice)('/join', join)).status).toBe(200)
  await claimer('/invitations', { email: `open-${email}`, role: 'viewer' })
  const token = await plantLinks(email)
  const isIn = async () =>
    (await accomplice.call('GET', '/session', { headers: { origin: PUBLIC_URL } })).status
  expect(await isIn()).toBe(200)
  const feed = () => ask(office.api.url, 'GET', `/v1/feeds/${token}.csv`, {})
  expect((await feed()).status).toBe(410)

  const done = await resetByMail(email, NEW_PASSWORD)
  expect(done.body).toEqual({
    ended: ['1 passkey', '1 key', '1 member', '1 invitation', '3 shared links', '1 endpoint'],
  })
  expect((await feed()).status).toBe(404)
  expect(await isIn()).toBe(401)
  await until(async () => (await statusOf(key)) === 401)
  const { rows } = await office.database.pool.query(
    `select (select count(*)::int from boards where account = a.id and token_hash is not null) as boards,
       (select count(*)::int from receipts where account = a.id and token_hash is not null) as receipts,
       (select count(*)::int from hooks where account = a.id and paused_at is null) as receivers,
       (select count(*)::int from users where account = a.id) as people,
       (select count(*)::int from invitations where account = a.id) as invitations,
       (select detail from acts where account = a.id and action = 'person.prove_email') as act
     from accounts a where email = $1`,
    [email],
  )
  const none = { boards: 0, receipts: 0, receivers: 0, people: 1, invitations: 0 }
  expect(rows).toEqual([{ ...none, act: { email, ended: done.body['ended'] } }])
  const told = () => office.mail.mails.find(({ subject }) => subject === 'Your account is yours alone now')
  await until(async () => told() !== undefined)
  expect(told()?.text).toContain('3 shared links')
  expect(office.mail.mails.find(({ text }) => text?.includes('/reset-password'))?.text).toContain(
    'never confirmed',
  )

  // It happens once: what its owner makes stays.
  const owner = callOf(openVisitor(office.api.url))
  await owner('/sign-in', { email, password: NEW_PASSWORD })
  const own = (await owner('/keys', { name: 'own' })).body['key']
  office.mail.mails.length = 0
  expect((await resetByMail(email, PASSWORD)).body).toEqual({ ended: [] })
  expect(await statusOf(own)).toBe(200)
})

test('who confirms the address with the password keeps everything when they forget it later', async () => {
  const { email, call: own } = await newPerson()
  const key = (await own('/keys', { name: 'mine' })).body['key']
  expect((await own('/email', { email, password: PASSWORD })).status).toBe(200)
  const token = await mailTo(email, '/confirm-email')
  const follow = (password: string) => stranger()('/confirm-email', { token, password })
  expect((await follow(NEW_PASSWORD)).status).toBe(400)
  expect((await follow(PASSWORD)).body).toEqual({ email })
  expect((await follow(PASSWORD)).status).toBe(400)
  expect((await resetByMail(email, NEW_PASSWORD)).body).toEqual({ ended: [] })
  expect(await statusOf(key)).toBe(200)
})

test('nobody learns who has an account, and nobody can be flooded with mails', async () => {
  const { email } = await newPerson()
  const known = await stranger()('/forgot-password', { email })
  const unknown = await stranger()('/forgot-password', { email: 'nobody@example.com' })
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  await mailTo(email, '/reset-password')
  for (let more = 0; more < 2; more += 1) await stranger()('/forgot-password', { email })
  expect((await stranger()('/forgot-password', { email })).status).toBe(429)
})

test('a link that was changed, or is for something else, does nothing', async () => {
  const { email, call } = await newPerson()
  const other = await newPerson()
  await call('/email', { email: 'fresh@example.com', password: PASSWORD })
  const token = await mailTo('fresh@example.com', '/confirm-email')
  const [told = '', signature] = token.split('.')
  const grant = JSON.parse(Buffer.from(told, 'base64url').toString()) as object
  const forged = (change: object) =>
    `${Buffer.from(JSON.stringify({ ...grant, ...change })).toString('base64url')}.${signature}`
  for (const change of [{ email: 'thief@example.com' }, { untilMs: Date.now() * 2 }, { purpose: 'reset' }]) {
    expect((await stranger()('/confirm-email', { token: forged(change), password: PASSWORD })).status).toBe(
      400,
    )
  }
  expect((await stranger()('/reset-password', { token, password: NEW_PASSWORD })).status).toBe(400)
  expect((await stranger()('/confirm-email', { token: 'nothing', password: PASSWORD })).status).toBe(400)
  expect([await signsIn(email, PASSWORD), await signsIn(other.email, PASSWORD)]).toEqual([true, true])
})

test('an e-mail address changes when its owner follows the link, and the old one is told', async () => {
  const { email, call } = await newPerson()
  const taken = await newPerson()
  const next = `new-${email}`
  expect((await call('/email', { email: next, password: 'wrong password' })).status).toBe(400)
  expect((await call('/email', { email: next, password: PASSWORD })).status).toBe(200)
  await until(async () => office.mail.mails.length === 2)
  const notice = office.mail.mails.find(({ to }) => to && 'text' in to && to.text === email)
  expect(notice?.text).toContain(next)
  expect(await signsIn(email, PASSWORD)).toBe(true)
  const token = await mailTo(next, '/confirm-email')
  // Its owner may follow the link of somebody who signed up in their place.
  const refusals = [{ token }, { token, password: NEW_PASSWORD }].map(async (body) =>
    stranger()('/confirm-email', body),
  )
  for (const { status } of await Promise.all(refusals)) expect(status).toBe(400)
  const follow = () => stranger()('/confirm-email', { token, password: PASSWORD })
  expect((await follow()).body).toEqual({ email: next })
  expect([await signsIn(email, PASSWORD), await signsIn(next, PASSWORD)]).toEqual([false, true])
  expect((await follow()).status).toBe(400)
  // The old address is free for somebody else; one that is in use is not.
  expect((await stranger()('/sign-up', { email, password: PASSWORD })).status).toBe(200)
  await call('/email', { email: taken.email, password: PASSWORD })
  const refused = await stranger()('/confirm-email', {
    token: await mailTo(taken.email, '/confirm-email'),
    password: PASSWORD,
  })
  expect(refused.body['error']).toMatchObject({ message: 'Another account uses this e-mail.' })
})

test('an address with capital letters signs in, however it is written', async () => {
  const { call } = await newPerson()
  await call('/email', { email: 'Ann.Capital@Example.com', password: PASSWORD })
  const token = await mailTo('ann.capital@example.com', '/confirm-email')
  expect((await stranger()('/confirm-email', { token, password: PASSWORD })).status).toBe(200)
  expect(await signsIn('Ann.Capital@Example.com', PASSWORD)).toBe(true)
  expect(await signsIn('ann.capital@example.com', PASSWORD)).toBe(true)
})

test('an invitation does not tell who has an account, and takes nothing from one that the operator made', async () => {
  const { call } = await newPerson()
  const known = await newPerson()
  await createAccount(office.database.pool, 'Made@example.com', 'pro')
  for (const email of [known.email, 'made@example.com', 'nobody-yet@example.com']) {
    const made = await call('/invitations', { email, role: 'viewer' })
    expect([made.status, made.body]).toMatchObject([200, { email, role: 'viewer', path: null }])
  }
  const texts = () => office.mail.mails.map(({ text = '' }) => text)
  await until(async () => texts().length === 3)
  expect(texts().filter((text) => text.includes('/join?'))).toHaveLength(1)
  // As if the invitation had been sent before the account was made.
  const token = await mailTo('nobody-yet@example.com', '/join')
  await createAccount(office.database.pool, 'nobody-yet@example.com', 'pro')
  expect((await stranger()('/join', { token, password: NEW_PASSWORD })).status).toBe(400)
})

test('invitations and changes of address count together for the one who gets them', async () => {
  const [ann, bob] = await Promise.all([newPerson(), newPerson()])
  const invite = (person?: Person) =>
    person?.call('/invitations', { email: 'poor@example.com', role: 'viewer' })
  const change = (person?: Person) =>
    person?.call('/email', { email: 'POOR@example.com', password: PASSWORD })
  const answers = [await invite(ann), await change(ann), await invite(bob), await change(bob)]
  expect(answers.map((answer) => answer?.status)).toEqual([200, 200, 200, 429])
  await until(async () => office.mail.mails.filter(({ text }) => text?.includes('/mail/stop?')).length === 3)
})

test('an invitation comes by mail, and nobody but the invited person sees its link', async () => {
  const { call } = await newPerson()
  const email = `invited${people}@example.com`
  const made = await call('/invitations', { email, role: 'viewer' })
  expect(made.body).toMatchObject({ email, role: 'viewer', path: null })
  const token = await mailTo(email, '/join')
  expect(JSON.stringify(made.body)).not.toContain(token)
  expect((await stranger()('/join', { token, password: NEW_PASSWORD })).status).toBe(200)
  expect((await stranger()('/join', { token, password: NEW_PASSWORD })).status).toBe(400)
  expect(await signsIn(email, NEW_PASSWORD)).toBe(true)
  const { rows } = await office.database.pool.query<{ verified: boolean }>(
    'select email_verified as verified from users where email = $1',
    [email],
  )
  expect(rows).toEqual([{ verified: true }])
})
