import { expect, test } from 'vitest'
import type { Pool } from '../../src/db/pool.ts'
import { createPastNightsSweep } from '../../src/observations/past-nights.ts'
import { forgetOldStays } from '../../src/observations/store.ts'
import { useTestDatabase } from '../support/database.ts'

/** One cell and one line of history for each night, at hotels far apart. The last one's is of children with ages (`keptHotel`). */
async function plant(pool: Pool, nights: readonly string[]): Promise<void> {
  await pool.query(
    `insert into cells (hotel, kind, los, occ, currency, night, seen, status, quoted, member_known, premium, points_known)
     select hotel, 'a', 1, 201, -1, night, 1, 'a', 1, true, false, true
     from unnest($1::date[]) as n(night) cross join (values (1), (100), (101), (950 + 8 * 34359738368)) as h(hotel)`,
    [nights],
  )
  await pool.query(
    `insert into cell_history (hotel, kind, los, occ, currency, night, seen, status, quoted, premium)
     select hotel, kind, los, occ, currency, night, seen, status, quoted, premium from cells
     where night = any($1::date[])`,
    [nights],
  )
}

async function nightsOf(pool: Pool, table: string): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ night: string; count: number }>(
    `select night::text, count(*) from ${table} group by night order by night`,
  )
  return Object.fromEntries(rows.map(({ night, count }) => [night, count]))
}

test('cells go two days after their night, at all hotels, and their history stays', async () => {
  const { pool } = await useTestDatabase()
  await plant(pool, ['2026-08-16', '2026-11-12', '2026-11-13', '2026-11-14', '2027-02-01'])
  let nowMs = Date.parse('2026-11-15T00:00:01Z')
  const sweep = createPastNightsSweep(pool, () => nowMs)
  expect(await sweep()).toBe(2 * 4)
  expect(await nightsOf(pool, 'cells')).toEqual({ '2026-11-13': 4, '2026-11-14': 4, '2027-02-01': 4 })
  // On the same day there is nothing new to look for, and it is not looked for.
  await plant(pool, ['2026-08-15'])
  nowMs = Date.parse('2026-11-15T23:59:59Z')
  expect(await sweep()).toBe(0)
  nowMs = Date.parse('2026-11-16T00:00:00Z')
  expect(await sweep()).toBe(2 * 4)
  expect(await sweep()).toBe(0)
  expect(Object.keys(await nightsOf(pool, 'cell_history'))).toEqual([
    '2026-08-15',
    '2026-08-16',
    '2026-11-12',
    '2026-11-13',
    '2026-11-14',
    '2027-02-01',
  ])
})

test('full answers go once they are older than any max_age, however many there are', async () => {
  const { pool } = await useTestDatabase()
  await pool.query(
    `insert into stays (hotel, los, occ, currency, checkin, seen, figures, answer)
     select hotel, 1, 201, -1, '2030-01-01', hotel, '{}', '{}' from generate_series(1, 6000) as hotel`,
  )
  expect(await forgetOldStays(pool, 5900)).toBe(5899)
  const { rows } = await pool.query<{ left: number; oldest: number }>(
    'select count(*) as left, min(seen) as oldest from stays',
  )
  expect(rows).toEqual([{ left: 101, oldest: 5900 }])
})
