import type { TObject } from 'typebox'
import { MatrixCell } from './cell.ts'

/** What the columns of a file of cells say: the descriptions of the fields. */
export function cellMeaning(column: string): string | null {
  if (column === 'hotel_name') return NAME
  return fieldMeaning(MatrixCell, column)
}

/** The description of a field; null without one. */
export function fieldMeaning({ properties }: TObject, column: string): string | null {
  const field = Object.entries(properties).find(([name]) => name === column)?.[1]
  return field && 'description' in field ? String(field.description) : null
}

const NAME = 'As the directory names the hotel.'
const BAR = 'The lowest public rate per night, before taxes.'
const BAR_AFTER_TAX = 'The lowest public rate per night, with all taxes and fees.'
const MEMBER = 'The lowest member rate per night, before taxes.'
const MEMBER_AFTER_TAX = 'The lowest member rate per night, with all taxes and fees.'
const DIRECT = 'At the hotel’s own source. '
const COMPARABLE = 'In `comparable_currency`, with reference rates. '

/** The same for comparison sets and parity. Columns that are not here are self-explanatory. */
const ROW_MEANINGS: Readonly<Record<string, string>> = {
  chain: 'Id of the source.',
  hotel_code: 'The property’s code at the source.',
  name: NAME,
  checkin: 'The first night of the stay.',
  los: 'Nights of the stay.',
  status: 'Whether the stay can be booked. `restricted_los`: only as part of a longer stay.',
  min_los: 'The minimum stay, if the source states one.',
  currency: 'The currency of the rates in this row.',
  bar: BAR,
  bar_after_tax: BAR_AFTER_TAX,
  member: MEMBER,
  member_after_tax: MEMBER_AFTER_TAX,
  lowest_points: 'The cheapest award payable with points alone.',
  lowest_points_cash: 'The points of the cheapest points + cash rate.',
  cash_copay: 'The cash part of that rate.',
  cpp: 'Cents per point of `lowest_points`.',
  comparable_currency: 'The currency that rates are compared in.',
  comparable_bar: COMPARABLE + BAR,
  comparable_bar_after_tax: COMPARABLE + BAR_AFTER_TAX,
  comparable_member: COMPARABLE + MEMBER,
  comparable_member_after_tax: COMPARABLE + MEMBER_AFTER_TAX,
  comparison_note: 'Why rates cannot be compared, or only with care.',
  error: 'Why there are no rates.',
  cached: 'Whether the answer came from the cache.',
  observed_at: 'When the source answered (UTC).',
  direct_status: DIRECT + 'Whether the stay can be booked.',
  direct_currency: DIRECT + 'The currency of its rates.',
  direct_bar: DIRECT + BAR,
  direct_bar_after_tax: DIRECT + BAR_AFTER_TAX,
  direct_member: DIRECT + MEMBER,
  direct_member_after_tax: DIRECT + MEMBER_AFTER_TAX,
  direct_lowest_points: DIRECT + 'The cheapest award payable with points alone.',
  channel: 'The agency.',
  seller: 'Who sells the room, as a metasearch engine names it.',
  via: 'The metasearch engine that shows the offer.',
  channel_hotel_code: 'The hotel’s code at the agency.',
  confidence: 'How sure it is that this is the same hotel, from 0 to 1.',
  gap: 'The agency’s rate minus the direct rate, on `basis`.',
  gap_pct: 'The same in percent of the direct rate.',
  basis: 'Which rates were compared.',
  verdict: 'Whether the agency undercuts the hotel.',
  skipped: 'Why the agency was not asked.',
}

export function rowMeaning(column: string): string | null {
  return ROW_MEANINGS[column] ?? null
}
