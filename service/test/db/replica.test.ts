import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSandbox, startSandbox } from '../../../sandbox/test/start-sandbox.ts'
import { DEFAULT_OCCUPANCY } from '../../src/kernel/occupancy.ts'
import { createLooks } from '../../src/observations/looks.ts'
import { keyAt } from '../../src/observations/rows.ts'
import { writeCells } from '../../src/observations/write-cells.ts'
import { findSource } from '../../src/sources/catalog/catalog.ts'
import { catalog, PRICED } from '../history/past.ts'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { type Answer, get, post } from '../support/client.ts'
import { inDays } from '../support/market.ts'
import { type ApiProcess, startApi, vacancy } from '../support/processes.ts'
import { openReplicated, type Replicated } from '../support/replica.ts'
import { until } from '../support/until.ts'

/** How long the replica stands still; `REPLICA_LAG_SEC=10` is the long form, which also lets it hang. `REPLICA_FIGURES=1` also measures. */
const LAG_SEC = Number(process.env['REPLICA_LAG_SEC'] ?? 2)
const CLIENTS = 4
const NIGHT = inDays(20)
const POINTS = 10_000

interface Client {
  account: TestAccount
  hotel: { chain: string; hotel_code: string }
  no: number
  /** The newest figure that was written. */
  figure: number
}

let databases: Replicated
let sandbox: RunningSandbox
let api: ApiProcess
let clients: Client[]

beforeAll(async () => {
  ;[databases, sandbox] = await Promise.all([openReplicated(), startSandbox()])
  api = await startApi(databases.url, {
    ...sandbox.environment,
    DATABASE_REPLICA_URL: databases.replicaUrl,
    LOG_LEVEL: 'info',
  })
  clients = await Promise.all(Array.from({ length: CLIENTS }, (_, index) => newClient(index)))
})
afterAll(async () => {
  await api.stop('SIGKILL')
  await sandbox.stop()
  await databases.stop()
})

async function newClient(index: number): Promise<Client> {
  const account = await newAccount(databases.pool, 'scale', { rps: 100_000 })
  const hotel = { chain: 'aurelia', hotel_code: `COPY${index}` }
  const { rows } = await databases.pool.query<{ id: number }>(
    'insert into hotels (source, code, name, city) values ($1, $2, $2, $2) returning id',
    [hotel.chain, hotel.hotel_code],
  )
  return { account, hotel, no: rows[0]?.id ?? 0, figure: 0 }
}

/** Commits a new price of the client's night on the primary. */
async function writePrice(client: Client): Promise<void> {
  client.figure += 1
  const source = findSource(catalog, client.hotel.chain)
  if (!source) throw new Error('the chain is not in the catalog')
  const place = keyAt(client.no, { source, los: 1, occupancy: DEFAULT_OCCUPANCY, currency: 'USD' })
  const figures = { ...PRICED, barAfterTax: priceOf(client), points: POINTS, pointsKnown: true }
  const cells = [{ ...place, kind: 'award' as const, night: NIGHT, seenMs: Date.now(), figures }]
  await writeCells(databases.pool, cells, createLooks().newsOf(cells))
}

/** In cents: each figure is worth a hundredth of a cent per point more. */
const priceOf = ({ figure }: Client) => POINTS + 100 * figure

/** Writes, and then reads back what was written through every kind of read that the replica serves. */
async function round(client: Client): Promise<void> {
  const { key } = client.account
  await writePrice(client)
  const price = priceOf(client) / 100
  const nights = { from: NIGHT, to: NIGHT }

  const history = await post(api.url, '/v1/history', key, { ...client.hotel, nights, kind: 'award' })
  expect(bodyOf(history)).toMatchObject({
    nights: [{ changes: client.figure }],
  })
  const lines = await get(api.url, '/v1/usage/lines?limit=1', key)
  expect(bodyOf(lines)).toMatchObject({
    lines: [{ request_id: history.headers['x-request-id'], endpoint: 'history' }],
  })
  const value = await get(api.url, `/v1/award/value?city=${client.hotel.hotel_code}&from=${NIGHT}`, key)
  expect(bodyOf(value)).toMatchObject({ hotels: [{ ...client.hotel, best_cpp: price / 100 }] })

  const grid = { hotels: [client.hotel], nights, kind: 'award', as_job: true, max_age: 86_400 }
  const made = await post(api.url, '/v1/matrix', key, grid)
  expect(made.status).toBe(202)
  const { job } = made.body as { job: { id: string } }
  const cells = await get(api.url, `/v1/jobs/${job.id}/cells`, key)
  expect(bodyOf(cells)).toMatchObject({ cells: [{ lowest_bar_after_tax: price }], next_cursor: null })
  const file = await fetch(`${api.url}/v1/jobs/${job.id}/export?format=jsonl`, {
    headers: { 'x-api-key': key },
  })
  expect([file.status, JSON.parse(await file.text())]).toMatchObject([200, { lowest_bar_after_tax: price }])

  const stay = { chain: 'aurelia', hotel_code: 'LONAU', checkin: NIGHT, max_age: 86_400 }
  expect((await post(api.url, '/v1/insight', key, stay)).status).toBe(200)
}

function bodyOf({ status, body }: Answer): unknown {
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}

/** All clients at once, again and again, until the condition holds; at least one whole round each. */
async function loadUntil(condition: () => Promise<boolean>): Promise<void> {
  const load = { running: true }
  const running = clients.map(async (client) => {
    do await round(client)
    while (load.running)
  })
  const stopped = Promise.all(running)
  await Promise.race([until(condition), stopped])
  load.running = false
  await stopped
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${api.opsPort}/metrics`)).text()
  const line = text.split('\n').find((each) => each.startsWith(name))
  return Number(line?.split(' ').at(-1) ?? 0)
}
const readsOf = (outcome: string) => metric(`vacancy_replica_reads_total{outcome="${outcome}"`)
const lagSec = () => metric('vacancy_replica_lag_seconds')

async function servesAgain(): Promise<void> {
  const before = await readsOf('served')
  await loadUntil(async () => (await readsOf('served')) > before + 20)
}

async function doctor() {
  const { stdout } = await vacancy(['doctor', '--json'], {
    ...sandbox.environment,
    DATABASE_URL: databases.url,
    DATABASE_REPLICA_URL: databases.replicaUrl,
  })
  const { findings } = JSON.parse(stdout) as { findings: { check: string; state: string; found: string }[] }
  return findings.find(({ check }) => check === 'replica')
}

test.skipIf(!process.env['REPLICA_FIGURES'])(
  'a replica takes the work of large reads off the primary',
  async () => {
    const { openFigures } = await import('./replica-figures.ts')
    const source = findSource(catalog, 'castellan')
    if (!source) throw new Error('the chain is not in the catalog')
    const figures = await openFigures(databases, source)
    const plain = await startApi(databases.url, sandbox.environment)
    const say = (...what: unknown[]) =>
      process.stderr.write(`${what.map((each) => JSON.stringify(each)).join(' ')}\n`)
    try {
      for (const name of ['value', 'history'] as const) {
        const [without, helped] = [await figures.costOf(name, plain.url), await figures.costOf(name, api.url)]
        say(name, { without, with: helped })
        expect(helped.primary).toBeLessThan(without.primary)
      }
      for (const isWriting of [false, true]) {
        const before = await waits()
        const perSecond = await figures.readFor(10_000, api.url, isWriting)
        const after = await waits()
        say(
          { perSecond },
          after.map(([seconds, count], at) => [seconds, count - (before[at]?.[1] ?? 0)]),
        )
      }
      say({ behind: await readsOf('behind'), served: await readsOf('served') })
    } finally {
      await plain.stop('SIGKILL')
    }
  },
  300_000,
)

/** How many reads waited at most so long. */
async function waits(): Promise<[seconds: string, count: number][]> {
  const text = await (await fetch(`http://127.0.0.1:${api.opsPort}/metrics`)).text()
  return [...text.matchAll(/^vacancy_replica_wait_seconds_bucket{le="([^"]+)"[^}]*} (\d+)/gm)].map(
    ([, seconds = '', count]) => [seconds, Number(count)],
  )
}

test.skipIf(LAG_SEC < 10)(
  'a replica that hangs delays few reads, and not the end of the process',
  async () => {
    await servesAgain()
    const away = await readsOf('away')
    const hanging = loadUntil(async () => (await readsOf('away')) > away + 20)
    await databases.signalReplica('SIGSTOP')
    await hanging
    const other = await startApi(databases.url, {
      ...sandbox.environment,
      DATABASE_REPLICA_URL: databases.replicaUrl,
    })
    const stoppedMs = performance.now()
    await other.stop('SIGKILL')
    expect(performance.now() - stoppedMs).toBeLessThan(5000)
    await databases.signalReplica('SIGCONT')
    await servesAgain()
  },
)

test('a replica that lags, dies, comes back and is promoted: every answer is as new as the primary’s', async () => {
  await servesAgain()
  expect(await doctor()).toMatchObject({ state: 'good' })

  // It lags.
  await databases.onReplica('select pg_wal_replay_pause()')
  const served = await readsOf('served')
  await loadUntil(async () => (await lagSec()) > LAG_SEC)
  expect(await readsOf('served')).toBe(served)
  expect(await readsOf('behind')).toBeGreaterThan(0)
  expect(await doctor()).toMatchObject({ state: 'warning', found: expect.stringContaining('behind') })
  await databases.onReplica('select pg_wal_replay_resume()')
  await servesAgain()
  expect(await lagSec()).toBeLessThan(1)

  // It dies while it is read, and comes back.
  const away = await readsOf('away')
  const dying = loadUntil(async () => (await readsOf('away')) > away + 20)
  await databases.killReplica()
  await dying
  expect(await doctor()).toMatchObject({ state: 'warning' })
  await databases.startReplica()
  await servesAgain()

  // It becomes a primary of its own.
  await databases.onReplica('select pg_promote()')
  const last = await readsOf('away')
  await loadUntil(async () => (await readsOf('away')) > last + 20)
  expect(await doctor()).toMatchObject({ state: 'problem', found: expect.stringContaining('not a replica') })

  for (const { account } of clients) {
    const books = await readBooks(databases.pool, account.no)
    expect(books).toMatchObject({ used: books.lines, keys: books.lines, held: 0, holds: 0 })
  }
})
