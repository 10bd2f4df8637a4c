import { weekdayOf } from './days.ts'
import { between, chance, mix } from './hash.ts'
import type { Hotel, RoomType } from './hotel.ts'

/** What hotels do again and again, for clients to find out. No source tells it. */

/** Which nights a hotel gives for points only from a number of nights on; null: never. */
export interface AwardHabit {
  on: 'weekend' | 'any'
  minLos: number | null
  /** Better rooms are given for more points than the chart's. */
  isPremiumOnly: boolean
}

/**
 * Of 100 hotels with points 12 give none on weekends, 8 only in longer stays, 4 in longer stays on any night, and 3 nothing but premium
 * awards.
 */
export function awardHabitOf(hotel: Hotel): AwardHabit | null {
  if (!isOrdinary(hotel)) return null
  const h = mix(hotel.key, 321)
  const drawn = h % 100
  if (drawn < 12) return { on: 'weekend', minLos: null, isPremiumOnly: false }
  const minLos = between(mix(h, 302), 2, 3)
  if (drawn < 20) return { on: 'weekend', minLos, isPremiumOnly: false }
  if (drawn < 24) return { on: 'any', minLos, isPremiumOnly: false }
  return drawn < 27 ? { on: 'any', minLos: null, isPremiumOnly: true } : null
}

/** Whether the hotel gives a room on these nights, together, for points. */
export function givesAwards(hotel: Hotel, room: RoomType, days: readonly number[]): boolean {
  const habit = awardHabitOf(hotel)
  if (!habit) return true
  if (habit.isPremiumOnly) return !room.standard
  const isHeld = habit.on === 'any' || days.some((day) => hotel.country.weekend.includes(weekdayOf(day)))
  return !isHeld || (habit.minLos !== null && days.length >= habit.minLos)
}

export type LateHabit = 'falls' | 'rises' | null

/** The hotels of a class in a town watch each other: in some towns rooms are sold off late, in others latecomers pay more. */
export function lateHabitOf(hotel: Hotel): LateHabit {
  if (!isOrdinary(hotel)) return null
  const drawn = mix(hotel.cityKey, hotel.listing.stars, 303) % 100
  if (drawn < 25) return 'falls'
  return drawn < 50 ? 'rises' : null
}

/** In basis points of the usual price, for a night that is so many days ahead. Most nights of such a town follow the habit, not all. */
export function latePrice(hotel: Hotel, day: number, daysAhead: number): number {
  const habit = lateHabitOf(hotel)
  if (habit === null) return 10_000
  const h = mix(hotel.key, day, 304)
  if (daysAhead >= between(mix(h, 305), 3, 10) || !chance(mix(h, 306), 7_500)) return 10_000
  return habit === 'falls'
    ? 10_000 - between(mix(h, 307), 800, 2_200)
    : 10_000 + between(mix(h, 307), 800, 2_500)
}

/** The examples sell every night, and the test hotels have fixed prices. */
function isOrdinary({ flagship, test }: Hotel): boolean {
  return !flagship && test === null
}
