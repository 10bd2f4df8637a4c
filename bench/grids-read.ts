import { writeFile } from 'node:fs/promises'
import { to as copyTo } from 'pg-copy-streams'
import { Agent, request } from 'undici'
import { one } from '../service/src/db/rows.ts'
import { DEFAULT_OCCUPANCY } from '../service/src/kernel/occupancy.ts'
import type { Bench, Measure } from './bench.ts'
import { absolute, compared, milliseconds } from './finding.ts'
import { CELLS, CODES, copyOfCells, fillStore, gridBody, NIGHTS, nightAt } from './grids-rig.ts'
import { inTurns, summarize } from './measure.ts'
import { type BenchDatabase, type Populated, poolOn, populate } from './postgres.ts'
import { memoryKib, type Role, startRole } from './processes.ts'

const JOB = 'job_benchbenchbenchbenchbe'

type Format = 'csv' | 'xlsx'
/** A workbook is compressed. */
const LEAST_BYTES: Readonly<Record<Format, number>> = { csv: CELLS * 100, xlsx: CELLS * 20 }

export interface Grid {
  /** Milliseconds to the last byte. */
  matrix(): Promise<number>
  exported(format: Format): Promise<number>
  copy(options: string): Promise<number>
  /** Peak memory in MiB of a fresh API process while it streams its first file, above its memory after a small page. */
  peakMib(format: Format): Promise<number>
  stop(): Promise<void>
}

/** A grid of the largest size from the cache. */
export const gridRead: Measure = {
  name: 'P3',
  run: async (bench) => {
    const populated = await populate(bench.server, 'bench_p3', 1)
    const rig = await openGrid(bench, populated)
    const pairs = await inTurns(bench.quick ? 5 : 15, rig.matrix, () => rig.copy(''))
    await rig.stop()
    await populated.database.close()
    const what = `/matrix from the store, ${CELLS.toLocaleString('en-US')} cells, to the last byte`
    const about = { name: 'P3', what, better: 'less', mustReach: 1.6, aim: 1.2 } as const
    return [compared(about, summarize(pairs), pairs, { value: milliseconds, rival: 'COPY of the columns' })]
  },
}

/** The same as a file. */
export const gridExport: Measure = {
  name: 'P4',
  run: async (bench) => {
    const populated = await populate(bench.server, 'bench_p4', 1)
    const rig = await openGrid(bench, populated)
    const csv = () => rig.exported('csv')
    const pairs = await inTurns(bench.quick ? 5 : 15, csv, () => rig.copy('(format csv)'))
    await rig.stop()
    await populated.database.close()
    const what = `/jobs/{id}/export as CSV, ${CELLS.toLocaleString('en-US')} cells`
    const about = { name: 'P4', what, better: 'less', mustReach: 1.3, aim: 1.1 } as const
    const summary = summarize(pairs)
    return [
      compared(about, summary, pairs, { value: milliseconds, rival: 'COPY as CSV' }),
      absolute(
        { name: 'P4', what: 'memory added while it streams', unit: 'MiB', mustReach: 10, aim: 8 },
        await peaksOf(bench, 'bench_p4', 'csv'),
        { comparedWith: 'the process before', disturbance: summary.disturbance },
      ),
    ]
  },
}

/** The same as a workbook. */
export const workbook: Measure = {
  name: 'P19',
  run: async (bench) => {
    const populated = await populate(bench.server, 'bench_p19', 1)
    const rig = await openGrid(bench, populated)
    for (let round = 0; round < 5; round += 1) await rig.exported('xlsx')
    const pairs = await inTurns(
      bench.quick ? 5 : 15,
      () => rig.exported('xlsx'),
      () => rig.exported('csv'),
    )
    await rig.stop()
    await populated.database.close()
    const what = `/jobs/{id}/export as a workbook, ${CELLS.toLocaleString('en-US')} cells`
    const about = { name: 'P19', what, better: 'less', mustReach: 3, aim: 2 } as const
    const summary = summarize(pairs)
    return [
      compared(about, summary, pairs, { value: milliseconds, rival: 'as CSV' }),
      absolute(
        { name: 'P19', what: 'memory added while it streams', unit: 'MiB', mustReach: 15, aim: 8 },
        await peaksOf(bench, 'bench_p19', 'xlsx'),
        { comparedWith: 'the process before', disturbance: summary.disturbance },
      ),
    ]
  },
}

/** What a file adds to the memory of processes that have streamed none before. */
async function peaksOf(bench: Bench, name: string, format: Format): Promise<number[]> {
  const peaks: number[] = []
  for (let fresh = 0; fresh < (bench.quick ? 2 : 5); fresh += 1) {
    const unread = await populate(bench.server, `${name}_${fresh}`, 1)
    const cold = await openGrid(bench, unread, 0)
    peaks.push(await cold.peakMib(format))
    await cold.stop()
    await unread.database.close()
  }
  return peaks
}

/** The first account asks. The database stays open for the caller to close. */
export async function openGrid(bench: Bench, { database, accounts }: Populated, warmUps = 8): Promise<Grid> {
  const account = one(accounts)
  await fillStore(database.pool)
  await writeJob(database, account)
  const profiling = bench.profileTo === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${bench.profileTo}`]
  const api = await startRole<{ url: string }>('service', ['api'], {
    env: { DATABASE_URL: database.url },
    nodeOptions: profiling,
  })
  const rig = await assemble(database, account.key, api)
  for (let round = 0; round < warmUps; round += 1) {
    await rig.matrix()
    await rig.exported('csv')
    await rig.copy('')
  }
  return rig
}

/** A finished job with every cell of the store. */
async function writeJob(database: BenchDatabase, account: { no: number; keyNo: number }): Promise<void> {
  const grid = {
    hotels: CODES.map((code) => ['aurelia', code]),
    from: nightAt(0),
    to: nightAt(NIGHTS - 1),
    lengths: [1],
    kind: 'cash',
    occupancy: DEFAULT_OCCUPANCY,
    currency: 'USD',
    notBeforeMs: 0,
  }
  await database.pool.query(
    `insert into jobs (public_id, account, key, kind, endpoint, request_id, status, request, cells_total, cells_done,
       tasks_total, tasks_done, reserved, held, created_at, started_at, finished_at)
     values ($1, $2, $3, 'matrix', 'matrix', 'bench', 'done', $4, $5, $5, 1, 1, 0, 0, now(), now(), now())`,
    [JOB, account.no, account.keyNo, JSON.stringify(grid), CELLS],
  )
  await database.pool.query(
    `insert into job_cells (job, hotel, seen, bar, bar_after_tax, member, copay, night, points, points_cash, cpp, cpp_points_cash,
       los, min_los, quoted, status, premium)
     select j.id, c.hotel, c.seen, c.bar, c.bar_after_tax, c.member, c.copay, c.night, c.points, c.points_cash, c.cpp,
       c.cpp_points_cash, c.los, c.min_los, c.quoted, c.status, c.premium from cells c, jobs j where j.public_id = $1`,
    [JOB],
  )
  await database.pool.query('vacuum analyze job_cells')
}

async function assemble(database: BenchDatabase, key: string, api: Role<{ url: string }>): Promise<Grid> {
  const agent = new Agent({ connections: 1 })
  const pool = poolOn(database.url, 1)
  const client = await pool.connect()
  const select = await copyOfCells(database.pool)
  const url = api.said.url
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const timed = async (stream: () => Promise<AsyncIterable<Buffer>>, atLeast: number): Promise<number> => {
    const startedAt = performance.now()
    let bytes = 0
    for await (const chunk of await stream()) bytes += chunk.length
    const tookMs = performance.now() - startedAt
    if (bytes < atLeast) throw new Error(`only ${bytes} bytes came`)
    return tookMs
  }
  const ask = async (path: string, options: { method: 'GET' | 'POST'; body?: string }) => {
    const answer = await request(url + path, { dispatcher: agent, headers, ...options })
    if (answer.statusCode !== 200)
      throw new Error(`${path} answered ${answer.statusCode}: ${await answer.body.text()}`)
    return answer.body as AsyncIterable<Buffer>
  }
  const exported = (format: Format) =>
    timed(() => ask(`/v1/jobs/${JOB}/export?format=${format}`, { method: 'GET' }), LEAST_BYTES[format])
  return {
    matrix: () => timed(() => ask('/v1/matrix', { method: 'POST', body: gridBody() }), CELLS * 300),
    exported,
    copy: (options) =>
      timed(async () => client.query(copyTo(`copy (${select}) to stdout ${options}`)), CELLS * 40),
    peakMib: async (format) => {
      for (let page = 0; page < 20; page += 1)
        await timed(() => ask(`/v1/jobs/${JOB}/cells?limit=100`, { method: 'GET' }), 100)
      const before = await memoryKib(api.pid, 'VmRSS')
      // Resets the peak.
      await writeFile(`/proc/${api.pid}/clear_refs`, '5')
      await exported(format)
      return ((await memoryKib(api.pid, 'VmHWM')) - before) / 1024
    },
    stop: async () => {
      client.release()
      await pool.end()
      await agent.close()
      await api.stop()
    },
  }
}
