import type { Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import type { Night } from '../kernel/dates.ts'
import { currencyOf } from '../kernel/money.ts'
import type { Availability, StayAnswer } from '../sources/source.ts'
import type { Kind, ObservationKey } from './cell-row.ts'
import { placeColumns } from './columns.ts'
import type { Figures } from './figures.ts'

export interface Seen<T> {
  seenMs: number
  value: T
}

/** How kinds and statuses are stored. */
export const KIND_LETTER = { cash: 'c', award: 'a' } as const
export const STATUS_LETTER = { available: 'a', sold_out: 's', closed: 'c', restricted_los: 'r' } as const
export const STATUS_OF: Readonly<Record<string, Availability>> = Object.fromEntries(
  Object.entries(STATUS_LETTER).map(([status, letter]) => [letter, status as Availability]),
)

export async function readStay(
  pool: Pick<Pool, 'query'>,
  place: ObservationKey,
  checkin: Night,
  notBeforeMs: number,
): Promise<Seen<StayAnswer> | null> {
  const { rows } = await pool.query<{ seen: number; answer: string }>({
    name: 'stay_read',
    text: `select seen, answer from stays
      where hotel = $1 and los = $2 and occ = $3 and currency = $4 and checkin = $5 and seen >= $6`,
    values: [place.hotel, place.los, place.occ, place.currency, checkin, notBeforeMs],
  })
  const [row] = rows
  return row ? { seenMs: row.seen, value: storedStay(row.answer) } : null
}

/** Fills in fields that older stored answers lack: each rate's own currency and marks. */
export function storedStay(text: string): StayAnswer {
  const answer = JSON.parse(text) as StayAnswer
  const marks = { currency: answer.currency, restricted: false, package: false }
  const rooms = answer.rooms.map((room) => ({
    ...room,
    rates: room.rates.map((rate) => ({ ...marks, ...rate })),
  }))
  return { ...answer, rooms }
}

/** The summaries of full answers for these check-in nights, by night. */
export async function readNights(
  pool: Pool,
  place: ObservationKey,
  nights: readonly Night[],
  notBeforeMs: number,
): Promise<Map<Night, Seen<Figures>>> {
  const { rows } = await pool.query<{ checkin: string; seen: number; figures: string }>({
    name: 'stay_nights',
    text: `select checkin::text, seen, figures from stays
      where hotel = $1 and los = $2 and occ = $3 and currency = $4 and checkin = any($5::date[]) and seen >= $6`,
    values: [place.hotel, place.los, place.occ, place.currency, nights, notBeforeMs],
  })
  return new Map(
    rows.map((row) => [row.checkin, { seenMs: row.seen, value: JSON.parse(row.figures) as Figures }]),
  )
}

/** The summaries of one stay at many hotels, from full answers, by the hotel's number. */
export async function readStaySummaries(
  pool: Pool,
  places: readonly ObservationKey[],
  checkin: Night,
  notBeforeMs: number,
): Promise<Map<number, Seen<Figures>>> {
  const { rows } = await pool.query<{ hotel: number; seen: number; figures: string }>({
    name: 'stay_summaries',
    text: `select s.hotel, s.seen, s.figures from unnest($1::bigint[], $2::int[], $3::int[], $4::int[]) as a(hotel, los, occ, currency)
      cross join lateral stay_of(a.hotel, a.los, a.occ, a.currency, $5) s
      where s.seen >= $6`,
    values: [...placeColumns(places), checkin, notBeforeMs],
  })
  return new Map(
    rows.map((row) => [row.hotel, { seenMs: row.seen, value: JSON.parse(row.figures) as Figures }]),
  )
}

/** The cells of these places on these nights; `hotel/night` names each. */
export async function readCells(
  pool: Pool,
  kind: Kind,
  places: readonly ObservationKey[],
  nights: readonly Night[],
  notBeforeMs: number,
): Promise<Map<string, Seen<Figures>>> {
  const { rows } = await pool.query<CellRecord>({
    name: 'cells_read',
    text: `select c.hotel, c.night::text, c.seen, c.status::text, c.min_los, c.quoted, c.tax, c.bar, c.bar_after_tax,
        c.member, c.member_after_tax, c.member_known, c.points, c.premium, c.points_cash, c.copay, c.points_known
      from unnest($1::bigint[], $2::int[], $3::int[], $4::int[]) as a(hotel, los, occ, currency)
      cross join lateral cells_of(a.hotel, $5::"char", a.los, a.occ, $8::date, $9::date) c
      where c.currency = a.currency and c.night = any($6::date[]) and c.seen >= $7`,
    values: [...placeColumns(places), KIND_LETTER[kind], nights, notBeforeMs, ...firstAndLast(nights)],
  })
  return new Map(
    rows.map((row) => [`${row.hotel}/${row.night}`, { seenMs: row.seen, value: toFigures(row) }]),
  )
}

function firstAndLast(nights: readonly Night[]): (Night | undefined)[] {
  const sorted = nights.toSorted()
  return [sorted[0], sorted.at(-1)]
}

/** A cell or a change of one, by the names of its columns. */
export interface CellRecord {
  hotel: number
  night: string
  seen: number
  status: string
  min_los: number | null
  quoted: number
  tax: boolean | null
  bar: number | null
  bar_after_tax: number | null
  member: number | null
  member_after_tax: number | null
  member_known: boolean
  points: number | null
  premium: boolean
  points_cash: number | null
  copay: number | null
  points_known: boolean
}

export function toFigures(row: CellRecord): Figures {
  const status = STATUS_OF[row.status]
  if (!status) throw new Error(`a cell has the unknown status ${row.status}`)
  return {
    status,
    minLos: row.min_los,
    currency: currencyOf(row.quoted),
    taxIncluded: row.tax,
    bar: row.bar,
    barAfterTax: row.bar_after_tax,
    member: row.member,
    memberAfterTax: row.member_after_tax,
    memberKnown: row.member_known,
    points: row.points,
    premium: row.premium,
    pointsCash: row.points_cash,
    copay: row.copay,
    pointsKnown: row.points_known,
  }
}

/** Small enough that a statement takes milliseconds and holds few locks. */
const STAYS_AT_ONCE = 5000

/** Deletes stays older than any `max_age`, in batches. Returns how many. */
export async function forgetOldStays(pool: Pool, beforeMs: number): Promise<number> {
  let forgotten = 0
  for (;;) {
    const { rows } = await pool.query<{ count: number }>('select stays_forget($1, $2) as count', [
      beforeMs,
      STAYS_AT_ONCE,
    ])
    const { count } = one(rows)
    forgotten += count
    if (count < STAYS_AT_ONCE) return forgotten
  }
}
