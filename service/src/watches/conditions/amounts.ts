import { invalid } from '../../kernel/errors.ts'
import { minorDigits, parseMinor } from '../../kernel/money.ts'
import type { Subject } from './condition.ts'

/** A percentage from 0 to 100, in hundredths. */
export function readPercent(field: string, value: number): number {
  const hundredths = exactly(value, 2)
  if (hundredths === null) throw invalid(`\`${field}\` must have at most 2 decimals.`)
  return hundredths
}

/** Points, or money in minor units of the watch's currency. */
export function readAmount(field: string, value: number, { kind, currency }: Subject): number {
  if (kind === 'award') {
    if (!Number.isSafeInteger(value)) throw invalid(`\`${field}\` must be a whole number of points.`)
    return value
  }
  const digits = minorDigits(currency)
  if (exactly(value, digits) === null) {
    throw invalid(`\`${field}\` must have at most ${digits} decimals in ${currency}.`)
  }
  return parseMinor(value, currency)
}

/** Counts decimals in the text: 0.07 has two, although its binary value has more. */
function exactly(value: number, digits: number): number | null {
  const match = /^(\d{1,12})(?:\.(\d+))?$/.exec(String(value))
  const [, whole = '', fraction = ''] = match ?? []
  return match && fraction.length <= digits ? Number(whole + fraction.padEnd(digits, '0')) : null
}
