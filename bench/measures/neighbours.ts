import { findAccountId, setPlan } from '../../service/src/accounts/store.ts'
import type { Bench, Measure } from '../bench.ts'
import { compared, type Finding, milliseconds } from '../finding.ts'
import { fillFreeCalls, makeJob } from '../free-calls.ts'
import { keepPace, requestBytes, type Target } from '../load.ts'
import { inDays, openMarket, shop, shopBody } from '../market.ts'
import { inTurns, quantile, summarize } from '../measure.ts'
import { createAccounts } from '../postgres.ts'
import { startRole } from '../processes.ts'

/** What a neighbour does, and how it is reported. */
type Attacks = Readonly<Record<string, string>>

const PAID: Attacks = {
  'dry-runs': 'an account with dry runs of 20,000 cells beyond its rate, 16 connections',
  repeats: 'an account with one Idempotency-Key 400 times on a hanging hotel',
  jobs: 'an account with jobs of 20,000 cells, made and cancelled',
  stays: 'an account with jobs of 20,000 tasks, made and cancelled, and shops beside them',
  readers: 'an account with 300 readers that read nothing',
}

const FREE: Attacks = {
  market: 'the market of a job of 4,900 cells, 24 in flight',
  parquet: 'the same job as a Parquet file, 24 in flight',
  'as-of': 'quotes of 20,000 cells as of a moment, 16 in flight',
  trips: 'quotes of the largest trip, 16 in flight',
  events: 'lists of 250 events with 5,000 deliveries, 8 in flight',
  pipelines: '50 connections with 1,500 pipelined reads of /openapi.json each, and no key',
  documents: '800 readers of /openapi.json that read nothing, and have no key',
}

const CONNECTIONS = 8
const PER_SECOND = 150
const SLOWEST = { p50: { mustReach: 2, aim: 1.3 }, p99: { mustReach: 4, aim: 2 } } as const

/** What one account's cached shops take while another account takes all it can get. */
export const neighbours: Measure = { name: 'P11', run: (bench) => run(bench, PAID) }

/** The same beside calls that cost nothing. */
export const freeNeighbours: Measure = { name: 'P11-free', run: (bench) => run(bench, FREE) }

async function run(bench: Bench, all: Attacks): Promise<Finding[]> {
  const database = await bench.server.newDatabase('bench_p11')
  const attacks = Object.entries(all)
  // One per attack, because an account can cancel only so many jobs a day.
  const [quiet, ...greedy] = await createAccounts(database.pool, 1 + attacks.length)
  if (!quiet) throw new Error('the accounts were not made')
  const listed = greedy[attacks.findIndex(([attack]) => attack === 'events')]
  if (listed) await fillFreeCalls(database.pool, listed)
  const market = await openMarket({ databaseUrl: database.url })
  const jobOf = async (attack: string, key: string) =>
    attack === 'market' || attack === 'parquet' ? makeJob(market.api.port, key) : ''
  const jobs = await Promise.all(attacks.map(([attack], index) => jobOf(attack, greedy[index]?.key ?? '')))
  for (const index of greedy.keys())
    await setPlan(database.pool, await findAccountId(database.pool, `bench-${index + 1}@example.com`), 'pro')
  const body = shopBody(inDays(40))
  await shop(market.api.port, quiet.key, body)
  const target: Target = { port: market.api.port, requests: [requestBytes(quiet.key, body)] }
  const sample = async () => {
    const load = { connections: CONNECTIONS, forMs: bench.quick ? 2000 : 5000, perSecond: PER_SECOND }
    const { latenciesMs } = await keepPace(target, load)
    return { p50: quantile(latenciesMs, 0.5), p99: quantile(latenciesMs, 0.99) }
  }
  // The compiler optimises the request path first.
  for (let warm = 0; warm < (bench.quick ? 2 : 4); warm += 1) await sample()
  const findings: Finding[] = []
  for (const [index, [attack, what]] of attacks.entries()) {
    const env = {
      BENCH_URL: `http://127.0.0.1:${market.api.port}`,
      BENCH_KEY: greedy[index]?.key ?? '',
      BENCH_JOB: jobs[index] ?? '',
    }
    const disturbed = async () => {
      const neighbour = await startRole('neighbour', [attack], { env })
      const taken = await sample()
      await neighbour.stop()
      return taken
    }
    const taken = await inTurns(bench.quick ? 3 : 7, disturbed, sample)
    for (const share of ['p50', 'p99'] as const) {
      const pairs = taken.map(({ ours, theirs, disturbance }) => ({
        ours: ours[share],
        theirs: theirs[share],
        disturbance,
      }))
      const about = {
        name: 'P11',
        what: `${share} of a cached shop beside ${what}`,
        better: 'less',
        ...SLOWEST[share],
      } as const
      findings.push(compared(about, summarize(pairs), pairs, { value: milliseconds, rival: 'alone' }))
    }
  }
  await market.stop()
  await database.close()
  return findings
}
