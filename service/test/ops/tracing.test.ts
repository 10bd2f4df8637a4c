import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTracing } from '../../src/ops/open-tracing.ts'
import { newAccount } from '../support/accounts.ts'
import { post } from '../support/client.ts'
import { ended, jobOf } from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'

interface Sent {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

/** Takes spans as any receiver of OTLP over HTTP does. */
async function openReceiver(): Promise<{ url: string; spans: Sent[]; server: Server }> {
  const spans: Sent[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.on('end', () => {
      if (request.url === '/v1/traces') {
        const { resourceSpans } = JSON.parse(text) as {
          resourceSpans: { scopeSpans: { spans: Sent[] }[] }[]
        }
        spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      }
      response.setHeader('content-type', 'application/json').end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, server }
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SECRETS: string[] = []
let receiver: Awaited<ReturnType<typeof openReceiver>>
let market: Market

beforeAll(async () => {
  receiver = await openReceiver()
  market = await openMarket({ workers: 1, env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url } })
  const { key } = await newAccount(market.database.pool, 'pro')
  SECRETS.push(key)
  const stay = { chain: 'aurelia', hotel_code: 'LONAU', checkin: inDays(30) }
  const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`
  assert.equal((await post(market.url, '/v1/shop', key, stay, { traceparent })).status, 200)
  const grid = {
    chain: 'brightwater',
    hotel_codes: ['NEWKQBW'],
    nights: { from: inDays(40), to: inDays(41) },
  }
  const made = await post(market.url, '/v1/matrix', key, grid)
  assert.equal(made.status, 202)
  await ended(market.url, key, jobOf(made).id)
  // A process that stops sends what it still has.
  await Promise.all([...market.apis, ...market.workers].map((role) => role.stop()))
  await market.stop()
})
afterAll(() => void receiver.server.close())

const childrenOf = (parent: Sent | undefined) =>
  receiver.spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId)
const named = (name: string) => receiver.spans.filter((span) => span.name === name)

test('a request is traced through the gateway and the ledger, within the trace of its caller', () => {
  const [shop] = named('POST /v1/shop')
  expect(shop?.traceId).toBe(TRACE)
  expect(shop?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
  const names = childrenOf(shop).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['ledger hold', 'source shop', 'ledger settle']))
  expect(childrenOf(shop).every(({ traceId }) => traceId === TRACE)).toBe(true)
})

test('a task of a job is a trace of its own: asking the source, then storing and charging', () => {
  const tasks = named('task cells')
  expect(tasks.length).toBeGreaterThan(0)
  for (const task of tasks) {
    expect(task.parentSpanId ?? '').toBe('')
    const names = childrenOf(task).map(({ name }) => name)
    expect(names).toContain('settle cells')
    expect(names.some((name) => name.startsWith('source '))).toBe(true)
  }
})

test('spans contain no key and nothing of what was asked', () => {
  const text = JSON.stringify(receiver.spans)
  for (const secret of [...SECRETS, 'LONAU', inDays(30)]) expect(text).not.toContain(secret)
})

test('without a receiver there is no tracing, and only one module imports the library', async () => {
  expect(await openTracing({ endpoint: '', ratio: 1, role: 'api' })).toBeNull()
  const source = join(import.meta.dirname, '..', '..', 'src')
  expect(await readFile(join(source, 'ops', 'tracing.ts'), 'utf8')).not.toMatch(
    /from '(@opentelemetry|\.\/otlp)/,
  )
  expect(await readFile(join(source, 'ops', 'otlp.ts'), 'utf8')).toContain('@opentelemetry/sdk-trace')
})
