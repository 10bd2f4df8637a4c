import type { Booking, ListBookingsResponse } from '@vacancy/client'
import { call } from './call.ts'
import { MOST_ROWS, useApi } from './v1-queries.ts'

/** The filter of the list, as the API takes it. */
export type BookingFilter = Readonly<Record<string, string>>

const queryOf = (filter: BookingFilter, limit: number) =>
  new URLSearchParams({ scope: 'account', ...filter, limit: String(limit) })

export const useBookings = (filter: BookingFilter, limit: number) =>
  useApi<ListBookingsResponse>(`/bookings?${queryOf(filter, limit)}`, {
    isList: true,
    everyMs: (page) => (page?.bookings.some(isAwaited) ? 2000 : 30_000),
  })

export const useBooking = (id: string) =>
  useApi<Booking>(`/bookings/${id}`, {
    everyMs: (booking) => (booking && isAwaited(booking) ? 1500 : 15_000),
  })

/** The first look comes within seconds. */
const isAwaited = ({ status, last_refresh_at: looked, created_at: made }: Booking) =>
  status === 'watching' && looked === null && Date.now() - Date.parse(made) < 60_000

/** All pages. */
export async function readBookings(filter: BookingFilter, keyId: string | undefined): Promise<Booking[]> {
  const bookings: Booking[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = queryOf({ ...filter, ...(cursor !== '' && { cursor }) }, MOST_ROWS)
    const { data }: { data: ListBookingsResponse } = await call(`/v1/bookings?${query}`, { keyId })
    bookings.push(...data.bookings)
    cursor = data.next_cursor
  }
  return bookings
}
