import type { Access, Habit } from './judge.ts'

/** The access in words, as pages show it. */
export function whyOf({ nights, share, habits }: Access): string {
  if (share === null)
    return 'No night is known with both its cash rates and its awards, so nothing can be said.'
  const sold = `Sells ${Math.round(share * 100)}% of its ${nights} known cash ${nights === 1 ? 'night' : 'nights'} for points`
  return `${[sold, ...habits.map(habitText)].join('; ')}.`
}

const ON = { weekend: 'weekends', weekday: 'nights from Sunday to Thursday', any: 'all nights' } as const

function habitText({ on, how, minLos }: Habit): string {
  if (how === 'longer_stay_only') return `${ON[on]} only from ${minLos ?? 'several'} nights`
  if (how === 'premium_only') return `${ON[on]} mostly as premium awards only`
  return `${ON[on]} mostly without an award`
}
