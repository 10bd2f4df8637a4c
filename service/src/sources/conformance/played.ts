import { asFailure } from '../failures.ts'
import type { BatchRow, StayAnswer } from '../source.ts'
import type { Recorded } from './recorded.ts'

/** What a recording says: a stay with its rates by name, rows by hotel, or `{failure: kind}`. */
export async function played({ file, shop, lowest }: Recorded): Promise<unknown> {
  try {
    if (file.shop) return withRates(await shop(file.shop))
    return rowsByHotel(file.lowest ? await lowest(file.lowest) : [])
  } catch (error) {
    const { kind, message } = asFailure(error)
    return { failure: kind, detail: message }
  }
}

/** Rates by `roomCode/rateCode`, so that a recording can name them. */
export function withRates(answer: StayAnswer): object {
  const rates = answer.rooms.flatMap(({ roomCode, rates: list }) =>
    list.map((rate) => [`${roomCode}/${rate.rateCode}`, rate] as const),
  )
  return { ...answer, rates: Object.fromEntries(rates) }
}

function rowsByHotel(rows: readonly BatchRow[]): object {
  return Object.fromEntries(
    rows.map((row) => [row.hotelCode, 'failure' in row ? { failure: row.failure.kind } : row.lowest]),
  )
}

export interface Difference {
  path: string
  expected: unknown
  /** Undefined if it is missing. */
  found: unknown
}

/** The first of the expected fields that is another, in words; null if there is none. */
export function differenceOf(expected: unknown, found: unknown, path: string): string | null {
  const [first] = differencesOf(expected, found, path)
  if (!first) return null
  const said =
    typeof first.expected === 'object' && first.expected !== null
      ? `${first.path} is ${JSON.stringify(first.found) ?? 'missing'}`
      : `${first.path} is ${JSON.stringify(first.found) ?? 'missing'}, not ${JSON.stringify(first.expected)}`
  const detail: unknown =
    typeof found === 'object' && found !== null ? Reflect.get(found, 'detail') : undefined
  return typeof detail === 'string' ? `${said} (${detail})` : said
}

/** Every expected field that is another. Only the named fields are compared. */
export function differencesOf(expected: unknown, found: unknown, path = ''): Difference[] {
  if (typeof expected !== 'object' || expected === null)
    return Object.is(expected, found) ? [] : [{ path, expected, found }]
  if (typeof found !== 'object' || found === null) return [{ path, expected, found }]
  return Object.entries(expected).flatMap(([name, value]) =>
    differencesOf(value, Reflect.get(found, name), path === '' ? name : `${path}.${name}`),
  )
}
