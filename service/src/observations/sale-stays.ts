import type { Pool } from '../db/pool.ts'
import type { Night } from '../kernel/dates.ts'
import type { StayAnswer } from '../sources/source.ts'
import type { ObservationKey, StayRow } from './cell-row.ts'
import { type Seen, storedStay } from './store.ts'

/** Full answers for a point of sale. They have a table of their own and make no cells. */

export interface SaleStayRow extends Omit<StayRow, 'figures'> {
  /** See `saleKey`. */
  sale: string
}

export async function readSaleStay(
  pool: Pool,
  place: ObservationKey & { checkin: Night; sale: string },
  notBeforeMs: number,
): Promise<Seen<StayAnswer> | null> {
  const { rows } = await pool.query<{ seen: number; answer: string }>({
    name: 'sale_stay_read',
    text: `select seen, answer from sale_stays
      where hotel = $1 and los = $2 and occ = $3 and currency = $4 and checkin = $5 and sale = $6 and seen >= $7`,
    values: [place.hotel, place.los, place.occ, place.currency, place.checkin, place.sale, notBeforeMs],
  })
  const [row] = rows
  return row ? { seenMs: row.seen, value: storedStay(row.answer) } : null
}

/** Rows are locked in key order, so writers cannot deadlock. */
export async function writeSaleStays(pool: Pool, stays: readonly SaleStayRow[]): Promise<void> {
  if (stays.length === 0) return
  const records = stays.map(({ hotel, los, occ, currency, checkin, sale, seenMs, answer }) => ({
    hotel,
    los,
    occ,
    currency,
    checkin,
    sale,
    seen: seenMs,
    answer: JSON.stringify(answer),
  }))
  await pool.query({
    name: 'sale_stays_store',
    text: `insert into sale_stays as s select * from json_populate_recordset(null::sale_stays, $1)
      order by hotel, los, occ, currency, checkin, sale
      on conflict (hotel, los, occ, currency, checkin, sale) do update
        set seen = excluded.seen, answer = excluded.answer where s.seen <= excluded.seen`,
    values: [JSON.stringify(records)],
  })
}

/** Deletes those older than any `max_age`. They are few. Returns how many. */
export async function forgetOldSaleStays(pool: Pool, beforeMs: number): Promise<number> {
  const { rowCount } = await pool.query('delete from sale_stays where seen < $1', [beforeMs])
  return rowCount ?? 0
}
