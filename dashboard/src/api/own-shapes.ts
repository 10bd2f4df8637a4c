import type { Usage } from '@vacancy/client'

/** What the dashboard's own calls answer. Everything else is the API's, and the client describes it. */

export interface Session {
  email: string
  account: { id: string; plan: string }
}

export interface Key {
  id: string
  name: string
  prefix: string
  created_at: string
  last_used_at: string | null
  revoked_at: string | null
}

/** Of the account as a whole: no key has asked. */
export type Meter = Omit<Usage, 'credits_used_this_key'>

export interface Spend {
  day: string
  endpoint: string
  key_id: string
  credits: number
  lines: number
  live: number
  cached: number
  free: number
}
