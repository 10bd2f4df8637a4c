import type { Pool } from '../db/pool.ts'
import { type HotelsMaster, hotelKey } from '../hotels/master.ts'
import { currencyOf } from '../kernel/money.ts'
import type { Source } from '../sources/catalog/catalog.ts'

/** Whether the source can quote a hotel in the currency, whichever hotel it is. */
export function canQuote({ localCurrency, currencies }: Source, currency: string): boolean {
  return !localCurrency && (currencies.includes('*') || currencies.includes(currency))
}

/**
 * The currency that a hotel's prices come in when the given one is requested. Null if the source quotes each hotel in its
 * own currency, and no price of this hotel is known.
 */
export async function findQuotedCurrency(
  { pool, hotels }: { pool: Pool; hotels: HotelsMaster },
  { source, hotelCode, currency }: { source: Source; hotelCode: string; currency: string },
): Promise<string | null> {
  if (!source.localCurrency) return canQuote(source, currency) ? currency : (source.currencies[0] ?? currency)
  return findHotelCurrency({ pool, hotels }, { source: source.id, hotelCode })
}

/** A hotel's own currency: of any price that is stored, else as the directory has it. Null if unknown. */
export async function findHotelCurrency(
  { pool, hotels }: { pool: Pool; hotels: HotelsMaster },
  hotel: { source: string; hotelCode: string },
): Promise<string | null> {
  const no = (await hotels.findNos([hotel])).get(hotelKey(hotel))
  if (no === undefined) return null
  const { rows: priced } = await pool.query<{ quoted: number }>({
    name: 'hotel_quoted',
    text: 'select quoted from cells where hotel = $1 and coalesce(bar, bar_after_tax, member) is not null limit 1',
    values: [no],
  })
  if (priced[0]) return currencyOf(priced[0].quoted)
  const { rows } = await pool.query<{ currency: string | null }>({
    name: 'hotel_currency',
    text: 'select currency from hotels where id = $1',
    values: [no],
  })
  return rows[0]?.currency ?? null
}
