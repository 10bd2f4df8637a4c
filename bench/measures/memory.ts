import { readFile } from 'node:fs/promises'
import { request } from 'undici'
import { one } from '../../service/src/db/rows.ts'
import type { Bench, Measure } from '../bench.ts'
import { absolute, type Finding } from '../finding.ts'
import { openFilling } from '../grids-fill.ts'
import { fillStore, gridBody } from '../grids-rig.ts'
import { holdOpen, requestBytes, saturate } from '../load.ts'
import { inDays, openMarket, shop, shopBody } from '../market.ts'
import { type Populated, populate } from '../postgres.ts'
import { memoryKib, startRole } from '../processes.ts'
import { DELIVERY_ENV, deliver, eventsPerSample, makeHooks } from './deliveries.ts'

const IDLE = 10_000
/** Files that a process opens besides the connections. */
const OTHER_FILES = 500
const ACCOUNTS = 128
const NIGHTS = 60
const CONNECTIONS = 64
const GRIDS_PER_ROUND = 3
const ROUND_MS = 10_000
const DELIVERY_ROUNDS = 3
const API_MOST = { unit: 'MB', mustReach: 300, aim: 200 } as const
const WORKER_MOST = { unit: 'MB', mustReach: 250, aim: 180 } as const

/** Memory that the processes hold, as the kernel counts it. */
export const memory: Measure = {
  name: 'P15',
  run: async (bench) => [...(await memoryOfApi(bench)), await memoryOfWorker(bench)],
}

async function memoryOfApi(bench: Bench): Promise<Finding[]> {
  const { database, accounts } = await populate(bench.server, 'bench_p15_api', ACCOUNTS)
  await fillStore(database.pool)
  // Made once: after midnight it would ask for a night that is not cached.
  const grid = gridBody()
  const market = await openMarket({ databaseUrl: database.url })
  const { pid, port } = market.api
  for (const owner of [process.pid, pid]) await requireFiles(owner)
  await requirePorts()
  bench.say(`  API at start: ${Math.round(await memoryMb(pid))} MB`)
  const { key } = one(accounts)
  const bodies = Array.from({ length: NIGHTS }, (_, night) => shopBody(inDays(30 + night)))
  for (const body of bodies) await shop(port, key, body)
  const requests = accounts.flatMap((account) => bodies.map((body) => requestBytes(account.key, body)))
  const target = { port, requests }

  const whileIdle = async (): Promise<number> => {
    const idle = await holdOpen(target, IDLE)
    const megabytes = await memoryMb(pid)
    idle.close()
    return megabytes
  }
  const fresh = await whileIdle()
  bench.say(`  API with idle connections: ${Math.round(fresh)} MB`)
  const minutes = loadMinutes(bench)
  const underLoad: number[] = []
  const untilMs = performance.now() + minutes * 60_000
  while (performance.now() < untilMs) {
    await saturate(target, { connections: CONNECTIONS, forMs: Math.min(ROUND_MS, minutes * 30_000) })
    for (let read = 0; read < GRIDS_PER_ROUND; read += 1) await readGrid(port, key, grid)
    underLoad.push(await memoryMb(pid))
  }
  const afterwards = await memoryMb(pid)
  bench.say(`  API after load: ${underLoad.map(Math.round).join(', ')} MB`)
  const used = await whileIdle()
  await market.stop()
  await database.close()
  const idleText = `${IDLE.toLocaleString('en-US')} idle connections`
  const loadText = `${minutes} min of cached shops and grids`
  return [
    absolute({ name: 'P15', what: `API with ${idleText}`, ...API_MOST }, [fresh]),
    absolute({ name: 'P15', what: `API after ${loadText}`, ...API_MOST }, underLoad, { figure: afterwards }),
    absolute({ name: 'P15', what: `API after ${loadText}, with ${idleText}`, ...API_MOST }, [used]),
  ]
}

async function readGrid(port: number, key: string, grid: string): Promise<void> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const url = `http://127.0.0.1:${port}/v1/matrix`
  const { statusCode, body } = await request(url, { method: 'POST', headers, body: grid })
  await body.dump({ limit: Number.POSITIVE_INFINITY })
  if (statusCode !== 200) throw new Error(`/matrix answered ${statusCode}`)
}

/** After a grid of 20,000 cells, most of them fetched one by one, and after deliveries. */
async function memoryOfWorker(bench: Bench): Promise<Finding> {
  const populated: Populated = await populate(bench.server, 'bench_p15_worker', ACCOUNTS)
  const { database, accounts } = populated
  const sink = await startRole<{ url: string }>('sink', [])
  const hooks = await makeHooks(database.pool, accounts, sink.said.url)
  const filling = await openFilling(bench, populated, DELIVERY_ENV)
  bench.say(`  worker at start: ${Math.round(await memoryMb(filling.workerPid))} MB`)
  const megabytes: number[] = []
  await filling.warmUp()
  if (!bench.quick) await filling.fill(0)
  megabytes.push(await memoryMb(filling.workerPid))
  const events = eventsPerSample(bench)
  for (let round = 0; round < DELIVERY_ROUNDS; round += 1) {
    await deliver(database.pool, accounts, hooks, events)
    megabytes.push(await memoryMb(filling.workerPid))
  }
  await filling.stop()
  await sink.stop()
  await database.close()
  const cells = bench.quick ? '1,000' : '20,000'
  const delivered = (events * DELIVERY_ROUNDS).toLocaleString('en-US')
  const what = `worker after filling ${cells} cells and ${delivered} deliveries, the most`
  return absolute({ name: 'P15', what, ...WORKER_MOST }, megabytes, { figure: Math.max(...megabytes) })
}

async function memoryMb(pid: number): Promise<number> {
  return ((await memoryKib(pid, 'VmRSS')) * 1024) / 1e6
}

/** The long form takes an hour: `BENCH_LOAD_MINUTES=60`. */
function loadMinutes({ quick }: Bench): number {
  const wanted = process.env['BENCH_LOAD_MINUTES']
  if (wanted === undefined) return quick ? 0.5 : 3
  const minutes = Number(wanted)
  if (!(minutes > 0)) throw new Error('BENCH_LOAD_MINUTES must be a number of minutes above 0')
  return minutes
}

/** Each connection is an open file on both of its ends. */
async function requireFiles(pid: number): Promise<void> {
  const needed = IDLE + OTHER_FILES
  const [, most] = /^Max open files\s+(\S+)/m.exec(await readFile(`/proc/${pid}/limits`, 'utf8')) ?? []
  if (most === 'unlimited' || Number(most) >= needed) return
  throw new Error(
    `P15 needs ${needed} open files per process and may open ${most}: run \`ulimit -n ${needed}\` first`,
  )
}

/** Each connection has a local port, which stays in use for a minute after the connection was closed. */
async function requirePorts(): Promise<void> {
  const needed = 2 * (IDLE + OTHER_FILES)
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
  const [first = 0, last = 0] = range.trim().split(/\s+/).map(Number)
  if (last - first >= needed) return
  throw new Error(`P15 needs ${needed} local ports, but net.ipv4.ip_local_port_range is ${first} to ${last}`)
}
