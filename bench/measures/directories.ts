import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../../service/src/db/database.ts'
import type { Pool } from '../../service/src/db/pool.ts'
import { one } from '../../service/src/db/rows.ts'
import type { Bench, Measure } from '../bench.ts'
import { watchDisturbance } from '../disturbance.ts'
import { absolute, compared, type Finding, milliseconds } from '../finding.ts'
import { keepPace, requestBytes, type Target } from '../load.ts'
import { inDays, openMarket, shop, shopBody } from '../market.ts'
import { inTurns, PATIENCE_MS, quantile, summarize, waitForCalm } from '../measure.ts'
import { poolOn, populate } from '../postgres.ts'
import { startRole } from '../processes.ts'
import { inFreshHome, startServe } from '../serve.ts'

/** From the first start to all hotels known and searchable, alone and beside a busy program, and what calls take meanwhile. */
export const directories: Measure = {
  name: 'P18',
  run: async (bench) => {
    const alone = await firstReadings(bench, 0)
    const busy = await firstReadings(bench, availableParallelism())
    const searchable = 'start to every hotel known and searchable, fresh home'
    const lag = 'longest from a hotel known to the same hotel searchable'
    const common = { name: 'P18', unit: 's' } as const
    return [
      absolute({ ...common, what: searchable, mustReach: 75, aim: 45 }, alone.seconds, alone),
      absolute(
        { ...common, what: `${searchable}, beside a program on all cores`, mustReach: 240, aim: 120 },
        busy.seconds,
        busy,
      ),
      absolute({ ...common, what: lag, mustReach: 5, aim: 1 }, [...alone.lags, ...busy.lags], {
        figure: Math.max(...alone.lags, ...busy.lags),
        disturbance: busy.disturbance,
      }),
      await callsMeanwhile(bench),
    ]
  },
}

interface Readings {
  seconds: number[]
  lags: number[]
  disturbance: number
}

async function firstReadings({ quick, say }: Bench, busyCores: number): Promise<Readings> {
  const seconds: number[] = []
  const lags: number[] = []
  await waitForCalm(PATIENCE_MS)
  const disturbanceOf = await watchDisturbance()
  for (let round = 0; round < (quick ? 1 : 3); round += 1) {
    const busy = await Promise.all(Array.from({ length: busyCores }, () => startRole('busy', [])))
    const { doneSec, lagSec } = await inFreshHome(firstReading)
    for (const program of busy) await program.stop()
    say(`  ${doneSec.toFixed(1)} s beside ${busyCores} busy cores, searchable after ${lagSec.toFixed(1)} s`)
    seconds.push(doneSec)
    lags.push(lagSec)
  }
  return { seconds, lags, disturbance: await disturbanceOf() }
}

interface Reading {
  doneSec: number
  /** The longest time for which a hotel was known but could not be searched. */
  lagSec: number
}

async function firstReading(home: string): Promise<Reading> {
  const serve = await startServe(home)
  const database = await openDatabase({ databaseUrl: '', home }, { share: true })
  const pool = poolOn(database.url, 1)
  try {
    return await followReading(pool, serve.secondsSinceStart)
  } finally {
    await pool.end()
    await serve.stop()
  }
}

const LOOK_MS = 100
const GIVE_UP_SEC = 900

async function followReading(pool: Pool, seconds: () => number): Promise<Reading> {
  /** How many hotels were known when, oldest first, as far as they cannot all be searched yet. */
  let waiting: { known: number; atSec: number }[] = []
  let lagSec = 0
  while (seconds() < GIVE_UP_SEC) {
    const { known, searchable, isRead } = await lookAt(pool)
    const nowSec = seconds()
    if (known > (waiting.at(-1)?.known ?? searchable)) waiting.push({ known, atSec: nowSec })
    for (const { atSec } of waiting) lagSec = Math.max(lagSec, nowSec - atSec)
    waiting = waiting.filter((then) => then.known > searchable)
    if (isRead && searchable === known) return { doneSec: nowSec, lagSec }
    await wait(LOOK_MS)
  }
  throw new Error(`the directories were not read within ${GIVE_UP_SEC} s`)
}

async function lookAt(pool: Pool): Promise<{ known: number; searchable: number; isRead: boolean }> {
  const { rows } = await pool.query<{ known: number; searchable: number; isRead: boolean }>(
    `select (select count(*) from hotels where name is not null) as known, (select count(*) from hotel_search) as searchable,
       (select count(*) > 0 and bool_and(synced_at is not null) from directory_syncs) as "isRead"`,
  )
  return one(rows)
}

const CONNECTIONS = 8
const PER_SECOND = 150

/** What one account's cached shops take while a worker reads directories for the first time, with the sandbox on the same machine. */
async function callsMeanwhile(bench: Bench): Promise<Finding> {
  const { database, accounts } = await populate(bench.server, 'bench_p18', 1)
  const market = await openMarket({ databaseUrl: database.url })
  const { key } = one(accounts)
  const body = shopBody(inDays(40))
  await shop(market.api.port, key, body)
  const target: Target = { port: market.api.port, requests: [requestBytes(key, body)] }
  const sample = async () => {
    const load = { connections: CONNECTIONS, forMs: bench.quick ? 1500 : 3000, perSecond: PER_SECOND }
    return quantile((await keepPace(target, load)).latenciesMs, 0.99)
  }
  const duringReading = async () => {
    await forgetDirectories(database.pool)
    const worker = await startRole('service', ['worker'], {
      env: { ...market.environment, DIRECTORY_SYNC: 'daily' },
    })
    while ((await lookAt(database.pool)).known < 1000) await wait(LOOK_MS)
    const taken = await sample()
    const { isRead } = await lookAt(database.pool)
    await worker.stop()
    if (isRead) throw new Error('the reading ended before the calls')
    return taken
  }
  // The compiler optimises the request path first.
  for (let warm = 0; warm < (bench.quick ? 2 : 4); warm += 1) await sample()
  const pairs = await inTurns(bench.quick ? 3 : 7, duringReading, sample)
  await market.stop()
  await database.close()
  const what = `p99 of a cached shop at ${PER_SECOND}/s while directories are read`
  const about = { name: 'P18', what, better: 'less', mustReach: 3, aim: 2 } as const
  return compared(about, summarize(pairs), pairs, { value: milliseconds, rival: 'without' })
}

/** All but the hotels of the source that is asked meanwhile, whose numbers the API remembers. */
async function forgetDirectories(pool: Pool): Promise<void> {
  await pool.query(`delete from tasks where kind = 'directory'`)
  await pool.query(`delete from hotels where source <> 'aurelia'`)
  await pool.query('truncate directory_syncs, hotel_search, hotel_words, unindexed_hotels')
}
