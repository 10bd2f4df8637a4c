import { bedDifference } from './bed-difference.ts'
import { BASE_GRADES, type Difference, DOUBT, FEATURE_DOUBT, STRONG_GRADES } from './doubts.ts'
import type { Reading } from './reading.ts'

/** In what two names differ. Stops at the first difference that no room can have. */
export function differences(ours: Reading, theirs: Reading): Difference[] {
  const found: Difference[] = []
  for (const look of LOOKS) {
    look(ours, theirs, found)
    if (found.at(-1)?.doubt === 1) return found
  }
  return found
}

type Look = (ours: Reading, theirs: Reading, found: Difference[]) => void

const IMPOSSIBLE = 1

/** What rules most pairs out comes first. */
const LOOKS: readonly Look[] = [
  byKind,
  byAccess,
  byBeds,
  byParty,
  byBedrooms,
  bySmoking,
  byChoice,
  byGrade,
  byView,
  byClub,
  byFeature,
  byWord,
  byArea,
]

function byKind(ours: Reading, theirs: Reading, found: Difference[]): void {
  if (isSame(ours.kinds, theirs.kinds)) return
  const isShared = ours.kinds.some((kind) => theirs.kinds.includes(kind))
  // "Two-bedroom" alone is short for an apartment or suite.
  const isShort =
    (ours.kind ?? theirs.kind) !== null &&
    (ours.kind === null ? ours : theirs).bedrooms !== null &&
    (ours.kind === null || theirs.kind === null)
  found.push({
    doubt: isShared || isShort ? DOUBT.kind : IMPOSSIBLE,
    about: 'kind',
    ours: ours.kind,
    theirs: theirs.kind,
  })
}

function byAccess(ours: Reading, theirs: Reading, found: Difference[]): void {
  if (ours.accessible === theirs.accessible) return
  const said = (is: boolean) => (is ? 'accessible' : null)
  found.push({
    doubt: IMPOSSIBLE,
    about: 'access',
    ours: said(ours.accessible),
    theirs: said(theirs.accessible),
  })
}

function byBeds(ours: Reading, theirs: Reading, found: Difference[]): void {
  const difference = bedDifference(ours.beds, theirs.beds)
  if (difference) found.push(difference)
}

function byParty(ours: Reading, theirs: Reading, found: Difference[]): void {
  if (ours.party === theirs.party) return
  const doubt = ours.party === null || theirs.party === null ? DOUBT.party : IMPOSSIBLE
  found.push({ doubt, about: 'party', ours: forSo(ours.party), theirs: forSo(theirs.party) })
}

function forSo(party: number | null): string | null {
  return party === null ? null : party === 1 ? 'for one person' : `for ${party} people`
}

function byBedrooms(ours: Reading, theirs: Reading, found: Difference[]): void {
  if (ours.bedrooms === theirs.bedrooms) return
  const isStated = ours.bedrooms !== null && theirs.bedrooms !== null
  const isOne = (ours.bedrooms ?? theirs.bedrooms) === 1
  const said = (count: number | null) => (count === null ? null : `${count} bedroom${count === 1 ? '' : 's'}`)
  found.push({
    doubt: isStated ? IMPOSSIBLE : isOne ? DOUBT.bedroom : DOUBT.bedrooms,
    about: 'bedrooms',
    ours: said(ours.bedrooms),
    theirs: said(theirs.bedrooms),
  })
}

/** Non-smoking is so usual that silence means it. */
function bySmoking(ours: Reading, theirs: Reading, found: Difference[]): void {
  if ((ours.smoking === true) === (theirs.smoking === true)) return
  const isStated = ours.smoking !== null && theirs.smoking !== null
  const said = (is: boolean | null) => (is === null ? null : is ? 'smoking' : 'non-smoking')
  found.push({
    doubt: isStated ? IMPOSSIBLE : DOUBT.smoking,
    about: 'smoking',
    ours: said(ours.smoking),
    theirs: said(theirs.smoking),
  })
}

/** A room that the hotel chooses on arrival may be any, also if both sides sell one. */
function byChoice(ours: Reading, theirs: Reading, found: Difference[]): void {
  if (!ours.unassigned && !theirs.unassigned) return
  const said = (is: boolean) => (is ? 'whichever room the hotel gives' : null)
  found.push({
    doubt: IMPOSSIBLE,
    about: 'choice',
    ours: said(ours.unassigned),
    theirs: said(theirs.unassigned),
  })
}

function byGrade(ours: Reading, theirs: Reading, found: Difference[]): void {
  const [only, others] = [without(ours.grades, theirs.grades), without(theirs.grades, ours.grades)]
  if (only.length === 0 && others.length === 0) return
  const isBase = (grade: string) => BASE_GRADES.has(grade)
  const said = [...only, ...others]
  let doubt: number = DOUBT.otherGrade
  if (only.length > 0 && others.length > 0) {
    if (said.every(isBase)) doubt = DOUBT.otherBaseGrade
  } else if (said.some((grade) => STRONG_GRADES.has(grade))) doubt = DOUBT.strongGrade
  else doubt = said.every(isBase) ? DOUBT.baseGrade : DOUBT.grade
  found.push({ doubt, about: 'grade', ours: joined(only), theirs: joined(others) })
}

const WATERS: ReadonlySet<string> = new Set([
  'sea',
  'lake',
  'river',
  'bay',
  'harbour',
  'lagoon',
  'canal',
  'beach',
])

function byView(ours: Reading, theirs: Reading, found: Difference[]): void {
  if (isSame(ours.views, theirs.views)) return
  const [only, others] = [without(ours.views, theirs.views), without(theirs.views, ours.views)]
  const isLike = (a: Reading, b: Reading) =>
    b.views.includes('any') || (b.views.includes('water') && a.views.some((view) => WATERS.has(view)))
  const isStated = ours.views.length > 0 && theirs.views.length > 0
  // A garden room looks out on the garden.
  const isNamed =
    [
      ...only.filter((view) => theirs.features.includes(view)),
      ...others.filter((view) => ours.features.includes(view)),
    ].length > 0
  const isNear =
    isNamed ||
    (isStated && (isLike(ours, theirs) || isLike(theirs, ours) || only.length === 0 || others.length === 0))
  found.push({
    doubt: isNear ? DOUBT.likeView : isStated ? IMPOSSIBLE : DOUBT.view,
    about: 'view',
    ours: viewOf(ours.views),
    theirs: viewOf(theirs.views),
  })
}

function viewOf(views: readonly string[]): string | null {
  if (views.length === 0) return null
  return views.includes('any')
    ? 'a view'
    : `${views.join(' and ')}${views.every((view) => view.endsWith('front')) ? '' : ' view'}`
}

function byClub(ours: Reading, theirs: Reading, found: Difference[]): void {
  if (ours.club === theirs.club) return
  const said = (is: boolean) => (is ? 'club' : null)
  found.push({ doubt: DOUBT.club, about: 'club', ours: said(ours.club), theirs: said(theirs.club) })
}

function byFeature(ours: Reading, theirs: Reading, found: Difference[]): void {
  const doubt = (feature: string) => FEATURE_DOUBT[feature] ?? DOUBT.feature
  for (const feature of without(ours.features, theirs.features)) {
    if (theirs.views.includes(feature)) continue
    found.push({ doubt: doubt(feature), about: 'feature', ours: feature, theirs: null })
  }
  for (const feature of without(theirs.features, ours.features)) {
    if (ours.views.includes(feature)) continue
    found.push({ doubt: doubt(feature), about: 'feature', ours: null, theirs: feature })
  }
}

function byWord(ours: Reading, theirs: Reading, found: Difference[]): void {
  const [only, others] = [without(ours.rest, theirs.rest), without(theirs.rest, ours.rest)]
  const count = only.length + others.length
  if (count === 0) return
  const doubt = only.length > 0 && others.length > 0 ? DOUBT.words : Math.min(DOUBT.words, count * DOUBT.word)
  found.push({ doubt, about: 'word', ours: joined(only), theirs: joined(others) })
}

/** Sources measure differently, but not by a third. */
const ALIKE = 0.75

function byArea(ours: Reading, theirs: Reading, found: Difference[]): void {
  if (ours.areaM2 === null || theirs.areaM2 === null) return
  const [less, more] = [Math.min(ours.areaM2, theirs.areaM2), Math.max(ours.areaM2, theirs.areaM2)]
  if (less >= more * ALIKE) return
  found.push({ doubt: DOUBT.area, about: 'area', ours: `${ours.areaM2} m²`, theirs: `${theirs.areaM2} m²` })
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i])
}

function without(values: readonly string[], others: readonly string[]): string[] {
  return values.filter((value) => !others.includes(value))
}

function joined(values: readonly string[]): string | null {
  return values.length === 0 ? null : values.join(' ')
}
