import type { Usage } from '@vacancy/client'

/** The answers of the dashboard's own calls. Those of the API are typed in the client. */

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

/** Usage of the whole account, without a key. */
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
