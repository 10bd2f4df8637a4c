import { describe, expect, test } from 'vitest'
import { vacancy } from '../../service/test/support/processes.ts'
import { unzip } from '../../service/test/support/unzip.ts'
import { as, type Person, usePeople } from './support/people.ts'
import { codeOf, openVisitor, PASSWORD, type Said, type Visitor } from './support/visitor.ts'

/** Of a source. Nobody may see it. */
const CREDENTIAL = 'planted-credential'

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const people = usePeople({ SECRET_KEY: 'cb'.repeat(32), AURELIA_CLIENT_SECRET: CREDENTIAL })

const tokenOf = (said: Said) => String(said.body['path']).replace('/join?token=', '')
const invite = (of: Visitor, email: string, role: string) =>
  of.call('POST', '/invitations', { body: { email, role } })

/** Somebody who joined another's account by a link. */
async function joined(owner: Person, email: string, role: string): Promise<Visitor> {
  const token = tokenOf(await invite(owner, email, role))
  const visitor = openVisitor(people.api.url)
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
    const ada = await people.newPerson()
    const made = await invite(ada, 'Bob@example.com', 'member')
    expect(made.body).toMatchObject({
      email: 'bob@example.com',
      role: 'member',
      path: expect.stringContaining('/join'),
    })
    const token = tokenOf(made)
    const welcome = await openVisitor(people.api.url).call('POST', '/invitation', { body: { token } })
    expect(welcome.body).toEqual({ email: 'bob@example.com', role: 'member', account: ada.email })
    const common = await openVisitor(people.api.url).call('POST', '/join', {
      body: { token, password: 'password123' },
    })
    expect(common.status).toBe(400)
    const tries = await Promise.all(
      Array.from({ length: 5 }, () =>
        openVisitor(people.api.url).call('POST', '/join', { body: { token, password: PASSWORD } }),
      ),
    )
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400])
    const { members, invitations } = await peopleOf(ada)
    expect(members.map(({ email, role, you }) => [email, role, you])).toEqual([
      [ada.email, 'owner', true],
      ['bob@example.com', 'member', false],
    ])
    expect(invitations).toEqual([])
    expect(codeOf(await openVisitor(people.api.url).call('POST', '/invitation', { body: { token } }))).toBe(
      'invalid_request',
    )
  })

  test('a second invitation replaces the first, one can be withdrawn, and neither is stored in clear', async () => {
    const ada = await people.newPerson()
    const both = await Promise.all([
      invite(ada, 'carl@example.com', 'viewer'),
      invite(ada, 'CARL@example.com', 'member'),
    ])
    const { invitations } = await peopleOf(ada)
    expect(invitations).toHaveLength(1)
    const peeks = await Promise.all(
      both.map((said) =>
        openVisitor(people.api.url).call('POST', '/invitation', { body: { token: tokenOf(said) } }),
      ),
    )
    expect(peeks.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    const { rows } = await people.database.pool.query<{ row: string }>(
      'select i::text as row from invitations i',
    )
    for (const said of both) expect(rows.map(({ row }) => row).join()).not.toContain(tokenOf(said))
    expect((await ada.call('DELETE', `/invitations/${String(invitations[0]?.id)}`)).status).toBe(200)
    expect((await peopleOf(ada)).invitations).toEqual([])
  })

  test('a viewer reads everything, and neither spends nor changes anything', async () => {
    const ada = await people.newPerson()
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
    const [ada, eve] = [await people.newPerson(), await people.newPerson()]
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
      invite(ada, email, 'member'),
      ada.call('PATCH', `/members/${id}`, { body: { role: 'king' } }),
    ])
    expect(foreign.map(({ status }) => status)).toEqual(foreign.map(() => 400))
    // An invitation does not tell that somebody has an account, and takes nobody out of theirs.
    const token = tokenOf(await invite(eve, email, 'owner'))
    const taken = await openVisitor(people.api.url).call('POST', '/join', {
      body: { token, password: PASSWORD },
    })
    expect([taken.status, JSON.stringify(taken.body)]).toEqual([
      400,
      expect.stringContaining('has an account'),
    ])
    // At once for a session that is open.
    await ada.call('PATCH', `/members/${await idOf(ada, email)}`, { body: { role: 'viewer' } })
    expect((await max.call('POST', '/v1/counter', { ...as(ada), body: { live: 1 } })).status).toBe(403)
    await ada.call('DELETE', `/members/${await idOf(ada, email)}`)
    expect((await max.call('GET', '/session')).status).toBe(401)
  })

  test('an account keeps an owner, even if two owners demote each other at the same moment', async () => {
    const ada = await people.newPerson()
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

  test('there are at most fifty, however many are invited at once, and twenty invitations a day', async () => {
    const ada = await people.newPerson()
    // As if invited on the days before.
    await people.database.pool.query(
      `insert into invitations (id, account, email, role, token_hash, created_at, expires_at)
       select 'inv_' || n, u.account, n || u.email, 'viewer', sha256(n::text::bytea), now(), now() + interval '1 day'
       from users u, generate_series(1, 44) n where u.email = $1`,
      [ada.email],
    )
    const said = await Promise.all(
      Array.from({ length: 21 }, (_, index) => invite(ada, `guest-${index}-${ada.email}`, 'viewer')),
    )
    const times = (status: number) => said.filter((answer) => answer.status === status).length
    expect([times(200), times(400), times(429)]).toEqual([5, 15, 1])
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
    const visitor = openVisitor(people.api.url)
    const said = await visitor.call('POST', '/sign-in', {
      body: { email, password },
      headers: { 'user-agent': 'Tablet/1.0' },
    })
    return { visitor, status: said.status }
  }

  test('sees where they are signed in, and signs single browsers out', async () => {
    const ada = await people.newPerson()
    const { visitor: tablet } = await signIn(ada.email, PASSWORD)
    const sessions = await sessionsOf(ada)
    expect(sessions.map(({ current }) => current)).toEqual([false, true])
    expect(sessions[0]).toMatchObject({ agent: 'Tablet/1.0', address: '127.0.0.1' })
    const eve = await people.newPerson()
    const path = `/sessions/${String(sessions[0]?.id)}`
    expect(codeOf(await eve.call('DELETE', path))).toBe('invalid_request')
    expect((await ada.call('DELETE', path)).status).toBe(200)
    expect((await tablet.call('GET', '/session')).status).toBe(401)
    await signIn(ada.email, PASSWORD)
    expect((await ada.call('DELETE', '/sessions')).body).toEqual({ ended: 1 })
    expect((await ada.call('GET', '/session')).status).toBe(200)
  })

  test('changes the password with the present one, which signs other browsers out', async () => {
    const ada = await people.newPerson()
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

const accountOf = async (of: Visitor) =>
  ((await of.call('GET', '/session')).body as { account: { id: string } }).account.id
const makeOperator = (of: Person) =>
  people.database.pool.query('update accounts set operator = true where email = $1', [of.email])

/** The log of an account, newest first. */
async function actsOf(of: Visitor) {
  const { acts } = (await of.call('GET', '/audit')).body as {
    acts: { actor: { kind: string; id: string | null }; action: string; subject: string; detail: object }[]
  }
  return acts.map(({ actor, action, subject, detail }) => [actor.id ?? actor.kind, action, subject, detail])
}

test('charges are a file with the same lines and sums, of the days that were asked for', async () => {
  const ada = await people.newPerson()
  for (const live of [1, 2, 3]) await ada.call('POST', '/v1/counter', { ...as(ada), body: { live } })
  const file = (query: string) => {
    const headers = { cookie: ada.cookie(), 'sec-fetch-site': 'same-origin' }
    return fetch(`${people.api.url}/app/api/usage/charges?${query}`, { headers })
  }
  const csv = async (query: string) => {
    const answer = await file(query)
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }
  const { type, text } = await csv(`from=${day(0)}&to=${day(0)}`)
  expect(type).toBe('text/csv; charset=utf-8')
  const [head, ...rows] = text.trim().split('\n')
  expect(head).toBe('at,endpoint,key_id,credits,live,cached,free,request_id,job_id,watch_id')
  const { lines } = (await ada.call('GET', '/usage/lines')).body as {
    lines: { request_id: string; credits: number }[]
  }
  const cells = rows.map((row) => row.split(','))
  expect(cells.map((row) => [row[7], Number(row[3])])).toEqual(
    lines.map(({ request_id, credits }) => [request_id, credits]),
  )
  expect(lines).toHaveLength(3)
  expect((await csv(`from=${day(-9)}&to=${day(-8)}`)).text.trim().split('\n')).toHaveLength(1)
  expect((await csv(`from=${day(0)}&to=${day(0)}&key_id=key_other`)).text.trim().split('\n')).toHaveLength(1)
  expect((await fetch(`${people.api.url}/app/api/usage/charges?from=${day(0)}&to=${day(0)}`)).status).toBe(
    401,
  )

  const book = await file(`from=${day(0)}&to=${day(0)}&endpoint=shop&format=xlsx`)
  expect(book.headers.get('content-disposition')).toBe(
    `attachment; filename="vacancy-charges-${day(0)}-${day(0)}.xlsx"`,
  )
  const parts = unzip(Buffer.from(await book.arrayBuffer()))
  const texts = parts.get('xl/sharedStrings.xml')?.toString() ?? ''
  for (const { request_id } of lines) expect(texts).toContain(`>${request_id}<`)
  for (const word of ['Endpoint', 'shop', 'What was sold.']) expect(texts).toContain(`>${word}<`)
  const sheet = parts.get('xl/worksheets/sheet1.xml')?.toString() ?? ''
  const credits = Array.from(sheet.matchAll(/<c r="D\d+"><v>([^<]+)</g), ([, value]) => Number(value))
  expect(credits).toEqual(lines.map((line) => line.credits))
  expect((await file(`from=${day(0)}&to=${day(0)}&format=pdf`)).status).toBe(400)

  await people.database.pool.query(
    `insert into usage_lines (account, id, at, period, key, endpoint, request_id, credits, live, cached, free)
     select account, (left(id::text, 24) || lpad(n::text, 12, '0'))::uuid, at, period, key, endpoint, request_id, credits, live, cached, free
     from usage_lines, generate_series(1, 19998) n where request_id = $1`,
    [lines[0]?.request_id],
  )
  const refused = await file(`from=${day(0)}&to=${day(0)}&format=xlsx`)
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('at most 20000 charges'),
  ])
  expect((await csv(`from=${day(0)}&to=${day(0)}`)).text.trim().split('\n')).toHaveLength(20_002)
})

describe('an operator', () => {
  const PAGES = ['sources', 'health', 'accounts', 'work', 'directory']

  test('is marked by a command and sees the server; nobody else does', async () => {
    const [ada, eve] = [await people.newPerson(), await people.newPerson()]
    await vacancy(['accounts', 'operator', ada.email], { DATABASE_URL: people.database.url })
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
    await vacancy(['accounts', 'operator', ada.email, '--off'], { DATABASE_URL: people.database.url })
    expect((await ada.call('GET', '/operator/sources')).status).toBe(403)
  })

  test('changes the plan and the rights of an account, and both accounts read it in their log', async () => {
    const [ada, eve] = [await people.newPerson(), await people.newPerson()]
    const target = await accountOf(eve)
    const change = (by: Visitor, body: object) => by.call('PATCH', `/operator/accounts/${target}`, { body })
    expect((await change(eve, { plan: 'scale' })).status).toBe(403)
    await makeOperator(ada)
    expect((await change(ada, { plan: 'gold' })).status).toBe(400)
    expect((await change(ada, {})).status).toBe(400)
    // A member could raise an account of their own, and keep it.
    const max = await joined(ada, `max-${ada.email}`, 'member')
    expect((await change(max, { operator: true })).status).toBe(403)
    expect((await change(max, { plan: 'scale' })).status).toBe(403)
    expect((await change(ada, { plan: 'starter', operator: true })).status).toBe(200)
    expect((await eve.call('GET', '/session')).body).toMatchObject({
      account: { plan: 'starter', operator: true },
    })
    expect((await eve.call('GET', '/usage')).body).toMatchObject({
      credits_limit: 5000,
      rate_limit_rps: 5,
    })
    expect((await change(eve, { operator: false })).status).toBe(400)
    expect((await change(ada, { operator: false })).status).toBe(200)
    expect((await actsOf(eve)).slice(0, 3)).toEqual([
      ['operator', 'account.set_operator', target, { operator: 'off' }],
      ['operator', 'account.set_operator', target, { operator: 'on' }],
      ['operator', 'account.change_plan', target, { from: 'free', to: 'starter' }],
    ])
    expect((await actsOf(ada)).slice(0, 3)).toEqual([
      [ada.email, 'account.set_operator', target, { operator: 'off' }],
      [ada.email, 'account.set_operator', target, { operator: 'on' }],
      [ada.email, 'account.change_plan', target, { from: 'free', to: 'starter' }],
    ])
  })

  test('reads the health of the server: processes, database, disk, mail and queues', async () => {
    const ada = await people.newPerson()
    await makeOperator(ada)
    const { body } = await ada.call('GET', '/operator/health')
    const { findings, processes } = body as {
      findings: { check: string; state: string; advice: string | null }[]
      processes: { role: string; version: string }[]
    }
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['database', 'connections', 'disk', 'mail', 'tasks', 'deliveries', 'secrets']),
    )
    expect(findings.find(({ check }) => check === 'workers')).toMatchObject({
      state: 'warning',
      advice: expect.stringContaining('vacancy worker'),
    })
    expect(findings.filter(({ state, advice }) => (state === 'good') !== (advice === null))).toEqual([])
    expect(processes).toEqual([expect.objectContaining({ role: 'api', version: body['version'] })])
    expect(JSON.stringify(body)).not.toContain(CREDENTIAL)
  })

  test('cancels a job of another account, whose credits are free again', async () => {
    const [ada, eve] = [await people.newPerson(), await people.newPerson()]
    const grid = await eve.call('POST', '/v1/matrix', {
      ...as(eve),
      body: {
        hotels: [{ chain: 'aurelia', hotel_code: 'LONAU' }],
        nights: { from: day(30), to: day(33) },
      },
    })
    expect(grid.body).toHaveProperty('job')
    const { id } = (grid.body as { job: { id: string } }).job
    const cancel = (by: Visitor, job: string) => by.call('POST', `/operator/jobs/${job}/cancel`)
    expect((await cancel(eve, id)).status).toBe(403)
    await makeOperator(ada)
    expect(codeOf(await cancel(ada, 'job_nothing'))).toBe('invalid_request')
    expect((await cancel(ada, id)).status).toBe(200)
    expect((await cancel(ada, id)).status).toBe(400)
    expect((await eve.call('GET', `/v1/jobs/${id}`, as(eve))).body).toMatchObject({ status: 'canceled' })
    expect((await actsOf(eve))[0]).toEqual(['operator', 'job.cancel', id, {}])
    expect((await actsOf(ada))[0]).toEqual([ada.email, 'job.cancel', id, {}])
    const { rows } = await people.database.pool.query('select 1 from meters where held > 0')
    expect(rows).toEqual([])
  })

  test('has the hotels of a source read, if a worker runs that knows it', async () => {
    const [ada, eve] = [await people.newPerson(), await people.newPerson()]
    const { pool } = people.database
    const read = (by: Visitor, source: string) =>
      by.call('POST', '/operator/directory/sync', { body: { source, whole: true } })
    expect((await read(eve, 'aurelia')).status).toBe(403)
    await makeOperator(ada)
    expect(JSON.stringify((await read(ada, 'aurelia')).body)).toContain('from a source called aurelia')
    await pool.query(
      "insert into directory_syncs (source, due_at) values ('aurelia', ledger_now() + interval '1 day')",
    )
    expect(JSON.stringify((await read(ada, 'aurelia')).body)).toContain('No worker is running')
    await pool.query("insert into workers (rows, seen_at) values ('tasks', ledger_now())")
    expect((await read(ada, 'aurelia')).body).toEqual({ sources: ['aurelia'] })
    const { rows } = await pool.query("select source from tasks where kind = 'directory'")
    expect(rows).toEqual([{ source: 'aurelia' }])
    expect((await actsOf(ada))[0]).toEqual([ada.email, 'directory.sync', 'aurelia', { whole: 'yes' }])
    await pool.query('delete from workers')
  })

  test('tests a source, which answers or says why not, and sees no credentials', async () => {
    const ada = await people.newPerson()
    await people.database.pool.query('update accounts set operator = true where email = $1', [ada.email])
    const report = await ada.call('POST', '/operator/sources/aurelia/test')
    expect(report.body).toMatchObject({ id: 'aurelia', works: false })
    expect(codeOf(await ada.call('POST', '/operator/sources/nobody/test'))).toBe('invalid_request')
    const listed = JSON.stringify([report.body, (await ada.call('GET', '/operator/sources')).body])
    expect(listed).toContain('"aurelia"')
    expect(listed).not.toContain(CREDENTIAL)
  })
})
