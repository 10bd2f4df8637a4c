import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBooks } from '../support/accounts.ts'
import { inDays } from '../support/market.ts'
import {
  type BookingBody,
  type BookingEvent,
  type BookingMarket,
  openBookingMarket,
} from './booking-market.ts'
import { backtest, type Refusal, type StoredLook, storedLooks } from './stored-looks.ts'
import { BOOKED, PAID, type Place, type Planted, plantedLook, plantStays } from './worlds.ts'

/**
 * Bookings in planted worlds. Longer: BOOKING_WORLDS=1000 BOOKING_LOOKS=20 vitest run service/test/bookings/worlds.test.ts
 */
const WORLDS = Number(process.env['BOOKING_WORLDS'] ?? 60)
const LOOKS = Number(process.env['BOOKING_LOOKS'] ?? 6)
const SEED = Number(process.env['BOOKING_SEED'] ?? Date.now() % 1_000_000)
const HOTEL = { chain: 'castellan', hotel_code: 'NEWCA' }

let market: BookingMarket
beforeAll(async () => {
  market = await openBookingMarket({ workers: 2 })
})
afterAll(() => market.stop())

interface World {
  place: Place
  booking: BookingBody
  /** Only the booked room is ever for sale: a watch with condition `rebook` sees the same. */
  isPlain: boolean
  /** The number of looks before the deadline. */
  looksBefore: number
  looks: Planted[]
  /** What the database kept of the stay after each of them, and before the first. */
  stored: StoredLook[]
}

test(
  `bookings in planted worlds are told of every better offer once, and of nothing else (seed ${SEED})`,
  async () => {
    const { pool } = market.database
    const pick = picker(SEED)
    const worlds: World[] = []
    const startMs = Date.now()
    for (let n = 0; n < WORLDS; n += 1) {
      const place = { hotel: HOTEL, checkin: inDays(30 + (n % 100)), los: 1 + Math.floor(n / 100) }
      // Some can be canceled for ever, some only for the first looks. An hour passes before each look.
      const looksBefore = pick([LOOKS, LOOKS, Math.floor(LOOKS / 2)])
      const isPlain = n % 5 === 0
      const answer = await market.ask('POST', '/bookings', {
        ...HOTEL,
        checkin: place.checkin,
        los: place.los,
        room_name: BOOKED,
        refundable: true,
        meal_plan: 'breakfast',
        paid: { amount: PAID / 100, currency: 'USD', basis: 'after_tax' },
        cancel_by: new Date(startMs + (looksBefore * 60 + 30) * 60_000).toISOString(),
        refresh_sec: 86_400,
        endpoints: [market.endpoint],
        reference: `world ${n}`,
      })
      expect([n, answer.status, answer.body]).toEqual([n, 201, expect.anything()])
      worlds.push({ place, booking: answer.body as BookingBody, isPlain, looksBefore, looks: [], stored: [] })
    }
    await market.quiet()
    const since = new Date().toISOString()
    await keep(worlds)
    for (let look = 0; look < LOOKS; look += 1) {
      await market.pass(3600)
      const planted = worlds.map(({ place, looks, isPlain }) => {
        const one = plantedLook(pick, isPlain)
        looks.push(one)
        return { place, answer: one.answer }
      })
      const planting = plantStays(pool, planted, Date.now())
      if (look % 2 === 1) await killOne()
      await planting
      await market.quiet()
      await keep(worlds)
    }
    const events = await allEvents()
    for (const world of worlds) {
      const better = betterOf(events, world.booking)
      expect({ world: world.place, prices: better.map(priceOf) }).toEqual({
        world: world.place,
        prices: expectedOf(world),
      })
    }
    const count = worlds.flatMap(expectedOf).length
    expect(count).toBeGreaterThan(WORLDS / 2)
    const refused = new Map<Refusal, number>()
    for (const { place, booking, stored } of worlds) {
      const told = betterOf(events, booking).map((event) => ({
        price: priceOf(event),
        seen: Date.parse(event.best.seen_at),
      }))
      const tested = backtest(stored, Date.parse(booking.cancel_by), refused)
      expect({ place, told }).toEqual({ place, told: tested })
    }
    expect(Object.keys(Object.fromEntries(refused)).toSorted()).toEqual(REFUSALS)
    // The same, from the history of what was seen, by the judge of watches.
    for (const { place, booking, looksBefore } of worlds.filter(({ isPlain }) => isPlain)) {
      const { body } = await market.ask('POST', '/watches/backtest', {
        ...HOTEL,
        nights: { from: place.checkin, to: place.checkin },
        los: place.los,
        kind: 'cash',
        currency: 'USD',
        condition: 'rebook',
        rebook: { paid: PAID / 100, basis: 'bar_after_tax', min_saving_pct: 5 },
        since,
      })
      const found = (body as { events: { current: { observed_at: string }; rebook: { current: number } }[] })
        .events
      const tested = found.map(({ rebook, current }) => [rebook.current, current.observed_at])
      const lived = betterOf(events, booking).map((event) => [priceOf(event), event.best.seen_at])
      expect(lived).toEqual(looksBefore === LOOKS ? tested : tested.slice(0, lived.length))
    }
    await expectPaidOnce(worlds)
  },
  120_000 + WORLDS * LOOKS * 100,
)

/** A price each time that a better offer begins. What an answer does not tell changes nothing. */
function expectedOf({ looks, looksBefore }: World): number[] {
  let holds = false
  return looks.slice(0, looksBefore).flatMap(({ truth }) => {
    if (truth === null) return []
    const before = holds
    holds = truth !== 'none'
    return truth !== 'none' && !before ? [truth / 100] : []
  })
}

const priceOf = ({ best }: BookingEvent) => Number(best.offer['price'])

function betterOf(events: ReadonlyMap<string, BookingEvent[]>, { id }: BookingBody): BookingEvent[] {
  return (events.get(id) ?? []).filter(({ type }) => type === 'booking.better')
}

/** Every way in which a cheap offer is no better one: the worlds have them all. */
const REFUSALS: readonly Refusal[] = [
  'accessible room',
  'after the deadline',
  'less of a meal',
  'not cheap enough',
  'not for everybody',
  'other basis',
  'other currency',
  'stricter terms',
  'worse room',
]

/** Reads what the database keeps of each stay now, for the back-test. */
async function keep(worlds: readonly World[]): Promise<void> {
  const looks = await storedLooks(market.database.pool, HOTEL.hotel_code)
  for (const { place, stored } of worlds) {
    const look = looks.get(`${place.checkin}/${place.los}`)
    if (!look) throw new Error(`nothing is stored of ${place.checkin} for ${place.los} nights`)
    if (look.seen !== stored.at(-1)?.seen) stored.push(look)
  }
}

async function allEvents(): Promise<Map<string, BookingEvent[]>> {
  const events: BookingEvent[] = []
  let after = ''
  for (;;) {
    const { body } = await market.ask('GET', `/events?limit=1000${after}`)
    const page = body as { events: BookingEvent[]; next_cursor: string | null }
    events.push(...page.events)
    if (page.next_cursor === null) return Map.groupBy(events, ({ booking_id: id }) => id)
    after = `&after=${page.next_cursor}`
  }
}

/** A quarter of a shop each, for the first look: what others see is free. */
async function expectPaidOnce(worlds: readonly World[]): Promise<void> {
  const [first] = worlds
  const books = await readBooks(market.database.pool, market.account.no)
  expect(books).toMatchObject({ held: 0, watches: 0, used: books.lines })
  const { rows } = await market.database.pool.query<{ count: number; credits: number }>(
    "select count(*)::int as count, sum(credits)::int as credits from usage_lines where endpoint = 'watch'",
  )
  expect(rows[0]).toEqual({
    count: WORLDS,
    credits: (first?.booking.credits_per_refresh ?? 0) * 1000 * WORLDS,
  })
}

async function killOne(): Promise<void> {
  const victim = market.workers.find(({ child }) => child.exitCode === null && child.signalCode === null)
  await victim?.stop('SIGKILL')
  await market.startWorker()
}

/** Always the same choices for a seed. */
function picker(seed: number): <T>(list: readonly T[]) => T {
  let state = seed + 1
  return <T>(list: readonly T[]): T => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return list[Math.floor((state / 2 ** 32) * list.length)] as T
  }
}
