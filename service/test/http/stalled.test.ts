import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { get } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'
import { processorMs } from '../support/processor-time.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let api: ApiProcess
let account: TestAccount

beforeAll(async () => {
  database = await createTestDatabase()
  api = await startApi(database.url)
  account = await newAccount(database.pool, 'starter')
})

afterAll(async () => {
  await api.stop('SIGKILL')
  await database.drop()
})

async function memoryMb(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${api.opsPort}/metrics`)).text()
  const [, bytes] = /^process_resident_memory_bytes(?:\{[^}]*\})? (\S+)$/m.exec(metrics) ?? []
  return Number(bytes) / 1_048_576
}

async function countOpen(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${api.opsPort}/metrics`)).text()
  const [, open] = /^vacancy_http_connections(?:\{[^}]*\})? (\d+)$/m.exec(metrics) ?? []
  return Number(open)
}

/** Asks for more than the kernel's own buffers take, and then reads nothing. Each hundred come from an address of their own. */
async function stall(path: string, { index = 0, requests = 4 } = {}): Promise<Socket> {
  const { hostname, port } = new URL(api.url)
  const localAddress = `127.0.1.${1 + (Math.floor(index / 100) % 250)}`
  const socket = connect({ port: Number(port), host: hostname, localAddress })
  await once(socket, 'connect')
  socket.pause()
  socket.on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(requests))
  return socket
}

/** `STALLED_READERS=10000` is the long form. */
const READERS = Number(process.env['STALLED_READERS'] ?? 800)

test(`${READERS} readers that ask, take nothing and leave cost little memory, and leave none behind`, async () => {
  const documents = ['/openapi.json', '/docs/api.md', '/']
  for (const path of documents) await (await fetch(api.url + path)).arrayBuffer()
  const before = await memoryMb()
  const readers = await Promise.all(
    Array.from({ length: READERS }, (_, index) => stall(documents[index % 3] ?? '/', { index })),
  )
  // On a busy machine, the first are disconnected while the last come.
  await until(async () => (await countOpen()) >= READERS * 0.9)
  // Measured with 800: 670 MB were added when each reader had a copy of its own.
  expect((await memoryMb()) - before).toBeLessThan(40 + READERS * 0.06)
  for (const reader of readers) reader.destroy()
  await until(async () => (await countOpen()) < 5, 60_000)
  await until(async () => (await memoryMb()) <= before * 1.2, 60_000)
}, 200_000)

// First: the tests below use up what one address may ask for.
test('readers that take nothing of their answer cost little memory, and are disconnected within a minute', async () => {
  const page = await (await fetch(`${api.url}/docs/`)).text()
  const [, script = ''] = /src="([^"]+\.js[^"]*)"/.exec(page) ?? []
  const path = new URL(script, `${api.url}/docs/`).pathname
  const [whole, again] = await Promise.all([fetch(api.url + path), fetch(api.url + path)])
  expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(1_000_000)
  await again.arrayBuffer()

  const before = await memoryMb()
  const readers = await Promise.all(Array.from({ length: 60 }, () => stall(path)))
  await until(async () => (await countOpen()) >= 60)
  // Measured: 244 MB were added when each reader had a copy of its own.
  expect((await memoryMb()) - before).toBeLessThan(80)

  const healthy = await fetch(api.url + path)
  expect((await healthy.arrayBuffer()).byteLength).toBeGreaterThan(1_000_000)
  await until(async () => (await countOpen()) < 30, 70_000)
  for (const reader of readers) reader.destroy()
})

test('many requests that wait for no answer close their connections, and delay nobody else', async () => {
  await (await fetch(`${api.url}/openapi.json`)).text()
  const processes = { api: api.child.pid ?? 0 }
  const { api: beforeMs } = await processorMs(processes)
  const flood = Array.from({ length: 50 }, (_, index) => flooded('/openapi.json', { index, requests: 1500 }))
  const neighbour = get(api.url, '/v1/usage', account.key)
  expect((await Promise.all(flood)).join('').length).toBeLessThan(100_000_000)
  expect(await neighbour).toMatchObject({ status: 200 })
  // Measured: 15 s when every request was answered, 1.5 to 5 s when each flood was read, and 0.2 s now. So long, others had to wait.
  expect((await processorMs(processes)).api - beforeMs).toBeLessThan(1000)
})

test('after a flood, nobody of its network is served for ten seconds, and all others are', async () => {
  const ask = async (localAddress: string) => {
    const dispatcher = new Agent({ localAddress })
    return (await request(`${api.url}/status.json`, { dispatcher })).statusCode
  }
  // The network of the floods above may still be shut out.
  await until(async () => (await ask('127.0.1.1').catch(() => 0)) === 200, 15_000)
  const floodedMs = performance.now()
  await flooded('/openapi.json', { index: 0, requests: 1500 })
  expect(await ask('127.0.1.1').catch(() => 'turned away')).toBe('turned away')
  expect(await ask('127.0.1.2')).toBe(200)
  await until(async () => (await ask('127.0.1.1').catch(() => 0)) === 200, 15_000)
  expect(performance.now() - floodedMs).toBeGreaterThan(9000)
})

/** What is read of the answers until the connection is closed. */
async function flooded(path: string, asked: { index: number; requests: number }): Promise<string> {
  const socket = await stall(path, asked)
  const { promise, resolve } = Promise.withResolvers<string>()
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  socket.on('close', () => resolve(text))
  socket.resume()
  socket.end()
  return promise
}

test('what needs no key has a limit per address', async () => {
  const ask = async () => (await fetch(`${api.url}/map.json`)).status
  const statuses = new Set(await Promise.all(Array.from({ length: 900 }, ask)))
  expect(statuses).toEqual(new Set([200, 429]))
  expect(await get(api.url, '/v1/usage', account.key)).toMatchObject({ status: 200 })
  expect((await fetch(`${api.url}/map.json`)).status).toBe(200)
})
