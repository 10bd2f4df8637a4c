import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setPlan } from '../../src/accounts/store.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { type Answer, call, errorOf, get, post } from '../support/client.ts'
import { createTestDatabase, type TestDatabase, takeClock, useTestDatabase } from '../support/database.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let api: ApiProcess
let account: TestAccount

beforeAll(async () => {
  database = await createTestDatabase()
  api = await startApi(database.url)
  account = await newAccount(database.pool, 'scale', { rps: 10_000 })
})

afterAll(async () => {
  await api.stop('SIGKILL')
  await database.drop()
})

function expectEnvelope(answer: Answer, status: number, code: string): void {
  expect(answer.status).toBe(status)
  expect(answer.charged).toBe(0)
  expect(answer.headers['content-type']).toContain('application/json')
  expect(Object.keys(answer.body as object)).toEqual(['error'])
  expect(errorOf(answer)).toMatchObject({ code, request_id: answer.headers['x-request-id'] })
  expect(errorOf(answer).message.length).toBeGreaterThan(10)
}

describe('HEAD', () => {
  const ask = async (method: string, path: string, key?: string) => {
    const answer = await fetch(api.url + path, {
      method,
      headers: key === undefined ? {} : { 'x-api-key': key },
    })
    return { answer, text: await answer.text() }
  }

  test.for(['/v1/usage', '/v1/jobs', '/v1/openapi.json', '/status.json', '/docs/', '/sign-in'])(
    'of %s answers as GET does, without the body',
    async (path) => {
      const got = await ask('GET', path, account.key)
      const { answer, text } = await ask('HEAD', path, account.key)
      expect([answer.status, text]).toEqual([got.answer.status, ''])
      for (const name of ['content-type', 'x-credits-charged', 'ratelimit-limit'])
        expect(answer.headers.get(name)).toBe(got.answer.headers.get(name))
    },
  )

  test('needs the key that GET needs', async () => {
    expect((await ask('HEAD', '/v1/usage')).answer.status).toBe(401)
  })

  test.for(['/v1/hotels?q=London', '/v1/award/value', '/v1/hotels/aurelia/LONAU/ids'])(
    'of %s, which may be billed, is refused and costs nothing',
    async (path) => {
      const { answer } = await ask('HEAD', path, account.key)
      expect([answer.status, answer.headers.get('x-credits-charged')]).toEqual([400, '0'])
    },
  )
})

describe('the key', () => {
  test.for([
    ['missing', undefined],
    ['empty', ''],
    ['malformed', 'vk_short'],
    ['with a wrong checksum', 'vk_000000000000000000000000000000000000'],
    ['well-formed but unknown', 'vk_11pbxSCDPcgiVFcNzEhGL5z5v7otUW4Q2z8a'],
  ] as const)('%s is auth_failed, on known and unknown routes', async ([, key]) => {
    const headers = key === undefined ? {} : { headers: { 'x-api-key': key } }
    for (const path of ['/v1/usage', '/v1/nowhere', '/v1/usage/%ff']) {
      const answer = await call(api.url, 'GET', path, headers)
      expectEnvelope(answer, 401, 'auth_failed')
      expect(answer.headers).not.toHaveProperty('x-credits-remaining')
    }
  })

  test('in a query or a body is no key', async () => {
    expectEnvelope(await get(api.url, `/v1/usage?x-api-key=${account.key}`), 401, 'auth_failed')
    expectEnvelope(
      await call(api.url, 'POST', '/v1/counter', { body: { 'x-api-key': account.key } }),
      401,
      'auth_failed',
    )
  })
})

describe('a bad request is told the field and the limit', () => {
  const tell = async (body: unknown) => {
    const answer = await post(api.url, '/v1/counter', account.key, body)
    expectEnvelope(answer, 400, 'invalid_request')
    return errorOf(answer).message
  }

  test.for([
    [{ live: 101 }, '`live` must be at most 100.'],
    [{ live: -1 }, '`live` must be at least 0.'],
    [{ live: '1' }, '`live` must be of type integer.'],
    [{ live: 1.5 }, '`live` must be of type integer.'],
    [{ color: 'red' }, '`color` is not known in the body.'],
    [{ liev: 1 }, '`liev` is not known in the body. Did you mean `live`?'],
    [{ dry_run: 'yes' }, '`dry_run` must be of type boolean.'],
    [{ max_credits: -1 }, '`max_credits` must be at least 0.'],
    [[], 'The body must be of type object.'],
    [null, 'The body must be of type object.'],
  ] as const)('%j: %s', async ([body, message]) => {
    expect(await tell(body)).toBe(message)
  })

  test.for([
    ['/v1/usage?limit=1', '`limit` is not known in the query.'],
    ['/v1/usage/lines?limit=0', '`limit` must be at least 1.'],
    ['/v1/usage/lines?limit=1001', '`limit` must be at most 1000.'],
    ['/v1/usage/lines?limit=ten', '`limit` must be of type integer.'],
    [
      '/v1/usage/lines?from=2026-02-30',
      '`from` must be a date (YYYY-MM-DD), and there is no day 2026-02-30.',
    ],
    ['/v1/usage/lines?cursor=elsewhere', '`cursor` must be the `next_cursor` of an earlier page.'],
  ] as const)('%s: %s', async ([path, message]) => {
    const answer = await get(api.url, path, account.key)
    expectEnvelope(answer, 400, 'invalid_request')
    expect(errorOf(answer).message).toBe(message)
  })

  test('unknown routes and methods are invalid_request', async () => {
    expectEnvelope(await get(api.url, '/v1/nowhere', account.key), 400, 'invalid_request')
    expectEnvelope(await post(api.url, '/v1/usage', account.key, {}), 400, 'invalid_request')
    expectEnvelope(await get(api.url, '/nowhere'), 400, 'invalid_request')
  })

  test('a query parameter that nobody knows is refused on routes without any, too', async () => {
    const answer = await post(api.url, '/v1/counter?after=1', account.key, { cached: 1 })
    expectEnvelope(answer, 400, 'invalid_request')
    expect(errorOf(answer).message).toContain('after')
  })

  test.for([
    ['/v1/jobs/%00', 'id'],
    ['/v1/jobs/job_%00/cells', 'id'],
    ['/v1/watches/wat_%00', 'id'],
    ['/v1/watches?cursor=%00', 'cursor'],
    ['/v1/events?after=evt_%00', 'after'],
    ['/v1/events?watch_id=%00', 'watch_id'],
  ] as const)('%s: a character that no id can have is refused, with the field', async ([path, field]) => {
    const answer = await get(api.url, path, account.key)
    expectEnvelope(answer, 400, 'invalid_request')
    expect(errorOf(answer).message).toBe(`\`${field}\` must not contain the character U+0000.`)
  })

  test('an address that cannot be decoded is invalid_request and shown as it came', async () => {
    for (const path of ['/v1/usage/%ff', '/v1/jobs/%E0%A4%A']) {
      const answer = await get(api.url, path, account.key)
      expectEnvelope(answer, 400, 'invalid_request')
      expect(errorOf(answer).message).toContain(path)
    }
    expectEnvelope(await get(api.url, '/%ff'), 400, 'invalid_request')
  })

  test.for([
    ['no JSON', '{"live":', 'application/json', 'not valid JSON'],
    ['a form', 'live=1', 'application/x-www-form-urlencoded', 'must be JSON'],
    ['too large a body', `{"live":"${'x'.repeat(262_144)}"}`, 'application/json', '262144'],
    ['a prototype', '{"__proto__":{"live":1}}', 'application/json', 'not valid JSON'],
  ] as const)('%s is invalid_request', async ([, body, type, message]) => {
    const response = await fetch(`${api.url}/v1/counter`, {
      method: 'POST',
      body,
      headers: { 'content-type': type, 'x-api-key': account.key },
    })
    expect(response.status).toBe(400)
    expect(response.headers.get('x-credits-charged')).toBe('0')
    const { error } = (await response.json()) as { error: { code: string; message: string } }
    expect(error.code).toBe('invalid_request')
    expect(error.message).toContain(message)
  })

  test('what is not HTTP gets the envelope before the connection is closed', async () => {
    const { hostname, port } = new URL(api.url)
    const socket = connect(Number(port), hostname)
    socket.write('NONSENSE\r\n\r\n')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    await once(socket, 'close')
    expect(text).toMatch(/^HTTP\/1\.1 400/)
    expect(text).toContain('X-Credits-Charged: 0')
    expect(text).toContain('"code":"invalid_request"')
  })
})

describe('headers', () => {
  test('every keyed answer, good or bad, carries the meter and the pace', async () => {
    for (const path of ['/v1/usage', '/v1/nowhere', '/v1/usage/%ff']) {
      const { headers } = await get(api.url, path, account.key)
      expect(headers).toMatchObject({
        'x-credits-charged': '0',
        'ratelimit-limit': '10000',
        'ratelimit-remaining': expect.stringMatching(/^\d+$/),
        'ratelimit-reset': expect.stringMatching(/^[01]$/),
      })
      expect(Number(headers['x-credits-remaining'])).toBeLessThanOrEqual(1_000_000)
    }
  })

  test('a well-formed request id is echoed, another is replaced', async () => {
    const echoed = await call(api.url, 'GET', '/v1/usage', {
      key: account.key,
      headers: { 'x-request-id': 'my-trace.0001' },
    })
    expect(echoed.headers['x-request-id']).toBe('my-trace.0001')
    for (const bad of ['short', 'has space in it', 'x'.repeat(65), '<script>alert(1)</script>']) {
      const answer = await call(api.url, 'GET', '/v1/usage', {
        key: account.key,
        headers: { 'x-request-id': bad },
      })
      expect(answer.headers['x-request-id']).toMatch(/^req_[0-9A-Za-z]{22}$/)
    }
  })

  test('no other origin may read an answer', async () => {
    const answer = await call(api.url, 'GET', '/v1/usage', {
      key: account.key,
      headers: { origin: 'https://example.com' },
    })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('the order of refusals', () => {
  test('the rate limit comes before a bad body, and a refused call does not count', async () => {
    const slow = await newAccount(database.pool, 'free')
    const first = await post(api.url, '/v1/counter', slow.key, { live: 'bad' })
    const second = await post(api.url, '/v1/counter', slow.key, { live: 'bad' })
    expect([first.status, second.status]).toEqual([400, 400])
    const third = await post(api.url, '/v1/counter', slow.key, { live: 'bad' })
    expectEnvelope(third, 429, 'rate_limited')
    expect(third.headers).toMatchObject({
      'retry-after': '1',
      'ratelimit-limit': '2',
      'ratelimit-remaining': '0',
    })
  })

  test('a spent quota comes before a bad body and before an unknown route', async () => {
    const poor = await newAccount(database.pool, 'free', { credits: 1, rps: 1000 })
    await post(api.url, '/v1/counter', poor.key, { live: 1 })
    expectEnvelope(await post(api.url, '/v1/counter', poor.key, { live: 'bad' }), 429, 'quota_exceeded')
    expectEnvelope(await get(api.url, '/v1/nowhere', poor.key), 429, 'quota_exceeded')
    expect((await get(api.url, '/v1/usage', poor.key)).status).toBe(200)
  })
})

test('a JSON content type without a body is no body', async () => {
  const empty = { key: account.key, headers: { 'content-type': 'application/json' } }
  expectEnvelope(await call(api.url, 'DELETE', '/v1/jobs/job_unknown', empty), 400, 'invalid_request')
  expect(errorOf(await call(api.url, 'DELETE', '/v1/jobs/job_unknown', empty)).message).toContain(
    'job_unknown',
  )
  // A POST whose fields all have defaults.
  expect(await call(api.url, 'POST', '/v1/counter', empty)).toMatchObject({ status: 200, charged: 0 })
})

test('/usage shows the plan that is in force, while the key stays in use', async () => {
  const customer = await newAccount(database.pool, 'free')
  const plan = async () => (await get(api.url, '/v1/usage', customer.key)).body
  expect(await plan()).toMatchObject({ plan: 'free', rate_limit_rps: 2 })
  await setPlan(database.pool, customer.id, 'pro')
  expect(await plan()).toMatchObject({ plan: 'pro', rate_limit_rps: 20 })
})

test('calls of /status.json within a second ask the database once', async () => {
  const lastLook = async () => {
    const { rows } = await database.pool.query<{ at: Date }>(
      "select max(query_start) as at from pg_stat_activity where query = 'select 1' and datname = current_database()",
    )
    return rows[0]?.at.getTime()
  }
  await until(async () => {
    const ask = () => get(api.url, '/status.json')
    await ask()
    const before = await lastLook()
    expect((await Promise.all(Array.from({ length: 10 }, ask))).map(({ status }) => status)).toEqual(
      Array.from({ length: 10 }, () => 200),
    )
    return before !== undefined && (await lastLook()) === before
  }, 15_000)
})

test('a new month starts at zero, and a smaller plan never shows less than nothing', async () => {
  const own = await useTestDatabase()
  const clock = await takeClock(own.pool, '2026-11-30T23:59:00Z')
  const process = await startApi(own.url)
  try {
    const customer = await newAccount(own.pool, 'starter')
    await own.pool.query('update meters set used = 400000, spend[1] = 400000 where account = $1', [
      customer.no,
    ])
    await setPlan(own.pool, customer.id, 'free')
    expect((await get(process.url, '/v1/usage', customer.key)).body).toMatchObject({
      period: '2026-11',
      credits_used: 400,
      credits_limit: 250,
      credits_remaining: 0,
      resets_at: '2026-12-01T00:00:00.000Z',
    })
    expect(errorOf(await post(process.url, '/v1/counter', customer.key, { cached: 1 })).code).toBe(
      'quota_exceeded',
    )
    await clock.set('2026-12-01T00:00:01Z')
    expect(await post(process.url, '/v1/counter', customer.key, { live: 1 })).toMatchObject({
      status: 200,
      remaining: 249,
    })
    expect((await get(process.url, '/v1/usage', customer.key)).body).toMatchObject({
      period: '2026-12',
      credits_used: 1,
      credits_used_this_key: 1,
    })
  } finally {
    await process.stop()
  }
})

test('nothing secret reaches the log', async () => {
  const own = await useTestDatabase()
  const process = await startApi(own.url, { LOG_LEVEL: 'trace' })
  try {
    const { key } = await newAccount(own.pool, 'free')
    await get(process.url, `/v1/usage?key=${key}`, key)
    await own.pool.query('alter table usage_lines rename to usage_lines_away')
    expectEnvelope(await get(process.url, '/v1/usage/lines', key), 503, 'source_unavailable')
    // A line reaches us after the answer it belongs to.
    await until(async () => process.log().includes('usage_lines'))
    expect(process.log()).not.toContain(key)
    expect(process.log()).not.toContain(new URL(own.url).password)
  } finally {
    await process.stop()
  }
})

describe('the envelope', () => {
  /** Sends bytes and reads all that comes back before the connection ends. */
  async function raw(text: string): Promise<string> {
    const { hostname, port } = new URL(api.url)
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.write(text)
    await once(socket, 'close')
    return answer
  }
  const close = 'host: localhost\r\nconnection: close\r\n'

  test.for([
    ['GET', '/'],
    ['GET', '/openapi.json'],
    ['GET', '/nowhere'],
    ['GET', '/v1/usage'],
    ['POST', '/app/api/sign-up'],
    ['POST', '/mcp'],
  ] as const)('refuses %s %s by a name that is not of this machine', async ([method, path]) => {
    const { port } = new URL(api.url)
    const ask = (host: string) =>
      raw(
        `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\norigin: http://${host}\r\nconnection: close\r\n` +
          `x-api-key: ${account.key}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`,
      )
    for (const host of [`attacker.example:${port}`, '127.0.0.1.attacker.example', '192.168.1.7']) {
      const refused = await ask(host)
      expect(refused).toMatch(/^HTTP\/1\.1 400 /)
      expect(refused).toContain('This server listens on this machine only')
    }
    for (const host of [`localhost:${port}`, `[::1]:${port}`, `127.0.0.1:${port}`, 'vacancy.localhost']) {
      expect(await ask(host)).not.toContain('This server listens on this machine only')
    }
  })

  const withKey = (): string => `${close}x-api-key: ${account.key}\r\n`

  test.for([
    [
      'an id of 5,000 characters',
      (): string => `GET /v1/jobs/${'x'.repeat(5000)} HTTP/1.1\r\n${withKey()}\r\n`,
    ],
    [
      'a path of 10,000 characters',
      (): string => `GET /v1/${'y'.repeat(10_000)} HTTP/1.1\r\n${withKey()}\r\n`,
    ],
    [
      'headers of 40,000 characters',
      (): string => `GET /v1/usage HTTP/1.1\r\n${withKey()}x-long: ${'z'.repeat(40_000)}\r\n\r\n`,
    ],
    [
      'a method that HTTP knows and the API does not',
      (): string => `PROPFIND /v1/usage HTTP/1.1\r\n${withKey()}\r\n`,
    ],
    ['a method that nobody knows', (): string => `FETCH /v1/usage HTTP/1.1\r\n${withKey()}\r\n`],
    [
      'an expectation that nobody knows',
      (): string => `GET /v1/nothing HTTP/1.1\r\n${withKey()}expect: tea\r\n\r\n`,
    ],
    ['bytes that are not HTTP', (): string => 'hello\r\n\r\n'],
  ] as const)('stands on %s', async ([, request]) => {
    const [head = '', body = ''] = (await raw(request())).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 /)
    expect(head).toMatch(/^x-credits-charged: 0\r?$/im)
    expect(head).toMatch(/^x-request-id: req_/im)
    expect(JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1))).toMatchObject({
      error: { code: 'invalid_request', message: expect.stringMatching(/.{10}/) },
    })
  })
})
