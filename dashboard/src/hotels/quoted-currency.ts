import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import type { Chain } from '@vacancy/client'
import type { HotelId } from './hotel-id.ts'

/** Key of the known currencies. They are kept while the page is open, because learning one costs a call. */
export const QUOTED = 'quoted'

/** A price from an answer. */
export interface Priced extends HotelId {
  status: string | null
  currency: string | null
}

/** Remembers the currencies of an answer. Without a price, the currency is only the requested one, so it does not count. */
export function rememberQuotes(queries: QueryClient, priced: readonly Priced[]): void {
  for (const { chain, hotel_code, status, currency } of priced) {
    if (status === 'available' && currency !== null)
      queries.setQueryData([QUOTED, chain, hotel_code], currency)
  }
}

/** The currency that a hotel quotes, if this page has seen it or the source says so. */
export function useQuotedCurrency(values: Partial<HotelId>, chains: Chain[]): string | undefined {
  const { chain = '', hotel_code = '' } = values
  const { data } = useQuery<string>({
    queryKey: [QUOTED, chain, hotel_code],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [only, ...others] = chains.find(({ id }) => id === chain)?.currencies ?? []
  return data ?? (others.length === 0 && !isOpen(only) ? only : undefined)
}

/** Whether a source names no currencies of its own: it quotes any, or each hotel's. */
export function isOpen(currency: string | undefined): boolean {
  return currency === '*' || currency === 'hotel'
}
