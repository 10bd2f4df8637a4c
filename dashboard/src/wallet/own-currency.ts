import type { FxTable } from '@vacancy/client'
import { useApi } from '../api/v1-queries.ts'

/** Of the regions of browsers. Elsewhere people compare in dollars. */
const OF_REGION: Readonly<Record<string, string>> = {
  AU: 'AUD',
  BR: 'BRL',
  CA: 'CAD',
  CH: 'CHF',
  CN: 'CNY',
  CZ: 'CZK',
  DK: 'DKK',
  GB: 'GBP',
  HK: 'HKD',
  ID: 'IDR',
  IL: 'ILS',
  IN: 'INR',
  JP: 'JPY',
  KR: 'KRW',
  MX: 'MXN',
  NO: 'NOK',
  NZ: 'NZD',
  PL: 'PLN',
  SE: 'SEK',
  SG: 'SGD',
  TH: 'THB',
  TR: 'TRY',
  ZA: 'ZAR',
}
const EURO = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ')

/** The currency of the region that the browser is set to. */
export function usualCurrency(): string {
  // `navigator.language` may be no language at all, such as `en-US@posix`.
  const { locale } = new Intl.NumberFormat().resolvedOptions()
  const region = new Intl.Locale(locale).region ?? ''
  return EURO.includes(region) ? 'EUR' : (OF_REGION[region] ?? 'USD')
}

/** Money of hotels in the person's own currency, by the reference rates. */
export interface OwnMoney {
  currency: string
  /** Null where there is no rate. */
  inOwn: (amount: number, currency: string) => number | null
}

export function useOwnMoney(currency: string): OwnMoney {
  const rates = useRates(currency)
  return {
    currency,
    inOwn: (amount, from) => {
      if (from === currency) return amount
      const rate = rates?.[from]
      return rate === undefined ? null : amount / rate
    },
  }
}

/** How much of each currency one unit of this one buys. */
export const useRates = (currency: string): Readonly<Record<string, number>> | undefined =>
  useFx(currency).data?.rates

export const useFx = (currency: string) => useApi<FxTable>(`/fx?base=${currency}`, { staleMs: 3_600_000 })
