import { forget } from '../db/forget.ts'
import type { Client, Pool } from '../db/pool.ts'
import type { Night } from '../kernel/dates.ts'
import { currencyNo, currencyOf } from '../kernel/money.ts'
import type { Availability, StayAnswer } from '../sources/source.ts'
import { placeColumns, placeholders } from './columns.ts'
import { cppOf, cppPointsCashOf, type Figures } from './figures.ts'
import { ringOf } from './night-ring.ts'
import { ADD_TO_SUMMARIES } from './summarize.ts'
import { RATED, WORTH_BAND, type Worth, worthOf } from './worth.ts'

/** The numeric key of an observation. */
export interface ObservationKey {
  hotel: number
  los: number
  occ: number
  currency: number
}

export type Kind = 'cash' | 'award'

export interface StayRow extends ObservationKey {
  checkin: Night
  seenMs: number
  figures: Figures
  answer: StayAnswer
}

export interface CellRow extends ObservationKey {
  kind: Kind
  night: Night
  seenMs: number
  figures: Figures
  /** Default: without reference rates. */
  worth?: Worth | null
}

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
  pool: Pool,
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
function storedStay(text: string): StayAnswer {
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
      join stays s on s.hotel = a.hotel and s.los = a.los and s.occ = a.occ and s.currency = a.currency and s.checkin = $5
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
      join cells c on c.hotel = a.hotel and c.kind = $5::"char" and c.los = a.los and c.occ = a.occ
        and c.currency = a.currency and c.night = any($6::date[])
      where c.seen >= $7`,
    values: [...placeColumns(places), KIND_LETTER[kind], nights, notBeforeMs],
  })
  return new Map(
    rows.map((row) => [`${row.hotel}/${row.night}`, { seenMs: row.seen, value: toFigures(row) }]),
  )
}

/** News of a hotel's nights that `/award/value` ranks. */
export interface Look {
  hotel: number
  /** None of them was observed after this. */
  untilMs: number
  /** More nights that have a worth. */
  days: number[]
}

/**
 * Writes cells in one batch, records changes in the history and adds them to the summaries. Full answers are stored with their
 * cells: a statement of their own kept one more connection and one more commit busy for every live answer. Rows are locked in
 * key order, looks in hotel order, so writers cannot deadlock.
 */
export async function writeCells(
  database: Pool | Client,
  rows: readonly CellRow[],
  looks: readonly Look[],
  stays: readonly StayRow[] = [],
): Promise<void> {
  if (rows.length === 0) return
  const values = cellColumns(rows)
  const looked = looks.length > 0 ? TELL_LOOKS(values.length) : ''
  if (looks.length > 0) values.push(...lookColumns(looks))
  const stayed = stays.length > 0 ? WRITE_STAYS(values.length) : ''
  if (stays.length > 0) values.push(...stayColumns(stays))
  const name = `cells_write${looked && '_looked'}${stayed && '_stayed'}`
  await database.query({ name, text: WRITE_CELLS(looked + stayed), values })
}

const WRITE_STAYS = (taken: number) => `, stayed as (
  insert into stays as s (hotel, los, occ, currency, checkin, seen, figures, answer)
  select * from unnest(${placeholders(taken, ['bigint', 'int', 'int', 'int', 'date', 'bigint', 'text', 'text'])})
    as n(hotel, los, occ, currency, checkin, seen, figures, answer)
  order by hotel, los, occ, currency, checkin
  on conflict (hotel, los, occ, currency, checkin) do update
    set seen = excluded.seen, figures = excluded.figures, answer = excluded.answer
    where s.seen <= excluded.seen
)`

/**
 * Works on every supported server: PostgreSQL 18 could return the old row from the upsert itself, 15 to 17 cannot.
 * - A change is a change of status, price or points. Seeing a figure again is none, even if answers in between could not
 *   show it.
 * - Of two answers in the same millisecond the first is kept, so that the history ends with what the cell says.
 * - Cells that `/award/value` ranks also store their source, which its indexes need.
 * - Watched cells record a sighting whether they changed or not.
 */
const TELL_LOOKS = (taken: number) => `, looked as (
  insert into value_looks as l (hotel, until, nights, fresh_nights)
  select n.*, n.nights from unnest(${placeholders(taken, ['bigint', 'bigint', 'bit(512)'])}) as n(hotel, until, nights)
  on conflict (hotel) do update set until = greatest(l.until, excluded.until), nights = l.nights | excluded.nights,
    fresh_nights = l.fresh_nights | excluded.fresh_nights
)`
const WRITE_CELLS = (more: string) => `
with incoming as materialized (
  select n.*, h.source, h.code, h.country
  from unnest($1::bigint[], $2::int[], $3::int[], $4::int[], $5::"char"[], $6::date[], $7::bigint[], $8::"char"[],
    $9::int[], $10::int[], $11::boolean[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::boolean[],
    $17::int[], $18::boolean[], $19::int[], $20::bigint[], $21::boolean[], $22::int[], $23::int[],
    $24::float8[], $25::int[])
  as n(hotel, los, occ, currency, kind, night, seen, status, min_los, quoted, tax, bar, bar_after_tax, member,
    member_after_tax, member_known, points, premium, points_cash, copay, points_known, cpp, cpp_points_cash, worth, rated)
  left join lateral (
    select source, code, country from hotels where id = n.hotel and n.kind = 'a' and n.los = 1 and n.occ = 201 offset 0
  ) h on true
), before as materialized (
  select c.* from cells c join incoming n using (hotel, kind, los, occ, currency, night)
  order by c.hotel, c.kind, c.los, c.occ, c.currency, c.night for update of c
), written as (
  insert into cells as c (hotel, los, occ, currency, kind, night, seen, status, min_los, quoted, tax, bar, bar_after_tax,
    member, member_after_tax, member_known, points, premium, points_cash, copay, points_known, cpp, cpp_points_cash,
    worth, rated, source, code, country)
  select * from incoming order by hotel, kind, los, occ, currency, night
  on conflict (hotel, kind, los, occ, currency, night) do update set
    seen = excluded.seen, status = excluded.status, min_los = excluded.min_los, quoted = excluded.quoted,
    tax = excluded.tax, bar = excluded.bar, bar_after_tax = excluded.bar_after_tax, member = excluded.member,
    member_after_tax = excluded.member_after_tax, member_known = excluded.member_known, points = excluded.points,
    premium = excluded.premium, points_cash = excluded.points_cash, copay = excluded.copay,
    points_known = excluded.points_known, cpp = excluded.cpp, cpp_points_cash = excluded.cpp_points_cash,
    worth = case when c.rated = ${RATED} and excluded.rated = ${RATED} and abs(excluded.worth - c.worth) <= ${WORTH_BAND} * c.worth
      then c.worth else excluded.worth end,
    rated = excluded.rated, source = excluded.source, code = excluded.code, country = excluded.country
  where c.seen < excluded.seen
), heard as (
  insert into sightings (place, seen, nights)
  select w.id, n.seen, array_agg(n.night order by n.night)
  from incoming n cross join lateral (
    select id from watched_places w where w.hotel = n.hotel and w.kind = n.kind and w.los = n.los and w.occ = n.occ
      and w.currency = n.currency offset 0
  ) w left join before b using (hotel, kind, los, occ, currency, night)
  where b.seen is null or b.seen < n.seen
  group by w.id, n.seen
)${more}, changed as (
insert into cell_history (hotel, kind, los, occ, currency, night, seen, status, min_los, quoted, tax, bar, bar_after_tax,
  member, member_known, points, points_cash, copay, premium, points_known)
select n.hotel, n.kind, n.los, n.occ, n.currency, n.night, n.seen, n.status, n.min_los, n.quoted, n.tax, n.bar,
  n.bar_after_tax, n.member, n.member_known, n.points, n.points_cash, n.copay, n.premium, n.points_known
from incoming n left join before b using (hotel, kind, los, occ, currency, night)
where b.seen is null or (b.seen < n.seen and (
  (b.status, b.min_los, b.quoted, b.tax, b.bar, b.bar_after_tax) is distinct from
    (n.status, n.min_los, n.quoted, n.tax, n.bar, n.bar_after_tax)
  or (n.member_known and case when b.member_known then b.member is distinct from n.member
    else member_is_news(n.hotel, n.kind, n.los, n.occ, n.currency, n.night, n.member) end)
  or (n.points_known and case when b.points_known
    then (b.points, b.points_cash, b.copay, b.premium) is distinct from (n.points, n.points_cash, n.copay, n.premium)
    else points_are_news(n.hotel, n.kind, n.los, n.occ, n.currency, n.night, n.points, n.points_cash, n.copay, n.premium) end)))
on conflict do nothing
returning *
)
${ADD_TO_SUMMARIES('changed')}`

function cellColumns(rows: readonly CellRow[]): unknown[] {
  const worths = rows.map((row) => row.worth ?? worthOf(row, null))
  const column = (read: (figures: Figures) => unknown) => rows.map(({ figures }) => read(figures))
  return [
    ...placeColumns(rows),
    rows.map(({ kind }) => KIND_LETTER[kind]),
    rows.map(({ night }) => night),
    rows.map(({ seenMs }) => seenMs),
    column(({ status }) => STATUS_LETTER[status]),
    column(({ minLos }) => minLos),
    column(({ currency }) => currencyNo(currency)),
    column(({ taxIncluded }) => taxIncluded),
    column(({ bar }) => bar),
    column(({ barAfterTax }) => barAfterTax),
    column(({ member }) => member),
    column(({ memberAfterTax }) => memberAfterTax),
    column(({ memberKnown }) => memberKnown),
    column(({ points }) => points),
    column(({ premium }) => premium),
    column(({ pointsCash }) => pointsCash),
    column(({ copay }) => copay),
    column(({ pointsKnown }) => pointsKnown),
    column(cppOf),
    column(cppPointsCashOf),
    worths.map((worth) => worth?.worth ?? null),
    worths.map((worth) => worth?.rated ?? null),
  ]
}

function lookColumns(looks: readonly Look[]): unknown[] {
  return [
    looks.map(({ hotel }) => hotel),
    looks.map(({ untilMs }) => untilMs),
    looks.map(({ days }) => ringOf(days)),
  ]
}

function stayColumns(stays: readonly StayRow[]): unknown[] {
  return [
    ...placeColumns(stays),
    stays.map(({ checkin }) => checkin),
    stays.map(({ seenMs }) => seenMs),
    stays.map(({ figures }) => JSON.stringify(figures)),
    stays.map(({ answer }) => JSON.stringify(answer)),
  ]
}

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

/** Deletes stays older than any `max_age`. */
export async function forgetOldStays(pool: Pool, beforeMs: number): Promise<number> {
  return forget(pool, 'stays', 'seen < $1', [beforeMs])
}
