import type { RowColumn } from '../cells/rows-file.ts'
import type { JobRow } from '../jobs/job-rows.ts'

/** Files of runs that are not grids: the rows of the answer, flat. */

/** A column, and where its value is in the answer: the parts of a path. */
type Place = RowColumn & { from: readonly string[] }

function place(name: string, type: RowColumn['type'], ...from: string[]): Place {
  return { name, type, nullable: true, from: from.length > 0 ? from : [name] }
}

const figures = (prefix: string, ...of: string[]): Place[] =>
  ['bar', 'bar_after_tax', 'member', 'member_after_tax'].map((name) =>
    place(`${prefix}${name}`, 'number', ...of, name),
  )

const freshness = (...of: string[]): Place[] => [
  place('cached', 'flag', ...of, 'cached'),
  place('observed_at', 'moment', ...of, 'observed_at'),
]

const COMPSET: readonly Place[] = [
  place('chain', 'text', 'row', 'chain'),
  place('hotel_code', 'text', 'row', 'hotel_code'),
  place('name', 'text', 'row', 'name'),
  place('checkin', 'date', 'query', 'checkin'),
  place('los', 'integer', 'query', 'los'),
  place('status', 'text', 'row', 'status'),
  place('min_los', 'integer', 'row', 'min_los'),
  place('currency', 'text', 'row', 'currency'),
  ...figures('', 'row', 'lowest'),
  place('lowest_points', 'integer', 'row', 'lowest', 'lowest_points'),
  place('lowest_points_cash', 'integer', 'row', 'lowest', 'lowest_points_cash'),
  place('cash_copay', 'number', 'row', 'lowest', 'cash_copay'),
  place('cpp', 'number', 'row', 'lowest', 'cpp'),
  place('comparable_currency', 'text', 'row', 'comparable', 'currency'),
  ...figures('comparable_', 'row', 'comparable'),
  place('comparison_note', 'text', 'row', 'comparison_note'),
  place('error', 'text', 'row', 'error', 'code'),
  ...freshness('row'),
]

const PARITY: readonly Place[] = [
  place('chain', 'text', 'query', 'chain'),
  place('hotel_code', 'text', 'query', 'hotel_code'),
  place('name', 'text', 'hotel', 'name'),
  place('checkin', 'date', 'query', 'checkin'),
  place('los', 'integer', 'query', 'los'),
  place('direct_status', 'text', 'direct', 'status'),
  place('direct_currency', 'text', 'direct', 'currency'),
  ...figures('direct_', 'direct'),
  place('direct_lowest_points', 'integer', 'direct', 'lowest_points'),
  place('channel', 'text', 'row', 'channel'),
  place('seller', 'text', 'row', 'seller', 'name'),
  place('via', 'text', 'row', 'via'),
  place('channel_hotel_code', 'text', 'row', 'hotel_code'),
  place('confidence', 'number', 'row', 'confidence'),
  place('status', 'text', 'row', 'status'),
  place('currency', 'text', 'row', 'currency'),
  ...figures('', 'row', 'lowest'),
  place('gap', 'number', 'row', 'gap'),
  place('gap_pct', 'number', 'row', 'gap_pct'),
  place('basis', 'text', 'row', 'basis'),
  place('verdict', 'text', 'row', 'verdict'),
  place('comparison_note', 'text', 'row', 'comparison_note'),
  place('skipped', 'text', 'row', 'skipped'),
  ...freshness('row'),
]

const PLACES = { compset: COMPSET, parity: PARITY }

export type RowsAsk = keyof typeof PLACES

export function columnsOf(ask: RowsAsk): RowColumn[] {
  return PLACES[ask].map(({ name, type, nullable }) => ({ name, type, nullable }))
}

/** One row per hotel of a comparison set, or per channel of a parity. */
export function rowsOf(ask: RowsAsk, answer: Readonly<Record<string, unknown>>): JobRow[] {
  const list = answer[ask === 'compset' ? 'hotels' : 'channels']
  if (!Array.isArray(list)) throw new Error(`an answer of ${ask} has no rows`)
  return list.map((row) => flat({ ...answer, row }, PLACES[ask]))
}

function flat(answer: unknown, places: readonly Place[]): JobRow {
  return Object.fromEntries(places.map(({ name, from }) => [name, valueAt(answer, from)]))
}

function valueAt(answer: unknown, path: readonly string[]): JobRow[string] {
  let value: unknown = answer
  for (const part of path) value = isObject(value) ? value[part] : null
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
