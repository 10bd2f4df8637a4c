import type { Client, Pool } from '../db/pool.ts'
import { currencyNo } from '../kernel/money.ts'
import type { CellRow, ObservationKey, StayRow } from './cell-row.ts'
import { cppOf, cppPointsCashOf } from './figures.ts'
import { ringOf } from './night-ring.ts'
import { type CellRecord, KIND_LETTER, STATUS_LETTER } from './store.ts'
import { WORTH_BAND, worthOf } from './worth.ts'

/** News of a hotel's nights that `/award/value` ranks. */
export interface Look {
  hotel: number
  /** None of them was observed after this. */
  untilMs: number
  /** More nights that have a worth. */
  days: number[]
}

/**
 * Writes cells in one batch, records changes in the history and adds them to the summaries. Full answers are stored in the same
 * statement: one of their own kept one more connection and one more commit busy for every live answer.
 */
export async function writeCells(
  database: Pool | Client,
  rows: readonly CellRow[],
  looks: readonly Look[],
  stays: readonly StayRow[] = [],
): Promise<void> {
  if (rows.length === 0) return
  await database.query({
    name: 'observations_store',
    text: 'select stays_store(observed => $1), cells_store(observed => $2, looks => $3, worth_band => $4)',
    values: [
      JSON.stringify(stays.map(stayRecord)),
      JSON.stringify(rows.map(cellRecord)),
      JSON.stringify(looks.map(lookRecord)),
      WORTH_BAND,
    ],
  })
}

/** The columns of `cells` by their names, without the hotel's facts. */
interface WrittenCell extends CellRecord, ObservationKey {
  kind: string
  cpp: number | null
  cpp_points_cash: number | null
  worth: number | null
  rated: number | null
}

function cellRecord(row: CellRow): WrittenCell {
  const { hotel, los, occ, currency, kind, night, seenMs, figures } = row
  const worth = row.worth ?? worthOf(row, null)
  return {
    hotel,
    los,
    occ,
    currency,
    kind: KIND_LETTER[kind],
    night,
    seen: seenMs,
    status: STATUS_LETTER[figures.status],
    min_los: figures.minLos,
    quoted: currencyNo(figures.currency),
    tax: figures.taxIncluded,
    bar: figures.bar,
    bar_after_tax: figures.barAfterTax,
    member: figures.member,
    member_after_tax: figures.memberAfterTax,
    member_known: figures.memberKnown,
    points: figures.points,
    premium: figures.premium,
    points_cash: figures.pointsCash,
    copay: figures.copay,
    points_known: figures.pointsKnown,
    cpp: cppOf(figures),
    cpp_points_cash: cppPointsCashOf(figures),
    worth: worth?.worth ?? null,
    rated: worth?.rated ?? null,
  }
}

function stayRecord({ hotel, los, occ, currency, checkin, seenMs, figures, answer }: StayRow) {
  return {
    hotel,
    los,
    occ,
    currency,
    checkin,
    seen: seenMs,
    figures: JSON.stringify(figures),
    answer: JSON.stringify(answer),
  }
}

function lookRecord({ hotel, untilMs, days }: Look) {
  return { hotel, until: untilMs, nights: ringOf(days) }
}
