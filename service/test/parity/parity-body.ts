import type { Fresh, Status } from '../support/answers.ts'

/** The answer of `POST /parity` as a client reads it. */

interface Figures {
  bar: number | null
  bar_after_tax: number | null
  member: number | null
  member_after_tax: number | null
}

export interface FxBody {
  from: string
  to: string
  rate: number
  date: string
  source: string
}

type Verdict = 'win' | 'meet' | 'lose'

interface LikeRate {
  rate: number
  room_name: string
  rate_name: string
}

export interface ChannelBody extends Fresh {
  channel: string
  hotel_code: string | null
  confidence: number | null
  status: Status | null
  min_los: number | null
  currency: string | null
  lowest: Figures | null
  gap: number | null
  gap_pct: number | null
  basis: 'bar_after_tax' | 'bar' | null
  comparable: (Figures & { currency: string; fx: FxBody | null }) | null
  fx: FxBody | null
  verdict: Verdict | null
  comparison_note: string | null
  skipped: string | null
}

export interface ParityBody {
  query: Record<string, unknown>
  hotel: { chain: string; hotel_code: string } | null
  direct: Figures &
    Fresh & {
      lowest_points: number | null
      currency: string
      tax_included: boolean | null
      status: Status
      min_los: number | null
    }
  channels: ChannelBody[]
  verdict: Verdict | null
  score: { win: number; meet: number; lose: number; compared: number; channels: number }
  like_for_like: {
    refundable: boolean
    meal_plan: string
    direct: LikeRate
    channels: (LikeRate & { channel: string; gap: number; gap_pct: number | null; verdict: Verdict | null })[]
  }[]
  cheapest: string | null
  deepest_undercut: { channel: string; diff: number; diff_pct: number; basis: string } | null
  ids_resolved: boolean
}

export const AGENCIES = ['lodgista', 'mapleroom', 'nightdeal', 'ostello', 'pillowfare']

/** One and the same code at every agency. */
export const everywhere = (code: string, channels: readonly string[] = AGENCIES) =>
  Object.fromEntries(channels.map((channel) => [channel, code]))
