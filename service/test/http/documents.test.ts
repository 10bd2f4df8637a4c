import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACTIONS } from '../../src/accounts/acts.ts'
import { ERROR_CODES, ERROR_STATUS } from '../../src/kernel/errors.ts'
import { ATTENTIONS } from '../../src/watches/attention.ts'
import { EVENT_TYPES } from '../../src/webhooks/events.ts'
import { newAccount } from '../support/accounts.ts'
import { get } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'

interface Document {
  openapi: string
  info: { version: string }
  servers: { url: string }[]
  webhooks: Record<string, { post: { operationId: string } }>
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        responses: Record<string, { description: string; headers?: object }>
        security?: object[]
      }
    >
  >
  components: {
    schemas: Record<
      string,
      { properties: Record<string, { properties: Record<string, { enum: string[] }> }> }
    >
  }
}

let database: TestDatabase
let api: ApiProcess
let document: Document

beforeAll(async () => {
  database = await createTestDatabase()
  api = await startApi(database.url)
  document = (await get(api.url, '/openapi.json')).body as Document
})

afterAll(async () => {
  await api.stop('SIGKILL')
  await database.drop()
})

test('the OpenAPI document and the status are found without a key, at the root and under /v1', async () => {
  for (const name of ['openapi.json', 'status.json']) {
    for (const path of [`/${name}`, `/v1/${name}`]) {
      const answer = await get(api.url, path)
      expect(answer).toMatchObject({ status: 200, charged: 0 })
    }
  }
  expect((await get(api.url, '/v1/openapi.json')).body).toEqual(document)
  expect((await get(api.url, '/status.json')).body).toMatchObject({
    status: expect.stringMatching(/^(up|degraded)$/),
    version: '1.0.0',
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    sources: expect.any(Array),
  })
})

test('every operation that takes or sends CSV takes or sends workbooks, too', () => {
  const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const [formats, sent]: [string[][], string[][]] = [[], []]
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    const { enum: values, content } = part as { enum?: string[]; content?: object }
    if (values?.includes('csv')) formats.push(values)
    if (content && 'text/csv' in content) sent.push(Object.keys(content))
    Object.values(part).forEach(walk)
  }
  walk(document)
  expect(formats.length).toBeGreaterThan(4)
  for (const values of formats) expect(values).toContain('xlsx')
  expect(sent.length).toBeGreaterThan(2)
  for (const types of sent) expect(types).toContain(WORKBOOK)
})

test('the document carries version 1.0.0 and paths below /v1', () => {
  expect(document.openapi).toMatch(/^3\.1/)
  expect(document.info).toMatchObject({
    version: '1.0.0',
    license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    contact: { name: expect.any(String) as string },
  })
  expect(document.servers.map(({ url }) => url)).toEqual(['/v1'])
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(['/usage', '/usage/lines', '/openapi.json', '/status.json']),
  )
  expect(document.paths['/openapi.json']?.['get']?.security).toEqual([])
})

test('a reader who has the document gets no second copy, and it travels compressed', async () => {
  const url = `${api.url}/openapi.json`
  const first = await fetch(url)
  const tag = first.headers.get('etag') ?? ''
  expect([first.headers.get('content-encoding'), tag]).toEqual(['gzip', expect.stringMatching(/^W\/"/)])
  expect(await first.json()).toEqual(document)
  const again = await fetch(url, { headers: { 'if-none-match': tag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const plain = await fetch(url, { headers: { 'accept-encoding': 'identity', 'if-none-match': '"other"' } })
  expect([plain.headers.get('content-encoding'), await plain.json()]).toEqual([null, document])
})

test('what a program without an account gets names no limits of one, and the document says so', async () => {
  const headersOf = (path: string, status: string) => {
    const response = document.paths[path]?.['get']?.responses[status]
    return Object.keys(response?.headers ?? {}).map((name) => name.toLowerCase())
  }
  const refused = await fetch(`${api.url}/v1/usage`)
  for (const name of headersOf('/usage', '401')) expect(refused.headers.has(name), name).toBe(true)
  expect(headersOf('/usage', '200')).toContain('ratelimit-limit')
})

test('lists that may grow are open, and each type of event has a shape', () => {
  const text = JSON.stringify(document)
  const { discriminator } = document.components.schemas['WebhookEvent'] as {
    discriminator?: { mapping: object }
  }
  expect(Object.keys(discriminator?.mapping ?? {})).toEqual(EVENT_TYPES)
  for (const open of [EVENT_TYPES, ACTIONS, ATTENTIONS]) {
    expect(text).toContain(`"x-extensible-enum":${JSON.stringify(open)}`)
    expect(text).not.toContain(`"enum":${JSON.stringify(open)}`)
  }
  expect(text).not.toMatch(/"enum":\["aurelia"/)
})

/** Words that mean something else in a language that clients are generated for. */
const RESERVED =
  /^(export|import|default|class|new|delete|in|for|if|return|switch|case|with|yield|await|async|from|as|is|not|and|or|pass|lambda|global|package|func|type|map|range|interface|select|go)$/

test('no operation is called like a word of a language', () => {
  const operations = [...Object.values(document.paths), ...Object.values(document.webhooks)]
  const ids = operations.flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  expect(ids.filter((id) => RESERVED.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})

test('the seven codes are the same in the code, the OpenAPI document and the docs', async () => {
  const schema = document.components.schemas['Error']
  expect(schema?.properties['error']?.properties['code']?.enum).toEqual(ERROR_CODES)
  expect(ERROR_CODES).toHaveLength(7)
  const page = await readFile(join(import.meta.dirname, '../../../docs/errors.md'), 'utf8')
  const documented = [...page.matchAll(/^## `(\w+)` \((\d+)\)$/gm)].map(([, code, status]) => [
    code,
    Number(status),
  ])
  expect(documented).toEqual(ERROR_CODES.map((code) => [code, ERROR_STATUS[code]]))
  for (const code of ERROR_CODES) {
    const own = await readFile(join(import.meta.dirname, `../../../docs/errors/${code}.md`), 'utf8')
    expect(own).toContain(`# \`${code}\` (${ERROR_STATUS[code]})`)
    expect(own).toContain(`"code": "${code}"`)
  }
  const described = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.values(responses))
    .map(({ description }) => description)
    .join(' ')
  for (const code of ERROR_CODES) expect(described).toContain(`\`${code}\``)
})

test('the reference page holds everything it needs', async () => {
  const response = await fetch(`${api.url}/docs/`)
  const page = await response.text()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
  for (const [, address] of page.matchAll(/(?:src|href)="([^"]+)"/g))
    expect(address).not.toMatch(/^(https?:)?\/\//)
  const scripts = [...page.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, source]) => source as string)
  expect(scripts.length).toBeGreaterThan(0)
  for (const source of scripts) expect((await fetch(new URL(source, response.url))).status).toBe(200)
})

test('the reference is sent compressed, and its script only once', async () => {
  const page = await (await fetch(`${api.url}/docs/`)).text()
  const [, source = ''] = /<script[^>]+src="([^"]+)"/.exec(page) ?? []
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await request(new URL(path, `${api.url}/docs/`), { headers })
    return { ...answer, bytes: (await answer.body.arrayBuffer()).byteLength }
  }
  const zipped = await ask(source, { 'accept-encoding': 'gzip, br' })
  expect(zipped.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  expect(zipped.bytes).toBeLessThan(1_400_000)
  const plain = await ask(source)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.bytes).toBeGreaterThan(4_000_000)
  // An address of no version, or of another one, must not be kept.
  for (const path of ['js/scalar.js', 'js/scalar.js?v=other', '.']) {
    const { headers } = await ask(path)
    expect(headers['cache-control']).toBe('no-cache')
    expect(await ask(path, { 'if-none-match': String(headers['etag']) })).toMatchObject({
      statusCode: 304,
      bytes: 0,
    })
  }
})

test('the ops port has metrics, health and readiness, and the API port has none of them', async () => {
  const { key } = await newAccount(database.pool, 'pro')
  await get(api.url, '/v1/usage', key)
  const ops = `http://127.0.0.1:${api.opsPort}`
  expect(await (await fetch(`${ops}/metrics`)).text()).toMatch(
    /vacancy_http_request_duration_seconds_count\{.*route="\/v1\/usage".*\} 1/,
  )
  expect((await fetch(`${ops}/health`)).status).toBe(200)
  expect(await (await fetch(`${ops}/ready`)).json()).toEqual({ ready: true })
  expect((await get(api.url, '/metrics')).status).toBe(400)
})
