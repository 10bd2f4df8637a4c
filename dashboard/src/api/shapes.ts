/** The shapes of the API's answers that the pages show. `null` is what a source does not say. */

export interface ErrorBody {
  error: { code: string; message: string; chain?: string; request_id: string }
}

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

export interface Usage {
  plan: string
  period: string
  credits_used: number
  credits_limit: number
  credits_remaining: number
  rate_limit_rps: number
  resets_at: string
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

export interface UsageLine {
  request_id: string
  at: string
  endpoint: string
  key_id: string
  job_id: string | null
  watch_id: string | null
  credits: number
  live: number
  cached: number
  free: number
}

export interface Chain {
  id: string
  kind: 'chain' | 'ota'
  name: string
  shop_credits: number
  compset_hotel_credits: number
  award_points: boolean
  geo_search: boolean
  examples: string[]
  status: HealthStatus
}

export type HealthStatus = 'up' | 'degraded' | 'down'

export interface Status {
  status: HealthStatus
  version: string
  time: string
  sources: {
    id: string
    status: HealthStatus
    latency_ms: number | null
    error_share: number | null
    checked_at: string | null
  }[]
}

export interface Freshness {
  cached: boolean | null
  observed_at: string | null
  cache_age_sec: number | null
}

export interface Lowest {
  bar: number | null
  bar_after_tax: number | null
  member: number | null
  member_after_tax: number | null
  lowest_points: number | null
  lowest_points_cash: number | null
  cash_copay: number | null
  cpp: number | null
}

export interface Rate {
  rate_code: string
  name: string
  price_per_night: number | null
  price_per_night_after_tax: number | null
  tax_included: boolean | null
  total: number | null
  total_after_tax: number | null
  member_only: boolean
  points_per_night: number | null
  cash_copay_per_night: number | null
  refundable: boolean | null
  cancel_by: string | null
  meal_plan: string | null
}

export interface Hotel {
  chain: string
  hotel_code: string
  name: string | null
  city: string | null
  country: string | null
  lat: number | null
  lng: number | null
}

export interface Stay extends Freshness {
  hotel: Hotel
  status: string
  min_los: number | null
  currency: string
  tax_included: boolean | null
  rooms: {
    room_code: string
    name: string
    beds?: string | null
    max_occupancy?: number | null
    rates: Rate[]
  }[]
  lowest: Lowest
}

export interface CalendarNight extends Freshness {
  night: string
  status: string | null
  min_los: number | null
  lowest: Lowest | null
  error?: { code: string; message: string }
}

export interface Calendar extends Freshness {
  currency: string
  nights: CalendarNight[]
}

export interface CompsetRow extends Freshness {
  chain: string
  hotel_code: string
  status: string | null
  min_los: number | null
  currency: string | null
  lowest: Lowest | null
  error?: { code: string; message: string }
}

export interface Compset {
  hotels: CompsetRow[]
}

export interface Cell {
  chain: string
  hotel_code: string
  night: string
  los: number
  kind: 'cash' | 'award'
  currency: string
  status: string
  min_los: number | null
  lowest_bar: number | null
  lowest_bar_after_tax: number | null
  lowest_member: number | null
  lowest_points: number | null
  lowest_points_cash: number | null
  cash_copay: number | null
  cpp: number | null
  certs: string | null
  observed_at: string
}

export type JobStatus = 'queued' | 'running' | 'done' | 'failed' | 'canceled'

export interface Job {
  id: string
  kind: string
  status: JobStatus
  cells_total: number
  cells_done: number
  tasks_total: number
  tasks_done: number
  tasks_failed: number
  credits_reserved: number
  credits_spent: number
  created_at: string
  started_at: string | null
  finished_at: string | null
}

/** 200 with the cells, or 202 with the job that gets them. */
export interface Grid {
  cells?: Cell[]
  count?: number
  job?: Job
}

export interface Parity {
  hotel: Hotel
  direct: Lowest & Freshness & { currency: string; tax_included: boolean | null; status: string }
  channels: ParityRow[]
  cheapest: string | null
  deepest_undercut: { channel: string; diff: number; diff_pct: number; basis: string } | null
  ids_resolved: boolean
}

export interface ParityRow {
  channel: string
  hotel_code: string | null
  confidence: number | null
  currency: string | null
  lowest: Pick<Lowest, 'bar' | 'bar_after_tax' | 'member' | 'member_after_tax'> | null
  gap: number | null
  gap_pct: number | null
  basis: string | null
  comparison_note: string | null
  skipped: string | null
}

export interface Place {
  name: string | null
  place_id: string | null
  lat: number
  lng: number
  country: string | null
}

export interface Around {
  place: Place | null
  hotels: (Hotel & { distance_mi: number })[]
}

export interface Area {
  place: Place | null
  hotels: {
    rank: number | null
    chain: string
    hotel_code: string
    name: string | null
    distance_mi: number
    lat?: number | null
    lng?: number | null
    cell: Cell | null
  }[]
  job?: Job
}

export interface Quote {
  quote: { credits_min: number; credits_max: number; cached: number; live: number; free: number }
}

export interface Watch {
  id: string
  chain: string
  hotel_code: string
  nights: { from: string; to: string }
  los: number
  kind: 'cash' | 'award'
  currency: string
  refresh_sec: number
  condition: string
  points_lte?: number | null
  rebook?: { paid: number; basis: string; min_saving_pct: number } | null
  undercut?: { channel: string; min_pct: number; basis: string } | null
  webhook_url: string
  credits_per_refresh: number
  status: 'active' | 'paused' | 'suspended' | 'expired'
  last_refresh_at: string | null
  next_refresh_at: string | null
  created_at: string
  secret?: string
}

export interface EventRow {
  id: string
  type: string
  created_at: string
  watch_id?: string | null
  job_id?: string | null
  chain?: string
  hotel_code?: string
  night?: string
  previous?: Cell | null
  current?: Cell | null
  rebook?: Record<string, number>
  undercut?: Record<string, number | string>
  delivery: {
    status: 'pending' | 'delivered' | 'failed'
    attempts: number
    last_status: number | null
    next_attempt_at: string | null
    log: { at: string; status: number | null; error: string | null; duration_ms: number }[]
  }
}
