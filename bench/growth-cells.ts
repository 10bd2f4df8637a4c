import type { Pool } from '../service/src/db/pool.ts'
import { currencyNo } from '../service/src/kernel/money.ts'
import { createLooksRefresh } from '../service/src/value/refresh-looks.ts'

/** Nights that are known of every hotel, from today on; each as a cash and as an award cell. */
const NIGHTS = 60
const CELLS_PER_HOTEL = 2 * NIGHTS

/** How many of a hundred hotels are in each country; the rest is spread evenly over fifty others. */
const COUNTRIES = [
  { code: 'US', share: 30, currency: 'USD' },
  { code: 'JP', share: 6, currency: 'JPY' },
  { code: 'DE', share: 6, currency: 'EUR' },
  { code: 'GB', share: 6, currency: 'GBP' },
  { code: 'FR', share: 5, currency: 'EUR' },
  { code: 'CN', share: 5, currency: 'CNY' },
]

/** The chains with points; some quote every property in its own currency, and are kept under -1. */
const CHAINS = [
  { id: 'aurelia', local: true },
  { id: 'brightwater', local: true },
  { id: 'castellan', local: false },
  { id: 'dunmore', local: false },
  { id: 'evergrand', local: true },
  { id: 'foxhollow', local: false },
  { id: 'harborline', local: true },
]

/** The currencies of the hotels, for one euro. */
const PER_EURO: Readonly<Record<string, number>> = { EUR: 1, USD: 1.16, JPY: 180, GBP: 0.86, CNY: 8.2 }

/**
 * Fills an empty database with about this many cells, with the same distribution for any number. Cents per point vary by
 * hotel and night; one night in ten has no award, some have only a premium one, and one in ten is too old. Cells are in the
 * order in which jobs write them: the hotels of a job mixed.
 */
export async function fillCells(pool: Pool, cells: number): Promise<number> {
  const hotels = Math.round(cells / CELLS_PER_HOTEL)
  const usd = currencyNo('USD')
  const shares = COUNTRIES.flatMap(({ code, share }) => Array.from({ length: share }, () => code))
  const countries = [...shares, ...Array.from({ length: 100 - shares.length }, () => null)]
  await pool.query(
    `insert into hotels (source, code, name, city, country, lat, lng)
     select ($2::text[])[1 + hashint4(i) % $4 + case when hashint4(i) % $4 < 0 then $4 else 0 end],
       lpad(to_hex((i::bigint * 2654435761) % 4294967296), 8, '0'), 'Hotel ' || i, 'City ' || i % 2000,
       coalesce(($3::text[])[1 + i % 100], chr(65 + i / 100 % 5) || chr(65 + i / 500 % 10)), 0, 0
     from generate_series(1, $1::int) as i`,
    [hotels, CHAINS.map(({ id }) => id), countries, CHAINS.length],
  )
  const { rows: indexes } = await pool.query<{ name: string; sql: string }>(
    `select indexname as name, indexdef as sql from pg_indexes where tablename = 'cells' and indexname like 'cells_worth%'`,
  )
  for (const { name } of indexes) await pool.query(`drop index ${name}`)
  await pool.query('select setseed(0.42)')
  await pool.query(
    `insert into cells (hotel, kind, los, occ, currency, night, seen, status, quoted, tax, bar, bar_after_tax, member_known,
       points, premium, points_known, cpp, worth, rated, source, code, country)
     select p.hotel, k.kind, 1, 201, case when p.local then -1 else $3 end, p.night, p.seen, 'a', p.quoted, false,
       p.price * 9 / 10, p.price, true,
       case when k.kind = 'a' and p.luck < 0.9 then p.points end, k.kind = 'a' and p.luck between 0.87 and 0.9, true,
       case when k.kind = 'a' and p.luck < 0.87 then (p.price * p.unit + p.points / 2) / p.points end,
       case when k.kind = 'a' and p.luck < 0.87 then p.price * p.unit / p.points::float8 / p.rate end,
       case when k.kind = 'a' and p.luck < 0.87 then -1 end,
       case when k.kind = 'a' then p.source end, case when k.kind = 'a' then p.code end,
       case when k.kind = 'a' then p.country end
     from (select p.*, f.rate, f.unit from (
       select h.id as hotel, h.source, h.code, h.country, l.local, d.no,
         case when l.local then coalesce(q.quoted, $4) else $3 end as quoted,
         (current_date at time zone 'UTC')::date + d.no as night,
         (extract(epoch from now()) * 1000)::bigint - (case when random() < 0.1 then 8 + random() * 3 else 0.01 + random() * 5 end * 86400000)::bigint as seen,
         (10000 + 1000 * (h.id % 40))::bigint as points, random() as luck,
         (120 * (10000 + 1000 * (h.id % 40)) / 10000 * 100 * exp(0.4 * v.habit + 0.25 * random_normal()))::bigint as price
       from hotels h
       join unnest($1::text[], $2::boolean[]) as l(source, local) on l.source = h.source
       left join unnest($5::text[], $6::int[]) as q(country, quoted) on q.country = h.country
       cross join lateral (select random_normal() + h.id * 0 as habit) v
       cross join generate_series(0, ${NIGHTS - 1}) as d(no)
     ) p join unnest($7::int[], $8::float8[], $9::int[]) as f(quoted, rate, unit) on f.quoted = p.quoted
     ) p cross join (values ('c'::"char"), ('a'::"char")) as k(kind)
     order by p.hotel / 20, hashint8(p.hotel * 61 + p.no), k.kind`,
    [
      CHAINS.map(({ id }) => id),
      CHAINS.map(({ local }) => local),
      usd,
      currencyNo('EUR'),
      COUNTRIES.map(({ code }) => code),
      COUNTRIES.map(({ currency }) => currencyNo(currency)),
      Object.keys(PER_EURO).map(currencyNo),
      Object.values(PER_EURO),
      Object.keys(PER_EURO).map((currency) => (currency === 'JPY' ? 10_000 : 100)),
    ],
  )
  await fillRates(pool)
  for (const { sql } of indexes) await pool.query(sql)
  await pool.query(
    `insert into value_looks (hotel, until, nights, fresh_nights)
     select hotel, max(seen) + 300000, ~ repeat('0', 512)::bit(512), ~ repeat('0', 512)::bit(512)
     from cells where kind = 'a' group by hotel`,
  )
  await pool.query('vacuum analyze cells')
  await createLooksRefresh(pool, Date.now)()
  await pool.query('vacuum analyze hotels')
  await pool.query('vacuum analyze value_looks')
  const { rows } = await pool.query<{ count: number }>('select count(*) as count from cells')
  return rows[0]?.count ?? 0
}

/** Rates of the last days, none like the one before: what a point is worth is stored by the middle of them. */
async function fillRates(pool: Pool): Promise<void> {
  for (let ago = 0; ago < 14; ago += 1) {
    const rates = Object.entries(PER_EURO)
      .filter(([currency]) => currency !== 'EUR')
      .map(([currency, rate]) => [currency, (rate * (1 + 0.002 * Math.sin(ago))).toFixed(4)])
    await pool.query(
      `insert into fx_tables (feed, day, publisher, base, rates)
       values ('main', (now() at time zone 'UTC')::date - $1::int, 'bench', 'EUR', $2)`,
      [ago, JSON.stringify(Object.fromEntries(rates))],
    )
  }
  await pool.query('notify fx_stored')
}

/** Fifty hotels of each chain, from all over the store, as if they had just been found around one place. */
export async function keepLookups(pool: Pool, chains: readonly string[]): Promise<void> {
  await pool.query(
    `insert into hotel_lookups (source, lat, lng, radius_mi, hotels, created_at)
     select source, 0, 0, 25,
       array(select id from hotels h where h.source = c.source order by hashint8(id), id limit 50), ledger_now()
     from unnest($1::text[]) as c(source)`,
    [chains],
  )
}
