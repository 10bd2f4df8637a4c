import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { request } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openVisitor, PASSWORD, type Visitor } from '../../../dashboard/test/support/visitor.ts'
import { setOperator } from '../../src/accounts/store.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { get, post } from '../support/client.ts'
import { type Market, openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'

const [OLD, NEW] = ['sand_old-key-1111', 'sand_new-key-2222']
const WITHIN_MS = 10_000

let market: Market
let account: TestAccount
let operator: Visitor
let vendor: Server
/** When each key was last used. */
const usedAt = new Map<string, number>()

beforeAll(async () => {
  market = await openMarket({ processes: 3, workers: 2 })
  account = await newAccount(market.database.pool, 'scale', { credits: 100_000, rps: 2000 })
  operator = openVisitor(market.url)
  await operator.call('POST', '/sign-up', { body: { email: 'ada@example.com', password: PASSWORD } })
  const { body } = await operator.call('GET', '/session')
  await setOperator(market.database.pool, (body['account'] as { id: string }).id, true)
  vendor = await openVendor()
}, 120_000)
afterAll(async () => {
  vendor?.close()
  await market?.stop()
})

/** A vendor that takes both keys and answers as a source of the sandbox does. */
async function openVendor(): Promise<Server> {
  const { url, environment } = market.sandbox
  const server = createServer((asked, answer) => {
    const key = String(asked.headers['x-api-key'])
    usedAt.set(key, performance.now())
    if (key !== OLD && key !== NEW) {
      answer.writeHead(401).end('{}')
      return
    }
    const sent = {
      accept: String(asked.headers.accept),
      'content-type': 'application/json',
      'x-api-key': String(environment['GLASSHOUSE_API_KEY']),
    }
    void (async () => {
      const chunks = await asked.toArray()
      const body = Buffer.concat(chunks)
      const said = await request(`${url}/glasshouse${asked.url}`, {
        method: asked.method as 'GET' | 'POST',
        headers: sent,
        ...(body.length > 0 && { body }),
      })
      const bytes = Buffer.from(await said.body.arrayBuffer())
      const { 'transfer-encoding': _chunked, 'content-length': _length, ...told } = said.headers
      answer.writeHead(said.statusCode, told as Record<string, string>).end(bytes)
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function must(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) {
  const answer = await operator.call(method, `/operator/${path}`, body ? { body } : {})
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([200, expect.any(String)])
  return answer.body
}

async function chainsOf(url: string): Promise<{ id: string; status: string; examples: string[] }[]> {
  const { body } = await get(url, '/v1/chains', account.key)
  return (body as { chains: { id: string; status: string; examples: string[] }[] }).chains
}

/** How long it took until every API process lists the source as such. */
async function tookUntil(status: string | undefined): Promise<number> {
  const startedAt = performance.now()
  await Promise.all(
    market.apis.map(({ url }) =>
      until(async () => (await chainsOf(url)).find(({ id }) => id === 'mine')?.status === status, WITHIN_MS),
    ),
  )
  return performance.now() - startedAt
}

it('is connected, changed and removed under load without a failed call of anybody else', async () => {
  const examples = (await chainsOf(market.url)).find(({ id }) => id === 'glasshouse')?.examples ?? []
  const address = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
  const load = new AbortController()
  /** Whether calls about the source must succeed. */
  let isOn = false
  const failures: string[] = []
  const made = { aurelia: 0, mine: 0, cells: 0 }

  async function shopper(url: string, chain: 'aurelia' | 'mine', hotel: string): Promise<void> {
    for (let day = 1; !load.signal.aborted; day += 1) {
      const wasOn = isOn
      const checkin = `2027-03-${String((day % 27) + 1).padStart(2, '0')}`
      if (chain === 'aurelia' || wasOn) {
        const body = { chain, hotel_code: hotel, checkin, max_age: 0 }
        const { status, body: said } = await post(url, '/v1/shop', account.key, body)
        const counts = chain === 'aurelia' || (wasOn && isOn)
        if (counts && status !== 200) failures.push(`${chain} ${status} ${JSON.stringify(said)}`)
        if (counts) made[chain] += 1
      }
      await wait(40)
    }
  }

  async function gridder(): Promise<void> {
    for (let turn = 0; !load.signal.aborted; turn += 1) {
      const nights = { from: `2027-05-${String((turn % 20) + 1).padStart(2, '0')}`, to: '2027-05-28' }
      const body = { hotels: [{ chain: 'aurelia', hotel_code: 'LONAU' }], nights, max_age: 0, as_job: true }
      const { status, body: said } = await post(market.url, '/v1/matrix', account.key, body)
      const { id } = (said as { job: { id: string } }).job
      if (status !== 202) failures.push(`matrix ${status}`)
      await until(async () => {
        const { body: job } = await get(market.url, `/v1/jobs/${id}`, account.key)
        const { status: state, tasks_failed: failed } = job as { status: string; tasks_failed: number }
        if (state === 'failed' || failed > 0) failures.push(`job ${JSON.stringify(job)}`)
        return state === 'done' || state === 'failed'
      }, 30_000)
      made.cells += 1
    }
  }

  const crowd = [
    ...market.apis.flatMap(({ url }) => [
      shopper(url, 'aurelia', 'LONAU'),
      shopper(url, 'mine', examples[0] ?? ''),
    ]),
    gridder(),
  ]
  const took: Record<string, number> = {}
  try {
    const draft = { vendor: 'liteapi', id: 'mine', base_url: address }
    const fields = { apiKey: OLD, hotel: examples[0] ?? '' }
    const tried = await must('POST', 'sources/try', { ...draft, fields })
    await must('POST', 'sources', { ...draft, fields, proof: tried['proof'] })
    took['add'] = await tookUntil('up')
    isOn = true
    await wait(1500)

    const change = { fields: { apiKey: NEW } }
    const proven = await must('POST', 'sources/mine/try', change)
    await must('PATCH', 'sources/mine', { ...change, proof: proven['proof'], version: 1 })
    const rotatedAt = performance.now()
    // Every process is asked several times a second, so it has noticed when the old key rests.
    await until(async () => performance.now() - Math.max(rotatedAt, usedAt.get(OLD) ?? 0) > 2000, WITHIN_MS)
    took['rotate'] = (usedAt.get(OLD) ?? 0) - rotatedAt
    expect(usedAt.get(NEW)).toBeGreaterThan(rotatedAt)

    isOn = false
    await must('POST', 'sources/mine/disable', { version: 2 })
    took['disable'] = await tookUntil('down')
    await must('DELETE', 'sources/mine?version=3')
    took['remove'] = await tookUntil(undefined)
    await wait(1000)
  } finally {
    load.abort()
    await Promise.all(crowd)
  }
  expect(failures).toEqual([])
  expect(Math.min(made.aurelia, made.mine, made.cells)).toBeGreaterThan(0)
  expect(Math.max(...Object.values(took))).toBeLessThan(WITHIN_MS)
  if (process.env['VERBOSE']) process.stdout.write(`${JSON.stringify({ made, took })}\n`)
}, 180_000)
