import { linkTokens } from '../secrets/link-tokens.ts'

export const boardTokens = linkTokens({ name: 'links to boards', table: 'boards', thing: 'board' })

/** The page of a board for everybody who has the link. Without a public address, relative to that of the service. */
export function sharedPageOf(publicUrl: string, token: string): string {
  return `${publicUrl}/shared/${token}`
}
