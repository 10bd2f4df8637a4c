import { differences } from './difference.ts'
import type { Difference } from './doubts.ts'
import { evidenceOf, type Rivalry } from './evidence.ts'
import type { Reading } from './reading.ts'

/** From this confidence on, two rooms are compared as one. */
export const MATCH = 0.9
/** Below this, a pair is not worth showing. */
export const SHOWN = 0.5

export interface RoomMatch {
  /** The places of both rooms in their lists. */
  ours: number
  theirs: number
  confidence: number
  evidence: string[]
}

interface Pair {
  ours: number
  theirs: number
  /** How alike the two names are by themselves. */
  likeness: number
  differences: readonly Difference[]
  /** Whether theirs is ours with its beds chosen: a seller may list one room once per bedding. */
  isVersion: boolean
}

/** How much of a doubt remains if the names of the hotel's other rooms speak for a pair. */
const LEFT = { alone: 0.35, nearest: 0.55 } as const
/** A rival this near makes a pair ambiguous. */
const MARGIN = 0.08
const PLAUSIBLE = 0.3
const AMBIGUOUS = 0.7
/** The share of a doubt about what every room of one side says: it tells none of them apart. */
const EVERYWHERE = 0.25
/** More than any hotel has rooms to tell apart. Beyond it nothing is matched, because each pair takes time. */
const MOST_PAIRS = 40_000

/**
 * Which rooms of one hotel are the same at two sellers. Names mean something only beside the other names of the hotel: what
 * the nearest pair leaves open is settled if no other room comes as near, on either side.
 */
export function matchRooms(our: readonly Reading[], their: readonly Reading[]): RoomMatch[] {
  if (our.length * their.length > MOST_PAIRS) return []
  const [ours, theirs] = [our.map(distinctIn(our)), their.map(distinctIn(their))]
  const common = [saidByAll(ours), saidByAll(theirs)] as const
  const pairs: Pair[] = []
  ours.forEach((one, i) => {
    theirs.forEach((other, j) => {
      const found = differences(one, other)
      const likeness = found.reduce((left, difference) => left * (1 - doubtOf(difference, common)), 1)
      if (likeness >= PLAUSIBLE)
        pairs.push({
          ours: i,
          theirs: j,
          likeness,
          differences: found,
          isVersion: isVersion(one, other, found),
        })
    })
  })
  return withRivals(pairs).flatMap(([pair, rival]) => {
    const rivalry = rivalryOf(pair, rival)
    const confidence = confidenceOf(pair, rivalry)
    if (confidence < SHOWN) return []
    const [one, other] = [ours[pair.ours], theirs[pair.theirs]]
    if (!one || !other) return []
    return [
      {
        ours: pair.ours,
        theirs: pair.theirs,
        confidence,
        evidence: evidenceOf(one, other, pair.differences, rivalry),
      },
    ]
  })
}

/** Only the beds differ, which ours leaves open. */
function isVersion(ours: Reading, theirs: Reading, found: readonly Difference[]): boolean {
  const isOpen = ours.beds.length === 0 || ours.beds.length > theirs.beds.length
  return isOpen && theirs.beds.length === 1 && found.every(({ about }) => about === 'beds')
}

/**
 * Each pair with the likest of its rivals, the other pairs of either room. A room of theirs that fits another of ours much better
 * is no rival, nor is another version of the room. A room of ours always is one: several of theirs may be the same.
 */
function withRivals(pairs: readonly Pair[]): [Pair, Pair | undefined][] {
  const ofTheirs = bestTwo(pairs, ({ theirs }) => theirs)
  const isOpen = ({ theirs, likeness }: Pair) =>
    (ofTheirs.get(theirs)?.[0]?.likeness ?? 0) <= likeness + MARGIN
  const ofOurs = bestTwo(pairs.filter(isOpen), ({ ours }) => ours)
  return pairs.map((pair) => {
    const others = pair.isVersion ? [] : (ofOurs.get(pair.ours) ?? [])
    const rivals = [...others, ...(ofTheirs.get(pair.theirs) ?? [])]
    return [pair, rivals.filter((rival) => rival !== pair).toSorted(likestFirst)[0]]
  })
}

function bestTwo(pairs: readonly Pair[], room: (pair: Pair) => number): Map<number, Pair[]> {
  const best = new Map<number, Pair[]>()
  for (const [no, of] of Map.groupBy(pairs, room)) best.set(no, of.toSorted(likestFirst).slice(0, 2))
  return best
}

function likestFirst(a: Pair, b: Pair): number {
  return b.likeness - a.likeness
}

function rivalryOf({ likeness }: Pair, rival: Pair | undefined): Rivalry {
  if (!rival) return 'alone'
  if (rival.likeness > likeness + MARGIN) return 'second'
  return rival.likeness > likeness - MARGIN ? 'ambiguous' : 'nearest'
}

function confidenceOf({ likeness, differences: found }: Pair, rivalry: Rivalry): number {
  const doubt = 1 - likeness
  const isOtherGrade = found.some(
    ({ about, ours, theirs }) => about === 'grade' && ours !== null && theirs !== null,
  )
  const confidence = {
    alone: 1 - doubt * LEFT.alone,
    nearest: 1 - doubt * LEFT.nearest,
    ambiguous: Math.min(likeness, AMBIGUOUS),
    second: Math.min(likeness, AMBIGUOUS) * AMBIGUOUS,
  }[rivalry]
  return Math.round(Math.min(confidence, isOtherGrade ? AMBIGUOUS : 1) * 100) / 100
}

/** Without the words that all rooms of one seller share, such as the name of the hotel. */
function distinctIn(rooms: readonly Reading[]): (room: Reading) => Reading {
  const [first, ...others] = rooms
  const shared =
    others.length === 0
      ? []
      : (first?.rest ?? []).filter((word) => others.every(({ rest }) => rest.includes(word)))
  if (shared.length === 0) return (room) => room
  return (room) => ({ ...room, rest: room.rest.filter((word) => !shared.includes(word)) })
}

type Common = ReadonlySet<string>

function doubtOf(
  { doubt, about, ours, theirs }: Difference,
  [byUs, byThem]: readonly [Common, Common],
): number {
  const isOneSided = ours === null || theirs === null
  if (!isOneSided || doubt === 1) return doubt
  const isEverywhere = ours === null ? byThem.has(`${about} ${theirs}`) : byUs.has(`${about} ${ours}`)
  return isEverywhere ? doubt * EVERYWHERE : doubt
}

/** What all rooms of one seller say, if there are several: a balcony in each room. */
function saidByAll(rooms: readonly Reading[]): Common {
  if (rooms.length < 2) return new Set()
  const [first, ...others] = rooms.map(sayings)
  return new Set([...(first ?? [])].filter((saying) => others.every((said) => said.has(saying))))
}

function sayings({ features, grades, club }: Reading): Set<string> {
  return new Set([
    ...features.map((feature) => `feature ${feature}`),
    ...grades.map((grade) => `grade ${grade}`),
    ...(club ? ['club club'] : []),
  ])
}
