import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openVisitor, type Said, type Visitor } from '../../../dashboard/test/support/visitor.ts'
import { createAccount } from '../../src/accounts/store.ts'
import { type EndpointOffice, openEndpointOffice } from '../endpoints/endpoint-office.ts'
import { linkIn } from '../endpoints/mail-server.ts'
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
    expect((await stranger()('/confirm-email', { token: forged(change) })).status).toBe(400)
  }
  expect((await stranger()('/reset-password', { token, password: NEW_PASSWORD })).status).toBe(400)
  expect((await stranger()('/confirm-email', { token: 'nothing' })).status).toBe(400)
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
  expect((await stranger()('/confirm-email', { token })).body).toEqual({ email: next })
  expect([await signsIn(email, PASSWORD), await signsIn(next, PASSWORD)]).toEqual([false, true])
  expect((await stranger()('/confirm-email', { token })).status).toBe(400)
  // The old address is free for somebody else; one that is in use is not.
  expect((await stranger()('/sign-up', { email, password: PASSWORD })).status).toBe(200)
  await call('/email', { email: taken.email, password: PASSWORD })
  const refused = await stranger()('/confirm-email', { token: await mailTo(taken.email, '/confirm-email') })
  expect(refused.body['error']).toMatchObject({ message: 'Another account uses this e-mail.' })
})

test('an address with capital letters signs in, however it is written', async () => {
  const { call } = await newPerson()
  await call('/email', { email: 'Ann.Capital@Example.com', password: PASSWORD })
  const token = await mailTo('ann.capital@example.com', '/confirm-email')
  expect((await stranger()('/confirm-email', { token })).status).toBe(200)
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
