import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { generatePython, GENERATED_FOLDER as PYTHON_FOLDER } from '../../client-python/scripts/generate.ts'
import { newAccount, readBooks, type TestAccount } from '../../service/test/support/accounts.ts'
import { nameInDirectory } from '../../service/test/support/directory.ts'
import { inDays, type Market, openMarket } from '../../service/test/support/market.ts'
import { until } from '../../service/test/support/until.ts'
import { GENERATED_FOLDER, generate } from '../scripts/generate.ts'
import { type OpenApi, routesOf } from '../scripts/openapi.ts'
import { type Client, createClient, type Job, type MatrixCell, VacancyError } from '../src/client.ts'
import { OPERATIONS } from '../src/generated/operations.ts'

let market: Market
let account: TestAccount
let client: Client

const NIGHT = inDays(60)
const STAY = { chain: 'aurelia', hotel_code: 'LONAU', checkin: NIGHT }

beforeAll(async () => {
  market = await openMarket({ workers: 1, env: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
  account = await newAccount(market.database.pool, 'scale')
  client = createClient({ baseUrl: market.url, apiKey: account.key })
})

afterAll(() => market.stop())

test('the generated types are those of the OpenAPI document: if not, run `npm run client:types`', async () => {
  const { data } = await client.getOpenApi()
  const document = data as unknown as OpenApi
  // Only the API of these tests has these routes.
  for (const path of Object.keys(document.paths)) if (path.startsWith('/counter')) delete document.paths[path]
  for (const [folder, files] of [
    [GENERATED_FOLDER, await generate(document)],
    [PYTHON_FOLDER, generatePython(document)],
  ] as const) {
    for (const [name, text] of Object.entries(files)) {
      const committed = await readFile(join(folder, name), 'utf8')
      expect(committed, `${name} is out of date: run \`npm run client:types\``).toBe(text)
    }
  }
})

test('the guide of a market runs as it is written', { timeout: 60_000 }, async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/market.md'), 'utf8')
  const [, code = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(page) ?? []
  expect(code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(25)
  await nameInDirectory(market.database.pool, [
    { chain: 'aurelia', hotel_code: 'LONAU', name: 'aurelia London' },
    { chain: 'brightwater', hotel_code: 'LONWSBW', name: 'brightwater London' },
    { chain: 'castellan', hotel_code: 'LONCA', name: 'castellan London' },
  ])
  const folder = await mkdtemp(join(import.meta.dirname, 'guide-'))
  const file = join(folder, 'market.ts')
  await writeFile(file, code)
  const { key } = await newAccount(market.database.pool, 'scale')
  const env = { ...process.env, VACANCY_URL: market.url, VACANCY_API_KEY: key }
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env }).finally(() => {
    rmSync(folder, { recursive: true })
  })
  expect(stdout.trim().split('\n').length).toBeGreaterThanOrEqual(60)
  expect(stdout).toContain('█')
})

test('the reads that may cost something are known, so that none is bought twice', () => {
  const reads = Object.entries(OPERATIONS).filter(
    ([, { method, isBillable }]) => method === 'GET' && isBillable,
  )
  expect(reads.map(([name]) => name).toSorted()).toEqual(['awardAccess', 'awardValue', 'hotelIds', 'hotels'])
  const quotable = Object.values(OPERATIONS).filter(({ isQuotable }) => isQuotable)
  expect(quotable.every(({ isBillable }) => isBillable)).toBe(true)
})

test('every answer comes with what it cost and what is left', async () => {
  const quoted = await client.quote.shop(STAY)
  expect(quoted.data.quote).toMatchObject({ credits_max: 1, live: 1 })
  expect(quoted.credits).toEqual({ charged: 0, remaining: 1_000_000 })

  const live = await client.shop(STAY)
  expect(live.data).toMatchObject({ status: 'available', cached: false, query: STAY })
  expect(live.credits).toEqual({ charged: 1, remaining: 999_999 })
  expect(live.data.lowest.bar).toBeGreaterThan(0)

  const again = await client.shop(STAY)
  expect(again.credits).toEqual({ charged: 0.25, remaining: 999_998.75 })

  const { data: usage } = await client.getUsage()
  expect(usage).toMatchObject({ plan: 'scale', credits_used: 1.25 })
  expect((await readBooks(market.database.pool, account.no)).used).toBe(1250)
})

test('a request with an idempotency key is charged once and repeated for free', async () => {
  const input = { ...STAY, checkin: inDays(61) }
  const first = await client.shop(input, { idempotencyKey: 'trip-1', requestId: 'my-request-1' })
  expect(first).toMatchObject({ replayed: false, requestId: 'my-request-1', credits: { charged: 1 } })
  const second = await client.shop(input, { idempotencyKey: 'trip-1' })
  expect(second).toMatchObject({ replayed: true, credits: { charged: 0 } })
  expect(second.data).toEqual(first.data)
})

test('errors carry what the service said', async () => {
  const error: unknown = await client
    .shop({ ...STAY, hotel_code: 'UNKNOWN' })
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(VacancyError)
  expect(error).toMatchObject({
    code: 'hotel_not_found',
    status: 404,
    chain: 'aurelia',
    requestId: expect.stringMatching(/^req_/),
    retryAfter: null,
  })
  const stranger = createClient({ baseUrl: market.url, apiKey: 'vk_nobody' })
  await expect(stranger.getUsage()).rejects.toMatchObject({ code: 'auth_failed', status: 401 })
  expect((await stranger.getStatus()).data.version).toBe('1.0.0')
  // The client knows a server that is older than itself by these words.
  await expect(client.request({ method: 'POST', path: '/not/there', body: {} })).rejects.toThrow(
    /^There is no POST \/v1\/not\/there\. /,
  )
  const shop = (point_of_sale: object) => client.shop({ ...STAY, point_of_sale })
  await expect(shop({ colour: 'red' })).rejects.toThrow(
    /^`point_of_sale\.colour` is not known in the body\.$/,
  )
  await expect(shop({ device: 'fax' })).rejects.toThrow(
    /^`point_of_sale\.device` must be one of desktop, mobile\.$/,
  )
})

test('a job is waited for, its cells come in order, and its file as a stream', async () => {
  const asked = {
    hotels: [
      { chain: 'aurelia', hotel_code: 'LONAU' },
      { chain: 'castellan', hotel_code: 'LONCA' },
    ],
    nights: { from: inDays(70), to: inDays(72) },
  }
  const answer = await client.matrix(asked)
  if (answer.status !== 202) throw new Error('the store cannot hold these cells yet')
  const { id } = answer.data.job

  const followed: MatrixCell[] = []
  const following = (async () => {
    for await (const cell of client.cells(id, { limit: 2 })) followed.push(cell)
  })()
  const seen: Job[] = []
  const job = await client.waitForJob(id, { onProgress: (each) => seen.push(each) })
  expect(job).toMatchObject({ status: 'done', cells_done: 6, credits_spent: 3.6 })
  expect(seen.at(-1)).toEqual(job)
  await following
  expect(followed.map(({ hotel_code, night }) => `${hotel_code} ${night}`)).toEqual(
    ['LONAU', 'LONCA'].flatMap((code) => [70, 71, 72].map((days) => `${code} ${inDays(days)}`)),
  )

  const file = await client.exportJob({ id, format: 'jsonl' })
  expect(file.headers.get('x-job-status')).toBe('done')
  const lines = (await new Response(file.data).text()).trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as MatrixCell).lowest_bar)).toEqual(
    followed.map(({ lowest_bar }) => lowest_bar),
  )

  const held = await client.matrix(asked)
  if (held.status !== 200) throw new Error('the store holds all of them now')
  expect(held.data.count).toBe(6)
  expect(held.credits.charged).toBe(0.9)
  const exported = await client.export(asked)
  if (exported.status !== 200) throw new Error('the store holds all of them now')
  expect(await new Response(exported.data).text()).toMatch(/^chain,hotel_code,night,[\s\S]*\n$/)
})

test('calls that start jobs are waited for, and their answer is paid once', { timeout: 60_000 }, async () => {
  const { key, no } = await newAccount(market.database.pool, 'scale')
  const own = createClient({ baseUrl: market.url, apiKey: key })
  const spent = async () => (await readBooks(market.database.pool, no)).used / 1000
  const where = { q: 'Lisbon', chains: ['castellan'], currency: 'EUR' }
  const checkin = inDays(80)

  const seen: string[] = []
  const area = await own.waitFor.area({ ...where, checkin }, { onProgress: ({ kind }) => seen.push(kind) })
  expect(area.data.hotels.length).toBeGreaterThan(0)
  expect(area.data).not.toHaveProperty('job')
  expect(area.jobs).toMatchObject([{ kind: 'area', status: 'done' }])
  expect(seen).toContain('area')
  // The lookup once live and once cached, the job, and a quarter per cell: nothing for the answer in between.
  const cells = area.data.hotels.length
  expect(area.credits.charged).toBe(1 + 0.25 + (area.jobs[0]?.credits_spent ?? 0) + cells * 0.25)
  expect(await spent()).toBe(area.credits.charged)

  const again = await own.waitFor.area({ ...where, checkin })
  expect([again.jobs, again.credits.charged]).toEqual([[], 0.25 + cells * 0.25])

  const before = await spent()
  const trip = await own.waitFor.trip({ q: 'London', checkin: inDays(84), los: 1, max_hotels: 5 })
  expect(trip.data.options.length).toBeGreaterThan(0)
  expect(trip.jobs.every(({ status }) => status === 'done')).toBe(true)
  expect((await spent()) - before).toBeCloseTo(trip.credits.charged, 6)

  const hotels = [{ chain: 'aurelia', hotel_code: 'LONAU' }]
  const grid = { hotels, nights: { from: inDays(90), to: inDays(91) } }
  const matrix = await own.waitFor.matrix(grid)
  expect([matrix.data.count, matrix.jobs.length]).toEqual([2, 1])
  expect(matrix.credits.charged).toBe(matrix.jobs[0]?.credits_spent)
  const file = await own.waitFor.export({ ...grid, nights: { from: inDays(92), to: inDays(92) } })
  expect(await new Response(file.data).text()).toContain(inDays(92))

  const calendar = await own.waitFor.calendarArea({
    q: 'Lisbon',
    chain: 'castellan',
    nights: { from: inDays(93), to: inDays(94) },
  })
  expect(calendar.data.nights).toHaveLength(2)
  const jobs: string[] = []
  for await (const { id } of own.each.listJobs({ limit: 2 })) jobs.push(id)
  expect(jobs).toContain(area.jobs[0]?.id)
  expect(new Set(jobs).size).toBe(jobs.length)
  expect(jobs.length).toBeGreaterThan(4)

  const least = own.waitFor.area({ ...where, checkin: inDays(81), max_credits: 0.5 })
  await expect(least).rejects.toMatchObject({ code: 'invalid_request' })
  expect(await spent()).toBe((await own.getUsage()).data.credits_used)
})

test('every call that may answer 202 can be waited for', async () => {
  const { data } = await client.getOpenApi()
  const slow = routesOf(data as unknown as OpenApi)
    .filter(({ operation, path }) => '202' in operation.responses && !path.startsWith('/counter'))
    .map(({ operation }) => operation.operationId)
  expect(slow).toContain('trip')
  expect(Object.keys(client.waitFor).toSorted()).toEqual(slow.toSorted())
})

test('a look of a watch and test events are waited for', { timeout: 60_000 }, async () => {
  const { key, no } = await newAccount(market.database.pool, 'scale')
  const own = createClient({ baseUrl: market.url, apiKey: key })
  const receiver = createServer((_request, response) => void response.writeHead(204).end())
  onTestFinished(() => void receiver.close())
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  const made = await own.createWatch({
    chain: 'aurelia',
    hotel_code: 'LONAU',
    nights: { from: inDays(100), to: inDays(101) },
    condition: 'any',
    webhook_url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
  })
  const { id } = made.data

  // Its first look is by itself.
  await until(async () => (await own.getWatch({ id })).data.last_refresh_at !== null)
  const look = await own.waitFor.refreshWatch({ id })
  expect(look).toMatchObject({ data: { id }, jobs: [], credits: { charged: made.data.credits_per_refresh } })
  expect((await readBooks(market.database.pool, no)).used).toBe(2 * 1000 * look.credits.charged)
  expect(look.credits.remaining).toBe((await own.getUsage()).data.credits_remaining)

  const sample = await own.waitFor.testWatch({ id })
  expect(sample).toMatchObject({ data: { type: 'watch.test', delivery: { status: 'delivered' } } })
  expect([sample.credits.charged, sample.jobs]).toEqual([0, []])
  const endpoint = await own.createEndpoint({ kind: 'webhook', url: 'http://127.0.0.1:1/nobody' })
  const refused = await own.waitFor.testEndpoint({ id: endpoint.data.id })
  expect(refused.data.deliveries).toMatchObject([{ status: 'failed', attempts_made: 1 }])
})

test('a signal ends a call, a wait and an iteration', async () => {
  const signal = AbortSignal.abort(new Error('enough'))
  const never = async () => {
    for await (const cell of client.cells('job_x', { signal })) throw new Error(JSON.stringify(cell))
  }
  await expect(client.shop(STAY, { signal })).rejects.toThrow('enough')
  await expect(client.waitForJob('job_x', { signal })).rejects.toThrow('enough')
  await expect(never()).rejects.toThrow('enough')

  const slow = client.shop({ ...STAY, hotel_code: 'SLOW' }, { signal: AbortSignal.timeout(50) })
  await expect(slow).rejects.toMatchObject({ name: 'TimeoutError' })
})
