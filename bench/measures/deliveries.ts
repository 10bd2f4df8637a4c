import { setTimeout as wait } from 'node:timers/promises'
import { Agent } from 'undici'
import { inTransaction, type Pool } from '../../service/src/db/pool.ts'
import { createVault } from '../../service/src/ops/vault.ts'
import { recordEvents } from '../../service/src/webhooks/events.ts'
import { createHook } from '../../service/src/webhooks/hooks.ts'
import type { Bench, Measure } from '../bench.ts'
import { compared, perSecond } from '../finding.ts'
import { inTurns, summarize } from '../measure.ts'
import { type BenchAccount, createAccounts } from '../postgres.ts'
import { startRole } from '../processes.ts'

const ACCOUNTS = 100
const WORKERS = 2
const AT_ONCE = 64
const SECRET_KEY = '0'.repeat(64)
/** About as long as the event of a watch, with its two cells. */
const BODY = { watch_id: 'wat_bench', note: 'x'.repeat(900) }

/** Delivery of events to a receiver that answers at once: claimed, signed, sent and recorded. */
export const deliveries: Measure = { name: 'P9', run }

async function run({ server, quick, profileTo }: Bench) {
  const database = await server.newDatabase('bench_p9')
  const sink = await startRole<{ url: string }>('sink', [])
  const accounts = await createAccounts(database.pool, ACCOUNTS)
  const hooks = await makeHooks(database.pool, accounts, sink.said.url)
  const env = { DATABASE_URL: database.url, SECRET_KEY, ALLOW_PRIVATE_WEBHOOKS: 'true' }
  const nodeOptions = profileTo === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileTo}`]
  const workers = await Promise.all(
    Array.from({ length: WORKERS }, () => startRole('service', ['worker'], { env, nodeOptions })),
  )
  const agent = new Agent({ connections: AT_ONCE })
  const count = quick ? 3000 : 10_000
  const ours = () => deliver(database.pool, accounts, hooks, count)
  const theirs = () => postLoop(agent, sink.said.url, count)
  await ours()
  await theirs()
  const pairs = await inTurns(quick ? 3 : 7, ours, theirs)
  await agent.close()
  await Promise.all(workers.map((worker) => worker.stop()))
  await sink.stop()
  await database.close()
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

async function makeHooks(pool: Pool, accounts: readonly BenchAccount[], url: string): Promise<number[]> {
  const vault = createVault(Buffer.from(SECRET_KEY, 'hex'))
  const hooks: number[] = []
  for (const { no: account } of accounts) {
    hooks.push((await inTransaction(pool, (client) => createHook(client, vault, { account, url }))).no)
  }
  return hooks
}

/** Deliveries per second, from the moment all events exist until the last is recorded as delivered. */
async function deliver(
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
