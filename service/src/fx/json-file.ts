import { Type } from 'typebox'
import { shapeOf } from '../kernel/shape.ts'
import type { Decimal } from './decimal.ts'
import { BadRateFile, type RateTable, readRate } from './rate-table.ts'

/** A JSON file has no publisher of its own. */
const PUBLISHER = 'extra'

const isTable = shapeOf(
  Type.Object({
    base: Type.String({ pattern: '^[A-Z]{3}$' }),
    date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    rates: Type.Record(Type.String(), Type.Number()),
  }),
)

/**
 * `{base, date, rates: {CODE: number}}`, or a list of such tables. Other fields are ignored. The euro must be the base or
 * have a rate: all conversions go through it.
 */
export function readJsonFile(text: string): RateTable[] {
  const parsed = parse(text)
  const list: unknown[] = Array.isArray(parsed) ? parsed : [parsed]
  const tables = list.map(readTable)
  refuseDoubles(text, list)
  return tables
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadRateFile('the file is not JSON')
  }
}

function readTable(table: unknown): RateTable {
  if (!isTable.Check(table)) throw new BadRateFile('the file is not a table of base, date and rates')
  const { base, date, rates: published } = table
  const rates = new Map<string, Decimal>()
  for (const [currency, value] of Object.entries(published)) {
    const rate = readRate(currency, plain(value))
    if (currency === base && value !== 1) throw new BadRateFile(`${base} is the base and not 1`)
    if (rate) rates.set(currency, rate)
  }
  if (base !== 'EUR' && !rates.has('EUR'))
    throw new BadRateFile(`${date} is based on ${base} and lacks the euro`)
  return { day: date, publisher: PUBLISHER, base, rates }
}

/** Numbers below a millionth print with an exponent; so small a rate is refused anyway. */
function plain(value: number): string {
  return Number.isInteger(value) ? value.toFixed(0) : String(value)
}

/** The parser keeps the last of two equal names, so they are counted in the text. */
function refuseDoubles(text: string, tables: readonly unknown[]): void {
  const said = text.matchAll(/"rates"\s*:\s*\{([^{}]*)\}/g).reduce((sum, [, inside = '']) => {
    return sum + inside.matchAll(/"[^"]*"\s*:/g).toArray().length
  }, 0)
  const kept = tables.reduce<number>((sum, table) => {
    return sum + (isTable.Check(table) ? Object.keys(table.rates).length : 0)
  }, 0)
  if (said !== kept) throw new BadRateFile('a currency is there twice')
}
