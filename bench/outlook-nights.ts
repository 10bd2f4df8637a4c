import type { Pool } from '../service/src/db/pool.ts'
import { one } from '../service/src/db/rows.ts'
import { currencyNo } from '../service/src/kernel/money.ts'
import { COUNTED } from '../service/src/outlook/forecast.ts'
import { marketOf } from '../service/src/outlook/market.ts'
import { BUCKETS } from '../service/src/outlook/origin.ts'
import { findSource } from '../service/src/sources/catalog/catalog.ts'
import { loadCatalog } from '../service/src/sources/catalog/load.ts'
import { FAMILIES } from '../service/src/sources/registry.ts'

/** Past nights of every hotel, as long as the window of an outlook. */
const NIGHTS = 360
const HOTELS_PER_MARKET = 50
const HOTELS_AT_ONCE = 500

/** What became of past nights, as settling them writes it: of as many hotels, and of the asked one's market and all others. */
export async function fillOutlook(pool: Pool, first: number, hotels: number): Promise<void> {
  for (let from = 0; from < hotels; from += HOTELS_AT_ONCE)
    await pool.query(OWN, [first + from, first + Math.min(hotels, from + HOTELS_AT_ONCE) - 1])
  const others = Array.from({ length: Math.ceil(hotels / HOTELS_PER_MARKET) - 1 }, (_, no) => `market ${no}`)
  await pool.query(MARKETS, [[await marketAt(pool, first), ...others]])
  await pool.query('analyze outlook_nights')
  await pool.query('analyze outlook_markets')
}

async function marketAt(pool: Pool, hotel: number): Promise<string> {
  const { rows } = await pool.query<{
    source: string
    country: string | null
    city: string | null
    stars: number | null
  }>('select source, country, city, stars::float8 as stars from hotels where id = $1', [hotel])
  const row = one(rows)
  const catalog = loadCatalog({ env: {}, sourcesFile: undefined, families: FAMILIES })
  const source = findSource(catalog, row.source)
  if (!source) throw new Error(`there is no source ${row.source}`)
  return marketOf(source, row, 'c')
}

/** One night in three fell, in thousandths. */
const FALL = '(case when random() < 0.33 then 300 * random() else 0 end)::smallint'
const FALLS = `array[${Array.from({ length: BUCKETS }, () => FALL).join(', ')}]::smallint[]`

const OWN = `
insert into outlook_nights (hotel, night, los, occ, quoted, kind, tax, falls, falls_after_tax)
select hotel, night, 1, 201, ${currencyNo('USD')}, 'c', 'e', falls, falls
from (
  select h as hotel, current_date - d as night, ${FALLS} as falls
  from generate_series($1::bigint, $2::bigint) h cross join generate_series(1, ${NIGHTS}) d
) s
on conflict do nothing`

/** Of each bucket's nights a third, a quarter and a tenth fell by 5, 10 and 20 %, and about as many again a week later. */
const COUNTS = [HOTELS_PER_MARKET, 17, 12, 5, HOTELS_PER_MARKET - 2, 7, 4, 1]
if (COUNTS.length !== COUNTED) throw new Error('markets are counted in another way')
const OF_MARKET = Array.from({ length: BUCKETS }, () => COUNTS)
  .flat()
  .join(', ')

const MARKETS = `
insert into outlook_markets (market, night, los, occ, kind, counts)
select m, current_date - d, 1, 201, 'c', array[${OF_MARKET}]
from unnest($1::text[]) m cross join generate_series(1, ${NIGHTS}) d
on conflict do nothing`
