import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { PAST_GRID, TRIP } from '../free-calls.ts'
import { inDays, shopBody } from '../market.ts'

/**
 * An account that takes all it can get, in one way, until it is stopped. A process of its own, so that only what it does
 * to the API is measured.
 */
const [, , attack = ''] = process.argv
const url = process.env['BENCH_URL'] ?? ''
const key = process.env['BENCH_KEY'] ?? ''
const jobId = process.env['BENCH_JOB'] ?? ''
/** It comes from an address of its own: what is done to its network is not done to others. */
const OWN_ADDRESS = '127.0.0.2'
const agent = new Agent({
  connections: 512,
  localAddress: OWN_ADDRESS,
  headersTimeout: 0,
  bodyTimeout: 0,
})
/** Connected and running when the measurement begins: readers have filled the buffers of their connections. */
const SETTLE_MS = attack === 'readers' || attack === 'documents' ? 5000 : 1500

const GRID = gridOf('aurelia')
/** One task per cell, because castellan is asked stay by stay. */
const STAYS = gridOf('castellan')
const HANGING = JSON.stringify({ chain: 'aurelia', hotel_code: 'TIMEOUT', checkin: inDays(30), max_age: 0 })

const ATTACKS: Record<string, () => Promise<unknown>> = {
  'dry-runs': () => each(16, () => send('POST', '/v1/matrix', GRID.replace('{', '{"dry_run":true,'))),
  repeats: () => each(400, () => send('POST', '/v1/shop', HANGING, { 'idempotency-key': 'greedy' }), 1000),
  jobs: () => each(1, () => makeAndCancel(GRID)),
  stays: () =>
    Promise.all([
      each(1, () => makeAndCancel(STAYS)),
      each(1, () => send('POST', '/v1/shop', shopBody(inDays(40))), 100),
    ]),
  readers: async () => {
    const page = await (await fetch(`${url}/docs/`)).text()
    const [, script = ''] = /src="([^"]+\.js[^"]*)"/.exec(page) ?? []
    const path = new URL(script, `${url}/docs/`).pathname
    await each(300, () => stall(path))
  },
  market: () => each(24, () => send('GET', `/v1/jobs/${jobId}/market`)),
  parquet: () => each(24, () => send('GET', `/v1/jobs/${jobId}/export?format=parquet`)),
  'as-of': () => each(16, () => send('POST', '/v1/matrix', PAST_GRID)),
  trips: () => each(16, () => send('POST', '/v1/trip', TRIP)),
  events: () => each(8, () => send('GET', '/v1/events?limit=1000')),
  pipelines: () => each(50, () => pipeline('/openapi.json', 1500)),
  documents: () => each(800, () => stall('/openapi.json')),
}

function gridOf(chain: string): string {
  const codes = Array.from({ length: 200 }, (_, index) => `GREEDY${index}`)
  return JSON.stringify({ chain, hotel_codes: codes, nights: { from: inDays(20), to: inDays(119) } })
}

/** So many at a time, each again as soon as it is answered, or after a pause of about that long. */
async function each(count: number, act: () => Promise<unknown>, pauseMs = 0): Promise<void> {
  const loop = async () => {
    for (;;) {
      await act().catch(() => {})
      if (pauseMs > 0) await wait(pauseMs * (0.5 + Math.random()))
    }
  }
  await Promise.all(Array.from({ length: count }, loop))
}

async function send(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; wait: number; text: string }> {
  const answer = await request(url + path, {
    dispatcher: agent,
    method,
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body }),
  })
  const text = await answer.body.text()
  return { status: answer.statusCode, wait: Number(answer.headers['retry-after'] ?? 0), text }
}

/** As fast as it may: when it is refused, it waits for as long as it is told. */
async function makeAndCancel(grid: string): Promise<void> {
  const made = await send('POST', '/v1/matrix', grid)
  if (made.status !== 202) {
    await wait(made.wait * 1000)
    return
  }
  const { job } = JSON.parse(made.text) as { job: { id: string } }
  const canceled = await send('DELETE', `/v1/jobs/${job.id}`)
  if (canceled.status !== 200) await wait(canceled.wait * 1000)
}

/** Asks for more than the kernel's own buffers take, and reads nothing until it is cut off. */
async function stall(path: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, localAddress: OWN_ADDRESS })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`.repeat(4))
  await once(socket, 'close')
}

/** Sends many requests at once, and reads until the connection ends or all could be answered. */
async function pipeline(path: string, requests: number): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, localAddress: OWN_ADDRESS })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.resume()
  const one = `GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n`
  socket.write(`${`${one}\r\n`.repeat(requests - 1)}${one}connection: close\r\n\r\n`)
  await once(socket, 'close')
}

const run = ATTACKS[attack]
if (!run) throw new Error(`there is no attack called ${attack}`)
void run()
await wait(SETTLE_MS)
process.send?.({ attack })
