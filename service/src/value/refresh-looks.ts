import { named } from '../db/named.ts'
import { inTransaction, type Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { dayAt } from '../kernel/dates.ts'
import { LIMITS } from '../kernel/limits.ts'

/** Small enough that a statement takes a few milliseconds. */
const HOTELS_AT_ONCE = 100
/** Clocks differ, and a cell is written some time after it was seen. */
const SLACK_MS = 3_600_000
const DAY_MS = 86_400_000

/** Takes from each hotel's looks, once a day, the nights that are past, worth nothing or, for `fresh_nights`, too old. */
export function createLooksRefresh(pool: Pool, now: () => number): () => Promise<number> {
  let refreshed = 0
  return async () => {
    const nowMs = now()
    const today = dayAt(nowMs - SLACK_MS)
    if (refreshed === today) return 0
    const { rows } = await pool.query<{ last: number | null }>('select max(hotel) as last from value_looks')
    const last = one(rows).last ?? 0
    let count = 0
    for (let first = 1; first <= last; first += HOTELS_AT_ONCE)
      count += await refresh(pool, first, nowMs, today)
    refreshed = today
    return count
  }
}

/** Locks the hotels first: nights that others add meanwhile are either read, or added afterwards. */
function refresh(pool: Pool, first: number, nowMs: number, today: number): Promise<number> {
  const range = { first, end: first + HOTELS_AT_ONCE }
  // Nights seen since then keep their bits whatever they are worth: until the day ends, a writer remembers what it has recorded,
  // and would not record it again.
  const rememberedMs = today * DAY_MS - SLACK_MS
  return inTransaction(pool, async (client) => {
    await client.query(
      named({
        name: 'looks_lock',
        text: 'select hotel from value_looks where hotel >= :first and hotel < :end order by hotel for update',
        values: range,
      }),
    )
    const freshMs = nowMs - LIMITS.valueMaxAgeSec * 1000 - SLACK_MS
    const { rowCount } = await client.query(
      named({ name: 'looks_refresh', text: REFRESH, values: { ...range, rememberedMs, freshMs } }),
    )
    return rowCount ?? 0
  })
}

const REFRESH = `
  with kept as (
    select l.hotel, coalesce(bit_or(b.bit), repeat('0', 512)::bit(512)) as nights,
      coalesce(bit_or(b.bit) filter (where c.seen >= :freshMs), repeat('0', 512)::bit(512)) as fresh_nights
    from value_looks l
    left join lateral ranked_cells_of(l.hotel, '-infinity', 'infinity') c on worth is not null or seen >= :rememberedMs
    left join lateral (select set_bit(repeat('0', 512)::bit(512), (c.night - date '1970-01-01') % 512, 1) as bit) b on true
    where l.hotel >= :first and l.hotel < :end
    group by l.hotel
  )
  update value_looks l set nights = k.nights, fresh_nights = k.fresh_nights from kept k
  where k.hotel = l.hotel and (k.nights, k.fresh_nights) is distinct from (l.nights, l.fresh_nights)`
