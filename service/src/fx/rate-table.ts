import { dayOf, type Night, parseDay } from '../kernel/dates.ts'
import { isCurrency } from '../kernel/money.ts'
import { type Decimal, parseDecimal, toNumber } from './decimal.ts'

/** One day of a feed: how much one unit of `base` buys, as published. */
export interface RateTable {
  day: Night
  /** Who published it, as answers name it. */
  publisher: string
  base: string
  rates: ReadonlyMap<string, Decimal>
}

/** A file that cannot be trusted. The message is for the log. */
export class BadRateFile extends Error {
  override name = 'BadRateFile'
}

/** No real currency is outside these, per euro or per dollar. */
const LEAST = 0.0001
const MOST = 100_000_000
/** A larger step since the last table is a misplaced point, not a market. */
const LARGEST_STEP = 3

/** Reads one published rate. Null for a currency that no price can have, such as gold. */
export function readRate(currency: string, text: string | undefined): Decimal | null {
  if (!/^[A-Z]{3}$/.test(currency))
    throw new BadRateFile(`not a currency: ${JSON.stringify(currency.slice(0, 20))}`)
  const rate = text === undefined ? null : parseDecimal(text)
  if (!rate)
    throw new BadRateFile(
      `${currency} has no rate above zero: ${text === undefined ? 'nothing' : text.slice(0, 20)}`,
    )
  const value = toNumber(rate)
  if (value < LEAST || value > MOST) throw new BadRateFile(`${currency} has an absurd rate: ${value}`)
  return isCurrency(currency) ? rate : null
}

/** Checks what a single table cannot know: the calendar, and the tables before. */
export function checkTables(
  tables: readonly RateTable[],
  today: Night,
  lastKnown: RateTable | null,
): RateTable[] {
  if (tables.length === 0) throw new BadRateFile('the file has no rates')
  const inOrder = tables.toSorted((a, b) => (a.day < b.day ? -1 : 1))
  let before = lastKnown
  for (const table of inOrder) {
    if (parseDay(table.day) === null) throw new BadRateFile(`not a date: ${table.day.slice(0, 20)}`)
    if (table.day > today) throw new BadRateFile(`${table.day} is in the future`)
    if (table.rates.size === 0) throw new BadRateFile(`${table.day} has no rates`)
    if (before?.day === table.day && before !== lastKnown)
      throw new BadRateFile(`${table.day} is there twice`)
    if (before) checkSteps(before, table)
    before = table
  }
  return inOrder
}

/** How old a table may be to say what is a normal step. */
const STEP_DAYS = 30

function checkSteps(before: RateTable, table: RateTable): void {
  const days = dayOf(table.day) - dayOf(before.day)
  if (before.base !== table.base || days <= 0 || days > STEP_DAYS) return
  for (const [currency, rate] of table.rates) {
    const known = before.rates.get(currency)
    if (!known) continue
    const step = toNumber(rate) / toNumber(known)
    if (step > LARGEST_STEP || step < 1 / LARGEST_STEP)
      throw new BadRateFile(
        `${currency} went from ${toNumber(known)} (${before.day}) to ${toNumber(rate)} (${table.day})`,
      )
  }
}
