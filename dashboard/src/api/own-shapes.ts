import type { Usage } from '@vacancy/client'

/** The answers of the dashboard's own calls. Those of the API are typed in the client. */

/** What somebody mostly comes for. */
export type HomePage = 'points' | 'my_hotels' | 'developer' | 'overview'

export type Role = 'viewer' | 'member' | 'owner'

export interface Session {
  email: string
  role: Role
  /** Its page opens after the sign-in. Null: never chosen. */
  home_page: HomePage | null
  account: { id: string; plan: string; operator: boolean }
  /** The account requires one, and this person has none yet. Nothing else is open to them. */
  needs_second_factor?: true
}

/** What a sign-in answers that needs a second step. */
export interface HalfWay {
  second_factor: true
}

export interface Key {
  id: string
  /** An agent was let in by a person. It has no secret that is shown. */
  kind: 'key' | 'agent'
  name: string
  /** Null for agents. */
  prefix: string | null
  agent: { client_id: string; client_name: string; client_host: string; person: string } | null
  scopes: KeyScope[]
  expires_at: string | null
  /** What it may spend in a day (UTC). Null: no cap. */
  daily_cap: number | null
  spent_today: number
  created_at: string
  last_used_at: string | null
  revoked_at: string | null
}

export type KeyScope = 'read' | 'spend' | 'manage'

/** Usage of the whole account, without a key. */
export type Meter = Omit<Usage, 'credits_used_this_key' | 'key'> & { forecast: Forecast | null }

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
