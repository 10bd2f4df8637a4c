import { afterAll, beforeAll, expect, test } from 'vitest'
import { readHotelTowns } from '../../../sandbox/src/world/cities.ts'
import { createCountries } from '../../../sandbox/src/world/countries.ts'
import { type AwardHabit, awardHabitOf } from '../../../sandbox/src/world/habits.ts'
import type { Hotel } from '../../../sandbox/src/world/hotel.ts'
import { buildHotels } from '../../../sandbox/src/world/hotels.ts'
import { chunks } from '../../src/kernel/chunks.ts'
import { type AreaMarket, openAreaMarket } from '../areas/area-market.ts'
import { get } from '../support/client.ts'
import type { JobBody } from '../support/grids.ts'
import { inDays } from '../support/market.ts'

/** Of each kind, and honest hotels. */
const HIDERS = 2
const HONEST = 6
const NIGHTS = { from: inDays(1), to: inDays(90) }

interface Habit {
  on: string
  how: string
  min_los: number | null
}

let market: AreaMarket
beforeAll(async () => {
  market = await openAreaMarket({ workers: 2 })
})
afterAll(() => market.stop())

/** The kinds that the sandbox plants, as the service is to name them. */
const wayOf = ({ on, minLos, isPremiumOnly }: AwardHabit): Habit => {
  if (isPremiumOnly) return { on, how: 'premium_only', min_los: null }
  return { on, how: minLos === null ? 'no_award' : 'longer_stay_only', min_los: minLos }
}

/** Hotels of one chain where Friday and Saturday are the weekend, some of each kind. */
function chosen(): Map<string, { way: Habit | null; hotels: Hotel[] }> {
  const all = buildHotels({ seed: 1, country: createCountries() }, readHotelTowns().towns)
  const kinds = new Map<string, { way: Habit | null; hotels: Hotel[] }>()
  for (const hotel of all) {
    const isUsual = hotel.listing.source === 'aurelia' && hotel.country.weekend.includes(6)
    if (!isUsual || hotel.shutMonths.length > 0) continue
    const habit = awardHabitOf(hotel)
    const way = habit && wayOf(habit)
    const name = JSON.stringify(way)
    const kind = kinds.get(name) ?? { way, hotels: [] }
    kinds.set(name, kind)
    if (kind.hotels.length < (way ? HIDERS : HONEST)) kind.hotels.push(hotel)
  }
  return kinds
}

/** Small jobs, one after the other: each ends soon. */
async function collect(codes: readonly string[]): Promise<void> {
  for (const some of chunks(codes, 5))
    for (const asked of [
      { kind: 'cash', los: 1 },
      { kind: 'award', los: 1 },
      { kind: 'award', los: [2, 3] },
    ]) {
      const grid = { chain: 'aurelia', hotel_codes: some, nights: NIGHTS, as_job: true, ...asked }
      const { body } = await market.ask<{ job: JobBody }>('/matrix', grid)
      await market.filled(body)
    }
}

test('every kind of hotel that hides awards is named with its way, from what the service has collected; no honest one is accused', async () => {
  const kinds = chosen()
  const hotels = [...kinds.values()].flatMap((kind) => kind.hotels)
  await collect(hotels.map(({ listing }) => listing.code))
  const named: Record<string, Habit[][]> = {}
  const planted: Record<string, Habit[][]> = {}
  for (const [name, { way, hotels: some }] of kinds) {
    planted[name] = some.map(() => (way ? [way] : []))
    named[name] = []
    for (const { listing } of some) {
      const query = `chain=aurelia&hotel_code=${listing.code}&from=${NIGHTS.from}&to=${NIGHTS.to}`
      const { status, body } = await get(market.url, `/v1/award/access?${query}`, market.account.key)
      expect(status).toBe(200)
      const { habits, nights } = body as { habits: Habit[]; nights: number }
      expect(nights).toBeGreaterThan(50)
      named[name].push(habits.map(({ on, how, min_los }) => ({ on, how, min_los })))
    }
  }
  // None on weekends; on weekends, or any night, from two or three nights; premium awards alone; and honest ones.
  expect(Object.keys(planted).toSorted()).toHaveLength(7)
  expect(named).toEqual(planted)
}, 300_000)
