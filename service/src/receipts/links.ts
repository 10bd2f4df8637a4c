import { linkTokens } from '../secrets/link-tokens.ts'

export const receiptTokens = linkTokens({
  name: 'links to receipts',
  table: 'receipts',
  idColumn: 'id',
  thing: 'receipt',
})

/** The page of a receipt, for people of its account. Without a public address, relative to that of the service. */
export function pageOf(publicUrl: string, id: string): string {
  return `${publicUrl}/receipts/${id}`
}

/** The page of a receipt for everybody who has the link. */
export function sharedPageOf(publicUrl: string, token: string): string {
  return `${publicUrl}/receipts/shared/${token}`
}
