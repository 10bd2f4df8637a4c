import { one } from '../../service/src/db/rows.ts'
import type { Bench, Measure } from '../bench.ts'
import { compared, type Finding, milliseconds, perSecond } from '../finding.ts'
import { keepPace, requestBytes, saturate, type Target } from '../load.ts'
import { inDays, openMarket, shop, shopBody } from '../market.ts'
import { inTurns, median, type Pair, quantile, summarize } from '../measure.ts'
import { ageLog, checkBooks, type Populated, populate, readBooks } from '../postgres.ts'
import { startRole } from '../processes.ts'

const CONNECTIONS = 64
const ACCOUNTS = 128
/** How many times as long as the bare route. */
const SLOWEST = { p99: { mustReach: 4, aim: 2.5 }, p50: { mustReach: 2.5, aim: 1.8 } } as const
const RIVAL = 'bare Fastify route'
/** A shop of this source from the cache, in milli-credits. */
const HIT_PRICE_MILLI = 250

/** The two warm servers, and what ours must have charged. */
export interface Hits {
  ours: Target
  theirs: Target
  /** Adds our answers to the count and compares it with the ledger. */
  charged(answers: number): Promise<void>
  stop(): Promise<void>
}

/** Cache hits per second, with everything that a paid answer needs. */
export const topSpeed: Measure = {
  name: 'P1',
  run: async (bench) => {
    const populated = await populate(bench.server, 'bench_p1', ACCOUNTS)
    const rig = await openHits(bench, populated)
    const forMs = sampleMs(bench)
    const pairs = await inTurns(
      bench.quick ? 3 : 11,
      () => speedOf(rig, 'ours', forMs),
      () => speedOf(rig, 'theirs', forMs),
    )
    await rig.stop()
    await populated.database.close()
    const what = `paid cache hits, ${CONNECTIONS} connections, ${ACCOUNTS} accounts`
    const about = { name: 'P1', what, better: 'more', mustReach: 0.55, aim: 0.7 } as const
    return [compared(about, summarize(pairs), pairs, { value: perSecond, rival: RIVAL })]
  },
}

/** How long a hit takes at half that speed. */
export const latency: Measure = {
  name: 'P2',
  run: async (bench) => {
    const populated = await populate(bench.server, 'bench_p2', ACCOUNTS)
    const rig = await openHits(bench, populated)
    const pace = await halfSpeed(rig, bench)
    const forMs = sampleMs(bench)
    // The compiler runs for about a minute, on a core that the servers need.
    await samplePaced(rig, pace, { count: bench.quick ? 1 : 10, forMs })
    const taken = await samplePaced(rig, pace, { count: bench.quick ? 3 : 11, forMs })
    await rig.stop()
    await populated.database.close()
    return findingsOf('P2', `of a paid cache hit at ${perSecond(pace)}`, taken)
  },
}

export function sampleMs({ quick }: Bench): number {
  return quick ? 1200 : 2500
}

/** Of the speed that P1 measures: the first samples are slower, because the compiler is still at work. */
async function halfSpeed(rig: Hits, bench: Bench): Promise<number> {
  const tops: number[] = []
  for (let sample = 0; sample < (bench.quick ? 3 : 7); sample += 1)
    tops.push(await speedOf(rig, 'ours', sampleMs(bench)))
  return median(tops.slice(-3)) / 2
}

interface Shares {
  p50: number
  p99: number
}

function samplePaced(rig: Hits, pace: number, { count, forMs }: { count: number; forMs: number }) {
  const measure = (side: 'ours' | 'theirs') => async (): Promise<Shares> => {
    const load = { connections: CONNECTIONS, forMs, perSecond: pace }
    const { latenciesMs, answers } = await keepPace(rig[side], load)
    if (side === 'ours') await rig.charged(answers)
    return { p50: quantile(latenciesMs, 0.5), p99: quantile(latenciesMs, 0.99) }
  }
  return inTurns(count, measure('ours'), measure('theirs'))
}

function findingsOf(name: string, of: string, taken: readonly Pair<Shares>[]): Finding[] {
  return (['p99', 'p50'] as const).map((share) => {
    const pairs = taken.map(({ ours, theirs, disturbance }) => ({
      ours: ours[share],
      theirs: theirs[share],
      disturbance,
    }))
    const about = { name, what: `${share} ${of}`, better: 'less', ...SLOWEST[share] } as const
    return compared(about, summarize(pairs), pairs, { value: milliseconds, rival: RIVAL })
  })
}

/** The database stays open for the caller to close. */
export async function openHits(bench: Bench, { database, accounts }: Populated): Promise<Hits> {
  const nodeOptions = bench.profileTo === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${bench.profileTo}`]
  const market = await openMarket({ databaseUrl: database.url, nodeOptions })
  const body = shopBody(inDays(40))
  const key = one(accounts).key
  // The first call is live. Only hits after the second are counted.
  await shop(market.api.port, key, body)
  const answer = await shop(market.api.port, key, body)
  const bare = await startRole<{ url: string }>('bare', [], { env: { BENCH_ANSWER: answer } })
  const before = await readBooks(database.pool)
  let answers = 0
  // The same bytes for both servers; the bare route ignores the key.
  const requests = accounts.map((account) => requestBytes(account.key, body))
  const hits: Hits = {
    ours: { port: market.api.port, requests },
    theirs: { port: Number(new URL(bare.said.url).port), requests },
    charged: async (more) => {
      answers += more
      await checkBooks(database.pool, before, answers, HIT_PRICE_MILLI)
    },
    stop: async () => {
      await market.stop()
      await bare.stop()
    },
  }
  // Long enough for the compiler to optimise the whole request path, from which ours gains most.
  for (const side of ['ours', 'theirs', 'ours', 'theirs'] as const) {
    await speedOf(hits, side, bench.quick ? 1000 : 3000)
  }
  await ageLog(database.pool)
  return hits
}

/** Answers per second. */
export async function speedOf(hits: Hits, side: 'ours' | 'theirs', forMs: number): Promise<number> {
  const speed = await saturate(hits[side], { connections: CONNECTIONS, forMs })
  if (side === 'ours') await hits.charged(speed.answers)
  return speed.perSecond
}
