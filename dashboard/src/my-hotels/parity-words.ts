import type { ParityFigures } from '@vacancy/client'
import { formatCount, formatFullDay, formatShare, formatWhole } from '../ui/format.ts'

/** Who undercuts how often, and where most. */
export function undercutWords(
  { nights, undercutters }: Pick<ParityFigures, 'nights' | 'undercutters'>,
  nameOf: (agency: string) => string,
): string {
  const compared = nights.filter(({ score }) => score.compared > 0).length
  if (compared === 0) return 'No night could be compared.'
  const [first] = undercutters
  if (!first || first.nights === 0)
    return `No agency undercuts you on any of the ${formatWhole(compared)} nights compared.`
  // Those that tie are all named: none of them undercuts more often than the others.
  const tied = undercutters
    .filter(({ nights: count }) => count === first.nights)
    .map(({ channel }) => channel)
  const often =
    tied.length === 1
      ? `${nameOf(first.channel)} undercuts most often, on ${formatCount(first.nights, 'night')}.`
      : `${listed(tied.map(nameOf))} undercut equally often, on ${formatCount(first.nights, 'night')} each.`
  const deepest = undercutters
    .flatMap(({ channel, deepest: worst }) => (worst ? [{ channel, ...worst }] : []))
    .toSorted((a, b) => a.gap_pct - b.gap_pct)[0]
  return deepest
    ? `${often} The largest gap is on ${formatFullDay(deepest.night)}: ${nameOf(deepest.channel)} is ${formatShare(Math.abs(deepest.gap_pct) / 100)} below you.`
    : often
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
