import type { Pool } from '../../src/db/pool.ts'
import { createHotelsMaster, numberOf } from '../../src/hotels/master.ts'
import { DEFAULT_OCCUPANCY } from '../../src/kernel/occupancy.ts'
import { figuresOf } from '../../src/observations/figures.ts'
import { stayRows } from '../../src/observations/rows.ts'
import { writeCells } from '../../src/observations/write-cells.ts'
import { findSource } from '../../src/sources/catalog/catalog.ts'
import type { Rate, Room, StayAnswer } from '../../src/sources/source.ts'
import { catalog } from '../history/past.ts'

/** What is for sale at one moment, and what of it is a better offer by the words of the one who made it. */
export interface Planted {
  answer: StayAnswer
  /** The cheapest true offer, in minor units; none; or null where the answer cannot tell. */
  truth: number | 'none' | null
}

/** The room of every planted booking: 100.00 USD after tax, refundable, with breakfast. */
export const BOOKED = 'Superior King Room with Sea View'
export const PAID = 10_000

const rate = (afterTax: number, more: Partial<Rate> = {}): Rate => ({
  rateCode: 'FLEX',
  name: 'Flexible',
  currency: 'USD',
  pricePerNight: Math.round(afterTax * 0.9),
  pricePerNightAfterTax: afterTax,
  taxIncluded: false,
  total: null,
  totalAfterTax: null,
  memberOnly: false,
  restricted: false,
  package: false,
  pointsPerNight: null,
  pointsTotal: null,
  cashCopayPerNight: null,
  standardAward: null,
  refundable: true,
  cancelBy: null,
  mealPlan: 'breakfast',
  ...more,
})

const room = (name: string, rates: Rate[], more: Partial<Room> = {}): Room => ({
  roomCode: name.slice(0, 6),
  name,
  beds: null,
  maxOccupancy: null,
  rates,
  ...more,
})

/** Rooms that are the same or better. */
const GOOD: readonly string[] = [
  BOOKED,
  'Superior Room, 1 King Bed, Ocean View',
  'Deluxe King Room with Sea View',
  'Suite, 1 King Bed, Sea View',
  'Superior King Room with Sea View, Club Lounge Access',
]

/** Cheap offers that are none: worse rooms, stricter terms, another basis or currency, not for everybody. */
const BAD: readonly ((cheap: number) => Room)[] = [
  ...[
    'Standard King Room with Sea View',
    'Superior King Room',
    'Superior King Room with City View',
    'Superior Queen Room with Sea View',
    'Superior Twin Room with Sea View',
    'Superior Room with Sea View',
    'Superior King Room with Sea View, Accessible',
    'Superior King Room with Sea View, Smoking',
    'Superior King Room with Sea View, Shared Bathroom',
    'Superior King or Twin Room with Sea View',
    'Junior King Room with Sea View',
    'Run of House',
    'Zimmer mit Meerblick',
    'Best available room',
  ].map((name) => (cheap: number) => room(name, [rate(cheap)])),
  (cheap) => room(BOOKED, [rate(cheap, { refundable: false })]),
  (cheap) => room(BOOKED, [rate(cheap, { refundable: null })]),
  (cheap) => room(BOOKED, [rate(cheap, { mealPlan: 'room_only' })]),
  (cheap) => room(BOOKED, [rate(cheap, { mealPlan: null })]),
  (cheap) => room(BOOKED, [rate(cheap, { currency: 'EUR' })]),
  (cheap) => room(BOOKED, [rate(cheap, { pricePerNightAfterTax: null })]),
  (cheap) => room(BOOKED, [rate(cheap, { restricted: true })]),
  (cheap) => room(BOOKED, [rate(cheap, { package: true })]),
  (cheap) => room(BOOKED, [rate(cheap, { pointsPerNight: 12_000 })]),
  (cheap) => room(BOOKED, [rate(cheap)], { facts: { accessible: true } }),
  // Saves 4.99 %.
  () => room(BOOKED, [rate(PAID - 499)]),
]

export type Pick = <T>(list: readonly T[]) => T

/** What one look finds. `isPlain`: only the booked room, at one public rate. */
export function plantedLook(pick: Pick, isPlain: boolean): Planted {
  const kind = pick(['none', 'none', 'true', 'true', 'sold_out', 'other_currency'] as const)
  const cheap = pick([3000, 5000, 7000])
  const none = { hotel: null, minLos: null, taxIncluded: false, pointsKnown: false, raw: [] }
  const open = { ...none, status: 'available' as const, currency: 'USD' }
  if (kind === 'sold_out')
    return { answer: { ...none, status: 'sold_out', currency: 'USD', rooms: [] }, truth: 'none' }
  if (isPlain) {
    const price = kind === 'true' ? pick([9000, 8000, 9500]) : pick([9501, 10_000, 12_000])
    return {
      answer: { ...open, rooms: [room(BOOKED, [rate(price)])] },
      truth: price <= 9500 ? price : 'none',
    }
  }
  if (kind === 'other_currency') {
    const rooms = [room(BOOKED, [rate(cheap, { currency: 'EUR' })])]
    return { answer: { ...open, currency: 'EUR', rooms }, truth: null }
  }
  const bad = [pick(BAD), pick(BAD), pick(BAD)].map((make) => make(cheap))
  if (kind === 'none') return { answer: { ...open, rooms: bad }, truth: 'none' }
  const price = pick([9500, 9000, 8000])
  const good = room(pick(GOOD), [
    rate(price, pick([{}, { memberOnly: true }, { mealPlan: 'half_board' }])),
    rate(price + 100),
  ])
  return { answer: { ...open, rooms: [...bad, good] }, truth: price }
}

export interface Place {
  hotel: { chain: string; hotel_code: string }
  checkin: string
  los: number
}

/** Stores what was seen as the service itself stores answers. */
export async function plantStays(
  pool: Pool,
  stays: readonly { place: Place; answer: StayAnswer }[],
  seenMs: number,
): Promise<void> {
  const hotels = createHotelsMaster(pool)
  const written = await Promise.all(
    stays.map(async ({ place: { hotel, checkin, los }, answer }) => {
      const source = findSource(catalog, hotel.chain)
      if (!source) throw new Error(`there is no source ${hotel.chain}`)
      const name = { source: source.id, hotelCode: hotel.hotel_code }
      const no = numberOf(await hotels.register([{ ...name, record: null }]), name)
      const stay = { ...name, source, checkin, los, occupancy: DEFAULT_OCCUPANCY, currency: 'USD' }
      return stayRows(no, stay, answer, figuresOf(answer), seenMs)
    }),
  )
  await writeCells(
    pool,
    written.flatMap(({ cells }) => cells),
    [],
    written.flatMap(({ stay }) => stay ?? []),
  )
}
