import type { COLUMNS } from './cell.ts'
import type { ParquetColumn } from './parquet.ts'

export type CellColumn = ParquetColumn & { name: (typeof COLUMNS)[number] }

/** The columns of a cell, in the order of the CSV file. */
export const FILE_COLUMNS = [
  { name: 'chain', type: 'text', nullable: false },
  { name: 'hotel_code', type: 'text', nullable: false },
  { name: 'night', type: 'date', nullable: false },
  { name: 'los', type: 'integer', nullable: false },
  { name: 'kind', type: 'text', nullable: false },
  { name: 'adults', type: 'integer', nullable: false },
  { name: 'children', type: 'integer', nullable: false },
  { name: 'rooms', type: 'integer', nullable: false },
  { name: 'currency', type: 'text', nullable: false },
  { name: 'status', type: 'text', nullable: false },
  { name: 'min_los', type: 'integer', nullable: true },
  { name: 'lowest_bar', type: 'money', nullable: true },
  { name: 'lowest_bar_after_tax', type: 'money', nullable: true },
  { name: 'lowest_member', type: 'money', nullable: true },
  { name: 'lowest_points', type: 'integer', nullable: true },
  { name: 'lowest_points_cash', type: 'integer', nullable: true },
  { name: 'cash_copay', type: 'money', nullable: true },
  { name: 'cpp', type: 'hundredths', nullable: true },
  { name: 'cpp_points_cash', type: 'hundredths', nullable: true },
  { name: 'certs', type: 'text', nullable: true },
  { name: 'from_default_occupancy', type: 'flag', nullable: false },
  { name: 'observed_at', type: 'moment', nullable: false },
  { name: 'cache_age_sec', type: 'integer', nullable: false },
] as const satisfies readonly CellColumn[]
