import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { get } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'

const REQUESTS = 5000
const AT_ONCE = 20

let database: TestDatabase
let api: ApiProcess
let account: TestAccount

beforeAll(async () => {
  database = await createTestDatabase()
  api = await startApi(database.url)
  account = await newAccount(database.pool, 'scale', { rps: 1_000_000 })
})

afterAll(async () => {
  await api.stop('SIGKILL')
  await database.drop()
})

interface Hostile {
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
}

const word = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom(
    '..',
    '%00',
    '%ff',
    "' or 1=1 --",
    '${7*7}',
    '{{7*7}}',
    '<script>',
    '\u0000',
    '𝕏',
    '-1',
    '1e309',
    'NaN',
    'null',
  ),
)
const path = fc
  .tuple(
    fc.constantFrom(
      '/v1/counter',
      '/v1/usage',
      '/v1/usage/lines',
      '/v1/jobs',
      '/v1',
      '/v1/openapi.json',
      '/',
      '/docs',
      '//v1/usage',
    ),
    fc.array(word.map(encodeURIComponent), { maxLength: 2 }),
    fc.array(fc.tuple(word, word), { maxLength: 3 }),
  )
  .map(([base, more, query]) => {
    const search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString()
    return [base, ...more].join('/') + (search === '' ? '' : `?${search}`)
  })
// Every value is wrong for the field it stands in, or the field itself is unknown.
const badField = fc.oneof(
  fc.tuple(
    fc.constantFrom('live', 'cached', 'failed', 'wait_ms', 'max_credits'),
    fc.oneof(word, fc.constant(null), fc.constant(-1), fc.constant({ a: 1 })),
  ),
  fc.tuple(fc.constantFrom('fail', 'dry_run'), fc.oneof(word, fc.integer(), fc.constant([]))),
  fc.tuple(fc.string({ minLength: 13, maxLength: 30 }), fc.jsonValue()),
)
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const body = fc.oneof(
  fc
    .array(badField, { minLength: 1, maxLength: 4 })
    .map((fields) => JSON.stringify(Object.fromEntries(fields))),
  fc.array(fc.jsonValue(), { maxLength: 3 }).map((value) => JSON.stringify(value)),
  // Now and then the rest closes the brace, and an empty body is a good one.
  fc
    .string({ maxLength: 60 })
    .map((text) => `{${text}`)
    .filter((text) => !isJson(text)),
  fc.constantFrom(
    '['.repeat(10_000),
    '{"a":'.repeat(10_000),
    '"\\ud800"',
    '{"live":1',
    '{"__proto__":{}}',
    '{"constructor":{"prototype":{}}}',
  ),
)
const hostile: fc.Arbitrary<Hostile> = fc.oneof(
  fc.record({
    method: fc.constantFrom('GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
    path: path.map((text) => `${text}${text.includes('?') ? '&' : '?'}unknown=1`),
    headers: fc.constant({}),
    body: fc.constant(null),
  }),
  fc.record({
    method: fc.constant('POST'),
    path: fc.constantFrom('/v1/counter', '/v1/usage', '/v1/nowhere'),
    headers: fc.record({
      'content-type': fc.constantFrom(
        'application/json',
        'application/json; charset=latin1',
        'text/plain',
        'application/xml',
      ),
    }),
    body,
  }),
)

/** Pages and documents without a key answer 200 whatever is appended to them; everything else must be refused. */
function isPublic(address: string): boolean {
  return !address.startsWith('/v1') || address.startsWith('/v1/openapi.json')
}

test(`${REQUESTS} generated bad requests get the envelope, never a 5xx, never a charge`, async () => {
  const requests = fc.sample(hostile, REQUESTS)
  const odd: object[] = []
  for (let start = 0; start < REQUESTS; start += AT_ONCE) {
    await Promise.all(
      requests.slice(start, start + AT_ONCE).map(async (request) => {
        const response = await fetch(api.url + request.path, {
          method: request.method,
          headers: { ...request.headers, 'x-api-key': account.key },
          body: request.body,
          redirect: 'manual',
        })
        const text = await response.text()
        const charged = response.headers.get('x-credits-charged')
        const fine =
          response.status < 400 &&
          (request.method === 'GET' || (request.method === 'OPTIONS' && text === '')) &&
          isPublic(new URL(api.url + request.path).pathname)
        const refused = response.status >= 400 && response.status < 500 && isEnvelope(text)
        if (charged !== '0' || response.headers.get('x-request-id') === null || !(fine || refused)) {
          odd.push({ request, status: response.status, charged, text: text.slice(0, 300) })
        }
      }),
    )
  }
  expect(odd.slice(0, 3)).toEqual([])
  expect(await readBooks(database.pool, account.no)).toMatchObject({ used: 0, held: 0, lineCount: 0 })
  expect((await get(api.url, '/v1/usage', account.key)).status).toBe(200)
})

function isEnvelope(text: string): boolean {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: string; message?: string; request_id?: string } }
    return (
      typeof error?.code === 'string' &&
      typeof error.message === 'string' &&
      typeof error.request_id === 'string'
    )
  } catch {
    return false
  }
}
