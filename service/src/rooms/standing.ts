import { classOf } from './attributes.ts'
import type { Reading } from './reading.ts'
import type { Bed, BedType } from './words/beds.ts'
import type { RoomClass } from './words/grades.ts'

/** How an offered room stands to a booked one of the same hotel; null if it is not plainly the same or better. */
export type Standing = 'same' | 'better' | null

/**
 * Compares what is said of two rooms, never their prices. Whatever the booked room is said to have, the offered one must be
 * said to have too. An accessible room stands in only for an accessible one: others may need it.
 */
export function standingOf(booked: Reading, offered: Reading): Standing {
  if (isOtherRoom(booked, offered)) return null
  const byClass = classStanding(booked, offered)
  if (byClass === null || lacks(booked, offered)) return null
  const byBeds = bedStanding(booked.beds, offered.beds)
  if (byBeds === null) return null
  const isBetter = byClass === 'better' || byBeds === 'better' || (offered.club && !booked.club)
  return isBetter ? 'better' : 'same'
}

/** What nobody who booked the one would call an equal of the other. */
function isOtherRoom(booked: Reading, offered: Reading): boolean {
  return (
    (offered.unassigned && !booked.unassigned) ||
    booked.accessible !== offered.accessible ||
    (offered.smoking === true) !== (booked.smoking === true) ||
    (offered.party === 1 && booked.party !== 1) ||
    offered.features.some((feature) => DRAWBACKS.has(feature) && !booked.features.includes(feature))
  )
}

const DRAWBACKS: ReadonlySet<string> = new Set([
  'no window',
  'shared bathroom',
  'single use',
  'women',
  'mixed',
  'connecting',
  'low floor',
  'annex',
  'interior',
])

function lacks(booked: Reading, offered: Reading): boolean {
  const isMissing = (of: readonly string[], among: readonly string[]) =>
    of.some((value) => !DRAWBACKS.has(value) && !among.includes(value))
  return (
    (booked.club && !offered.club) ||
    isMissing(booked.views, offered.views) ||
    isMissing(booked.features, offered.features) ||
    isLess(offered.bedrooms, booked.bedrooms, 1) ||
    isLess(offered.sleeps, booked.sleeps, 2) ||
    (booked.areaM2 !== null && offered.areaM2 !== null && offered.areaM2 < booked.areaM2 * NEARLY)
  )
}

/** Sources round areas differently. */
const NEARLY = 0.95

/** Silence counts as less where more than the usual was booked. */
function isLess(offered: number | null, booked: number | null, usual: number): boolean {
  if (booked === null) return false
  return offered === null ? booked > usual : offered < booked
}

/** Which classes are plainly above a class. Hotels order deluxe and executive both ways. */
const ABOVE: Readonly<Partial<Record<RoomClass, readonly RoomClass[]>>> = {
  standard: ['superior', 'deluxe', 'executive', 'suite'],
  superior: ['deluxe', 'executive', 'suite'],
  deluxe: ['suite'],
  executive: ['suite'],
}

function classStanding(booked: Reading, offered: Reading): Standing {
  const [had, offers] = [classOf(booked), classOf(offered)]
  const isSameKind = booked.kind === offered.kind
  if (isSameKind && isSameList(booked.grades, offered.grades) && isSameList(booked.rest, offered.rest))
    return 'same'
  if (offers === null) return null
  if (had === null) return booked.kind === null && offers === 'suite' ? 'better' : null
  return ABOVE[had]?.includes(offers) ? 'better' : null
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i])
}

/** A larger bed is at least as good; a bed beside them counts least. */
const SIZE: Readonly<Record<BedType, number>> = {
  king: 4,
  queen: 3,
  double: 2,
  single: 1,
  bed: 1,
  sofa: 0,
  bunk: 0,
  futon: 0,
  wall: 0,
}

type Beddings = readonly (readonly Bed[])[]

/** The hotel may choose among the offered beddings, so the worst of them counts. */
function bedStanding(booked: Beddings, offered: Beddings): Standing {
  if (booked.length === 0) {
    const isFit = offered.every((beds) => beds.some(({ type }) => SIZE[type] >= SIZE.double))
    return isFit ? 'same' : null
  }
  if (offered.length === 0) return null
  const standings = new Set(offered.map((beds) => bestOf(booked.map((had) => beddingStanding(had, beds)))))
  if (standings.has(null)) return null
  return standings.has('same') ? 'same' : 'better'
}

function bestOf(standings: readonly Standing[]): Standing {
  if (standings.includes('same')) return 'same'
  return standings.includes('better') ? 'better' : null
}

function beddingStanding(booked: readonly Bed[], offered: readonly Bed[]): Standing {
  const [had, has] = [sizes(booked), sizes(offered)]
  if (has.length < had.length || had.some((size, i) => (has[i] ?? 0) < size)) return null
  return has.length === had.length && has.every((size, i) => size === had[i]) ? 'same' : 'better'
}

function sizes(beds: readonly Bed[]): number[] {
  return beds
    .flatMap(({ type, count }) => Array.from({ length: Math.min(count, MOST) }, () => SIZE[type]))
    .toSorted((a, b) => b - a)
}

/** Beds of one kind that are counted one by one. */
const MOST = 20
