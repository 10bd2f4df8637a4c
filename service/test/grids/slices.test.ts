import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cellsAnswer } from '../../src/cells/files.ts'
import { lineOf } from '../../src/cells/stored.ts'
import { readsOn } from '../../src/db/replica/reads.ts'
import { newMeteredRequest } from '../../src/edge/metering.ts'
import type { Grid } from '../../src/grids/grid.ts'
import { planGrid, type Wanted } from '../../src/grids/matrix.ts'
import { readGrid } from '../../src/grids/request.ts'
import { createHotelsMaster } from '../../src/hotels/master.ts'
import { newOrderedId } from '../../src/kernel/ids.ts'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import { FAMILIES } from '../../src/sources/registry.ts'
import { newAccount } from '../support/accounts.ts'
import { longestTurnMs } from '../support/busy-turns.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { inDays } from '../support/market.ts'

const catalog = loadCatalog({ env: {}, sourcesFile: undefined, families: FAMILIES })
/** Measured: 7 ms, and from 30 to 300 ms without slices. */
const MOST_MS = 20

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** 200 hotels × 100 nights. */
function largestGrid(): Grid {
  const body = {
    chain: 'aurelia',
    hotel_codes: Array.from({ length: 200 }, (_, index) => `H${index}`),
    nights: { from: inDays(1), to: inDays(100) },
    los: 1,
    kind: 'award' as const,
    max_age: 3600,
    adults: 2,
    children: 0,
    rooms: 1,
    currency: 'USD',
  }
  return readGrid(catalog, body, Date.now())
}

test('a job of 20,000 cells is planned, quoted and stored without blocking the process', async () => {
  const account = await newAccount(database.pool, 'scale')
  const hotels = createHotelsMaster(database.pool)
  const { pool } = database
  const deps = { catalog, pool, reads: readsOn(pool), hotels, now: Date.now, jobDays: 30 }
  const order = { requestId: 'req_slices', dryRun: false }
  const enqueue = async () => {
    const answer: Wanted['answer'] = (lines, grid, nowMs) => cellsAnswer(lines, grid, nowMs)
    const planned = await planGrid(deps, largestGrid(), { kind: 'matrix', answer }, order)
    if (!('enqueue' in planned)) throw new Error('a grid that nobody asked for before needs a job')
    const payer = { account: account.no, key: account.keyNo, slot: 1 }
    return planned.enqueue(newMeteredRequest(newOrderedId(), 'req_slices', payer), async () => {})
  }
  expect(await enqueue()).toMatchObject({ status: 202 })
  expect(await longestTurnMs(enqueue)).toBeLessThan(MOST_MS)
  const { rows } = await database.pool.query(
    'select count(*) as tasks, max(no) as last, count(distinct no) as places from tasks group by job',
  )
  expect(rows).toEqual(rows.map(() => ({ tasks: 20_000, last: 20_000, places: 20_000 })))
})

test('an answer of 20,000 cells is encoded without blocking the process, even for a reader that never waits', async () => {
  const grid = largestGrid()
  const seenMs = Date.now()
  const lines = Buffer.concat(
    grid.hotels.flatMap((_hotel, hotel) =>
      grid.nights.map((night) =>
        lineOf({
          hotel,
          night,
          los: 1,
          seenMs,
          status: 'available',
          minLos: null,
          currency: 'USD',
          bar: 12_345,
          barAfterTax: 14_567,
          member: 11_111,
          points: 35_000,
          pointsCash: 17_500,
          copay: 9900,
          premium: false,
          cpp: 42,
          cppPointsCash: 37,
        }),
      ),
    ),
  )
  const stream = () => cellsAnswer([lines], grid, seenMs).body.bytes() as Readable
  await text(stream())
  const read = async () => {
    let bytes = 0
    for await (const piece of stream() as AsyncIterable<Buffer>) bytes += piece.length
    expect(bytes).toBeGreaterThan(5_000_000)
  }
  expect(await longestTurnMs(read)).toBeLessThan(MOST_MS)
})
