import type { Pool } from '../../src/db/pool.ts'
import { currencyNo } from '../../src/kernel/money.ts'
import type { CellRow, Kind } from '../../src/observations/cell-row.ts'
import type { Figures } from '../../src/observations/figures.ts'
import { createLooks } from '../../src/observations/looks.ts'
import { writeCells } from '../../src/observations/write-cells.ts'
import { inDays } from '../support/market.ts'

export type Dice = (below: number) => number

export function dice(seed: number): Dice {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const NOTHING: Figures = {
  status: 'available',
  minLos: null,
  currency: 'USD',
  taxIncluded: false,
  bar: null,
  barAfterTax: null,
  member: null,
  memberAfterTax: null,
  memberKnown: true,
  points: null,
  premium: false,
  pointsCash: null,
  copay: null,
  pointsKnown: true,
}

export interface Told extends Partial<Figures> {
  day: number
  kind: Kind
  seenMs: number
  los?: number
  under?: string
}

export async function newHotel(pool: Pool, chain: string, code: string): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    "insert into hotels (source, code, name, city, country) values ($1, $2, $2, 'Nowhere', 'US') returning id",
    [chain, code],
  )
  return rows[0]?.id ?? 0
}

export async function tell(pool: Pool, hotel: number, told: readonly Told[]): Promise<void> {
  const rows = told.map(({ day, kind, seenMs, los = 1, under = 'USD', ...figures }): CellRow => {
    const place = { hotel, los, occ: 201, currency: currencyNo(under) }
    return { ...place, kind, night: inDays(day), seenMs, figures: { ...NOTHING, ...figures } }
  })
  for (let from = 0; from < rows.length; from += 500) {
    const some = rows.slice(from, from + 500)
    await writeCells(pool, some, createLooks().newsOf(some))
  }
}

const HOUR_MS = 3_600_000
const CURRENCIES = ['USD', 'EUR']

/** Nights of a hotel of which anything may be known or not, seen at any time, some in two currencies. */
export function randomStore(random: Dice, nights: number): Told[] {
  const told: Told[] = []
  const eager = random(10)
  for (let day = 0; day < nights; day += 1) {
    const seenMs = Date.now() - HOUR_MS - random(40 * 24) * HOUR_MS
    for (const under of CURRENCIES.slice(0, random(4) === 0 ? 2 : 1)) {
      if (random(10) > 0)
        told.push({ day, kind: 'cash', seenMs: near(random, seenMs), under, ...cash(random) })
      if (random(10) > 0)
        told.push({ day, kind: 'award', seenMs: near(random, seenMs), under, ...award(random, eager) })
    }
    for (const los of [2, 3, 5])
      if (random(3) === 0)
        told.push({ day, kind: 'award', los, seenMs: near(random, seenMs), ...award(random, 5) })
  }
  return told
}

/** At the same moment, exactly a day away, a little more, or anything. */
function near(random: Dice, seenMs: number): number {
  const away = [0, 0, 24 * HOUR_MS, 24 * HOUR_MS + 1, random(30) * HOUR_MS][random(5)] ?? 0
  return seenMs - away
}

function cash(random: Dice): Partial<Figures> {
  const status = (['available', 'available', 'available', 'sold_out', 'restricted_los'] as const)[random(5)]
  if (status !== 'available')
    return { status: status ?? 'closed', minLos: status === 'restricted_los' ? 3 : null }
  return [{ bar: 10_000 }, { bar: null, barAfterTax: 12_000 }, { bar: null, member: 9000 }][random(3)] ?? {}
}

function award(random: Dice, eager: number): Partial<Figures> {
  if (random(10) >= eager) return random(3) === 0 ? { points: 40_000, premium: true } : {}
  return random(5) === 0
    ? { points: random(2) === 0 ? null : 50_000, premium: true, pointsCash: 10_000, copay: 5000 }
    : { points: 20_000, bar: 10_000 }
}
