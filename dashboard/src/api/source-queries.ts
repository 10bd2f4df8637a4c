import { useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import type { SourceTest } from './operator-queries.ts'

/** One thing to fill in. */
export interface VendorField {
  name: string
  label: string
  help: string
  secret: boolean
  default?: string
}

/** A way to connect a real source. */
export interface Vendor {
  id: string
  access: 'open' | 'contract'
  name: string
  brings: string
  cost: string
  key: { url: string; how: string }
  sourceId: string
  isIdFixed: boolean
  addresses: { label: string; url: string }[]
  fields: VendorField[]
  entry: { family: string }
}

/** How many requests the operator wants to pay for. */
export interface Budget {
  requests_per_day?: number | null
  requests_per_month?: number | null
  price_per_request?: { amount: number; currency: string } | null
  reserve_pct?: number
}

/** The settings of a source; of secrets only the end. */
export interface SourceSettings {
  id: string
  vendor: string | null
  family: string
  name: string
  origin: 'bundled' | 'file' | 'database'
  sandbox: boolean
  disabled: boolean
  base_url: string
  fields: Record<string, string>
  budget: Budget | null
  version: number
}

/** What the vendor said to settings that are not saved yet. */
export interface Tried {
  problems: { field: string; problem: string }[]
  trial: { works: boolean; advice: string | null; report: SourceTest } | null
  proof: string | null
}

const read = async <T>(path: string): Promise<T> => (await call<T>(`/operator/${path}`)).data

export const useVendors = () =>
  useQuery({
    queryKey: ['operator', 'vendors'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => read<{ vendors: Vendor[] }>('vendors'),
  })

/** All sources, and what the operator chose. Only operators may ask. */
export const useConnected = (isOperator = true) =>
  useQuery({
    queryKey: ['operator', 'connected'],
    enabled: isOperator,
    queryFn: () =>
      read<{ sources: SourceSettings[]; sandbox: boolean; choice: 'sandbox' | 'connect' | null }>(
        'connected-sources',
      ),
  })

export const useSourceSettings = (id: string) =>
  useQuery({
    queryKey: ['operator', 'settings', id],
    // Somebody else may have changed it.
    staleTime: 0,
    queryFn: () => read<SourceSettings>(`sources/${id}`),
  })
