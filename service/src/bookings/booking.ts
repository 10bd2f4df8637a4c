import { toCredits } from '../kernel/credits.ts'
import { repeatedView } from '../kernel/upstream.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import type { BestOffer } from '../watches/booked.ts'
import { bookedView } from '../watches/booked.ts'
import type { BookingWatch } from '../watches/judging/judge-bookings.ts'
import { cellsOf, nightsLeft, refreshPrice, refreshUpstream } from '../watches/watch.ts'

export const BOOKING_STATES = ['watching', 'past_deadline', 'closed'] as const
export type BookingStatus = (typeof BOOKING_STATES)[number]

/** Its watch, and what it has beside it. */
export interface Booking {
  /** The same as that of its watch. */
  id: string
  watch: BookingWatch
  reference: string | null
  best: BestOffer | null
  closedAt: Date | null
  /** By the database's clock. */
  nowMs: number
}

/** Closed by its owner, or because the stay is past. */
export function statusOf({ watch, closedAt, nowMs }: Omit<Booking, 'best'>): BookingStatus {
  if (closedAt !== null || watch.status === 'expired') return 'closed'
  return watch.terms.cancelByMs <= nowMs ? 'past_deadline' : 'watching'
}

const MONTH_SEC = 30 * 86_400

export function bookingView(catalog: Catalog, booking: Booking) {
  const { watch, reference, best } = booking
  const status = statusOf(booking)
  const { charge } = refreshPrice(catalog, watch, cellsOf(watch.terms, nightsLeft(watch)))
  const isWatching = status === 'watching'
  return {
    id: watch.id,
    reference,
    chain: watch.source,
    hotel_code: watch.hotelCode,
    name: watch.name,
    checkin: watch.first,
    los: watch.los,
    ...bookedView(watch.terms, watch),
    refresh_sec: watch.refreshSec,
    endpoints: watch.endpointIds,
    status,
    attention: isWatching && watch.status === 'suspended' ? ('no_credits' as const) : watch.attention,
    best,
    credits_per_refresh: toCredits(charge),
    upstream: repeatedView(refreshUpstream(catalog, watch), MONTH_SEC / watch.refreshSec),
    last_refresh_at: watch.lastRefreshAt?.toISOString() ?? null,
    next_refresh_at:
      isWatching && watch.status === 'active' ? (watch.nextRefreshAt?.toISOString() ?? null) : null,
    created_at: watch.createdAt.toISOString(),
  }
}
