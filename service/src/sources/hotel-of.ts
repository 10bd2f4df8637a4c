import { addNights, nightAt } from '../kernel/dates.ts'
import type { Adapter, Call, HotelRecord } from './source.ts'

/** A sold-out night is told in a few words by some vendors, so a second one is tried, unlikely to be full as well. */
const DAYS_AHEAD = [61, 110]

/**
 * What a source says of one property. Where its wire has no words for that, a stay is asked for, whose answer names the hotel;
 * null where it names none.
 */
export async function hotelOf(
  adapter: Adapter,
  hotelCode: string,
  nowMs: number,
  call: Call,
): Promise<HotelRecord | null> {
  if (adapter.hotel) return adapter.hotel(hotelCode, call)
  for (const days of DAYS_AHEAD) {
    const checkin = addNights(nightAt(nowMs), days)
    const occupancy = { adults: 2, children: 0, rooms: 1 }
    const { hotel } = await adapter.shop({ hotelCode, checkin, los: 1, occupancy, currency: 'USD' }, call)
    if (hotel) return hotel
  }
  return null
}
