import { findAccountId, setPlan } from '../../service/src/accounts/store.ts'
import type { Bench, Measure } from '../bench.ts'
import { compared, type Finding, milliseconds } from '../finding.ts'
import { keepPace, requestBytes, type Target } from '../load.ts'
import { inDays, openMarket, shop, shopBody } from '../market.ts'
import { inTurns, quantile, summarize } from '../measure.ts'
import { createAccounts } from '../postgres.ts'
import { startRole } from '../processes.ts'

/** What the neighbour does, and how it is reported. */
const ATTACKS = {
  'dry-runs': 'dry runs of 20,000 cells beyond its rate, 16 connections',
  repeats: 'one Idempotency-Key 400 times on a hanging hotel',
  jobs: 'jobs of 20,000 cells, made and cancelled',
  stays: 'jobs of 20,000 tasks, made and cancelled, and shops beside them',
  readers: '300 readers that read nothing',
} as const

const CONNECTIONS = 8
const PER_SECOND = 150
const SLOWEST = { p50: { mustReach: 2, aim: 1.3 }, p99: { mustReach: 4, aim: 2 } } as const

/** What one account's cached shops take while another account takes all it can get. */
export const neighbours: Measure = { name: 'P11', run }

async function run(bench: Bench): Promise<Finding[]> {
  const database = await bench.server.newDatabase('bench_p11')
  const attacks = Object.entries(ATTACKS)
  // One per attack, because an account can cancel only so many jobs a day.
  const [quiet, ...greedy] = await createAccounts(database.pool, 1 + attacks.length)
  if (!quiet) throw new Error('the accounts were not made')
  for (const index of greedy.keys())
    await setPlan(database.pool, await findAccountId(database.pool, `bench-${index + 1}@example.com`), 'pro')
  const market = await openMarket({ databaseUrl: database.url })
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
        what: `${share} of a cached shop beside an account with ${what}`,
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
