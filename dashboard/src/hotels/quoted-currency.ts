import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import type { Chain } from '@vacancy/client'
import type { HotelId } from './hotel-names.tsx'

/** Under which the currencies are kept: as long as the page is open, for it costs a call to learn one. */
export const QUOTED = 'quoted'

/** A price that was answered, whatever was asked for. */
export interface Priced extends HotelId {
  status: string | null
  currency: string | null
}

/** Keeps what the hotels of an answer quote. Where nothing can be had, the currency is only the one that was asked for. */
export function rememberQuotes(queries: QueryClient, priced: readonly Priced[]): void {
  for (const { chain, hotel_code, status, currency } of priced) {
    if (status === 'available' && currency !== null)
      queries.setQueryData([QUOTED, chain, hotel_code], currency)
  }
}

/** What a hotel quotes, as far as this page has seen it or its source says so. */
export function useQuotedCurrency(values: Partial<HotelId>, chains: Chain[]): string | undefined {
  const { chain = '', hotel_code = '' } = values
  const { data } = useQuery<string>({
    queryKey: [QUOTED, chain, hotel_code],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [only, ...others] = chains.find(({ id }) => id === chain)?.currencies ?? []
  return data ?? (others.length === 0 && only !== '*' ? only : undefined)
}
