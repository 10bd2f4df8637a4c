import { addNights, nightAt } from '../kernel/dates.ts'
import type { Adapter, Call, HotelRecord } from './source.ts'

/** Some vendors describe little on a sold-out night, so a second one is tried. */
const DAYS_AHEAD = [61, 110]

/**
 * What a source says of one hotel. If its API has no such call, requests a stay, whose answer names the hotel; null if it does
 * not.
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
