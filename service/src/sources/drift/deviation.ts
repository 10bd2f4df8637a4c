import { isCurrency } from '../../kernel/money.ts'
import { type Facts, type Kind, parentOf } from './facts.ts'
import { type Absences, askedOf, objectsAbove, type PathShape, type Shape } from './shape.ts'

/** How a body differs from what is known of its request. Whether that matters is for `judge.ts` to say. */
export type Deviation =
  | { change: 'gone'; path: string; isSure: boolean; before: string; after: string }
  | { change: 'retyped'; path: string; kind: Kind; before: string; after: string }
  | {
      change: 'new_value'
      path: string
      value: string
      /** It stands where until now only words of the question stood. */
      isEcho: boolean
      /** Words that stood there in every answer, and not in this one. */
      missing: ReadonlySet<string>
      before: string
      after: string
    }

/** Before that, a path may be in every answer by chance. */
const ENOUGH = 30
/** After so many answers, one without it is enough. */
const SURE = 300
/** A word is new if none came for so many answers, for each known one. */
const QUIET = 20
const QUIET_PER_WORD = 3
const RETURNS = 20
/** What comes and goes has gone for good if it stays away so much longer than ever before. */
const LONGER = 6
/** A text may look like anything. */
export const IN_TEXT: ReadonlySet<Kind> = new Set(['numeral', 'date', 'currency', 'text'])

export function deviations(shape: Shape, facts: Facts, absences: Absences): Deviation[] {
  const found: Deviation[] = []
  for (const [path, known] of shape.paths) {
    const objects = objectsAbove(path, facts)
    if (objects === 0) continue
    const fact = facts.get(path)
    const isPresent = fact !== undefined && (parentOf(path) === null || fact.present > 0)
    const missing = isPresent
      ? null
      : missingAs({ ...known, asked: askedOf(shape, path) }, absences.get(path)?.hotels)
    if (missing !== null && parentOf(path) !== null) found.push({ change: 'gone', path, ...missing })
    if (!fact || !isPresent) continue
    for (const kind of fact.kinds)
      if (isNewKind(known, kind)) {
        const before = Object.keys(known.kinds).toSorted().join(', ')
        found.push({ change: 'retyped', path, kind, before, after: kind })
      }
    for (const value of newValues(known, fact.values)) {
      const before = Object.keys(known.values ?? {})
        .toSorted()
        .join(', ')
      found.push({
        change: 'new_value',
        path,
        value,
        isEcho: before === '',
        missing: missingWords(known, fact.values),
        before,
        after: value,
      })
    }
  }
  return found
}

/** Where some have it and others do not, such as rates of one answer, nothing is gone. */
function missingAs(
  known: PathShape & { asked: number },
  away: number | undefined,
): { isSure: boolean; before: string; after: string } | null {
  const { asked, seen, whole } = known
  if (asked < ENOUGH) return null
  if (isRequired(known, asked))
    return {
      // What some lack may be lacked by all of one answer.
      isSure: whole === asked && asked >= SURE,
      before: `in all of ${asked} answers`,
      after: 'missing',
    }
  if (seen < ENOUGH || (away ?? 0) < goneAfter(known)) return null
  return {
    isSure: true,
    before: `in ${seen} of ${asked} answers`,
    after: `missing since ${away} changes of hotel`,
  }
}

/**
 * After how many changes of hotel what comes and goes is gone. Until it has come back often, hotels that have it may just have been asked
 * about together: then it must also stay away much longer than it stayed on average.
 */
export function goneAfter({ seen, returns, longest }: PathShape): number {
  const usual = returns < RETURNS ? seen / (returns + 1) : 0
  return Math.ceil(LONGER * Math.max(longest + 1, usual))
}

/** Whether enough of it was seen to say what may stand there. */
function isKnownWell({ seen }: PathShape): boolean {
  return seen >= ENOUGH
}

/** Whether enough is known of the types that may stand there. What lies very deep was once learnt without. */
export function hasKinds(known: PathShape): boolean {
  return isKnownWell(known) && Object.keys(known.kinds).length > 0
}

/** Whether every answer that could have it had it. */
export function isRequired({ seen }: PathShape, asked: number): boolean {
  return asked >= ENOUGH && seen === asked
}

function isNewKind(known: PathShape, kind: Kind): boolean {
  const { kinds } = known
  if (!hasKinds(known) || kinds[kind] !== undefined) return false
  return !(kinds.text !== undefined && IN_TEXT.has(kind))
}

function missingWords({ seen, values }: PathShape, found: ReadonlySet<string> | null): Set<string> {
  const always = Object.entries(values ?? {}).filter(([word, count]) => count === seen && !found?.has(word))
  return new Set(always.map(([word]) => word))
}

/** Whether a new word would be reported. */
export function isWatchedWord(known: PathShape): boolean {
  const { seen, values, lastNew, kinds } = known
  if (values === null || !isKnownWell(known)) return false
  const words = Object.keys(values).length
  if (words === 0) return kinds.text !== undefined || kinds.currency !== undefined
  return seen - lastNew >= QUIET + QUIET_PER_WORD * words
}

function newValues(known: PathShape, found: ReadonlySet<string> | null): string[] {
  if (found === null || !isWatchedWord(known)) return []
  const words = new Set(Object.keys(known.values ?? {}))
  // Another currency is nothing unusual.
  if (words.size === 0) return [...found].filter((value) => !isCurrency(value))
  return [...found].filter((value) => !words.has(value))
}
