import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { forgetOldRequests } from '../../service/src/requests/store.ts'
import { get, post } from '../../service/test/support/client.ts'
import { createTestDatabase, type TestDatabase } from '../../service/test/support/database.ts'
import { inDays } from '../../service/test/support/market.ts'
import { type ApiProcess, startApi, vacancy } from '../../service/test/support/processes.ts'
import { until } from '../../service/test/support/until.ts'
import { codeOf, openVisitor, PASSWORD, type Said, signUp, type Visitor } from './support/visitor.ts'

let database: TestDatabase
let api: ApiProcess

/** Of a source. Nobody may see it. */
const CREDENTIAL = 'planted-credential'

beforeAll(async () => {
  database = await createTestDatabase()
  api = await startApi(database.url, { SECRET_KEY: 'cb'.repeat(32), AURELIA_CLIENT_SECRET: CREDENTIAL })
})
// Everybody signs up from one address.
afterEach(async () => {
  await database.pool.query('truncate throttles')
})
afterAll(async () => {
  await api.stop()
  await database.drop()
})

interface Person extends Visitor {
  email: string
  key: { id: string; key: string }
}

/** Somebody with an account, a key and a pace that does not matter. */
async function newPerson(rps = 1000): Promise<Person> {
  const visitor = await signUp(api.url)
  const key = (await visitor.call('POST', '/keys', { body: { name: 'own' } })).body as Person['key']
  await database.pool.query(
    `update meters set emit_us = $2, burst = $3 where account = (select account from users where email = $1)`,
    [visitor.email, 1_000_000 / rps, rps],
  )
  return { ...visitor, key }
}

const as = ({ key }: Person, body?: unknown) => ({
  headers: { 'x-key-id': key.id },
  ...(body !== undefined && { body }),
})

interface Logged {
  id: string
  method: string
  path: string
  status: number
  error: string | null
  credits: number
  took_ms: number
  request_id: string
  key_id: string
  unlisted: number
  from_page: boolean
}

const logOf = async (of: Visitor, query = '') =>
  ((await of.call('GET', `/requests${query}`)).body as { requests: Logged[] }).requests

async function logged(of: Visitor, count: number): Promise<Logged[]> {
  await until(async () => (await logOf(of)).length >= count)
  return logOf(of)
}

describe('the log of requests', () => {
  test('has successes, refusals and failures, with cost, time, key and request id', async () => {
    const ada = await newPerson()
    const good = await post(api.url, '/v1/counter', ada.key.key, { live: 2 })
    await post(api.url, '/v1/counter', ada.key.key, { live: 101 })
    await get(api.url, '/v1/nowhere?q=1', ada.key.key)
    await post(api.url, '/v1/counter', ada.key.key, { live: 3, max_credits: 1 })
    await ada.call('POST', '/v1/counter', as(ada, { cached: 1 }))
    const all = await logged(ada, 5)
    expect(
      all.map(({ method, path, status, error, credits }) => [method, path, status, error, credits]),
    ).toEqual([
      ['POST', '/counter', 200, null, 0.25],
      ['POST', '/counter', 400, 'invalid_request', 0],
      ['GET', '/nowhere?q=1', 400, 'invalid_request', 0],
      ['POST', '/counter', 400, 'invalid_request', 0],
      ['POST', '/counter', 200, null, 2],
    ])
    expect(all[4]).toMatchObject({
      request_id: good.headers['x-request-id'],
      key_id: ada.key.id,
      from_page: false,
      unlisted: 0,
    })
    expect(all[0]?.from_page).toBe(true)
    expect(await logOf(ada, '?outcome=failed')).toHaveLength(3)
    expect(await logOf(ada, '?q=NOWHERE')).toHaveLength(1)
    expect(await logOf(ada, `?q=${String(good.headers['x-request-id'])}`)).toHaveLength(1)
    expect(await logOf(ada, '?key_id=key_other')).toEqual([])
    const first = (await ada.call('GET', '/requests?limit=3')).body as { next_cursor: string }
    expect(await logOf(ada, `?cursor=${first.next_cursor}`)).toHaveLength(2)
    const detail = await ada.call('GET', `/requests/${String(all[4]?.id)}`)
    expect(detail.body).toMatchObject({ body: '{"live":2}', answer_cut: false })
    expect(JSON.parse(String(detail.body['answer']))).toEqual(good.body)
    const refused = await ada.call('GET', `/requests/${String(all[3]?.id)}`)
    expect(refused.body).toMatchObject({
      body: '{"live":101}',
      answer: expect.stringContaining('invalid_request'),
    })
  })

  test('belongs to its account, and bad questions are refused', async () => {
    const [ada, eve] = [await newPerson(), await newPerson()]
    await post(api.url, '/v1/counter', ada.key.key, { live: 1 })
    const [own] = await logged(ada, 1)
    const said = await Promise.all([
      eve.call('GET', `/requests/${String(own?.id)}`),
      ada.call('GET', '/requests/not-an-id'),
      ada.call('GET', '/requests?outcome=maybe'),
      ada.call('GET', '/requests?cursor=x'),
      ada.call('GET', '/requests?limit=1001'),
    ])
    expect(said.map(codeOf)).toEqual(said.map(() => 'invalid_request'))
    expect(await logOf(eve)).toEqual([])
  })

  test('keeps no key, no secret and no address of a receiver', async () => {
    const ada = await newPerson()
    const { key } = ada.key
    await get(api.url, `/v1/usage?api_key=${key}`, key)
    await post(api.url, '/v1/counter', key, { live: 1, note: key })
    const hook = 'https://hooks.example.com/a-secret-path'
    await post(api.url, '/v1/hotels/ids/jobs', key, {
      chain: 'aurelia',
      hotel_codes: ['X'],
      webhook_url: hook,
    })
    await post(api.url, '/v1/endpoints', key, { kind: 'webhook', url: hook })
    await post(api.url, '/v1/counter', key, { pad: 'x'.repeat(3000) })
    await logged(ada, 5)
    const { rows } = await database.pool.query<{ row: string }>(
      'select l::text as row from logged_requests l',
    )
    const all = rows.map(({ row }) => row).join('\n')
    expect(all).toContain('vk_…')
    expect(all).not.toContain(key.slice(9))
    expect(all).not.toContain('a-secret-path')
    expect(all).not.toContain('whsec')
    expect(all).not.toContain('xxxx')
  })

  test('lists a few of very many and counts the others', async () => {
    const ada = await newPerson()
    await Promise.all(
      Array.from({ length: 60 }, () => post(api.url, '/v1/counter', ada.key.key, { live: 0 })),
    )
    await post(api.url, '/v1/counter', ada.key.key, { live: 101 })
    await logged(ada, 6)
    // In the next second the next success is listed again, with what was left out before it.
    await until(async () => {
      await post(api.url, '/v1/counter', ada.key.key, { live: 0 })
      return (await logOf(ada)).some(({ unlisted, status }) => unlisted > 0 && status === 200)
    })
    const all = await logOf(ada)
    const counted = all.length + all.reduce((sum, { unlisted }) => sum + unlisted, 0)
    expect(all.length).toBeLessThan(40)
    expect(counted).toBeGreaterThanOrEqual(61)
    expect(all.some(({ status }) => status === 400)).toBe(true)
  })

  test('ends after seven days', async () => {
    const ada = await newPerson()
    await post(api.url, '/v1/counter', ada.key.key, { live: 1 })
    const [own] = await logged(ada, 1)
    await database.pool.query("update logged_requests set at = now() - interval '169 hours' where id = $1", [
      own?.id,
    ])
    expect(await logOf(ada)).toEqual([])
    await database.pool.query("update request_rings set swept_at = now() - interval '2 days'")
    expect(await forgetOldRequests(database.pool)).toBe(1)
  })
})

describe('what the page reads', () => {
  test('does not use up the requests per second of the account, and is not logged', async () => {
    const ada = await newPerson(2)
    const reads = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ada.call('GET', index % 2 ? '/v1/jobs' : '/v1/watches', as(ada)),
      ),
    )
    expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200))
    const own = await get(api.url, '/v1/usage', ada.key.key)
    expect([own.status, own.headers['ratelimit-remaining']]).toEqual([200, '1'])
    const [only] = await logged(ada, 1)
    expect(only).toMatchObject({ path: '/usage', from_page: false })
    expect(await logOf(ada)).toHaveLength(1)
  })

  test('has a limit of its own', async () => {
    const ada = await newPerson()
    const reads = await Promise.all(Array.from({ length: 120 }, () => ada.call('GET', '/v1/jobs', as(ada))))
    const refused = reads.filter((said) => codeOf(said) === 'rate_limited')
    expect(refused.length).toBeGreaterThan(0)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect((await get(api.url, '/v1/usage', ada.key.key)).status).toBe(200)
  })

  test('includes the cost of a call, which is always only a quote', async () => {
    const ada = await newPerson(2)
    const quote = { headers: { 'x-key-id': ada.key.id, 'x-page-quote': 'true' }, body: { live: 3 } }
    const quotes = await Promise.all(Array.from({ length: 8 }, () => ada.call('POST', '/v1/counter', quote)))
    for (const said of quotes) {
      expect(said.body).toMatchObject({ quote: { credits_max: 3 } })
      expect(said.headers['x-credits-charged']).toBe('0')
    }
    const many = await Promise.all(Array.from({ length: 20 }, () => ada.call('POST', '/v1/counter', quote)))
    expect(many.map(codeOf)).toContain('rate_limited')
    expect((await get(api.url, '/v1/usage', ada.key.key)).headers['ratelimit-remaining']).toBe('1')
    expect((await ada.call('GET', '/usage')).body).toMatchObject({ credits_used: 0 })
  })

  test('says what jobs are about, and only to their account', async () => {
    const [ada, eve] = [await newPerson(), await newPerson()]
    const nights = { from: inDays(30), to: inDays(32) }
    const grid = { chain: 'aurelia', hotel_codes: ['LONAU', 'NEWAU'], nights, kind: 'award' }
    const { job } = (await ada.call('POST', '/v1/matrix', as(ada, grid))).body as { job: { id: string } }
    const ask = { body: { ids: [job.id, 'job_other'] } }
    expect((await ada.call('POST', '/jobs/facts', ask)).body).toEqual({
      jobs: [
        {
          id: job.id,
          hotels: 2,
          chain: 'aurelia',
          hotel_code: 'LONAU',
          ...nights,
          price: 'award',
          schedule: null,
        },
      ],
    })
    expect((await eve.call('POST', '/jobs/facts', ask)).body).toEqual({ jobs: [] })
  })

  test('goes on when all credits are spent', async () => {
    const ada = await newPerson()
    await database.pool.query(
      'update meters set used = allowance where account = (select account from users where email = $1)',
      [ada.email],
    )
    expect((await ada.call('GET', '/v1/jobs', as(ada))).status).toBe(200)
    expect(codeOf(await ada.call('POST', '/v1/counter', as(ada, { live: 1 })))).toBe('quota_exceeded')
  })
})

const tokenOf = (said: Said) => String(said.body['path']).replace('/join?token=', '')
const invite = (of: Visitor, email: string, role: string) =>
  of.call('POST', '/invitations', { body: { email, role } })

/** Somebody who joined another's account by a link. */
async function joined(owner: Person, email: string, role: string): Promise<Visitor> {
  const token = tokenOf(await invite(owner, email, role))
  const visitor = openVisitor(api.url)
  expect((await visitor.call('POST', '/join', { body: { token, password: PASSWORD } })).status).toBe(200)
  return visitor
}

interface People {
  members: { id: string; email: string; role: string; you: boolean }[]
  invitations: { id: string; email: string }[]
}
const peopleOf = async (of: Visitor) => (await of.call('GET', '/members')).body as unknown as People
const idOf = async (of: Visitor, email: string) =>
  (await peopleOf(of)).members.find((member) => member.email === email)?.id ?? ''

describe('members', () => {
  test('join by a link that works once, however often it is followed', async () => {
    const ada = await newPerson()
    const made = await invite(ada, 'Bob@example.com', 'member')
    expect(made.body).toMatchObject({
      email: 'Bob@example.com',
      role: 'member',
      path: expect.stringContaining('/join'),
    })
    const token = tokenOf(made)
    const welcome = await openVisitor(api.url).call('POST', '/invitation', { body: { token } })
    expect(welcome.body).toEqual({ email: 'Bob@example.com', role: 'member', account: ada.email })
    const common = await openVisitor(api.url).call('POST', '/join', {
      body: { token, password: 'password123' },
    })
    expect(common.status).toBe(400)
    const tries = await Promise.all(
      Array.from({ length: 5 }, () =>
        openVisitor(api.url).call('POST', '/join', { body: { token, password: PASSWORD } }),
      ),
    )
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400])
    const { members, invitations } = await peopleOf(ada)
    expect(members.map(({ email, role, you }) => [email, role, you])).toEqual([
      [ada.email, 'owner', true],
      ['bob@example.com', 'member', false],
    ])
    expect(invitations).toEqual([])
    expect(codeOf(await openVisitor(api.url).call('POST', '/invitation', { body: { token } }))).toBe(
      'invalid_request',
    )
  })

  test('a second invitation replaces the first, one can be withdrawn, and neither is stored in clear', async () => {
    const ada = await newPerson()
    const both = await Promise.all([
      invite(ada, 'carl@example.com', 'viewer'),
      invite(ada, 'CARL@example.com', 'member'),
    ])
    const { invitations } = await peopleOf(ada)
    expect(invitations).toHaveLength(1)
    const peeks = await Promise.all(
      both.map((said) =>
        openVisitor(api.url).call('POST', '/invitation', { body: { token: tokenOf(said) } }),
      ),
    )
    expect(peeks.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    const { rows } = await database.pool.query<{ row: string }>('select i::text as row from invitations i')
    for (const said of both) expect(rows.map(({ row }) => row).join()).not.toContain(tokenOf(said))
    expect((await ada.call('DELETE', `/invitations/${String(invitations[0]?.id)}`)).status).toBe(200)
    expect((await peopleOf(ada)).invitations).toEqual([])
  })

  test('a viewer reads everything, and neither spends nor changes anything', async () => {
    const ada = await newPerson()
    const vera = await joined(ada, `vera-${ada.email}`, 'viewer')
    const asVera = as(ada)
    expect((await vera.call('GET', '/session')).body).toMatchObject({ role: 'viewer' })
    for (const path of ['/keys', '/usage', '/requests', '/members', '/sessions'])
      expect((await vera.call('GET', path)).status).toBe(200)
    expect((await vera.call('GET', '/v1/jobs', asVera)).status).toBe(200)
    const refused = await Promise.all([
      vera.call('POST', '/v1/counter', { ...asVera, body: { live: 1 } }),
      vera.call('POST', '/v1/counter', { ...asVera, body: { live: 1, dry_run: true } }),
      vera.call('GET', '/v1/hotels?q=London', asVera),
      vera.call('DELETE', '/v1/jobs/job_x', asVera),
      vera.call('POST', '/keys', { body: { name: 'x' } }),
      vera.call('DELETE', `/keys/${ada.key.id}`),
      invite(vera, 'x@example.com', 'owner'),
    ])
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
    expect(refused.map(codeOf)).toEqual(refused.map(() => 'auth_failed'))
  })

  test('a member spends, but does not manage the others; nobody reaches into another account', async () => {
    const [ada, eve] = [await newPerson(), await newPerson()]
    const email = `max-${ada.email}`
    const max = await joined(ada, email, 'member')
    expect((await max.call('POST', '/v1/counter', { ...as(ada), body: { live: 1 } })).status).toBe(200)
    const id = await idOf(ada, ada.email)
    expect((await max.call('PATCH', `/members/${id}`, { body: { role: 'viewer' } })).status).toBe(403)
    expect((await max.call('DELETE', `/members/${id}`)).status).toBe(403)
    const foreign = await Promise.all([
      eve.call('PATCH', `/members/${id}`, { body: { role: 'viewer' } }),
      eve.call('DELETE', `/members/${id}`),
      eve.call('DELETE', '/invitations/inv_x'),
      invite(eve, email, 'member'),
      invite(ada, email, 'member'),
      ada.call('PATCH', `/members/${id}`, { body: { role: 'king' } }),
    ])
    expect(foreign.map(({ status }) => status)).toEqual(foreign.map(() => 400))
    // At once for a session that is open.
    await ada.call('PATCH', `/members/${await idOf(ada, email)}`, { body: { role: 'viewer' } })
    expect((await max.call('POST', '/v1/counter', { ...as(ada), body: { live: 1 } })).status).toBe(403)
    await ada.call('DELETE', `/members/${await idOf(ada, email)}`)
    expect((await max.call('GET', '/session')).status).toBe(401)
  })

  test('an account keeps an owner, even if two owners demote each other at the same moment', async () => {
    const ada = await newPerson()
    const second = `second-${ada.email}`
    const other = await joined(ada, second, 'owner')
    const [first, last] = [await idOf(ada, ada.email), await idOf(ada, second)]
    const said = await Promise.all([
      ada.call('PATCH', `/members/${last}`, { body: { role: 'member' } }),
      other.call('PATCH', `/members/${first}`, { body: { role: 'member' } }),
    ])
    expect(said.filter(({ status }) => status === 200)).toHaveLength(1)
    const owners = (await peopleOf(ada)).members.filter(({ role }) => role === 'owner')
    expect(owners).toHaveLength(1)
    const [kept] = owners
    const by = kept?.email === ada.email ? ada : other
    expect(codeOf(await by.call('DELETE', `/members/${String(kept?.id)}`))).toBe('invalid_request')
  })

  test('there are at most fifty, however many are invited at once', async () => {
    const ada = await newPerson()
    const said = await Promise.all(
      Array.from({ length: 50 }, (_, index) => invite(ada, `guest-${index}-${ada.email}`, 'viewer')),
    )
    expect(said.filter(({ status }) => status === 200)).toHaveLength(49)
    expect((await peopleOf(ada)).invitations).toHaveLength(49)
  })
})

describe('a person', () => {
  interface Session {
    id: string
    agent: string | null
    address: string | null
    current: boolean
  }
  const sessionsOf = async (of: Visitor) => (await of.call('GET', '/sessions')).body['sessions'] as Session[]
  const signIn = async (email: string, password: string) => {
    const visitor = openVisitor(api.url)
    const said = await visitor.call('POST', '/sign-in', {
      body: { email, password },
      headers: { 'user-agent': 'Tablet/1.0' },
    })
    return { visitor, status: said.status }
  }

  test('sees where they are signed in, and signs single browsers out', async () => {
    const ada = await newPerson()
    const { visitor: tablet } = await signIn(ada.email, PASSWORD)
    const sessions = await sessionsOf(ada)
    expect(sessions.map(({ current }) => current)).toEqual([false, true])
    expect(sessions[0]).toMatchObject({ agent: 'Tablet/1.0', address: '127.0.0.1' })
    const eve = await newPerson()
    const path = `/sessions/${String(sessions[0]?.id)}`
    expect(codeOf(await eve.call('DELETE', path))).toBe('invalid_request')
    expect((await ada.call('DELETE', path)).status).toBe(200)
    expect((await tablet.call('GET', '/session')).status).toBe(401)
    await signIn(ada.email, PASSWORD)
    expect((await ada.call('DELETE', '/sessions')).body).toEqual({ ended: 1 })
    expect((await ada.call('GET', '/session')).status).toBe(200)
  })

  test('changes the password with the present one, which signs other browsers out', async () => {
    const ada = await newPerson()
    const { visitor: tablet } = await signIn(ada.email, PASSWORD)
    const change = (password: string, next: string) =>
      ada.call('POST', '/password', { body: { password, new_password: next } })
    expect(codeOf(await change('not the password', 'another good one'))).toBe('invalid_request')
    expect(codeOf(await change(PASSWORD, '1234567890'))).toBe('invalid_request')
    expect((await change(PASSWORD, 'another good one')).status).toBe(200)
    expect((await tablet.call('GET', '/session')).status).toBe(401)
    expect((await ada.call('GET', '/session')).status).toBe(200)
    expect((await signIn(ada.email, 'another good one')).status).toBe(200)
  })
})

describe('an operator', () => {
  const PAGES = ['sources', 'accounts', 'work', 'directory']

  test('is marked by a command and sees the server; nobody else does', async () => {
    const [ada, eve] = [await newPerson(), await newPerson()]
    await vacancy(['accounts', 'operator', ada.email], { DATABASE_URL: database.url })
    expect((await ada.call('GET', '/session')).body).toMatchObject({ account: { operator: true } })
    for (const page of PAGES) {
      const refused = await eve.call('GET', `/operator/${page}`)
      expect([refused.status, codeOf(refused)]).toEqual([403, 'auth_failed'])
      expect((await ada.call('GET', `/operator/${page}`)).status).toBe(200)
    }
    expect((await eve.call('POST', '/operator/sources/aurelia/test')).status).toBe(403)
    const accounts = await ada.call('GET', `/operator/accounts?q=${ada.email}`)
    expect(accounts.body).toMatchObject({
      accounts: [
        { email: ada.email, plan: 'free', credits_used: 0, credits_limit: 250, members: 1, keys: 1 },
      ],
      next_cursor: null,
    })
    await vacancy(['accounts', 'operator', ada.email, '--off'], { DATABASE_URL: database.url })
    expect((await ada.call('GET', '/operator/sources')).status).toBe(403)
  })

  test('tests a source, which answers or says why not, and sees no credentials', async () => {
    const ada = await newPerson()
    await database.pool.query('update accounts set operator = true where email = $1', [ada.email])
    const report = await ada.call('POST', '/operator/sources/aurelia/test')
    expect(report.body).toMatchObject({ id: 'aurelia', works: false })
    expect(codeOf(await ada.call('POST', '/operator/sources/nobody/test'))).toBe('invalid_request')
    const listed = JSON.stringify([report.body, (await ada.call('GET', '/operator/sources')).body])
    expect(listed).toContain('"aurelia"')
    expect(listed).not.toContain(CREDENTIAL)
  })
})
