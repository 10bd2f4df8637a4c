import type { ReferenceRates } from '../fx/reference-rates.ts'
import { dayAt } from '../kernel/dates.ts'
import type { AreaTerms } from './request.ts'

/** The reference rates of every cell that may count, for a statement. Clocks differ, so tomorrow is included. */
export function factorsOf(
  fx: ReferenceRates,
  { currency, notBeforeMs }: AreaTerms,
  of: 'money' | 'cpp',
  nowMs: number,
): Promise<string> {
  return fx.factors(currency, { from: dayAt(notBeforeMs), to: dayAt(nowMs) + 1 }, of)
}
