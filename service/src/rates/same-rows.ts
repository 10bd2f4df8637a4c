import { canonicalJson } from '../kernel/canonical-json.ts'
import { cppOf, figuresOf } from '../observations/figures.ts'
import type { Receipt } from '../receipts/receipt.ts'
import type { ReadSource } from '../receipts/verify.ts'
import type { StayAnswer } from '../sources/source.ts'
import { awardRows, cashView } from './award.ts'
import { cents } from './render.ts'
import { seenRows } from './shop.ts'

/** Whether the answers of receipts follow from the bodies of their sources. */

/** How the answer of `/shop` or `/award` differs; null if it does not. */
export function differenceInStay(
  { endpoint, answer: shown }: Receipt,
  [read]: readonly ReadSource[],
): string | null {
  if (!read) return 'the receipt has no reading'
  const answer = inShownCurrency(read.answer, shown)
  const figures = figuresOf(answer)
  if (endpoint === 'shop')
    return firstDifference(withoutAttributes(seenRows(answer, figures)), withoutAttributes(shown))
  const { award_rates: shownRates, ...rest } = shown as { award_rates?: object[] }
  const stay = (shown as { query: { los: number; rooms: number } }).query
  const rows = awardRows(answer, stay)
  if (rows.length !== shownRates?.length) return `the bodies have ${rows.length} award rates`
  const difference = rows
    .map((row, index) => firstDifference(row, shownRates[index] ?? {}, `award_rates.${index}.`))
    .find((each) => each !== null)
  const { status, minLos, currency } = answer
  const common = {
    status,
    min_los: minLos,
    currency,
    cash_comparison: cashView(figures),
    cpp: cents(cppOf(figures)),
  }
  return difference ?? firstDifference(common, rest)
}

/** What we make of the names of rooms is no part of what the source said, and may be another in a later version. */
function withoutAttributes(answer: object): object {
  const { rooms } = answer as { rooms: { attributes?: unknown }[] }
  return { ...answer, rooms: rooms.map(({ attributes: _attributes, ...room }) => room) }
}

/** The currency of a night without a price may be that of the hotel, which the directory knew. */
export function inShownCurrency(answer: StayAnswer, shown: object): StayAnswer {
  const currency: unknown = Reflect.get(shown, 'currency')
  return answer.rooms.length === 0 && typeof currency === 'string' ? { ...answer, currency } : answer
}

/** The first of the expected fields that is shown differently. */
export function firstDifference(expected: object, shown: object, path = ''): string | null {
  for (const [name, value] of Object.entries(expected)) {
    const found: unknown = Reflect.get(shown, name)
    if (canonicalJson(value) !== canonicalJson(found ?? null))
      return `the answer has another ${path}${name} than the bodies`
  }
  return null
}
