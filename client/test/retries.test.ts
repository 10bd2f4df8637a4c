import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type CallOptions, type Client, createClient, VacancyError } from '../src/client.ts'
import { OPERATIONS } from '../src/generated/operations.ts'

type Reply = (response: ServerResponse, request: IncomingMessage) => void

interface Seen {
  method: string
  url: string
  agent: string | undefined
  key: string | undefined
  atMs: number
}

let server: Server
let client: Client
let baseUrl: string
/** What the server does with the next requests, in order. The last one repeats. */
let script: Reply[]
let seen: Seen[]

const STAY = { chain: 'aurelia', hotel_code: 'LONAU', checkin: '2027-03-01' }

function fails(
  status: number,
  code: string,
  headers: Record<string, string> = {},
  message = `it is ${code}`,
): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-credits-charged': '0', ...headers })
    response.end(JSON.stringify({ error: { code, message, chain: 'aurelia', request_id: 'req_1' } }))
  }
}

function answers(body: unknown, charged = '1'): Reply {
  return (response) => {
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'x-credits-charged': charged,
      'x-credits-remaining': '9.5',
      'x-request-id': 'req_2',
    })
    response.end(JSON.stringify(body))
  }
}

const breaks: Reply = (_response, request) => request.socket.destroy()

beforeEach(async () => {
  script = []
  seen = []
  server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    seen.push({
      method,
      url,
      agent: headers['user-agent'],
      key: headers['idempotency-key'] as string | undefined,
      atMs: performance.now(),
    })
    const reply = script.length > 1 ? script.shift() : script[0]
    reply?.(response, request)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  client = createClient({ baseUrl, apiKey: 'vk_test' })
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function failure(promise: Promise<unknown>): Promise<VacancyError> {
  const error: unknown = await promise.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(VacancyError)
  return error as VacancyError
}

test.each([
  [fails(503, 'source_unavailable'), 'a source that broke'],
  [fails(504, 'upstream_timeout'), 'a time-out'],
  [fails(429, 'rate_limited', { 'retry-after': '0' }), 'a rate limit'],
  [breaks, 'a connection that was cut'],
  [(response: ServerResponse) => response.writeHead(502).end('<p>'), 'a proxy without a service'],
] as [Reply, string][])(
  'after %#: the same request goes again, under the same idempotency key',
  async (first) => {
    script = [first, answers({ status: 'available' })]
    const answer = await client.shop(STAY)
    expect(answer).toMatchObject({
      status: 200,
      data: { status: 'available' },
      credits: { charged: 1, remaining: 9.5 },
      requestId: 'req_2',
      replayed: false,
    })
    expect(seen).toHaveLength(2)
    expect(seen[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
    expect(seen[1]?.key).toBe(seen[0]?.key)
  },
)

test('waits at least as long as Retry-After says', async () => {
  script = [fails(429, 'rate_limited', { 'retry-after': '1' }), answers({})]
  await client.getUsage()
  expect((seen[1]?.atMs ?? 0) - (seen[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(1000)
})

test.each([
  [429, 'quota_exceeded'],
  [400, 'invalid_request'],
  [401, 'auth_failed'],
  [404, 'hotel_not_found'],
])('%i %s is not tried again', async (status, code) => {
  script = [fails(status, code)]
  const error = await failure(client.shop(STAY))
  expect(error).toMatchObject({
    status,
    code,
    chain: 'aurelia',
    requestId: 'req_1',
    message: `it is ${code}`,
  })
  expect(seen).toHaveLength(1)
})

test('gives up after as many attempts as it was told', async () => {
  script = [fails(503, 'source_unavailable')]
  expect(await failure(client.shop(STAY, { retries: 1 }))).toMatchObject({ code: 'source_unavailable' })
  expect(seen).toHaveLength(2)
  expect(await failure(client.shop(STAY, { retries: 0 }))).toMatchObject({ code: 'source_unavailable' })
  expect(seen).toHaveLength(3)
})

test('a wait of minutes is thrown to the caller instead', async () => {
  script = [fails(503, 'source_unavailable', { 'retry-after': '120' })]
  expect(await failure(client.shop(STAY))).toMatchObject({ retryAfter: 120 })
  expect(seen).toHaveLength(1)
})

test('what could happen twice is repeated only where it has not happened', async () => {
  const sample = { method: 'POST', path: '/watches/wat_1/test', isIdempotent: false }
  script = [fails(503, 'source_unavailable')]
  await failure(client.request(sample))
  script = [breaks]
  await failure(client.request(sample))
  expect(seen).toHaveLength(2)
  script = [fails(429, 'rate_limited'), answers({})]
  await client.request(sample)
  expect(seen).toHaveLength(4)
  expect(seen.every(({ key }) => key === undefined)).toBe(true)
})

const BILLABLE_READS: [string, (options?: CallOptions) => Promise<unknown>][] = [
  ['hotels', (options) => client.hotels({ q: 'Lisbon' }, options)],
  ['hotelIds', (options) => client.hotelIds({ chain: 'aurelia', code: 'LONAU' }, options)],
  ['awardValue', (options) => client.awardValue({}, options)],
  ['a request', (options) => client.request({ method: 'GET', path: '/hotels/aurelia/LONAU/ids' }, options)],
  ['a route of a newer service', (options) => client.request({ method: 'GET', path: '/new' }, options)],
]

test.each(BILLABLE_READS)('%s: a read that was lost is asked for again with its key', async (_name, read) => {
  const proxy: Reply = (response) => response.writeHead(504, { 'content-type': 'text/html' }).end('<p>')
  const half: Reply = (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'x-credits-charged': '1' })
    response.write('{"hotels":', () => response.destroy())
  }
  for (const lost of [breaks, half, proxy]) {
    script = [lost, answers({})]
    seen = []
    await read()
    expect(seen).toHaveLength(2)
    expect(seen[1]?.key).toBe(seen[0]?.key ?? 'a key')
    script = [lost, answers({})]
    seen = []
    await failure(read({ idempotencyKey: null }))
    expect(seen, 'without a key it could be charged twice').toHaveLength(1)
  }
  script = [fails(503, 'source_unavailable', { 'retry-after': '0' }), answers({})]
  seen = []
  await read()
  expect(seen).toHaveLength(2)
})

test('an answer that takes too long ends the attempt, and the next has the same key', async () => {
  const hangs: Reply = () => {}
  const halts: Reply = (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'x-credits-charged': '1' })
    response.write('{"status":')
  }
  for (const slow of [hangs, halts]) {
    script = [slow, answers({ status: 'available' })]
    seen = []
    expect(await client.shop(STAY, { timeoutMs: 200 })).toMatchObject({ data: { status: 'available' } })
    expect(seen).toHaveLength(2)
    expect(seen[1]?.key).toBe(seen[0]?.key ?? 'a key')
  }
  script = [hangs]
  const impatient = createClient({ baseUrl, apiKey: 'vk_test', timeoutMs: 100, retries: 0 })
  expect(await failure(impatient.getUsage())).toMatchObject({
    code: 'timed_out',
    status: null,
    message: `${baseUrl} took too long to answer. \`timeoutMs\` changes how long is waited.`,
  })
  const leaving = AbortSignal.timeout(100)
  await expect(client.getUsage({}, { signal: leaving, timeoutMs: null })).rejects.toMatchObject({
    name: 'TimeoutError',
  })
})

test('a file may be read slowly, but not wait for ever', async () => {
  script = [
    (response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'x-credits-charged': '0' })
      response.write('a,b\n')
    },
  ]
  const { data } = await client.exportJob({ id: 'job_1' }, { timeoutMs: 200, retries: 0 })
  const reader = data[Symbol.asyncIterator]()
  // Longer than the patience, but nobody is asked.
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(new TextDecoder().decode((await reader.next()).value as Uint8Array)).toBe('a,b\n')
  expect(await failure(reader.next())).toMatchObject({ code: 'timed_out' })
})

test('hooks see every attempt, without the key, and may add headers', async () => {
  const told: string[] = []
  const watched = createClient({
    baseUrl,
    apiKey: 'vk_test',
    userAgent: 'my-app/2.1',
    hooks: {
      before: ({ headers, attempt, method }) => {
        expect(JSON.stringify(headers)).not.toContain('vk_test')
        headers['x-request-id'] = `mine-${attempt}-of-many`
        told.push(`${method} ${attempt}`)
      },
      after: ({ status, charged, error, retryInMs, durationMs, attempt }) => {
        expect(durationMs).toBeGreaterThan(0)
        told.push(
          `${attempt}: ${status} ${charged} ${error?.code ?? ''} ${retryInMs === null ? '' : 'again'}`,
        )
      },
    },
  })
  const ids: unknown[] = []
  const notes: Reply = (response, request) => {
    ids.push(request.headers['x-request-id'], request.headers['x-api-key'])
    answers({})(response, request)
  }
  script = [fails(503, 'source_unavailable'), notes]
  await watched.shop(STAY)
  expect(told).toEqual(['POST 1', '1: 503 0 source_unavailable again', 'POST 2', '2: 200 1  '])
  expect(ids).toEqual(['mine-2-of-many', 'vk_test'])
  expect(seen.map(({ agent }) => agent)).toEqual(Array(2).fill('my-app/2.1 vacancy-client/1.0.0'))
  const strict = createClient({
    baseUrl,
    apiKey: 'vk_test',
    hooks: { before: () => Promise.reject(new Error('not today')) },
  })
  await expect(strict.shop(STAY)).rejects.toThrow('not today')
  expect(seen).toHaveLength(2)
})

test('every list can be iterated, page after page', async () => {
  const page = (field: string, ids: string[], next?: string | null) =>
    answers({ [field]: ids.map((id) => ({ id })), next_cursor: next })
  script = [page('watches', ['wat_1', 'wat_2'], 'cur_2'), page('watches', ['wat_3'], null)]
  const ids: string[] = []
  for await (const { id } of client.each.listWatches({ scope: 'key', limit: 2 })) ids.push(id)
  expect(ids).toEqual(['wat_1', 'wat_2', 'wat_3'])
  expect(seen.map(({ url }) => url)).toEqual([
    '/v1/watches?scope=key&limit=2',
    '/v1/watches?scope=key&limit=2&cursor=cur_2',
  ])
  script = [page('events', ['evt_1'], 'evt_1'), page('events', [], null)]
  for await (const { id } of client.each.listEvents()) expect(id).toBe('evt_1')
  expect(seen.at(-1)?.url).toBe('/v1/events?after=evt_1')
  // Lists without pages, too.
  script = [page('endpoints', ['end_1'])]
  for await (const { id } of client.each.listEndpoints()) expect(id).toBe('end_1')
  const lists = Object.entries(OPERATIONS).filter(([name]) => name.startsWith('list'))
  expect(lists.filter(([, { list }]) => list === null)).toEqual([])
  expect(Object.keys(client.each).toSorted()).toEqual(lists.map(([name]) => name).toSorted())
})

test('a free read is retried after any failure', async () => {
  for (const read of [
    () => client.getUsage(),
    () => client.request({ method: 'GET', path: '/jobs/job_1' }),
  ]) {
    script = [breaks, answers({})]
    seen = []
    await read()
    expect(seen).toHaveLength(2)
  }
})

test('a key of your own is sent as it is, and null sends none', async () => {
  script = [answers({})]
  await client.shop(STAY, { idempotencyKey: 'order-7' })
  await client.shop(STAY, { idempotencyKey: null })
  expect(seen.map(({ key }) => key)).toEqual(['order-7', undefined])
})

test('a signal ends the wait for the next attempt, with its own reason', async () => {
  script = [fails(429, 'rate_limited', { 'retry-after': '30' })]
  const leaving = new AbortController()
  const asked = client.getUsage({}, { signal: leaving.signal })
  await expect.poll(() => seen.length).toBe(1)
  leaving.abort(new Error('enough'))
  await expect(asked).rejects.toThrow('enough')
  await expect(client.getUsage({}, { signal: leaving.signal })).rejects.toThrow('enough')
  expect(seen).toHaveLength(1)
})

test('tells an answer that is not of this API, and a server that is not there', async () => {
  const plain =
    (status: number): Reply =>
    (response) => {
      response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>hello</h1>')
    }
  script = [plain(502)]
  expect(await failure(client.getUsage())).toMatchObject({ code: 'unexpected_answer', status: 502 })
  script = [plain(200)]
  expect(await failure(client.getUsage())).toMatchObject({ code: 'unexpected_answer', status: 200 })
  const gone = createServer().listen(0, '127.0.0.1')
  await once(gone, 'listening')
  const { port } = gone.address() as AddressInfo
  await new Promise((resolve) => gone.close(resolve))
  const nobody = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'vk_test', retries: 0 })
  const error = await failure(nobody.getUsage())
  expect(error).toMatchObject({ code: 'unreachable', status: null })
  expect(error.message).toContain('ECONNREFUSED')
})

test.each([301, 302, 303, 307, 308])(
  'a %i is not followed: the key reaches no other server',
  async (status) => {
    const reached: string[] = []
    const other = createServer((request, response) => {
      reached.push(`${request.method} ${String(request.headers['x-api-key'])}`)
      answers({})(response, request)
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    script = [(response) => response.writeHead(status, { location: `${elsewhere}/v1/there` }).end('moved')]
    const calls = [
      () => client.getUsage(),
      () => client.shop(STAY),
      () => client.exportJob({ id: 'job_1' }),
      () => client.events().next(),
    ]
    for (const call of calls) {
      expect(await failure(call())).toMatchObject({
        code: 'unexpected_answer',
        status,
        message: `${baseUrl} answered with a redirect to ${elsewhere}. Redirects are not followed. Check the base address.`,
      })
    }
    expect(seen).toHaveLength(calls.length)
    expect(reached).toEqual([])
  },
)

test('the address may have /v1 or not; parameters are escaped, and nothing is sent for what is undefined', async () => {
  script = [answers({})]
  for (const address of [baseUrl, `${baseUrl}/`, `${baseUrl}/v1`, `${baseUrl}/v1/`]) {
    await createClient({ baseUrl: address, apiKey: 'vk_test' }).getJob({ id: 'a/b?c' })
  }
  expect(new Set(seen.map(({ url }) => url))).toEqual(new Set(['/v1/jobs/a%2Fb%3Fc']))
  await client.hotels({ q: 'São Paulo', limit: 5, radius: undefined })
  expect(seen.at(-1)?.url).toBe('/v1/hotels?q=S%C3%A3o+Paulo&limit=5')
  await expect(client.getJob({ id: '' })).rejects.toThrow('getJob needs `id`.')
})

test('events come from page after page, and then as they happen', async () => {
  const page = (ids: string[], next: string | null) =>
    answers({ events: ids.map((id) => ({ id })), next_cursor: next })
  script = [page(['evt_1', 'evt_2'], 'evt_2'), page(['evt_3'], null)]
  const ids: string[] = []
  for await (const { id } of client.events({ after: 'evt_0', type: 'watch.test', limit: 2 })) ids.push(id)
  expect(ids).toEqual(['evt_1', 'evt_2', 'evt_3'])
  expect(seen.map(({ url }) => url)).toEqual([
    '/v1/events?after=evt_0&type=watch.test&limit=2',
    '/v1/events?after=evt_2&type=watch.test&limit=2',
  ])

  script = [page([], null), page([], null), page(['evt_4'], null)]
  for await (const { id } of client.events({ after: 'evt_3', follow: true, pollMs: 1 })) {
    expect(id).toBe('evt_4')
    break
  }
  expect(seen).toHaveLength(5)
})

test('a server that is older than the client is called so, with what it lacks', async () => {
  const refusal = async (message: string, call: () => Promise<unknown>) => {
    script = [fails(400, 'invalid_request', {}, message)]
    const error = await failure(call())
    expect(error.message.slice(0, message.length)).toBe(message)
    expect(error).toMatchObject({ code: 'invalid_request', status: 400, requestId: 'req_1' })
    return error.message.slice(message.length)
  }
  const lacks = (what: string) =>
    ` The server is older than this client and does not have ${what} yet. Update the server.`
  const wrong = (fields: object) => fields as never

  const noRoute = 'There is no POST /v1/trip. See /openapi.json for the routes.'
  expect(await refusal(noRoute, () => client.trip(wrong({})))).toBe(lacks('trip'))
  expect(await refusal(noRoute, () => client.quote.trip(wrong({})))).toBe(lacks('trip'))
  const noFeed = 'There is no DELETE /v1/feeds/fed_1%2F. See /openapi.json for the routes.'
  expect(await refusal(noFeed, () => client.deleteFeed({ id: 'fed_1/' }))).toBe(lacks('deleteFeed'))
  const inBody = 'is not known in the body.'
  expect(
    await refusal(`\`children_ages\` ${inBody}`, () => client.shop({ ...STAY, children_ages: [4] })),
  ).toBe(lacks('`children_ages` in shop'))
  const createSet = (hotel: object) => () => client.createSet(wrong({ name: 'x', hotels: [hotel] }))
  expect(await refusal(`\`hotels.0.chain\` ${inBody}`, createSet({ chain: 'aurelia' }))).toBe(
    lacks('`hotels.0.chain` in createSet'),
  )
  const csvOnly = '`format` must be one of csv, jsonl.'
  expect(await refusal(csvOnly, () => client.export(wrong({ format: 'xlsx' })))).toBe(
    lacks('`format: "xlsx"` in export'),
  )
  // The fault of the caller, or of the base address.
  expect(await refusal(csvOnly, () => client.export(wrong({ format: 'docx' })))).toBe('')
  expect(await refusal(`\`hotels.0.rating\` ${inBody}`, createSet({ rating: 3 }))).toBe('')
  expect(await refusal(`\`colour\` ${inBody}`, () => client.shop(wrong({ colour: 'red' })))).toBe('')
  const elsewhere = 'There is no POST /v1/old/v1/trip. See /openapi.json for the routes.'
  expect(await refusal(elsewhere, () => client.trip(wrong({})))).toBe('')
})
