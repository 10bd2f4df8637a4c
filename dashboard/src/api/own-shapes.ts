import type { Usage } from '@vacancy/client'

/** The answers of the dashboard's own calls. Those of the API are typed in the client. */

export type Role = 'viewer' | 'member' | 'owner'

export interface Session {
  email: string
  role: Role
  account: { id: string; plan: string; operator: boolean }
}

export interface Key {
  id: string
  name: string
  prefix: string
  created_at: string
  last_used_at: string | null
  revoked_at: string | null
  /** What agents may spend with it over MCP in a day (UTC). Null: no cap. */
  mcp_cap: { credits_per_day: number; spent_today: number } | null
}

/** Usage of the whole account, without a key. */
export type Meter = Omit<Usage, 'credits_used_this_key'> & { forecast: Forecast | null }

/** Where the month goes at the pace of the last days. Null if there is too little to go by. */
export interface Forecast {
  credits_per_day: number
  days: number
  ends_on: string | null
  credits_used_at_reset: number
}

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
