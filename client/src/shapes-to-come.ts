/**
 * Answers of endpoints that the OpenAPI document does not describe yet. Whatever of this `generated/shapes.ts` has after
 * `npm run client:types` is to be taken from there and deleted here.
 */
import type { Job, MatrixCell, Place, Quote } from './generated/shapes.ts'

export interface EventRow {
  id: string
  type: string
  created_at: string
  watch_id?: string
  job_id?: string
  job?: Job
  chain?: string
  hotel_code?: string
  night?: string
  los?: number
  kind?: 'cash' | 'award'
  previous?: MatrixCell | null
  current?: MatrixCell
  rebook?: { paid: number; current: number; saving: number; saving_pct: number; saving_total: number }
  undercut?: { direct: number; channel_rate: number; diff: number; diff_pct: number; basis: string }
  delivery: {
    status: 'pending' | 'delivered' | 'failed'
    attempts: number
    last_status: number | null
    next_attempt_at: string | null
  }
}

export interface EventsPage {
  events: EventRow[]
  next_cursor: string | null
}

export interface AreaAnswer extends Partial<Quote> {
  place: Place | null
  hotels: {
    rank: number | null
    chain: string
    hotel_code: string
    name: string
    distance_mi: number | null
    cell: MatrixCell
  }[]
  job?: Job
}

export interface CalendarAreaAnswer {
  place: Place | null
  nights: {
    night: string
    hotels_known: number
    hotels_available: number
    cheapest: number | null
    cheapest_hotel: { chain: string; hotel_code: string; name: string } | null
    median: number | null
    best_cpp: number | null
  }[]
  hotels: {
    chain: string
    hotel_code: string
    name: string
    distance_mi: number | null
    cheapest_night: string | null
    cheapest: number | null
  }[]
  job?: Job
}

export interface AwardSearchAnswer {
  place: Place | null
  hotels: {
    chain: string
    hotel_code: string
    name: string
    distance_mi: number | null
    nights: MatrixCell[]
  }[]
  jobs?: Job[]
}

interface Basis {
  bar: number | null
  bar_after_tax: number | null
  member: number | null
  member_after_tax: number | null
}

export interface ParityAnswer {
  hotel: { name: string; city: string | null; country: string | null } | null
  direct: Basis & {
    lowest_points: number | null
    currency: string
    tax_included: boolean | null
    status: MatrixCell['status'] | null
  }
  channels: {
    channel: string
    hotel_code: string | null
    confidence: number | null
    currency: string | null
    lowest: Basis | null
    gap: number | null
    gap_pct: number | null
    basis: string | null
    comparison_note: string | null
    skipped: string | null
  }[]
  cheapest: string | null
  deepest_undercut: { channel: string; diff: number; diff_pct: number; basis: string } | null
  ids_resolved: boolean
}

export interface IdMapAnswer {
  chain: string
  hotel_code: string
  mapped_to?: { chain: string; hotel_code: string } | null
  ids: Record<
    string,
    { id: string; confidence: number; method: string; distance_km: number | null; resolved_at: string }
  >
  unresolved: { source: string; reason: string; retry_after: string | null }[]
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
  points_lte?: number
  rebook?: { paid: number; basis: string; min_saving_pct: number }
  undercut?: { channel: string; hotel_code?: string; min_pct: number; basis: string }
  webhook_url: string
  credits_per_refresh: number
  status: 'active' | 'paused' | 'suspended' | 'expired'
  last_refresh_at: string | null
  next_refresh_at: string | null
  created_at: string
  secret?: string
}
