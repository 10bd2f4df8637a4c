import { linkTokens } from '../secrets/link-tokens.ts'

export const feedTokens = linkTokens({ name: 'links of feeds', table: 'feeds', thing: 'feed' })
