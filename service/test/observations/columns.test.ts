import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/pool.ts'
import { one } from '../../src/db/rows.ts'
import { keepCells } from '../../src/grids/job-cells.ts'
import { DEFAULT_OCCUPANCY, occupancyNo } from '../../src/kernel/occupancy.ts'
import type { CellRow, Kind } from '../../src/observations/cell-row.ts'
import { KIND_LETTER, readCells } from '../../src/observations/store.ts'
import { isRanked } from '../../src/observations/worth.ts'
import { writeCells } from '../../src/observations/write-cells.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const PLACE = { hotel: 1, los: 1, occ: occupancyNo(DEFAULT_OCCUPANCY), currency: 5 }
/** No two figures are alike, so that none can be taken for another. */
const CELL: CellRow = {
  ...PLACE,
  kind: 'award',
  night: '2031-02-03',
  seenMs: 1_900_000_000_000,
  figures: {
    status: 'restricted_los',
    minLos: 3,
    currency: 'USD',
    taxIncluded: true,
    bar: 11_001,
    barAfterTax: 12_002,
    member: 9003,
    memberAfterTax: 10_004,
    memberKnown: true,
    points: 20_005,
    premium: false,
    pointsCash: 15_006,
    copay: 4007,
    pointsKnown: true,
  },
}
const LOOK = { hotel: 1, untilMs: CELL.seenMs + 8, days: [9, 10] }

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(
    `insert into hotels (id, source, code, country) overriding system value
     values (1, 'aurelia', 'AUR1', 'US'), (2, 'aurelia', 'AUR2', 'US')`,
  )
  await writeCells(database.pool, [CELL], [LOOK])
})
afterAll(() => database.drop())

async function rowOf<Row extends object>(sql: string, values: unknown[] = []): Promise<Row> {
  const { rows } = await database.pool.query<{ row: Row }>(`select to_json(r) as row from (${sql}) r`, values)
  return one(rows).row
}

test('every figure of a cell is read back as it was written', async () => {
  const cells = await readCells(database.pool, 'award', [PLACE], [CELL.night], 0)
  expect(cells.get(`1/${CELL.night}`)).toEqual({ seenMs: CELL.seenMs, value: CELL.figures })
  expect(await rowOf('select * from cells where hotel = 1')).toMatchObject({
    source: 'aurelia',
    code: 'AUR1',
    country: 'US',
    cpp: 60,
    cpp_points_cash: 53,
    worth: 60,
  })
  expect(await rowOf('select hotel, until, bit_count(nights) as nights from value_looks')).toEqual({
    hotel: 1,
    until: LOOK.untilMs,
    nights: 2,
  })
})

test('history and jobs have each figure of a cell under the name that it has there', async () => {
  const cell = await rowOf('select * from cells where hotel = 1')
  const { looked, ...change } = await rowOf<{ looked: number | null }>(
    'select * from cell_history where hotel = 1',
  )
  expect(looked).toBeNull()
  expect(cell).toMatchObject(change)
  const kept = await inTransaction(database.pool, (client) => keepCells(client, [{ job: 7, cell: CELL }]))
  expect(kept).toBe(1)
  const { job, ...copy } = await rowOf<{ job: number }>('select * from job_cells')
  expect(job).toBe(7)
  expect(cell).toMatchObject(copy)
})

test('during an upgrade, a process of the version before still writes and keeps the same', async () => {
  await database.pool.query(`
    with cell as materialized (select * from cells where hotel = 1)
    select cells_write(array[2::bigint], array[los::int], array[occ::int], array[currency::int], array[kind], array[night],
      array[seen], array[status], array[min_los::int], array[quoted::int], array[tax], array[bar], array[bar_after_tax],
      array[member], array[member_after_tax], array[member_known], array[points], array[premium], array[points_cash],
      array[copay], array[points_known], array[cpp], array[cpp_points_cash], array[worth], array[rated::int],
      array[2::bigint], array[until], array[nights])
    from cell join value_looks l using (hotel)`)
  const cellOf = (hotel: number) => rowOf('select * from cells where hotel = $1', [hotel])
  expect(await cellOf(2)).toEqual({ ...(await cellOf(1)), hotel: 2, code: 'AUR2' })
  const lookOf = (hotel: number) => rowOf('select * from value_looks where hotel = $1', [hotel])
  expect(await lookOf(2)).toEqual({ ...(await lookOf(1)), hotel: 2 })

  const stay = [[2], [1], [201], [5], [CELL.night], [CELL.seenMs], ['{"figures":1}'], ['{"answer":2}']]
  await database.pool.query('select stays_write($1, $2, $3, $4, $5, $6, $7, $8)', stay)
  expect(await rowOf('select * from stays where hotel = 2')).toEqual({
    hotel: 2,
    los: 1,
    occ: 201,
    currency: 5,
    checkin: CELL.night,
    seen: CELL.seenMs,
    figures: '{"figures":1}',
    answer: '{"answer":2}',
  })

  const wanted = [[8], [2], [1], [201], [99], [CELL.night]]
  const kept = (kind: Kind) =>
    database.pool.query(
      `select job, hotel, bar, points, night::text from ${kind}_cells_kept($1, $2, $3, $4, $5, $6)`,
      wanted,
    )
  expect((await kept('award')).rows).toEqual([
    { job: 8, hotel: 2, bar: 11_001, points: 20_005, night: CELL.night },
  ])
  expect((await kept('cash')).rows).toEqual([])
})

test('the database and the service agree on which cells are ranked', async () => {
  const defaultOcc = occupancyNo(DEFAULT_OCCUPANCY)
  for (const kind of ['cash', 'award'] as const)
    for (const los of [1, 2])
      for (const occ of [defaultOcc, defaultOcc + 100]) {
        const { rows } = await database.pool.query<{ ranked: boolean }>(
          'select is_ranked($1::"char", $2, $3) as ranked',
          [KIND_LETTER[kind], los, occ],
        )
        expect(one(rows).ranked).toBe(isRanked({ kind, los, occ }))
      }
})
