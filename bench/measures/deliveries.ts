import { setTimeout as wait } from 'node:timers/promises'
import { Agent } from 'undici'
import { inTransaction, type Pool } from '../../service/src/db/pool.ts'
import { recordEvents } from '../../service/src/webhooks/events.ts'
import { createHook } from '../../service/src/webhooks/hooks.ts'
import type { Bench, Measure } from '../bench.ts'
import { compared, perSecond } from '../finding.ts'
import { inTurns, summarize } from '../measure.ts'
import { type BenchAccount, type Populated, populate } from '../postgres.ts'
import { startRole, VAULT } from '../processes.ts'

const ACCOUNTS = 100
const WORKERS = 2
const AT_ONCE = 64
/** The receiver is on this machine. */
export const DELIVERY_ENV = { ALLOW_PRIVATE_WEBHOOKS: 'true' }
/** About as long as the event of a watch, with its two cells. */
const BODY = { watch_id: 'wat_bench', note: 'x'.repeat(900) }

/** Delivery of events to a receiver that answers at once: claimed, signed, sent and recorded. */
export const deliveries: Measure = { name: 'P9', run }

async function run(bench: Bench) {
  const populated = await populate(bench.server, 'bench_p9', ACCOUNTS)
  const courier = await openDeliveries(bench, populated)
  const agent = new Agent({ connections: AT_ONCE })
  const theirs = () => postLoop(agent, courier.sinkUrl, eventsPerSample(bench))
  await theirs()
  const pairs = await inTurns(bench.quick ? 3 : 7, courier.deliver, theirs)
  await agent.close()
  await courier.stop()
  await populated.database.close()
  const about = {
    name: 'P9',
    what: `webhook deliveries, ${WORKERS} workers, ${ACCOUNTS} accounts`,
    better: 'more',
    mustReach: 0.45,
    aim: 0.7,
  } as const
  return [
    compared(about, summarize(pairs), pairs, {
      value: perSecond,
      rival: `a bare loop of POSTs, ${AT_ONCE} at a time`,
    }),
  ]
}

export interface Deliveries {
  sinkUrl: string
  /** Makes events and returns how many per second were delivered. */
  deliver(): Promise<number>
  stop(): Promise<void>
}

/** Warm workers. The database stays open for the caller to close. */
export async function openDeliveries(bench: Bench, { database, accounts }: Populated): Promise<Deliveries> {
  const { profileTo } = bench
  const sink = await startRole<{ url: string }>('sink', [])
  const hooks = await makeHooks(database.pool, accounts, sink.said.url)
  const env = { DATABASE_URL: database.url, ...DELIVERY_ENV }
  const nodeOptions = profileTo === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileTo}`]
  const workers = await Promise.all(
    Array.from({ length: WORKERS }, () => startRole('service', ['worker'], { env, nodeOptions })),
  )
  const send = () => deliver(database.pool, accounts, hooks, eventsPerSample(bench))
  await send()
  return {
    sinkUrl: sink.said.url,
    deliver: send,
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()))
      await sink.stop()
    },
  }
}

export function eventsPerSample({ quick }: Bench): number {
  return quick ? 3000 : 10_000
}

/** One address per account, all at the same receiver. Returns their numbers. */
export async function makeHooks(
  pool: Pool,
  accounts: readonly BenchAccount[],
  url: string,
): Promise<number[]> {
  const hooks: number[] = []
  for (const { no: account } of accounts) {
    hooks.push((await inTransaction(pool, (client) => createHook(client, VAULT, { account, url }))).no)
  }
  return hooks
}

/** Deliveries per second, from the moment all events exist until the last is recorded as delivered. */
export async function deliver(
  pool: Pool,
  accounts: readonly BenchAccount[],
  hooks: readonly number[],
  count: number,
): Promise<number> {
  await inTransaction(pool, (client) =>
    recordEvents(
      client,
      Array.from({ length: count }, (_, index) => ({
        account: accounts[index % accounts.length]?.no ?? 0,
        type: 'watch.changed' as const,
        hook: hooks[index % hooks.length] ?? 0,
        watchId: 'wat_bench',
        jobId: null,
        body: BODY,
      })),
    ),
  )
  const startedMs = performance.now()
  while (await isBusy(pool)) await wait(20)
  return (count / (performance.now() - startedMs)) * 1000
}

async function isBusy(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ busy: boolean }>(
    "select exists (select 1 from deliveries where state = 'q') or exists (select 1 from deliveries where state = 'r') as busy",
  )
  return rows[0]?.busy ?? true
}

async function postLoop(agent: Agent, origin: string, count: number): Promise<number> {
  const body = JSON.stringify(BODY)
  let left = count
  const startedMs = performance.now()
  const post = async () => {
    while (left > 0) {
      left -= 1
      const headers = { 'content-type': 'application/json' }
      const answer = await agent.request({ origin, path: '/', method: 'POST', headers, body })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, post))
  return (count / (performance.now() - startedMs)) * 1000
}
