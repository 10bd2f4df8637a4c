import type { Rate } from '../source.ts'

/**
 * The currency of an answer whose rates may differ in theirs: the one that was asked for where anybody can book in it,
 * else that of the first rate that anybody can book. Null where there are no rates.
 */
export function answerCurrency(rates: readonly Rate[], asked: string): string | null {
  const open = rates.filter((rate) => !rate.memberOnly && !rate.restricted && !rate.package)
  const choice = open.length > 0 ? open : rates
  return (choice.find((rate) => rate.currency === asked) ?? choice[0])?.currency ?? null
}
