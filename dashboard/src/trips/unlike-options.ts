import type { TripOption } from '@vacancy/client'

/** So many ways are compared at a glance. */
const SHOWN = 3

/** The best options that differ: by their hotels first, then by the way to pay. The others are in `rest`. */
export function unlikeOptions(options: readonly TripOption[]): { shown: TripOption[]; rest: TripOption[] } {
  const byHotels = firstOfEach(options, hotelsOf)
  const byPay = firstOfEach(options, (option) => `${hotelsOf(option)} by ${paysOf(option)}`)
  const chosen = new Set([...new Set([...byHotels, ...byPay])].slice(0, SHOWN))
  return {
    shown: options.filter((option) => chosen.has(option)),
    rest: options.filter((option) => !chosen.has(option)),
  }
}

function firstOfEach(
  options: readonly TripOption[],
  signature: (option: TripOption) => string,
): TripOption[] {
  return [...Map.groupBy(options, signature).values()].flatMap(([first]) => first ?? [])
}

const hotelsOf = ({ blocks }: TripOption) =>
  [...new Set(blocks.map(({ chain, hotel_code: code }) => `${chain} ${code}`))].toSorted().join(', ')
const paysOf = ({ blocks }: TripOption) =>
  [...new Set(blocks.map(({ pay, certificate }) => certificate ?? pay))].toSorted().join(', ')
