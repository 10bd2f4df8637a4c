import { Client } from 'undici'
import { keepMonths } from '../../service/src/db/months.ts'
import type { Pool } from '../../service/src/db/pool.ts'
import type { Bench, Measure } from '../bench.ts'
import { absolute, compared, type Finding, milliseconds } from '../finding.ts'
import { fillHistory } from '../history-changes.ts'
import { inDays, openMarket, shop, shopBody } from '../market.ts'
import { inTurns, median, summarize } from '../measure.ts'
import { fillOutlook } from '../outlook-nights.ts'
import { createAccounts } from '../postgres.ts'

const SMALL = 1_000_000
/** `BENCH_CHANGES` sets another number, for a smaller disk. */
const LARGE = Number(process.env['BENCH_CHANGES'] ?? 100_000_000)
const SMALL_QUICK = 100_000
const LARGE_QUICK = 1_000_000
const ASKS = 20
const DAY_MS = 86_400_000

/** `POST /insight`, and `POST /outlook`, beyond the shop in it, at a large and a small history; and dropping a month of it. */
export const judgement: Measure = { name: 'P13', also: ['P21'], run }

interface Asked {
  name: string
  path: '/insight' | '/outlook'
  mustTakeMs: number
  aimMs: number
  /** Whether the answer had anything to go by. */
  isTold(answer: { typical?: unknown; drops?: { probability: number | null }[] }): boolean
}

const ASKED: readonly Asked[] = [
  { name: 'P13', path: '/insight', mustTakeMs: 15, aimMs: 8, isTold: ({ typical }) => typical !== null },
  {
    name: 'P21',
    path: '/outlook',
    mustTakeMs: 20,
    aimMs: 10,
    isTold: ({ drops = [] }) => drops.every(({ probability }) => probability !== null),
  },
]

interface Store {
  changes: number
  pool: Pool
  /** What a judgement takes beyond a cached shop, in milliseconds: the difference of two medians. */
  beyondShop(asked: Asked): Promise<number>
  close(): Promise<void>
}

async function run(bench: Bench): Promise<Finding[]> {
  const small = await openStore(bench, 'bench_p13_small', bench.quick ? SMALL_QUICK : SMALL)
  const large = await openStore(bench, 'bench_p13_large', bench.quick ? LARGE_QUICK : LARGE)
  const findings: Finding[] = []
  for (const asked of ASKED) findings.push(...(await growthOf(bench, asked, large, small)))
  findings.push(...(await dropMonth(large)))
  await small.close()
  await large.close()
  return findings
}

async function growthOf({ quick }: Bench, asked: Asked, large: Store, small: Store): Promise<Finding[]> {
  const pairs = await inTurns(
    quick ? 3 : 9,
    () => large.beyondShop(asked),
    () => small.beyondShop(asked),
  )
  const { name } = asked
  const what = `${asked.path} beyond its shop at ${large.changes.toLocaleString('en-US')} changes`
  const rival = `at ${small.changes.toLocaleString('en-US')} changes`
  const { disturbance } = summarize(pairs)
  return [
    compared({ name, what, better: 'less', mustReach: 2, aim: 1.3 }, summarize(pairs), pairs, {
      value: milliseconds,
      rival,
    }),
    absolute(
      { name, what: `p50 of ${what}`, unit: 'ms', mustReach: asked.mustTakeMs, aim: asked.aimMs },
      pairs.map(({ ours }) => ours),
      { disturbance },
    ),
  ]
}

async function openStore({ server, say }: Bench, name: string, wanted: number): Promise<Store> {
  const database = await server.newDatabase(name)
  const [account] = await createAccounts(database.pool, 1)
  if (!account) throw new Error('there is no account')
  const market = await openMarket({ databaseUrl: database.url })
  const body = shopBody(inDays(40))
  await shop(market.api.port, account.key, body)
  const { rows } = await database.pool.query<{ id: number }>("select id from hotels where code = 'NEWSF'")
  const startedMs = performance.now()
  // The asked hotel is the first of those that are filled.
  const first = rows[0]?.id ?? 1
  const { changes, hotels } = await fillHistory(database.pool, wanted, first)
  await fillOutlook(database.pool, first, hotels)
  say(
    `  ${changes.toLocaleString('en-US')} changes in ${Math.round((performance.now() - startedMs) / 1000)} s`,
  )
  const client = new Client(`http://127.0.0.1:${market.api.port}`)
  const askOnce = async (path: string, isTold: Asked['isTold']): Promise<number> => {
    const begunMs = performance.now()
    const answer = await client.request({
      method: 'POST',
      path,
      headers: { 'x-api-key': account.key, 'content-type': 'application/json' },
      body,
    })
    const text = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${text}`)
    if (!isTold(JSON.parse(text))) throw new Error(`nothing to compare with: ${text}`)
    return performance.now() - begunMs
  }
  const ask = async (path: string, isTold: Asked['isTold'] = () => true): Promise<number> => {
    const tookMs: number[] = []
    for (let asked = 0; asked < ASKS; asked += 1) tookMs.push(await askOnce(`/v1${path}`, isTold))
    return median(tookMs)
  }
  return {
    changes,
    pool: database.pool,
    beyondShop: async ({ path, isTold }) => (await ask(path, isTold)) - (await ask('/shop')),
    close: async () => {
      await client.close()
      await market.stop()
      await database.close()
    },
  }
}

/** The oldest months are dropped while changes are being written. */
async function dropMonth({ pool, changes }: Store): Promise<Finding[]> {
  const writing = { isOver: false }
  let slowestMs = 0
  const writer = (async () => {
    for (let seen = 1; !writing.isOver; seen += 1) {
      const begunMs = performance.now()
      await pool.query(
        `insert into cell_history (hotel, kind, los, occ, currency, night, seen, status, quoted, premium)
         values (1, 'c', 2, 201, -1, current_date, $1, 'a', 1, false)`,
        [seen],
      )
      slowestMs = Math.max(slowestMs, performance.now() - begunMs)
    }
  })()
  const begunMs = performance.now()
  const kept = { cell_history: 300, usage_lines: Number.POSITIVE_INFINITY }
  const months = await keepMonths(pool, kept, Math.floor(Date.now() / DAY_MS) * DAY_MS)
  const tookSec = (performance.now() - begunMs) / 1000
  writing.isOver = true
  await writer
  const told = `of ${changes.toLocaleString('en-US')} changes`
  return [
    absolute(
      { name: 'P13', what: `dropping a month ${told}, mean of ${months}`, unit: 's', mustReach: 1, aim: 0.2 },
      [tookSec / Math.max(1, months)],
    ),
    absolute({ name: 'P13', what: 'the slowest write meanwhile', unit: 'ms', mustReach: null, aim: null }, [
      slowestMs,
    ]),
  ]
}
