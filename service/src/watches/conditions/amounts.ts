import { invalid } from '../../kernel/errors.ts'
import { minorDigits, parseMinor } from '../../kernel/money.ts'
import type { Subject } from './condition.ts'

/** A percentage from 0 to 100 as whole hundredths. */
export function readPercent(field: string, value: number): number {
  const hundredths = exactly(value, 2)
  if (hundredths === null) throw invalid(`\`${field}\` must have at most 2 decimals`)
  return hundredths
}

/** Points, or money as minor units of the watch's currency. */
export function readAmount(field: string, value: number, { kind, currency }: Subject): number {
  if (kind === 'award') {
    if (!Number.isSafeInteger(value)) throw invalid(`\`${field}\` must be whole points`)
    return value
  }
  const digits = minorDigits(currency)
  if (exactly(value, digits) === null) {
    throw invalid(`\`${field}\` must have at most ${digits} decimals in ${currency}`)
  }
  return parseMinor(value, currency)
}

/** By the decimal text, as people wrote it: 0.07 has two decimals, whatever it is in binary. */
function exactly(value: number, digits: number): number | null {
  const match = /^(\d{1,12})(?:\.(\d+))?$/.exec(String(value))
  const [, whole = '', fraction = ''] = match ?? []
  return match && fraction.length <= digits ? Number(whole + fraction.padEnd(digits, '0')) : null
}
