import type {
  GetReceiptLinkResponse,
  ListedReceipt,
  ListReceiptsResponse,
  SignedReceipt,
} from '@vacancy/client'
import { useApi } from '../api/v1-queries.ts'

export const useReceipts = (limit: number) =>
  useApi<ListReceiptsResponse>(`/receipts?limit=${limit}`, { isList: true })

export const useReceipt = (id: string) => useApi<SignedReceipt>(`/receipts/${id}`, { staleMs: 300_000 })

export const useReceiptLink = (id: string) => useApi<GetReceiptLinkResponse>(`/receipts/${id}/link`)

/** What was asked, as a title. */
export const TITLES: Readonly<Record<ListedReceipt['endpoint'], string>> = {
  shop: 'Prices of a stay',
  award: 'A stay in points',
  parity: 'Rate parity of a stay',
}
