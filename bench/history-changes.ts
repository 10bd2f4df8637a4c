import type { Pool } from '../service/src/db/pool.ts'
import { currencyNo } from '../service/src/kernel/money.ts'
import { SUMMARIZED } from '../service/src/observations/summarize.ts'

/** Nights around today that are known of every hotel, and changes of each. */
const NIGHTS = { from: -360, to: 119 }
const CHANGES = 20
const PER_HOTEL = (NIGHTS.to - NIGHTS.from + 1) * CHANGES
const HOTELS_AT_ONCE = 100

/**
 * Fills the history with about this many changes, the same for every hotel: of each night twenty, from half a year ahead to the day
 * before, closer together towards the night.
 */
export async function fillHistory(
  pool: Pool,
  changes: number,
  first: number,
): Promise<{ changes: number; hotels: number }> {
  const hotels = Math.max(1, Math.round(changes / PER_HOTEL))
  await addMonths(pool)
  for (let from = 0; from < hotels; from += HOTELS_AT_ONCE) {
    const range = [first + from, first + Math.min(hotels, from + HOTELS_AT_ONCE) - 1]
    await pool.query(FILL, range)
    // Counted again, with what the service itself has written.
    await pool.query('delete from cell_summaries where hotel between $1 and $2', range)
    await pool.query(SUMMARIZE, range)
  }
  await pool.query('analyze cell_history')
  await pool.query('analyze cell_summaries')
  return { changes: hotels * PER_HOTEL, hotels }
}

async function addMonths(pool: Pool): Promise<void> {
  for (const table of ['cell_history', 'cell_summaries', 'last_looks'])
    await pool.query(
      `select month_add($1, m::date) from generate_series(date_trunc('month', now() - interval '13 months'), now() + interval '6 months', interval '1 month') m`,
      [table],
    )
}

const FILL = `
insert into cell_history (hotel, kind, los, occ, currency, night, seen, status, quoted, tax, bar, bar_after_tax, member_known, premium,
  points_known)
select hotel, 'c', 1, 201, -1, night, seen, 'a', ${currencyNo('USD')}, false, price, price * 9 / 8, false, false, false
from (
  select h as hotel, current_date + d as night, (10000 + 5000 * random())::bigint as price,
    (extract(epoch from current_date + d) * 1000)::bigint - (180 * power(c / ${CHANGES}.0, 2) * 86400000)::bigint - (random() * 1000)::bigint as seen
  from generate_series($1::bigint, $2::bigint) h cross join generate_series(${NIGHTS.from}, ${NIGHTS.to}) d
    cross join generate_series(1, ${CHANGES}) c
) s
where seen < extract(epoch from now()) * 1000
on conflict do nothing`

const { lead, quoted, tax, figure, afterTax } = SUMMARIZED

/** As `cells_store` does it, for many changes at once. */
const SUMMARIZE = `
insert into cell_summaries (hotel, kind, los, occ, night, lead, quoted, tax, first, figure, seen, changes, after_tax, after_tax_seen,
  after_tax_changes)
select hotel, kind, los, occ, night, lead, quoted, tax, min(seen), (array_agg(figure order by seen desc))[1], max(seen), count(figure),
  (array_agg(after_tax order by seen desc))[1], max(seen), count(after_tax)
from (
  select hotel, kind, los, occ, night, seen, ${lead} as lead, ${quoted} as quoted, ${tax} as tax, ${figure} as figure, ${afterTax} as after_tax
  from cell_history where hotel between $1 and $2
) c
group by hotel, kind, los, occ, night, lead, quoted, tax`
