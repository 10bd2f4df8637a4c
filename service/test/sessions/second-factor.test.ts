import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openVisitor, PASSWORD, type Said, type Visitor } from '../../../dashboard/test/support/visitor.ts'
import { codeAt, findStep, newSecret, stepAt } from '../../src/sessions/factors/totp.ts'
import { isTo, linkIn, type MailServer, openMailServer } from '../endpoints/mail-server.ts'
import { createTestDatabase, type TestDatabase, takeClock } from '../support/database.ts'
import { type ApiProcess, startApi, vacancy } from '../support/processes.ts'
import { until } from '../support/until.ts'

const PUBLIC_URL = 'http://vacancy.example'
const SECRET_KEY = 'ce'.repeat(32)
const NEW_PASSWORD = 'staple of another kind'

let database: TestDatabase
let mail: MailServer
let apis: ApiProcess[]
let clock: { set(time: string): Promise<void> }
let nowMs = Date.parse('2026-11-15T12:00:00Z')
let people = 0

beforeAll(async () => {
  database = await createTestDatabase()
  clock = await takeClock(database.pool, new Date(nowMs).toISOString())
  mail = await openMailServer()
  const env = { SECRET_KEY, SMTP_URL: mail.url, MAIL_FROM: 'vacancy@example.com', PUBLIC_URL }
  apis = await Promise.all([startApi(database.url, env), startApi(database.url, env)])
})
afterEach(async () => {
  await database.pool.query('truncate throttles')
})
afterAll(async () => {
  await Promise.all(apis.map((api) => api.stop('SIGKILL')))
  await mail.stop()
  await database.drop()
})

const later = async (seconds: number) => {
  nowMs += seconds * 1000
  await clock.set(new Date(nowMs).toISOString())
}
const stepNow = () => stepAt(nowMs / 1000)
const wordsOf = (said: Said) => (said.body['error'] as { message: string } | undefined)?.message ?? ''

/** As the dashboard calls under its public address. */
function visit(process = 0) {
  const visitor = openVisitor(apis[process]?.url ?? '')
  const call = (method: Parameters<Visitor['call']>[0], path: string, body?: object) =>
    visitor.call(method, path, { ...(body && { body }), headers: { origin: PUBLIC_URL } })
  return { ...visitor, call, post: (path: string, body: object = {}) => call('POST', path, body) }
}
type Visit = ReturnType<typeof visit>

async function newPerson() {
  people += 1
  const email = `two-${people}@example.com`
  const page = visit()
  expect((await page.post('/sign-up', { email, password: PASSWORD })).status).toBe(200)
  return { email, page }
}

/** Somebody with one-time codes. */
async function newCareful() {
  const { email, page } = await newPerson()
  const offered = await page.post('/second-factor/totp', { password: PASSWORD })
  const secret = new URL(String(offered.body['uri'])).searchParams.get('secret') ?? ''
  const codes = offered.body['recovery_codes'] as string[]
  await later(60)
  expect((await page.post('/second-factor/totp/confirm', { code: codeAt(secret, stepNow()) })).status).toBe(
    200,
  )
  await later(60)
  return { email, page, secret, codes, code: (offset = 0) => codeAt(secret, stepNow() + offset) }
}

async function halfWay(email: string, password = PASSWORD, process = 0): Promise<Visit> {
  const page = visit(process)
  const said = await page.post('/sign-in', { email, password })
  expect([said.status, said.body]).toEqual([200, { second_factor: true }])
  expect((await page.call('GET', '/session')).status).toBe(401)
  return page
}

const mailsTo = (email: string) => mail.mails.filter((each) => isTo(each, email))
const actsOf = async (email: string) =>
  (
    await database.pool.query<{ action: string; actor: string }>(
      `select action, actor from acts where detail ->> 'email' = $1 or actor_id = $1 order by id`,
      [email],
    )
  ).rows

describe('one-time codes', () => {
  test('are those of RFC 6238, one step early or late, and no more', () => {
    // Of its appendix B, the last six of eight digits. The secret is 12345678901234567890.
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    const known = [
      [59, '287082'],
      [1111111109, '081804'],
      [1111111111, '050471'],
      [1234567890, '005924'],
      [2000000000, '279037'],
      [20000000000, '353130'],
    ] as const
    for (const [seconds, code] of known) expect(codeAt(secret, stepAt(seconds))).toBe(code)
    const own = newSecret()
    expect(own).toMatch(/^[A-Z2-7]{32}$/)
    const found = [-2, -1, 0, 1, 2].map((off) => findStep(own, codeAt(own, 5000 + off), 5000))
    expect(found).toEqual([null, 4999, 5000, 5001, null])
  })

  test('are set up with the password, count once confirmed, sign other browsers out, and a mail says so', async () => {
    const { email, page } = await newPerson()
    const elsewhere = visit()
    await elsewhere.post('/sign-in', { email, password: PASSWORD })
    expect(wordsOf(await page.post('/second-factor/totp', { password: 'wrong password' }))).toBe(
      'The password is wrong.',
    )
    const first = await page.post('/second-factor/totp', { password: PASSWORD })
    const { uri, recovery_codes: codes } = first.body as { uri: string; recovery_codes: string[] }
    expect(uri).toMatch(
      /^otpauth:\/\/totp\/Vacancy%3Atwo-\d+%40example.com\?secret=[A-Z2-7]{32}&issuer=Vacancy&/,
    )
    expect(new Set(codes).size).toBe(10)
    // Until then, nothing is asked for.
    expect((await visit().post('/sign-in', { email, password: PASSWORD })).body).toHaveProperty('email')
    const second = await page.post('/second-factor/totp', { password: PASSWORD })
    const secret = new URL(String(second.body['uri'])).searchParams.get('secret') ?? ''
    const stale = new URL(uri).searchParams.get('secret') ?? ''
    for (const wrong of [codeAt(stale, stepNow()), '000', 'abcdef', codes[0] ?? ''])
      expect(wordsOf(await page.post('/second-factor/totp/confirm', { code: wrong }))).toContain(
        'The code is wrong.',
      )
    expect((await page.post('/second-factor/totp/confirm', { code: codeAt(secret, stepNow()) })).status).toBe(
      200,
    )
    expect((await elsewhere.call('GET', '/session')).status).toBe(401)
    expect((await page.call('GET', '/second-factor')).body).toMatchObject({
      password: true,
      totp: { recovery_codes_left: 10 },
      passkeys: [],
      require_second_factor: false,
    })
    await until(async () => mailsTo(email).some(({ subject }) => subject === 'One-time codes are on'))
    expect(wordsOf(await page.post('/second-factor/totp', { password: PASSWORD }))).toContain('already')
    const { rows } = await database.pool.query<{ row: string }>(
      'select f::text as row from second_factors f union all select r::text from recovery_codes r',
    )
    const stored = rows.map(({ row }) => row).join('\n')
    for (const plain of [secret, ...codes, Buffer.from(secret).toString('hex')])
      expect(stored).not.toContain(plain)
  })

  test('end a sign-in once: not twice, not by two browsers at the same moment, on whatever process', async () => {
    const careful = await newCareful()
    const [one, two] = [await halfWay(careful.email), await halfWay(careful.email, PASSWORD, 1)]
    const code = careful.code()
    const both = await Promise.all([one, two].map((page) => page.post('/sign-in/second-factor', { code })))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    const refused = both.find(({ status }) => status === 401)
    expect(refused && wordsOf(refused)).toBe('The code is wrong, has expired or was used already.')
    const again = await halfWay(careful.email)
    expect((await again.post('/sign-in/second-factor', { code })).status).toBe(401)
    expect((await again.post('/sign-in/second-factor', { code: careful.code(-1) })).status).toBe(401)
    expect((await again.post('/sign-in/second-factor', { code: careful.code(2) })).status).toBe(401)
    expect((await again.post('/sign-in/second-factor', { code: careful.code(1) })).body).toMatchObject({
      email: careful.email,
    })
    // The half sign-in has ended with it.
    await later(90)
    expect(wordsOf(await again.post('/sign-in/second-factor', { code: careful.code() }))).toContain('expired')
    const acts = await actsOf(careful.email)
    expect(acts.map(({ action }) => action)).toContain('person.second_factor_failed')
    expect(acts.map(({ action }) => action)).toContain('person.add_second_factor')
  })

  test('are throttled per person, over all half sign-ins and processes', async () => {
    const careful = await newCareful()
    const pages = [await halfWay(careful.email), await halfWay(careful.email, PASSWORD, 1)]
    const said = []
    for (let guess = 0; guess < 7; guess += 1)
      said.push(
        (await pages[guess % 2]?.post('/sign-in/second-factor', { code: String(200_000 + guess) }))?.status,
      )
    expect(said).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect((await pages[0]?.post('/sign-in/second-factor', { code: careful.code() }))?.status).toBe(429)
    await later(901)
    const page = await halfWay(careful.email)
    expect((await page.post('/sign-in/second-factor', { code: careful.code() })).status).toBe(200)
  })

  test('a half sign-in ends after ten minutes, and is of no use in another browser', async () => {
    const careful = await newCareful()
    const page = await halfWay(careful.email)
    expect((await visit().post('/sign-in/second-factor', { code: careful.code() })).status).toBe(401)
    await later(601)
    const late = await page.post('/sign-in/second-factor', { code: careful.code() })
    expect([late.status, wordsOf(late)]).toEqual([401, 'This sign-in has expired. Begin it again.'])
  })

  test('a recovery code stands in once, however it is written, and a mail says so; new ones replace them all', async () => {
    const careful = await newCareful()
    const [first = '', second = '', third = ''] = careful.codes
    const page = await halfWay(careful.email)
    const written = first.toUpperCase().replaceAll('-', ' ')
    expect((await page.post('/sign-in/second-factor', { code: written })).status).toBe(200)
    expect(
      (await (await halfWay(careful.email)).post('/sign-in/second-factor', { code: first })).status,
    ).toBe(401)
    await until(async () =>
      mailsTo(careful.email).some(({ subject }) => subject === 'A recovery code was used'),
    )
    expect(await actsOf(careful.email)).toContainEqual({
      action: 'person.use_recovery_code',
      actor: 'person',
    })
    const wrong = await page.post('/second-factor/recovery-codes', { password: PASSWORD })
    expect(wordsOf(wrong)).toContain('also needs your second factor')
    const renewed = await page.post('/second-factor/recovery-codes', { password: PASSWORD, code: second })
    const [fresh = ''] = renewed.body['recovery_codes'] as string[]
    expect(
      (await (await halfWay(careful.email)).post('/sign-in/second-factor', { code: third })).status,
    ).toBe(401)
    expect(
      (await (await halfWay(careful.email)).post('/sign-in/second-factor', { code: fresh })).status,
    ).toBe(200)
  })

  test('are removed with the password and a code, and neither alone', async () => {
    const { email, page, code } = await newCareful()
    const remove = (body: object) => page.post('/second-factor/totp/remove', body)
    expect((await remove({ password: PASSWORD })).status).toBe(400)
    expect((await remove({ password: 'wrong password', code: code() })).status).toBe(400)
    expect((await remove({ password: PASSWORD, code: '123456' })).status).toBe(403)
    expect((await halfWay(email)).cookie()).not.toBe('')
    expect((await remove({ password: PASSWORD, code: code() })).status).toBe(200)
    expect((await visit().post('/sign-in', { email, password: PASSWORD })).body).toHaveProperty('email')
    await until(async () => mailsTo(email).some(({ subject }) => subject === 'One-time codes are off'))
  })
})

describe('no other door leads past the second factor', () => {
  test('not a new password by mail, a new address, signing up again, or a password of the operator', async () => {
    const careful = await newCareful()
    const token = async (email: string, part: string) => {
      const found = () => mailsTo(email).find(({ text }) => text?.includes(part))
      await until(async () => found() !== undefined)
      return new URL(linkIn(found() as never, part)).searchParams.get('token') ?? ''
    }
    await visit().post('/forgot-password', { email: careful.email })
    const reset = { token: await token(careful.email, '/reset-password'), password: NEW_PASSWORD }
    const done = await visit().post('/reset-password', reset)
    expect([done.status, done.headers['set-cookie']]).toEqual([200, undefined])
    const page = await halfWay(careful.email, NEW_PASSWORD)
    expect((await visit().post('/sign-up', { email: careful.email, password: NEW_PASSWORD })).body).toEqual({
      second_factor: true,
    })
    expect((await page.post('/sign-in/second-factor', { code: careful.code() })).status).toBe(200)
    const email = `moved-${careful.email}`
    expect((await page.post('/email', { email, password: NEW_PASSWORD })).status).toBe(200)
    const confirmed = { token: await token(email, '/confirm-email'), password: NEW_PASSWORD }
    expect((await visit().post('/confirm-email', confirmed)).status).toBe(200)
    await halfWay(email, NEW_PASSWORD)
    const env = { DATABASE_URL: database.url, SECRET_KEY }
    const { stdout } = await vacancy(['accounts', 'password', email, '--json'], env)
    await halfWay(email, (JSON.parse(stdout) as { password: string }).password)
  })

  test('not a half sign-in: it calls nothing', async () => {
    const careful = await newCareful()
    const page = await halfWay(careful.email)
    for (const path of ['/session', '/keys', '/second-factor', '/v1/usage', '/members'])
      expect((await page.call('GET', path)).status).toBe(401)
    for (const [path, body] of [
      ['/second-factor/totp', { password: PASSWORD }],
      ['/password', { password: PASSWORD, new_password: NEW_PASSWORD }],
      ['/keys', { name: 'x' }],
    ] as const)
      expect((await page.post(path, body)).status).toBe(401)
  })
})

describe('an account that requires a second factor', () => {
  test('takes no recovery code of one-time codes that were begun and never confirmed', async () => {
    const { email, page } = await newPerson()
    const offered = await page.post('/second-factor/totp', { password: PASSWORD })
    const [planted = ''] = offered.body['recovery_codes'] as string[]
    const { pool } = database
    await pool.query(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at)
       select 'psk_' || id, id, 'credential ' || id, '', 0, '{}', 'Laptop', now() from users where email = $1`,
      [email],
    )
    await pool.query(
      'update accounts set require_second_factor = true where id = (select account from users where email = $1)',
      [email],
    )
    const half = await halfWay(email)
    expect((await half.post('/sign-in/second-factor', { code: planted })).status).toBe(401)
  })

  test('lets its people set one up and do nothing else, at once and for open sessions, too', async () => {
    const owner = await newCareful()
    const { email } = await newPerson()
    const invited = `guest-${owner.email}`
    await owner.page.post('/invitations', { email: invited, role: 'member' })
    await until(async () => mailsTo(invited).length > 0)
    const [mailed] = mailsTo(invited)
    const token = new URL(linkIn(mailed as never, '/join')).searchParams.get('token') ?? ''
    const guest = visit()
    expect((await guest.post('/join', { token, password: PASSWORD })).status).toBe(200)
    expect((await guest.call('PATCH', '/account', { require_second_factor: true })).status).toBe(403)
    const careless = await newPerson()
    expect(wordsOf(await careless.page.call('PATCH', '/account', { require_second_factor: true }))).toBe(
      'Set up a second factor of your own first.',
    )
    expect((await owner.page.call('PATCH', '/account', { require_second_factor: 'yes' })).status).toBe(400)
    expect((await owner.page.call('PATCH', '/account', { require_second_factor: true })).status).toBe(200)
    expect((await owner.page.call('GET', '/keys')).status).toBe(200)
    const again = visit()
    expect((await again.post('/sign-in', { email: invited, password: PASSWORD })).status).toBe(200)
    for (const page of [guest, again]) {
      expect((await page.call('GET', '/session')).body).toMatchObject({ needs_second_factor: true })
      for (const path of ['/keys', '/v1/usage', '/members', '/audit', '/sessions']) {
        const said = await page.call('GET', path)
        expect([path, said.status]).toEqual([path, 403])
        expect(wordsOf(said)).toBe(
          'Your account requires a second factor. Set one up under Account, then go on.',
        )
      }
    }
    const offered = await guest.post('/second-factor/totp', { password: PASSWORD })
    const secret = new URL(String(offered.body['uri'])).searchParams.get('secret') ?? ''
    await guest.post('/second-factor/totp/confirm', { code: codeAt(secret, stepNow()) })
    expect((await guest.call('GET', '/keys')).status).toBe(200)
    expect((await guest.call('GET', '/session')).body).not.toHaveProperty('needs_second_factor')
    await later(60)
    const remove = { password: PASSWORD, code: codeAt(secret, stepNow()) }
    expect(wordsOf(await guest.post('/second-factor/totp/remove', remove))).toContain(
      'Your account requires a second factor',
    )
    await halfWay(invited)
    const { members } = (await owner.page.call('GET', '/members')).body as {
      members: { second_factor: boolean }[]
    }
    expect(members.map(({ second_factor }) => second_factor)).toEqual([true, true])
    // Of another account, nothing changed.
    expect((await visit().post('/sign-in', { email, password: PASSWORD })).body).not.toHaveProperty(
      'second_factor',
    )
  })
})

describe('the operator', () => {
  test('resets a lost factor by a command, which ends sessions, is written down and mailed', async () => {
    const careful = await newCareful()
    const env = {
      DATABASE_URL: database.url,
      SECRET_KEY,
      SMTP_URL: mail.url,
      MAIL_FROM: 'vacancy@example.com',
      PUBLIC_URL,
    }
    const reset = (...words: string[]) => vacancy(['accounts', 'second-factor', 'reset', ...words], env)
    expect(await reset(careful.email, '--email', 'nobody@example.com')).toMatchObject({
      code: 1,
      stderr: 'vacancy: nobody@example.com does not sign in to this account.\n',
    })
    const done = await reset(careful.email, '--json')
    expect(JSON.parse(done.stdout)).toEqual({
      account: expect.stringMatching(/^acc_/),
      email: careful.email,
      told: true,
    })
    expect((await careful.page.call('GET', '/session')).status).toBe(401)
    expect(
      (await visit().post('/sign-in', { email: careful.email, password: PASSWORD })).body,
    ).toHaveProperty('email')
    expect(await actsOf(careful.email)).toContainEqual({
      action: 'person.reset_second_factor',
      actor: 'operator',
    })
    await until(async () =>
      mailsTo(careful.email).some(({ subject }) => subject === 'Your second factor was reset'),
    )
    expect((await reset(careful.email)).stderr).toContain('has no second factor')
  })

  test('replaces SECRET_KEY, and codes still work; when it is lost, recovery codes do', async () => {
    const careful = await newCareful()
    const [recovery = ''] = careful.codes
    const rotated = 'de'.repeat(32)
    const env = { DATABASE_URL: database.url, SECRET_KEY: rotated }
    const { stderr, stdout } = await vacancy(['secrets', 'rotate', '--json'], {
      ...env,
      SECRET_KEY_OLD: SECRET_KEY,
    })
    expect(stderr).toBe('')
    expect(stdout).toContain('secrets of one-time codes')
    const settings = { SMTP_URL: mail.url, MAIL_FROM: 'vacancy@example.com', PUBLIC_URL }
    const api = await startApi(database.url, { ...settings, SECRET_KEY: rotated })
    apis.push(api)
    const page = await halfWay(careful.email, PASSWORD, apis.length - 1)
    expect((await page.post('/sign-in/second-factor', { code: careful.code() })).status).toBe(200)
    const lost = 'ef'.repeat(32)
    await vacancy(['secrets', 'reset', '--yes'], { DATABASE_URL: database.url, SECRET_KEY: lost })
    await api.stop('SIGKILL')
    apis.push(await startApi(database.url, { ...settings, SECRET_KEY: lost }))
    await later(60)
    const after = await halfWay(careful.email, PASSWORD, apis.length - 1)
    expect((await after.post('/sign-in/second-factor', { code: careful.code() })).status).toBe(401)
    expect((await after.post('/sign-in/second-factor', { code: recovery })).status).toBe(200)
  })
})

test('no code, secret or cookie is in the log', () => {
  for (const api of apis) {
    expect(api.log()).not.toMatch(/two-\d+@|vacancy\.second_step|otpauth/)
  }
})
