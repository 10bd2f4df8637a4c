import { bedsText } from './bed-difference.ts'
import type { Difference } from './doubts.ts'
import type { Reading } from './reading.ts'

/** What the other rooms of the hotel say of a pair. */
export type Rivalry = 'alone' | 'nearest' | 'ambiguous' | 'second'

/** Why two rooms are taken for one, or not quite, in words. */
export function evidenceOf(
  ours: Reading,
  theirs: Reading,
  differences: readonly Difference[],
  rivalry: Rivalry,
): string[] {
  const differing = new Set(differences.map(({ about }) => about))
  const agreed = [
    !differing.has('kind') && ours.kind,
    !differing.has('grade') && ours.grades.length > 0 && ours.grades.join(' '),
    !differing.has('beds') && bedsText(ours.beds),
    !differing.has('view') && ours.views.length > 0 && `${ours.views.join(' and ')} view`,
    !differing.has('bedrooms') && ours.bedrooms !== null && `${ours.bedrooms} bedrooms`,
    ours.accessible && 'accessible',
    ours.club && theirs.club && 'club',
    ...ours.features.filter((feature) => theirs.features.includes(feature)),
    ...ours.rest.filter((word) => theirs.rest.includes(word)),
  ].filter((saying) => typeof saying === 'string')
  return [
    ...(agreed.length > 0 ? [`Both say: ${agreed.join(', ')}.`] : []),
    ...differences.map(said),
    RIVALRY[rivalry],
  ]
}

function said({ ours, theirs }: Difference): string {
  if (ours === null) return `Only the channel says: ${theirs}.`
  if (theirs === null) return `Only direct says: ${ours}.`
  return `Direct says: ${ours}; the channel says: ${theirs}.`
}

const RIVALRY: Readonly<Record<Rivalry, string>> = {
  alone: 'No other room of either side fits.',
  nearest: 'Other rooms fit less.',
  ambiguous: 'Another room fits as well.',
  second: 'Another room fits better.',
}
