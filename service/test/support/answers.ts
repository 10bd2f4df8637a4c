/** The answers of the rate endpoints as a client reads them; only what the tests look at. */

export type Status = 'available' | 'sold_out' | 'closed' | 'restricted_los'

export interface Fresh {
  cached: boolean | null
  observed_at: string | null
  cache_age_sec: number | null
}

export interface LowestBody {
  bar: number | null
  bar_after_tax: number | null
  member: number | null
  member_after_tax: number | null
  lowest_points: number | null
  lowest_points_cash: number | null
  cash_copay: number | null
  cpp: number | null
}

export interface Row {
  status: Status | null
  min_los: number | null
  lowest: LowestBody | null
  error?: { code: string; message: string }
}

export interface RateBody {
  rate_code: string
  currency: string
  price_per_night: number | null
  price_per_night_after_tax: number | null
  tax_included: boolean
  total: number | null
  total_after_tax: number | null
  member_only: boolean
  restricted: boolean
  package: boolean
  points_per_night: number | null
  cash_copay_per_night: number | null
}

export interface ShopBody extends Fresh {
  query: Record<string, unknown>
  hotel: { chain: string; hotel_code: string } | null
  status: Status
  min_los: number | null
  currency: string
  tax_included: boolean | null
  rooms: { room_code: string; rates: RateBody[] }[]
  lowest: LowestBody
  raw?: unknown[]
}

export interface AwardBody extends Fresh {
  status: Status
  currency: string
  award_rates: {
    room_code: string
    rate_code: string
    points_per_night: number
    points_total: number
    points_due?: number
    free_nights?: number
    cash_copay_per_night: number | null
    standard: boolean
    certs: string | null
    cpp: number | null
  }[]
  cash_comparison: { bar: number | null; bar_after_tax: number | null; tax_included: boolean | null }
  cpp: number | null
}

export interface TotalsBody {
  bar: number | null
  bar_after_tax: number | null
  member: number | null
  member_after_tax: number | null
}

export interface StayBody extends Fresh {
  currency: string
  stay: { status: Status; min_los: number | null; lowest: LowestBody }
  nights: (Row & { night: string; cached: boolean | null })[]
  totals: { stay: TotalsBody; nights: TotalsBody | null }
  split: {
    cheaper: 'stay' | 'nights' | 'equal' | null
    basis: 'bar_after_tax' | 'bar' | null
    saving: number | null
    possible: boolean
    blocked_by: string[]
  }
}

export interface CalendarBody extends Fresh {
  currency: string | null
  nights: (Row & Fresh & { night: string })[]
}

export interface CompsetBody {
  query: Record<string, unknown>
  hotels: (Row & Fresh & { chain: string; hotel_code: string; currency: string | null })[]
}
