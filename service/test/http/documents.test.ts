import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ERROR_CODES, ERROR_STATUS } from '../../src/kernel/errors.ts'
import { newAccount } from '../support/accounts.ts'
import { get } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'

interface Document {
  openapi: string
  info: { version: string }
  servers: { url: string }[]
  paths: Record<
    string,
    Record<
      string,
      { operationId: string; responses: Record<string, { description: string }>; security?: object[] }
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
  await api.stop()
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
