import type { Queries } from '../db/replica/reads.ts'
import { one } from '../db/rows.ts'
import type { Night } from '../kernel/dates.ts'
import type { Kind, ObservationKey } from './cell-row.ts'
import type { Figures } from './figures.ts'
import { type CellRecord, KIND_LETTER, toFigures } from './store.ts'

/** The columns of a change `h`, as a `CellRecord`. Rows from before a figure was marked as known are known if they have one. */
export const CHANGE_COLUMNS = `h.seen, h.status::text, h.min_los, h.quoted, h.tax, h.bar, h.bar_after_tax, h.member,
  null as member_after_tax, h.member_known or h.member is not null as member_known, h.points, h.premium, h.points_cash, h.copay,
  h.points_known or h.points is not null as points_known`

/** The cells of one hotel whose changes are read. */
export interface ChangesAsk {
  place: ObservationKey
  kind: Kind
  from: Night
  to: Night
  /** Both inclusive. */
  sinceMs: number
  untilMs: number
  /** At most so many changes. */
  limit: number
}

export interface Change {
  night: Night
  seenMs: number
  figures: Figures
}

/** The changes of these nights within a time, by night, then in order. */
export async function readChanges(database: Queries, ask: ChangesAsk): Promise<Change[]> {
  const { rows } = await database.query<CellRecord>({
    name: 'changes_read',
    text: `select h.hotel, h.night::text, ${CHANGE_COLUMNS} from cell_history h
      where h.hotel = $1 and h.kind = $2::"char" and h.los = $3 and h.occ = $4 and h.currency = $5
        and h.night between $6::date and $7::date and h.seen between $8 and $9
      order by h.night, h.seen limit $10`,
    values: [...cellsOf(ask), ask.sinceMs, ask.untilMs, ask.limit],
  })
  return rows.map(toChange)
}

/** The change in force on each night at a moment: the last one at or before it. Nights without one are left out. */
export async function readInForce(
  database: Queries,
  ask: Omit<ChangesAsk, 'sinceMs' | 'untilMs' | 'limit'>,
  atMs: number,
): Promise<Change[]> {
  const { rows } = await database.query<CellRecord>({
    name: 'changes_in_force',
    text: `select distinct on (h.night) h.hotel, h.night::text, ${CHANGE_COLUMNS} from cell_history h
      where h.hotel = $1 and h.kind = $2::"char" and h.los = $3 and h.occ = $4 and h.currency = $5
        and h.night between $6::date and $7::date and h.seen <= $8
      order by h.night, h.seen desc`,
    values: [...cellsOf(ask), atMs],
  })
  return rows.map(toChange)
}

/** How many of these nights had been seen by a moment. */
export async function countKnownNights(
  database: Queries,
  ask: Pick<ChangesAsk, 'place' | 'kind' | 'from' | 'to'>,
  atMs: number,
): Promise<number> {
  const { rows } = await database.query<{ nights: number }>({
    name: 'changes_count_nights',
    text: `select count(*)::int as nights from generate_series($6::date, $7::date, interval '1 day') n(day)
      where exists (select 1 from cell_history h
        where h.hotel = $1 and h.kind = $2::"char" and h.los = $3 and h.occ = $4 and h.currency = $5
          and h.night = n.day::date and h.seen <= $8)`,
    values: [...cellsOf(ask), atMs],
  })
  return one(rows).nights
}

/** When each of these nights was last seen, changed or not. */
export async function readLastLooks(
  database: Queries,
  ask: Pick<ChangesAsk, 'place' | 'kind' | 'from' | 'to'>,
): Promise<Map<Night, number>> {
  const { rows } = await database.query<{ night: Night; seen: number }>({
    name: 'last_looks_read',
    text: `select night::text, max(seen) as seen from (
        select night, seen from cells where ${CELLS} union all select night, seen from last_looks where ${CELLS}
      ) l group by night`,
    values: cellsOf(ask),
  })
  return new Map(rows.map(({ night, seen }) => [night, seen]))
}

const CELLS = `hotel = $1 and kind = $2::"char" and los = $3 and occ = $4 and currency = $5
  and night between $6::date and $7::date`

function cellsOf({ place, kind, from, to }: Pick<ChangesAsk, 'place' | 'kind' | 'from' | 'to'>): unknown[] {
  return [place.hotel, KIND_LETTER[kind], place.los, place.occ, place.currency, from, to]
}

function toChange(row: CellRecord): Change {
  return { night: row.night, seenMs: row.seen, figures: toFigures(row) }
}
