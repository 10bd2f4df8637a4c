import { setTimeout as wait } from 'node:timers/promises'
import { createWorld } from '../sandbox/src/world/create.ts'
import type { Pool } from '../service/src/db/pool.ts'
import { one } from '../service/src/db/rows.ts'
import type { Bench, Measure } from './bench.ts'
import { watchDisturbance } from './disturbance.ts'
import type { Finding } from './finding.ts'
import { nightAt } from './grids-rig.ts'
import { median, quantile } from './measure.ts'
import { type Populated, populate } from './postgres.ts'
import { startRole } from './processes.ts'

export const CONCURRENCY = 8
export const LATENCY_MS = 50
const SLOW_MS = 1000
const NIGHTS = 100
const LENGTHS = [1, 2]

/** Single stays, batches and calendars, a third of the cells each. The single stays take longest: 34 hotels × 100 nights × 2 lengths. */
const HOTELS = { castellan: 34, glasshouse: 33, aurelia: 33 } as const

interface Fill {
  what: string
  slowShare: number
  mustReach: number
  aim: number
}

const FILLS: readonly Fill[] = [
  { what: 'every call takes 50 ms', slowShare: 0, mustReach: 0.88, aim: 0.95 },
  { what: '5 % of the calls take 1 s', slowShare: 0.05, mustReach: 0.9, aim: 0.95 },
]

export interface Filling {
  workerPid: number
  /** Warms up compiler and connections before the measurement. */
  warmUp(): Promise<void>
  /** Fills a grid that is not cached, and compares the time with the ideal. */
  fill(slowShare: number): Promise<number>
  stop(): Promise<void>
}

/** How close a job comes to the minimum time that its sources need. */
export const gridFill: Measure = {
  name: 'P5',
  run: async (bench) => {
    const populated = await populate(bench.server, 'bench_p5', 1)
    const rig = await openFilling(bench, populated)
    const findings: Finding[] = []
    await rig.warmUp()
    for (const { what, slowShare, mustReach, aim } of FILLS) {
      const ratios: number[] = []
      const disturbances: number[] = []
      for (let sample = 0; sample < (bench.quick ? 1 : 3); sample += 1) {
        const disturbanceOf = await watchDisturbance()
        ratios.push(await rig.fill(slowShare))
        disturbances.push(await disturbanceOf())
      }
      findings.push({
        name: 'P5',
        what: `fill of 20,000 cells, ${what}`,
        value: `${(idealMs(slowShare) / median(ratios) / 1000).toFixed(2)} s`,
        comparedWith: `${(idealMs(slowShare) / 1000).toFixed(2)} s ideal`,
        figure: median(ratios),
        unit: 'ratio',
        better: 'more',
        mustReach,
        aim,
        spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
        disturbance: median(disturbances),
        samples: ratios,
      })
    }
    await rig.stop()
    await populated.database.close()
    return findings
  },
}

function idealMs(slowShare: number): number {
  const tasks = HOTELS.castellan * NIGHTS * LENGTHS.length
  return (tasks * (LATENCY_MS * (1 - slowShare) + SLOW_MS * slowShare)) / CONCURRENCY
}

interface Listening {
  listening: { controlPort: number; controlToken: string; environment: Record<string, string> }
}

/** The first account asks. The database stays open for the caller to close. */
export async function openFilling(
  bench: Bench,
  { database, accounts }: Populated,
  moreEnv: Record<string, string> = {},
): Promise<Filling> {
  const account = one(accounts)
  const sandbox = await startRole<Listening>('sandbox', [], {
    env: { SANDBOX_PORT: '0', SANDBOX_CONTROL_PORT: '0', SANDBOX_CONTROL_TOKEN: '' },
  })
  const { controlPort, controlToken, environment } = sandbox.said.listening
  const profiling = bench.profileTo === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${bench.profileTo}`]
  const env = { ...environment, DATABASE_URL: database.url, ...moreEnv }
  const api = await startRole<{ url: string }>('service', ['api'], { env })
  const worker = await startRole('service', ['worker'], { env, nodeOptions: profiling })
  const hotels = hotelsOf()
  let party = 0

  const post = async (url: string, body: unknown): Promise<unknown> => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'x-api-key': account.key,
        'x-control-token': controlToken,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const setPace = (slowShare: number) =>
    post(`http://127.0.0.1:${controlPort}/sources/*`, {
      latencyMs: LATENCY_MS,
      slowShare,
      slowMs: SLOW_MS,
      rateLimit: 100_000,
    })
  const fill = async (nights: number): Promise<number> => {
    // A different occupancy is a different cell.
    party += 1
    const { job } = (await post(`${api.said.url}/v1/matrix`, {
      hotels,
      nights: { from: nightAt(0), to: nightAt(nights - 1) },
      los: LENGTHS,
      adults: 1 + (party % 8),
      children: Math.floor(party / 8) % 7,
    })) as { job: { id: string } }
    return jobTookMs(database.pool, job.id)
  }
  return {
    workerPid: worker.pid,
    warmUp: async () => {
      await setPace(0)
      await fill(5)
    },
    fill: async (slowShare) => {
      await setPace(slowShare)
      return idealMs(slowShare) / (await fill(NIGHTS))
    },
    stop: async () => {
      await worker.stop()
      await api.stop()
      await sandbox.stop()
    },
  }
}

/** From its creation to its end, by the clock of the database. */
export async function jobTookMs(pool: Pool, job: string): Promise<number> {
  for (;;) {
    const { rows } = await pool.query<{ ms: number | null; failed: number }>(
      `select extract(epoch from finished_at - created_at)::float8 * 1000 as ms, tasks_failed as failed
       from jobs where public_id = $1`,
      [job],
    )
    const [found] = rows
    if (found?.failed) throw new Error(`${found.failed} tasks failed`)
    if (found?.ms) return found.ms
    await wait(100)
  }
}

function hotelsOf(): { chain: string; hotel_code: string }[] {
  const world = createWorld({ seed: 1, now: Date.now })
  return Object.entries(HOTELS).flatMap(([chain, count]) =>
    world
      .listings(chain)
      .slice(0, count)
      .map(({ code }) => ({ chain, hotel_code: code })),
  )
}
