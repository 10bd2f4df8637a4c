import type { Pool } from '../../src/db/pool.ts'
import { indexHotels } from '../../src/hotels/search/indexing.ts'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import { FAMILIES } from '../../src/sources/registry.ts'

/** What a daily reading of the sources would store, for these hotels only. All are in London. */
export async function nameInDirectory(
  pool: Pool,
  hotels: readonly { chain: string; hotel_code: string; name: string }[],
): Promise<void> {
  for (const { chain, hotel_code: code, name } of hotels) {
    await pool.query(
      `insert into hotels (source, code, name, city, country, listed_at) values ($1, $2, $3, 'London', 'GB', now())
       on conflict (source, code) do update set name = excluded.name, city = excluded.city, listed_at = now()`,
      [chain, code, name],
    )
  }
  await pool.query('insert into unindexed_hotels (hotel) select id from hotels on conflict do nothing')
  const catalog = loadCatalog({ env: {}, sourcesFile: undefined, families: FAMILIES })
  while ((await indexHotels(pool, catalog, false)) > 0);
}
