import type { Pool } from '../../db/pool.ts'
import type { HotelsMaster } from '../../hotels/master.ts'
import { invalid } from '../../kernel/errors.ts'
import { canQuote, findHotelCurrency } from '../../observations/hotel-currency.ts'
import type { Source } from '../../sources/catalog/catalog.ts'
import { needsMoney } from '../judging/other-currency.ts'
import type { Watch } from '../watch.ts'

/** The currency of watches whose hotel's own is unknown. */
const USUAL = 'USD'

/** The requested currency; by default the hotel's own where it is known. */
export async function watchCurrency(
  deps: { pool: Pool; hotels: HotelsMaster },
  hotel: { source: Source; hotelCode: string },
  asked: string | undefined,
): Promise<string> {
  if (asked !== undefined) return asked
  const { source } = hotel
  const own = source.localCurrency ? await ownCurrency(deps, hotel) : null
  return own ?? (source.localCurrency || canQuote(source, USUAL) ? USUAL : (source.currencies[0] ?? USUAL))
}

/** Refuses a watch that compares prices in a currency that the hotel never quotes: it could not fire. */
export async function requireQuoted(
  deps: { pool: Pool; hotels: HotelsMaster },
  hotel: { source: Source; hotelCode: string },
  { kind, terms, currency }: Pick<Watch, 'kind' | 'terms' | 'currency'>,
  field = 'currency',
): Promise<void> {
  const { source } = hotel
  if (!needsMoney({ kind, terms }) || canQuote(source, currency)) return
  const own = source.localCurrency ? await ownCurrency(deps, hotel) : source.currencies.join(', ')
  // Nothing is known of the hotel yet: its first price will tell.
  if (own === null || own === currency) return
  throw invalid(
    `\`${field}\` must be ${own}: ${source.id} quotes ${hotel.hotelCode} in ${own}, and prices in ${currency} would never come.`,
    { chain: source.id },
  )
}

function ownCurrency(
  deps: { pool: Pool; hotels: HotelsMaster },
  { source, hotelCode }: { source: Source; hotelCode: string },
): Promise<string | null> {
  return findHotelCurrency(deps, { source: source.id, hotelCode })
}
