import type { FreeNightRule, Source } from './catalog/catalog.ts'

/** The rule of a chain, if it applies to the guest. */
export function freeNightRule({ freeNight }: Source, isElite: boolean): FreeNightRule | null {
  return freeNight?.who === 'elite' && !isElite ? null : freeNight
}

/**
 * Which nights of a booking paid with points are free. The booking is cut into groups of `every` nights from its first
 * night; each whole group has one free night.
 */
export function freeNights(
  points: readonly number[],
  rule: Pick<FreeNightRule, 'every' | 'frees'> | null,
): boolean[] {
  const free = points.map(() => false)
  if (!rule) return free
  for (let end = rule.every; end <= points.length; end += rule.every) {
    const from = end - rule.every
    const group = points.slice(from, end)
    const night = rule.frees === 'last' ? end - 1 : from + group.indexOf(Math.min(...group))
    free[night] = true
  }
  return free
}

/** What a booking costs: the points of the nights that are not free. */
export function pointsDue(points: readonly number[], rule: Parameters<typeof freeNights>[1]): number {
  const free = freeNights(points, rule)
  return points.reduce((sum, night, at) => (free[at] ? sum : sum + night), 0)
}
