import type { Pool } from '../../src/db/pool.ts'
import { dayAt, nightOfDay } from '../../src/kernel/dates.ts'
import { currencyNo } from '../../src/kernel/money.ts'
import { DEFAULT_OCCUPANCY } from '../../src/kernel/occupancy.ts'
import { figuresOf } from '../../src/observations/figures.ts'
import { keyAt } from '../../src/observations/rows.ts'
import { writeCells } from '../../src/observations/write-cells.ts'
import { settleNight } from '../../src/outlook/settling.ts'
import { findSource } from '../../src/sources/catalog/catalog.ts'
import type { StayAnswer } from '../../src/sources/source.ts'
import { dice, newHotel } from '../access/stores.ts'
import { catalog, DAY_MS } from '../history/past.ts'

/**
 * What a hotel does with its prices. Those of one town let them fall late or raise them, each hotel as often as it likes: `falls` mostly,
 * `rises` mostly, `wavers` in between. `honest` does what its whole market does, at any lead time.
 */
export type Habit = 'weekends_fall' | 'falls' | 'rises' | 'wavers' | 'honest'

export interface MadeHotel {
  no: number
  code: string
  habit: Habit
  /** Of 100 nights, how many fall; only where each hotel has its own habit. */
  often: number
}

export const PRICE = 20_000
const FIRST_LEAD = 75
const SEED = 11

type Dice = (below: number) => number

const isWeekend = (day: number): boolean => [5, 6].includes(new Date(day * DAY_MS).getUTCDay())

/** Three towns. In one, prices fall on weekends; in one, each hotel has its own habit; in one nothing tells. */
export async function makeYear(pool: Pool, hotels: number, nights = 365): Promise<MadeHotel[]> {
  const today = dayAt(Date.now())
  const made: MadeHotel[] = []
  for (let no = 0; no < hotels; no += 1) {
    const often = Math.round((100 * (Math.floor(no / 3) + 0.5)) / Math.ceil(hotels / 3))
    const own: Habit = often > 70 ? 'falls' : often < 15 ? 'rises' : 'wavers'
    const habit = (['weekends_fall', own, 'honest'] as const)[no % 3] ?? 'honest'
    const code = `MADE${no}`
    const id = await newHotel(pool, 'aurelia', code)
    const town = [id, `Town ${no % 3}`]
    await pool.query("update hotels set city = $2, stars = 4, currency = 'USD' where id = $1", town)
    made.push({ no: id, code, habit, often })
  }
  for (const [index, hotel] of made.entries()) {
    // Dice for each kind of night: the year is the same on whichever weekday it ends.
    const [weekdays, weekends] = [dice(SEED + 2 * index), dice(SEED + 2 * index + 1)]
    await live(pool, hotel, [today - nights, today - 1], (day) => (isWeekend(day) ? weekends : weekdays))
  }
  for (let day = today - nights; day < today; day += 1) await settleNight(pool, catalog, nightOfDay(day))
  return made
}

/** The prices of a night by lead time, as one look a day would find them changed. */
function pricesOf({ habit, often }: MadeHotel, day: number, random: Dice): [lead: number, price: number][] {
  const start = Math.round(PRICE * (0.97 + random(60) / 1000))
  const wobble: [number, number][] = [
    [FIRST_LEAD, start],
    [40 + random(20), Math.round(start * (0.995 + random(10) / 1000))],
  ]
  const does = (percent: number) => random(100) < percent
  if (habit === 'weekends_fall')
    return does(isWeekend(day) ? 75 : 8) ? [...wobble, [6, start * 0.86]] : wobble
  if (habit === 'honest') return does(30) ? [...wobble, [1, start * 0.86]] : wobble
  return does(often) ? [...wobble, [5, start * 0.88], [2, start * 0.78]] : [...wobble, [9, start * 1.1]]
}

async function live(
  pool: Pool,
  hotel: MadeHotel,
  [first, last]: [number, number],
  diceOf: (day: number) => Dice,
): Promise<void> {
  const changes: object[] = []
  const looks: object[] = []
  for (let day = first; day <= last; day += 1) {
    const night = nightOfDay(day)
    for (const [lead, price] of pricesOf(hotel, day, diceOf(day))) {
      const bar = Math.round(price)
      changes.push({ night, seen: (day - lead) * DAY_MS + 3_600_000, bar, after: Math.round(bar * 1.1) })
    }
    looks.push({ night, seen: day * DAY_MS + 3_600_000, steady: (day - FIRST_LEAD) * DAY_MS + 3_600_000 })
  }
  const values = [hotel.no, currencyNo('USD')]
  await pool.query(
    `insert into cell_history (hotel, kind, los, occ, currency, night, seen, status, quoted, tax, bar, bar_after_tax, premium)
     select $1, 'c', 1, 201, $2, night, seen, 'a', $2, false, bar, after, false
     from json_to_recordset($3) as c(night date, seen bigint, bar bigint, after bigint)`,
    [...values, JSON.stringify(changes)],
  )
  await pool.query(
    `insert into last_looks (hotel, kind, los, occ, currency, night, seen, steady)
     select $1, 'c', 1, 201, $2, night, seen, steady from json_to_recordset($3) as l(night date, seen bigint, steady bigint)`,
    [...values, JSON.stringify(looks)],
  )
}

/** Puts a price of now into the cache, and an award, so that a question about it calls no source. */
export async function priceNow(pool: Pool, hotel: number, night: string, points?: number): Promise<void> {
  const rate = {
    rateCode: 'A',
    name: 'A',
    currency: 'USD',
    pricePerNight: PRICE,
    pricePerNightAfterTax: Math.round(PRICE * 1.1),
    taxIncluded: false,
    total: PRICE,
    totalAfterTax: Math.round(PRICE * 1.1),
    memberOnly: false,
    restricted: false,
    package: false,
    pointsPerNight: null,
    pointsTotal: null,
    cashCopayPerNight: null,
    standardAward: null,
    refundable: true,
    cancelBy: null,
    mealPlan: null,
  }
  const award = { ...rate, rateCode: 'P', pricePerNight: null, pricePerNightAfterTax: null, total: null }
  const awards = points
    ? [{ ...award, totalAfterTax: null, pointsPerNight: points, standardAward: true }]
    : []
  const answer: StayAnswer = {
    hotel: null,
    status: 'available',
    minLos: null,
    currency: 'USD',
    taxIncluded: false,
    rooms: [{ roomCode: 'R', name: 'Room', beds: null, maxOccupancy: 2, rates: [rate, ...awards] }],
    pointsKnown: true,
    raw: [],
  }
  const source = findSource(catalog, 'aurelia')
  if (!source) throw new Error('there is no aurelia')
  const place = keyAt(hotel, { source, los: 1, occupancy: DEFAULT_OCCUPANCY, currency: 'USD' })
  const seenMs = Date.now() - 1000
  const figures = figuresOf(answer)
  await writeCells(
    pool,
    [{ ...place, kind: 'cash', night, seenMs, figures }],
    [],
    [{ ...place, checkin: night, seenMs, figures, answer }],
  )
}
