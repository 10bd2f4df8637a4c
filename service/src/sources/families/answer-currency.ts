import type { Rate } from '../source.ts'

/**
 * The currency of an answer with rates in several: the requested one if a public rate has it, else that of the first public
 * rate. Null if there are no rates.
 */
export function answerCurrency(rates: readonly Rate[], asked: string): string | null {
  const open = rates.filter((rate) => !rate.memberOnly && !rate.restricted && !rate.package)
  const choice = open.length > 0 ? open : rates
  return (choice.find((rate) => rate.currency === asked) ?? choice[0])?.currency ?? null
}
