import { useQuery } from '@tanstack/react-query'
import { call } from './call.ts'

/** What a unit costs at the sources that sell it. */
export interface PriceSpan {
  least: number
  usual: number
  most: number
}

export interface Plan {
  name: string
  /** A month. */
  credits: number
  requests_per_second: number
}

export interface Prices {
  plans: Plan[]
  calls: {
    shop: PriceSpan
    award: PriceSpan
    agencyShop: PriceSpan
    compsetRow: PriceSpan
    cashCell: PriceSpan
    placeLookup: number
    resolution: number
    judgement: number
    /** The cached price, as a share of the live one. */
    cachedShare: number
    flat: Readonly<Record<'compset' | 'award_search' | 'award_value' | 'trip', number>>
  }
  sources: {
    id: string
    name: string
    shop: number
    compset_hotel: number
    calendar_night: number
    award_night: number | null
  }[]
}

export const usePrices = () =>
  useQuery({
    queryKey: ['prices'],
    queryFn: async () => (await call<Prices>('/prices')).data,
    staleTime: 60_000,
  })
