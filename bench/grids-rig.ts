import type { Pool } from '../service/src/db/pool.ts'
import { currencyNo } from '../service/src/kernel/money.ts'
import { DEFAULT_OCCUPANCY, occupancyNo } from '../service/src/kernel/occupancy.ts'

const OCCUPANCY_NO = occupancyNo(DEFAULT_OCCUPANCY)
const USD_NO = currencyNo('USD')

export const HOTELS = 200
export const NIGHTS = 100
export const CELLS = HOTELS * NIGHTS

export function nightAt(index: number): string {
  return new Date(Date.now() + (30 + index) * 86_400_000).toISOString().slice(0, 10)
}

export const CODES: readonly string[] = Array.from({ length: HOTELS }, (_, index) => `BENCH${index}`)

/** Asks for every cell of the store. Cells count as fresh for a day, which is longer than any measure takes. */
export function gridBody(): string {
  const nights = { from: nightAt(0), to: nightAt(NIGHTS - 1) }
  return JSON.stringify({ chain: 'aurelia', hotel_codes: CODES, nights, max_age: 86_400 })
}

/** 200 hotels with 100 fresh nights each. `aurelia` quotes each hotel in its own currency. */
export async function fillStore(pool: Pool): Promise<void> {
  await pool.query(
    "insert into hotels (source, code, name) select 'aurelia', code, code from unnest($1::text[]) as c(code)",
    [CODES],
  )
  await pool.query(
    `insert into cells (hotel, kind, los, occ, currency, night, seen, status, min_los, quoted, tax, bar, bar_after_tax, member,
       member_after_tax, member_known, points, points_cash, copay, premium, points_known, cpp, cpp_points_cash)
     select h.id, 'c', 1, $3, -1, $1::date + n, $2::bigint - (h.id * 7919 + n * 104729) % 1800000, 'a', null, $4, false, 12345 + (h.id * 37 + n * 101) % 30000,
       14000 + (h.id * 37 + n * 101) % 30000, 11000 + (h.id * 31 + n * 97) % 30000, null, true,
       20000 + 500 * (n % 60), null, null, false, true, 60 + n % 90, null
     from hotels h cross join generate_series(0, $5::int - 1) n where h.source = 'aurelia'`,
    [nightAt(0), Date.now(), OCCUPANCY_NO, USD_NO, NIGHTS],
  )
  await pool.query('vacuum analyze cells')
}

/** The same cells in the same order, as plain COPY output of the database. */
export async function copyOfCells(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ id: number }>(
    "select id from hotels where source = 'aurelia' order by id",
  )
  const places = rows.map(({ id }, index) => `(${index}, ${id})`).join(', ')
  return `select h.pos, c.* from (values ${places}) h(pos, hotel) cross join lateral (
    select night, los, seen, status, min_los, quoted, bar, bar_after_tax, member, points, points_cash, copay, premium, cpp,
      cpp_points_cash
    from cells where cells.hotel = h.hotel and kind = 'c' and los in (1) and occ = ${OCCUPANCY_NO} and currency = -1
      and night between date '${nightAt(0)}' and date '${nightAt(NIGHTS - 1)}' and seen >= 0
    order by night, los limit ${NIGHTS}) c`
}
