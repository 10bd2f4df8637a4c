import type { Pool } from '../../src/db/pool.ts'

/** One answer as the database keeps it, with the database's time when it was read. */
export interface StoredLook {
  seen: number
  atMs: number
  answer: StoredAnswer
}

interface StoredAnswer {
  status: string
  rooms: readonly { name: string; facts?: { accessible?: boolean }; rates: readonly StoredRate[] }[]
}

interface StoredRate {
  currency: string
  pricePerNightAfterTax: number | null
  memberOnly: boolean
  restricted: boolean
  package: boolean
  pointsPerNight: number | null
  refundable: boolean | null
  mealPlan: string | null
}

/** What the database keeps of every stay of a hotel, by arrival and length. A newer answer replaces it: whoever reads it each time has the history. */
export async function storedLooks(pool: Pool, hotelCode: string): Promise<Map<string, StoredLook>> {
  const { rows } = await pool.query<{ stay: string; seen: string; at: string; answer: string }>(
    `select s.checkin || '/' || s.los as stay, s.seen, extract(epoch from ledger_now()) * 1000 as at, s.answer
     from stays s join hotels h on h.id = s.hotel where h.code = $1`,
    [hotelCode],
  )
  return new Map(
    rows.map(({ stay, seen, at, answer }) => [
      stay,
      { seen: Number(seen), atMs: Number(at), answer: JSON.parse(answer) as StoredAnswer },
    ]),
  )
}

/** The rooms of planted answers that are at least the booked one, written by hand. */
const AT_LEAST_AS_GOOD: ReadonlySet<string> = new Set([
  'Superior King Room with Sea View',
  'Superior Room, 1 King Bed, Ocean View',
  'Deluxe King Room with Sea View',
  'Suite, 1 King Bed, Sea View',
  'Superior King Room with Sea View, Club Lounge Access',
])
const AT_LEAST_BREAKFAST: ReadonlySet<string | null> = new Set([
  'breakfast',
  'half_board',
  'full_board',
  'all_inclusive',
])
/** 95 % of what was paid. */
const CHEAP = 9500

/** Why a cheap offer is no better one. */
export type Refusal =
  | 'worse room'
  | 'accessible room'
  | 'stricter terms'
  | 'less of a meal'
  | 'other currency'
  | 'other basis'
  | 'not for everybody'
  | 'not cheap enough'
  | 'after the deadline'

export interface Told {
  price: number
  seen: number
}

/**
 * What a booking had to tell, offer by offer: the cheapest better one each time that there is one and was none before. Nothing of
 * the service takes part. `refused` counts the cheap offers that were none.
 */
export function backtest(
  looks: readonly StoredLook[],
  cancelByMs: number,
  refused: Map<Refusal, number>,
): Told[] {
  let isBetter = false
  const told: Told[] = []
  for (const { seen, atMs, answer } of looks.toSorted((a, b) => a.seen - b.seen)) {
    const prices: number[] = []
    let isComparable = answer.status !== 'available'
    for (const room of answer.rooms)
      for (const rate of room.rates) {
        isComparable ||= rate.currency === 'USD'
        const refusal = atMs >= cancelByMs ? 'after the deadline' : refusalOf(room, rate)
        if (refusal === null) prices.push(rate.pricePerNightAfterTax ?? Number.NaN)
        else refused.set(refusal, (refused.get(refusal) ?? 0) + 1)
      }
    if (atMs >= cancelByMs || !isComparable) continue
    if (prices.length > 0 && !isBetter) told.push({ price: Math.min(...prices) / 100, seen })
    isBetter = prices.length > 0
  }
  return told
}

function refusalOf(room: StoredAnswer['rooms'][number], rate: StoredRate): Refusal | null {
  if (rate.currency !== 'USD') return 'other currency'
  if (rate.pricePerNightAfterTax === null || rate.pointsPerNight !== null) return 'other basis'
  if (rate.pricePerNightAfterTax > CHEAP) return 'not cheap enough'
  if (!AT_LEAST_AS_GOOD.has(room.name)) return 'worse room'
  if (room.facts?.accessible === true) return 'accessible room'
  if (rate.refundable !== true) return 'stricter terms'
  if (!AT_LEAST_BREAKFAST.has(rate.mealPlan)) return 'less of a meal'
  return rate.restricted || rate.package ? 'not for everybody' : null
}
