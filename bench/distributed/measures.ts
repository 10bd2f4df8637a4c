import { Client } from 'undici'
import { createLedger } from '../../service/src/billing/ledger.ts'
import { newOrderedId } from '../../service/src/kernel/ids.ts'
import type { CellRow } from '../../service/src/observations/cell-row.ts'
import { writeCells } from '../../service/src/observations/write-cells.ts'
import { PRICED } from '../../service/test/history/past.ts'
import { CODES, fillStore, NIGHTS, nightAt } from '../grids-rig.ts'
import { fillCells } from '../growth-cells.ts'
import { fillHistory } from '../history-changes.ts'
import { inDays, openMarket, shop, shopBody } from '../market.ts'
import { median } from '../measure.ts'
import { type BenchAccount, createAccounts } from '../postgres.ts'
import type { Cluster } from './cluster.ts'

/** A filled store with a service on it. */
export interface Stage {
  cluster: Cluster
  accounts: BenchAccount[]
  /** One request; it must succeed. */
  ask(method: 'GET' | 'POST', path: string, body?: string): Promise<void>
  close(): Promise<void>
}

export interface Measured {
  figure: string
  /** Milliseconds of processor time per call of every node, the coordinator's first. */
  perCallMs: number[]
}

const ACCOUNTS = 128

/** PostgreSQL has it from version 16 on. */
const RANDOM_NORMAL = `create function random_normal() returns float8 language sql as
  'select sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())'`

export async function prepare(cluster: Cluster, sizes: { cells: number; changes: number }): Promise<Stage> {
  const { pool, url } = cluster
  const accounts = await createAccounts(pool, ACCOUNTS)
  const [account] = accounts
  if (!account) throw new Error('there is no account')
  await pool.query(RANDOM_NORMAL)
  await fillCells(pool, sizes.cells)
  await pool.query("delete from cells where hotel in (select id from hotels where source = 'aurelia')")
  await fillStore(pool)
  const market = await openMarket({ databaseUrl: url })
  await shop(market.api.port, account.key, shopBody(inDays(40)))
  const { rows } = await pool.query<{ id: number }>("select id from hotels where code = 'NEWSF'")
  await fillHistory(pool, sizes.changes, rows[0]?.id ?? 1)
  const client = new Client(`http://127.0.0.1:${market.api.port}`)
  return {
    cluster,
    accounts,
    ask: async (method, path, body) => {
      const answer = await client.request({
        method,
        path,
        headers: { 'x-api-key': account.key, ...(body && { 'content-type': 'application/json' }) },
        body: body ?? null,
      })
      const text = await answer.body.text()
      if (answer.statusCode !== 200)
        throw new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`)
    },
    close: async () => {
      await client.close()
      await market.stop()
    },
  }
}

export const MEASURES: readonly { what: string; run(stage: Stage): Promise<Measured> }[] = [
  { what: 'cells written (per 1,000)', run: writes },
  { what: '/matrix of 20,000 cells', run: (stage) => calls(stage, 20, () => matrix(stage)) },
  { what: '/award/value of a country', run: (stage) => calls(stage, 40, () => value(stage, 'US')) },
  {
    what: '/insight',
    run: (stage) => calls(stage, 100, () => stage.ask('POST', '/v1/insight', shopBody(inDays(40)))),
  },
  { what: 'charges (per 1,000)', run: charges },
]

const matrix = (stage: Stage) =>
  stage.ask(
    'POST',
    '/v1/matrix',
    JSON.stringify({
      chain: 'aurelia',
      hotel_codes: CODES,
      nights: { from: nightAt(0), to: nightAt(NIGHTS - 1) },
    }),
  )

const value = (stage: Stage, country: string) => stage.ask('GET', `/v1/award/value?country=${country}`)

/** Milliseconds of a call, the median, after a few to warm up. */
async function calls({ cluster }: Stage, count: number, call: () => Promise<void>): Promise<Measured> {
  for (let warm = 0; warm < 5; warm += 1) await call()
  const tookMs: number[] = []
  const perCallMs = await costOf(cluster, count, async () => {
    for (let done = 0; done < count; done += 1) {
      const begunMs = performance.now()
      await call()
      tookMs.push(performance.now() - begunMs)
    }
  })
  return { figure: `${median(tookMs).toFixed(1)} ms`, perCallMs }
}

async function costOf(cluster: Cluster, count: number, work: () => Promise<void>): Promise<number[]> {
  const before = await cluster.usedMs()
  await work()
  const after = await cluster.usedMs()
  return after.map((ms, node) => (ms - (before[node] ?? 0)) / count)
}

const WRITERS = 4
const BATCHES = 100
const HOTELS_PER_BATCH = 10
const NIGHTS_PER_HOTEL = 30

/** As workers settle their tasks: batches of a few hotels, each night at a new price. */
async function writes({ cluster }: Stage): Promise<Measured> {
  const { rows } = await cluster.pool.query<{ id: number }>(
    "insert into hotels (source, code, name) select 'aurelia', 'WRITE' || n, 'n' from generate_series(1, 2000) n returning id",
  )
  let batch = 0
  const batchOf = (no: number): CellRow[] =>
    Array.from({ length: HOTELS_PER_BATCH * NIGHTS_PER_HOTEL }, (_, index) => ({
      hotel: rows[(no * HOTELS_PER_BATCH + Math.floor(index / NIGHTS_PER_HOTEL)) % rows.length]?.id ?? 0,
      los: 1,
      occ: 201,
      currency: -1,
      kind: 'cash',
      night: nightAt(index % NIGHTS_PER_HOTEL),
      seenMs: Date.now(),
      figures: { ...PRICED, bar: 10_000 + no, barAfterTax: 12_000 + no },
    }))
  const writer = async () => {
    while (batch < BATCHES) await writeCells(cluster.pool, batchOf(batch++), [])
  }
  await writeCells(cluster.pool, batchOf(batch), [])
  const cells = BATCHES * HOTELS_PER_BATCH * NIGHTS_PER_HOTEL
  const begunMs = performance.now()
  const perCallMs = await costOf(cluster, cells / 1000, async () => {
    await Promise.all(Array.from({ length: WRITERS }, writer))
  })
  return { figure: perSecond(cells, performance.now() - begunMs), perCallMs }
}

const SUBMITTERS = 64
const CHARGES = 20_000

async function charges({ cluster, accounts }: Stage): Promise<Measured> {
  const ledger = createLedger({ url: cluster.url })
  let left = CHARGES
  const submit = async () => {
    while (left > 0) {
      left -= 1
      const { no, keyNo } = accounts[left % accounts.length] as BenchAccount
      await ledger.submit({
        kind: 'charge',
        id: newOrderedId(),
        payer: { account: no, key: keyNo, slot: 1 },
        tokens: 1,
        amount: 250,
        line: { usage: 'shop', requestId: 'req_bench', counts: { live: 0, cached: 1, free: 0 } },
      })
    }
  }
  const begunMs = performance.now()
  const perCallMs = await costOf(cluster, CHARGES / 1000, async () => {
    await Promise.all(Array.from({ length: SUBMITTERS }, submit))
  })
  const tookMs = performance.now() - begunMs
  await ledger.close()
  return { figure: perSecond(CHARGES, tookMs), perCallMs }
}

function perSecond(count: number, tookMs: number): string {
  return `${Math.round((count * 1000) / tookMs).toLocaleString('en-US')}/s`
}
