import type { JobBody } from '../support/grids.ts'

export interface BlockBody {
  chain: string
  hotel_code: string
  name: string | null
  checkin: string
  los: number
  pay: 'cash' | 'points' | 'points_cash' | 'certificate'
  cash_after_tax: number
  points: number
  free_nights: number
  certificate: string | null
  transfers: { bank: string; chain: string; points: number; received: number }[]
  observed_at: string
}

export interface OptionBody {
  rank: number
  blocks: BlockBody[]
  cash_total: number
  points: Record<string, number>
  certificates: { chain: string; id: string; count: number }[]
  cost: number
  saving_vs_cash: number | null
  why: string
}

export interface TripBody {
  query: { checkin: string; los: number; currency: string; point_value: Record<string, number> }
  place: { name: string | null } | null
  options: OptionBody[]
  best_cash: { cash_total: number; blocks: BlockBody[] } | null
  frontier: { cash_total: number; points_total: number; option: number | null }[]
  nights_unknown: number
  jobs?: JobBody[]
}
