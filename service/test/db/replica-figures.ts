import { one } from '../../src/db/rows.ts'
import { DEFAULT_OCCUPANCY } from '../../src/kernel/occupancy.ts'
import type { CellRow } from '../../src/observations/cell-row.ts'
import { createLooks } from '../../src/observations/looks.ts'
import { keyAt } from '../../src/observations/rows.ts'
import { writeCells } from '../../src/observations/write-cells.ts'
import type { Source } from '../../src/sources/catalog/catalog.ts'
import { PRICED } from '../history/past.ts'
import { newAccount } from '../support/accounts.ts'
import { get, post } from '../support/client.ts'
import { inDays } from '../support/market.ts'
import { processorMs, serverProcess } from '../support/processor-time.ts'
import type { Replicated } from '../support/replica.ts'

/** The figures of docs/scale.md. They need Linux: processor times come from /proc. */
const HOTELS = 1000
const NIGHTS = { from: inDays(5), to: inDays(34) }
const CALLS = { value: 200, history: 1000 }
const DATA_FOLDER = "select current_setting('data_directory') as folder"

/** Milliseconds of processor time per call. */
export interface Cost {
  primary: number
  replica: number
}

type Ask = (url: string) => Promise<void>

export async function openFigures(databases: Replicated, source: Source) {
  const { pool } = databases
  const processes = {
    primary: await serverProcess(one((await pool.query<{ folder: string }>(DATA_FOLDER)).rows).folder),
    replica: await serverProcess(one(await databases.onReplica<{ folder: string }>(DATA_FOLDER)).folder),
  }
  const write = await fill(databases, source)
  const { key } = await newAccount(pool, 'scale', { rps: 1_000_000, credits: 10_000_000 })
  const asks: Record<keyof typeof CALLS, Ask> = {
    value: async (url) => {
      const query = new URLSearchParams({ ...NIGHTS, chains: source.id, rank: 'avg', limit: '50' })
      mustBe200(await get(url, `/v1/award/value?${query.toString()}`, key))
    },
    history: async (url) => {
      const hotel = { chain: source.id, hotel_code: `M${1 + Math.floor(Math.random() * HOTELS)}` }
      mustBe200(await post(url, '/v1/history', key, { ...hotel, nights: NIGHTS, kind: 'award' }))
    },
  }
  return {
    /** What a call costs both servers, asked through this API process. */
    costOf: async (name: keyof typeof CALLS, url: string): Promise<Cost> => {
      const [ask, calls] = [asks[name], CALLS[name]]
      for (let warm = 0; warm < 20; warm += 1) await ask(url)
      const before = await processorMs(processes)
      for (let call = 0; call < calls; call += 1) await ask(url)
      const after = await processorMs(processes)
      return {
        primary: (after.primary - before.primary) / calls,
        replica: (after.replica - before.replica) / calls,
      }
    },
    /** Reads histories for a while, with or without a writer beside. Returns the cells written per second. */
    readFor: async (ms: number, url: string, isWriting: boolean): Promise<number> => {
      const endMs = performance.now() + ms
      let cells = 0
      const writing = async () => {
        for (let round = 1; performance.now() < endMs; round += 1) cells += await write(round % HOTELS, round)
      }
      const reading = async () => {
        while (performance.now() < endMs) await asks.history(url)
      }
      await Promise.all([reading(), ...(isWriting ? [writing()] : [])])
      return (cells * 1000) / ms
    },
  }
}

/** Writes award cells of every hotel, and returns what writes those of one hotel again at other prices. */
async function fill({ pool }: Replicated, source: Source) {
  const { rows } = await pool.query<{ id: number }>(
    `insert into hotels (source, code, name, city, country) select $1, 'M' || n, 'M' || n, 'Town', 'US'
     from generate_series(1, $2::int) n returning id`,
    [source.id, HOTELS],
  )
  const looks = createLooks()
  const write = async (index: number, shift: number): Promise<number> => {
    const place = keyAt(rows[index]?.id ?? 0, {
      source,
      los: 1,
      occupancy: DEFAULT_OCCUPANCY,
      currency: 'USD',
    })
    const cells = Array.from({ length: 30 }, (_, day): CellRow => {
      const price = 10_000 + ((index * 7919 + day * 31 + shift) % 9000)
      const figures = { ...PRICED, barAfterTax: price, points: 10_000, pointsKnown: true }
      return { ...place, kind: 'award', night: inDays(5 + day), seenMs: Date.now(), figures }
    })
    const news = looks.newsOf(cells)
    await writeCells(pool, cells, news)
    looks.told(news)
    return cells.length
  }
  for (let index = 0; index < HOTELS; index += 1) await write(index, 0)
  await pool.query('analyze')
  return write
}

function mustBe200({ status, body }: { status: number; body: unknown }): void {
  if (status !== 200) throw new Error(JSON.stringify(body))
}
