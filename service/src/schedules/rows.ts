import type { RowColumn } from '../cells/rows-file.ts'
import type { JobRow } from '../jobs/job-rows.ts'

/** Files of runs that are not grids: the rows of the answer, flat. */

/** A column, and where its value is in the answer: the parts of a path. */
type AnswerColumn = RowColumn & { from: readonly string[] }

function column(name: string, type: RowColumn['type'], ...from: string[]): AnswerColumn {
  return { name, type, nullable: true, from: from.length > 0 ? from : [name] }
}

const figures = (prefix: string, ...of: string[]): AnswerColumn[] =>
  ['bar', 'bar_after_tax', 'member', 'member_after_tax'].map((name) =>
    column(`${prefix}${name}`, 'number', ...of, name),
  )

const freshness = (...of: string[]): AnswerColumn[] => [
  column('cached', 'flag', ...of, 'cached'),
  column('observed_at', 'moment', ...of, 'observed_at'),
]

const COMPSET: readonly AnswerColumn[] = [
  column('chain', 'text', 'row', 'chain'),
  column('hotel_code', 'text', 'row', 'hotel_code'),
  column('name', 'text', 'row', 'name'),
  column('checkin', 'date', 'query', 'checkin'),
  column('los', 'integer', 'query', 'los'),
  column('status', 'text', 'row', 'status'),
  column('min_los', 'integer', 'row', 'min_los'),
  column('currency', 'text', 'row', 'currency'),
  ...figures('', 'row', 'lowest'),
  column('lowest_points', 'integer', 'row', 'lowest', 'lowest_points'),
  column('lowest_points_cash', 'integer', 'row', 'lowest', 'lowest_points_cash'),
  column('cash_copay', 'number', 'row', 'lowest', 'cash_copay'),
  column('cpp', 'number', 'row', 'lowest', 'cpp'),
  column('comparable_currency', 'text', 'row', 'comparable', 'currency'),
  ...figures('comparable_', 'row', 'comparable'),
  column('comparison_note', 'text', 'row', 'comparison_note'),
  column('error', 'text', 'row', 'error', 'code'),
  ...freshness('row'),
]

const PARITY: readonly AnswerColumn[] = [
  column('chain', 'text', 'query', 'chain'),
  column('hotel_code', 'text', 'query', 'hotel_code'),
  column('name', 'text', 'hotel', 'name'),
  column('checkin', 'date', 'query', 'checkin'),
  column('los', 'integer', 'query', 'los'),
  column('direct_status', 'text', 'direct', 'status'),
  column('direct_currency', 'text', 'direct', 'currency'),
  ...figures('direct_', 'direct'),
  column('direct_lowest_points', 'integer', 'direct', 'lowest_points'),
  column('channel', 'text', 'row', 'channel'),
  column('seller', 'text', 'row', 'seller', 'name'),
  column('via', 'text', 'row', 'via'),
  column('channel_hotel_code', 'text', 'row', 'hotel_code'),
  column('confidence', 'number', 'row', 'confidence'),
  column('status', 'text', 'row', 'status'),
  column('currency', 'text', 'row', 'currency'),
  ...figures('', 'row', 'lowest'),
  column('gap', 'number', 'row', 'gap'),
  column('gap_pct', 'number', 'row', 'gap_pct'),
  column('basis', 'text', 'row', 'basis'),
  column('verdict', 'text', 'row', 'verdict'),
  column('comparison_note', 'text', 'row', 'comparison_note'),
  column('skipped', 'text', 'row', 'skipped'),
  ...freshness('row'),
]

const COLUMNS = { compset: COMPSET, parity: PARITY }

export type RowsAsk = keyof typeof COLUMNS

export function columnsOf(ask: RowsAsk): RowColumn[] {
  return COLUMNS[ask].map(({ name, type, nullable }) => ({ name, type, nullable }))
}

/** One row per hotel of a comparison set, or per channel of a parity. */
export function rowsOf(ask: RowsAsk, answer: Readonly<Record<string, unknown>>): JobRow[] {
  const list = answer[ask === 'compset' ? 'hotels' : 'channels']
  if (!Array.isArray(list)) throw new Error(`an answer of ${ask} has no rows`)
  return list.map((row) => flat({ ...answer, row }, COLUMNS[ask]))
}

function flat(answer: unknown, columns: readonly AnswerColumn[]): JobRow {
  return Object.fromEntries(columns.map(({ name, from }) => [name, valueAt(answer, from)]))
}

function valueAt(answer: unknown, path: readonly string[]): JobRow[string] {
  let value: unknown = answer
  for (const part of path) value = isObject(value) ? value[part] : null
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
