import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openVisitor, PASSWORD, type Visitor } from '../../../dashboard/test/support/visitor.ts'
import { setOperator } from '../../src/accounts/store.ts'
import type { Pool } from '../../src/db/pool.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { get, post } from '../support/client.ts'
import { type Market, openMarket } from '../support/market.ts'
import { vacancy } from '../support/processes.ts'
import { until } from '../support/until.ts'

const PLANTED = 'planted-key-b7d1f0aa93c2'

let market: Market
let operator: Visitor
let other: Visitor
let account: TestAccount
const answers: string[] = []

beforeAll(async () => {
  market = await openMarket({ processes: 2, workers: 1, env: { LOG_LEVEL: 'trace' } })
  account = await newAccount(market.database.pool, 'pro')
  operator = await signUp('ada@example.com')
  other = await signUp('bob@example.com')
  const { body } = await operator.call('GET', '/session')
  await setOperator(market.database.pool, (body as { account: { id: string } }).account.id, true)
}, 120_000)
afterAll(() => market?.stop())

async function signUp(email: string): Promise<Visitor> {
  const visitor = openVisitor(market.url)
  await visitor.call('POST', '/sign-up', { body: { email, password: PASSWORD } })
  return visitor
}

async function call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) {
  const ask = () => operator.call(method, `/operator/${path}`, body ? { body } : {})
  let answer = await ask()
  // A page waits as it is told, too.
  for (; answer.status === 429; answer = await ask()) {
    await new Promise((resolve) => setTimeout(resolve, Number(answer.headers['retry-after']) * 1000))
  }
  answers.push(JSON.stringify(answer.body))
  return answer as { status: number; body: Record<string, unknown> }
}

const key = () => String(market.sandbox.environment['GLASSHOUSE_API_KEY'])
const draft = (changes: object = {}) => ({
  vendor: 'liteapi',
  id: 'mine',
  name: 'My agency',
  base_url: `${market.sandbox.url}/glasshouse`,
  fields: { apiKey: key(), hotel: 'lp1c5f2' },
  ...changes,
})

interface Chain {
  id: string
  name: string
  sandbox: boolean
  status: string
}

async function chainsOf(url: string): Promise<Chain[]> {
  return ((await get(url, '/v1/chains', account.key)).body as { chains: Chain[] }).chains
}

/** Every API process lists these, within ten seconds. */
async function everywhere(holds: (chains: Chain[]) => boolean): Promise<void> {
  for (const { url } of market.apis) await until(async () => holds(await chainsOf(url)), 10_000)
}

const mineIn = (chains: Chain[]) => chains.find(({ id }) => id === 'mine')
const shop = (url: string, hotel: string) =>
  post(url, '/v1/shop', account.key, { chain: 'mine', hotel_code: hotel, checkin: '2027-03-04' })

describe('an operator connects a source', () => {
  let hotel = ''
  let proof = ''
  let version = 0

  it('and nobody else may look, test or add', async () => {
    for (const [method, path] of [
      ['GET', '/operator/vendors'],
      ['GET', '/operator/connected-sources'],
      ['GET', '/operator/sources/aurelia'],
      ['POST', '/operator/sources/aurelia/disable'],
    ] as const) {
      const body = method === 'POST' ? { body: { version: 0 } } : {}
      expect((await other.call(method, path, body)).status).toBe(403)
    }
    expect((await other.call('POST', '/operator/sources/try', { body: draft() })).status).toBe(403)
    expect((await other.call('POST', '/operator/sources', { body: draft() })).status).toBe(403)
  })

  it.each([
    ['a missing field', { fields: {} }, 'apiKey', 'is missing'],
    ['an unknown field', { fields: { apiKey: 'k_123456', colour: 'red' } }, 'colour', 'is not known'],
    ['a bad id', { id: 'My Id' }, 'id', 'must have 2 to 32 small letters'],
    ['an id of the specification', { id: 'aurelia' }, 'id', 'belongs to a bundled source'],
    [
      'a budget of 0',
      { budget: { requests_per_day: 0 } },
      'requests_per_day',
      'must be a whole number from 1',
    ],
    ['half a request', { budget: { requests_per_month: 2.5 } }, 'requests_per_month', 'whole number from 1'],
    [
      'a reserve of 95 %',
      { budget: { reserve_pct: 95 } },
      'reserve_pct',
      'must be a whole number from 0 to 90',
    ],
    [
      'a price in no currency',
      { budget: { price_per_request: { amount: 1, currency: 'XXQ' } } },
      'price_per_request',
      'is not an ISO 4217 code',
    ],
    [
      'a price with too many decimals',
      { budget: { price_per_request: { amount: 0.00000012, currency: 'USD' } } },
      'price_per_request',
      'at most 6 decimals',
    ],
    ['a bad address', { base_url: 'ftp://x' }, 'base_url', 'must be an http or https address'],
    [
      'a variable of the server',
      { base_url: 'http://x.example/{SECRET_KEY}' },
      'base_url',
      'must not contain {',
    ],
    ['an unknown vendor', { vendor: 'acme' }, 'vendor', 'must be one of'],
  ])('is told at the field of %s', async (_what, changes, field, words) => {
    const { status, body } = await call('POST', 'sources/try', draft(changes))
    expect(status).toBe(200)
    expect(body).toMatchObject({ trial: null, proof: null })
    expect(body['problems']).toContainEqual({ field, problem: expect.stringContaining(words) })
    const saved = await call('POST', 'sources', draft(changes))
    expect([saved.status, JSON.stringify(saved.body)]).toEqual([400, expect.stringContaining(field)])
  })

  it('learns that a key is refused, and what to look at; nothing is saved', async () => {
    const wrong = draft({ fields: { apiKey: PLANTED, hotel: 'lp1c5f2' } })
    const { body } = await call('POST', 'sources/try', wrong)
    expect(body).toMatchObject({
      problems: [],
      trial: { works: false, advice: expect.stringContaining('sand_') },
      proof: null,
    })
    expect((await call('POST', 'sources', wrong)).status).toBe(400)
    const down = await call('POST', 'sources/try', draft({ base_url: 'http://127.0.0.1:9' }))
    expect(down.body).toMatchObject({ trial: { works: false, advice: null } })
    // Where clouds keep the credentials of the machine, in one of its spellings: a test would quote them.
    const cloud = await call('POST', 'sources/try', draft({ base_url: 'http://2852039166/latest' }))
    expect(cloud.body).toMatchObject({
      problems: [{ field: 'base_url', problem: expect.stringContaining('reserved') }],
      trial: null,
    })
    expect(mineIn(await chainsOf(market.url))).toBeUndefined()
  })

  it('saves what works, and every process sells it within ten seconds', async () => {
    const { body: glasshouse } = await get(market.url, '/v1/chains', account.key)
    hotel = (glasshouse as { chains: { id: string; examples: string[] }[] }).chains.find(
      ({ id }) => id === 'glasshouse',
    )?.examples[0] as string
    const good = draft({ fields: { apiKey: key(), hotel } })
    const tried = await call('POST', 'sources/try', good)
    expect(tried.body).toMatchObject({ problems: [], trial: { works: true } })
    proof = tried.body['proof'] as string
    expect((await call('POST', 'sources', good)).status).toBe(400)
    const saved = await call('POST', 'sources', { ...good, proof })
    expect(saved).toMatchObject({ status: 200, body: { id: 'mine', origin: 'database', version: 1 } })
    await everywhere((chains) => mineIn(chains)?.status === 'up')
    expect(mineIn(await chainsOf(market.url))).toMatchObject({ name: 'My agency', sandbox: false })
    expect((await chainsOf(market.url)).find(({ id }) => id === 'aurelia')).toMatchObject({ sandbox: true })
    for (const { url } of market.apis) {
      expect(await shop(url, hotel)).toMatchObject({ status: 200 })
      const { body } = await get(url, '/v1/openapi.json', account.key)
      expect(JSON.stringify(body)).toContain('"mine"')
    }
    expect((await call('POST', 'sources', { ...good, proof })).body).toMatchObject({
      error: { message: expect.stringContaining('in use already') },
    })
  }, 30_000)

  it('has jobs of the new source done by the worker', async () => {
    const nights = { from: '2027-04-01', to: '2027-04-01' }
    const body = { hotels: [{ chain: 'mine', hotel_code: hotel }], nights, as_job: true }
    const made = await post(market.url, '/v1/matrix', account.key, body)
    expect(made.status).toBe(202)
    const { id } = (made.body as { job: { id: string } }).job
    await until(async () => {
      const { body: job } = await get(market.url, `/v1/jobs/${id}`, account.key)
      return (job as { status: string; cells_done: number }).status === 'done'
    }, 20_000)
  }, 30_000)

  it('sees what somebody else changed meanwhile', async () => {
    const { body: seen } = await call('GET', 'sources/mine')
    version = seen['version'] as number
    expect(seen).toMatchObject({ fields: { hotel, apiKey: expect.stringMatching(/^…/) } })
    expect((await call('PATCH', 'sources/mine', { version, name: 'Renamed' })).status).toBe(200)
    const late = await call('PATCH', 'sources/mine', { version, name: 'Mine again' })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({
      error: { message: expect.stringContaining('ada@example.com changed name') },
    })
    version += 1
  })

  it('changes a name or a budget without asking the vendor, and keeps what is left out', async () => {
    const budget = { requests_per_day: 5000, price_per_request: { amount: 0.0025, currency: 'USD' } }
    const { body } = await call('POST', 'sources/mine/try', { budget })
    expect(body).toEqual({ problems: [], trial: null, proof: null })
    const limited = await call('PATCH', 'sources/mine', { budget, version })
    expect(limited).toMatchObject({ status: 200, body: { budget, version: version + 1 } })
    const same = await call('PATCH', 'sources/mine', { name: 'Renamed', version: version + 1 })
    expect(same).toMatchObject({ status: 200, body: { budget, version: version + 1 } })
    version += 1
  })

  it('cannot have a key sent to another address than the one that it was entered for', async () => {
    const elsewhere = { base_url: 'http://127.0.0.1:9' }
    const { body } = await call('POST', 'sources/mine/try', elsewhere)
    expect(body).toMatchObject({ trial: null, proof: null })
    expect(body['problems']).toEqual([
      { field: 'apiKey', problem: expect.stringContaining('must be entered again') },
    ])
    expect((await call('POST', 'sources/aurelia/try', elsewhere)).body['problems']).toMatchObject([
      { field: expect.any(String), problem: expect.stringContaining('must be entered again') },
      { field: expect.any(String) },
    ])
    const variable = await call('POST', 'sources/mine/try', {
      base_url: `${market.sandbox.url}/{SECRET_KEY}`,
    })
    expect(variable.body['problems']).toMatchObject([{ field: 'base_url' }])
  })

  it('is refused, not stuck, if others change and remove the same source at the same moment', async () => {
    const seen: number[] = []
    for (let round = 0; round < 12; round += 1) {
      await call('POST', 'sources/juniper/disable', { version: 0 })
      const told = await Promise.all([
        ...[1, 2, 3].map((one) => call('PATCH', 'sources/juniper', { name: `Juniper ${one}`, version: 1 })),
        ...[1, 2, 3].map(() => call('POST', 'sources/juniper/enable', { version: 1 })),
      ])
      seen.push(...told.map(({ status }) => status))
      const { body } = await call('GET', 'sources/juniper')
      if (body['version'] !== 0) await call('DELETE', `sources/juniper?version=${String(body['version'])}`)
    }
    expect(new Set(seen)).toEqual(new Set([200, 409]))
  }, 60_000)

  it('rotates a key only if the new one works', async () => {
    const bad = { fields: { apiKey: PLANTED } }
    const { body } = await call('POST', 'sources/mine/try', bad)
    expect(body).toMatchObject({ trial: { works: false }, proof: null })
    expect((await call('PATCH', 'sources/mine', { ...bad, version })).status).toBe(400)
    const good = { fields: { apiKey: key() }, base_url: `${market.sandbox.url}/glasshouse/` }
    const tried = await call('POST', 'sources/mine/try', good)
    const changed = await call('PATCH', 'sources/mine', { ...good, version, proof: tried.body['proof'] })
    expect(changed.status).toBe(200)
    version = changed.body['version'] as number
  }, 30_000)

  it('switches it off: down, its watches say so, and what is stored can be read', async () => {
    const watch = await post(market.url, '/v1/watches', account.key, {
      chain: 'mine',
      hotel_code: hotel,
      nights: { from: '2027-03-04', to: '2027-03-04' },
      condition: 'available',
      webhook_url: 'https://hooks.example.com/x',
    })
    expect(watch.status).toBe(201)
    const { id } = watch.body as { id: string }
    expect((await call('POST', 'sources/mine/disable', { version })).status).toBe(200)
    await everywhere((chains) => mineIn(chains)?.status === 'down')
    const { body } = await get(market.url, '/v1/status.json', account.key)
    const { sources } = body as { sources: { id: string; reason: string | null }[] }
    expect(sources.find((source) => source.id === 'mine')).toMatchObject({
      status: 'down',
      reason: 'disabled',
    })
    await until(async () => {
      const { body: seen } = await get(market.url, `/v1/watches/${id}`, account.key)
      return (seen as { attention: string }).attention === 'source_disabled'
    }, 15_000)
    expect(await shop(market.url, hotel)).toMatchObject({ status: 200 })
    expect((await call('POST', 'sources/mine/enable', { version: version + 1 })).status).toBe(200)
    await everywhere((chains) => mineIn(chains)?.status === 'up')
    await until(async () => {
      const { body: seen } = await get(market.url, `/v1/watches/${id}`, account.key)
      return (seen as { attention: string | null }).attention === null
    }, 15_000)
  }, 60_000)

  it('switches the sandbox off and on', async () => {
    expect((await call('POST', 'sandbox', { on: false })).status).toBe(200)
    await everywhere((chains) => chains.length === 1 && chains[0]?.id === 'mine')
    expect(
      await post(market.url, '/v1/shop', account.key, {
        chain: 'aurelia',
        hotel_code: 'LONAU',
        checkin: '2027-03-04',
      }),
    ).toMatchObject({ status: 400 })
    expect((await call('POST', 'sources/try', draft({ id: 'aurelia' }))).body['problems']).toMatchObject([
      { field: 'id' },
    ])
    await call('POST', 'sandbox', { on: true })
    await everywhere((chains) => chains.length === 18)
  }, 40_000)

  it('leaves no key in an answer, a log, a dump or a backup', async () => {
    const texts = [
      ...[...market.apis, ...market.workers].map(({ log }) => log()),
      answers.join('\n'),
      await dumpOf(market.database.pool),
      await backupOf(market.database.url),
    ]
    // It was looked for where it is, sealed.
    for (const text of texts.slice(-2))
      expect(text).toMatch(/source\.add[\s\S]*Renamed|Renamed[\s\S]*source\.add/)
    for (const secret of [PLANTED, key()]) {
      const bytes = Buffer.from(secret)
      const shapes = [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')]
      expect(texts.filter((text) => shapes.some((shape) => text.includes(shape)))).toEqual([])
    }
  })

  it('removes it: no process knows it any more', async () => {
    const { body } = await call('GET', 'sources/mine')
    expect((await call('DELETE', `sources/mine?version=${String(body['version'])}`)).status).toBe(200)
    await everywhere((chains) => mineIn(chains) === undefined)
    for (const { url } of market.apis) expect(await shop(url, hotel)).toMatchObject({ status: 400 })
    expect((await call('DELETE', 'sources/aurelia?version=0')).status).toBe(400)
  }, 30_000)
})

/** Every row of every table, bytes in hex. */
async function dumpOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  )
  const tables = rows.map(async ({ name }) => {
    const { rows: all } = await pool.query<{ text: string }>(`select t::text as text from ${name} t`)
    return all.map(({ text }) => text).join('\n')
  })
  return (await Promise.all(tables)).join('\n')
}

/** A backup file as text: its header, and what is compressed. */
async function backupOf(url: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'connecting-')), 'all.backup')
  expect(await vacancy(['backup', file], { DATABASE_URL: url })).toMatchObject({ code: 0 })
  const bytes = await readFile(file)
  const headerEnd = bytes.indexOf('\n') + 1
  return bytes.toString('utf8', 0, headerEnd) + zstdDecompressSync(bytes.subarray(headerEnd)).toString()
}
