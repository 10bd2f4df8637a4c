import { expect } from 'vitest'
import { post } from '../support/client.ts'
import { openWatchMarket, type WatchMarket } from '../watches/watch-market.ts'

export interface BookingBody {
  id: string
  reference: string | null
  status: 'watching' | 'past_deadline' | 'closed'
  attention: string | null
  cancel_by: string
  min_saving_pct: number
  refresh_sec: number
  credits_per_refresh: number
  paid: { amount: number; currency: string; basis: string }
  best: { offer: Record<string, unknown>; saving: number; saving_pct: number; saving_total: number } | null
  next_refresh_at: string | null
  last_refresh_at: string | null
  created_at: string
}

export interface BookingEvent {
  id: string
  type: string
  booking_id: string
  reference: string | null
  best: BookingBody['best'] & { seen_at: string }
  booking: object
}

export interface BookingMarket extends WatchMarket {
  /** An endpoint of the account. */
  endpoint: string
  /** Makes a booking that must be accepted, and waits for its first look. */
  book(body: object): Promise<BookingBody>
  read(booking: Pick<BookingBody, 'id'>): Promise<BookingBody>
  told(booking: Pick<BookingBody, 'id'>): Promise<BookingEvent[]>
}

export async function openBookingMarket(options: { workers?: number } = {}): Promise<BookingMarket> {
  const market = await openWatchMarket(options)
  const { account } = market
  const made = await post(market.url, '/v1/endpoints', account.key, {
    kind: 'webhook',
    url: `${market.receiver.url}/hook`,
  })
  const endpoint = (made.body as { id: string }).id
  return {
    ...market,
    endpoint,
    book: async (body) => {
      const answer = await market.ask('POST', '/bookings', { endpoints: [endpoint], ...body })
      expect([answer.status, answer.body]).toEqual([201, expect.anything()])
      expect(answer.charged).toBe(0)
      await market.quiet()
      return answer.body as BookingBody
    },
    read: async ({ id }) => (await market.ask('GET', `/bookings/${id}`)).body as BookingBody,
    told: async ({ id }) => {
      const { body } = await market.ask('GET', `/events?booking_id=${id}&limit=1000`)
      return (body as { events: BookingEvent[] }).events
    },
  }
}
