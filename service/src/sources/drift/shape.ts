import { createHash } from 'node:crypto'
import { type Fact, type Facts, type Kind, MOST_VALUES, parentOf } from './facts.ts'

/** What the bodies of one request have in common. No value of a body is in it, but the words of enumerations. */
export interface Shape {
  answers: number
  /** Hashes of some of the hotels that were asked about. */
  hotels: number[]
  paths: Map<string, PathShape>
}

/** All counts are of answers. */
export interface PathShape {
  /** Those that have it, and those in which every object above has it. */
  seen: number
  whole: number
  kinds: Partial<Record<Kind, number>>
  /** Words that stand there; null: it is no enumeration. */
  values: Record<string, number> | null
  /** How many answers had it when the last new word came. */
  lastNew: number
  /** How often it came back, and after how many changes of hotel at most. */
  returns: number
  longest: number
}

/** How long a path stays away, in changes of hotel. Of one process: it need not survive. */
export type Absences = Map<string, { hotel: string; hotels: number }>

export const emptyShape = (): Shape => ({ answers: 0, hotels: [], paths: new Map() })

const MOST_PATHS = 2000
/** Larger objects are lists by another name. */
const MOST_CHILDREN = 80

export interface Lesson {
  hotel: string
  absences: Absences
  /** Paths whose change an operator has not judged yet: they stay as they were. */
  except: ReadonlySet<string>
}

export function learn(shape: Shape, facts: Facts, { hotel, absences, except }: Lesson): void {
  shape.answers += 1
  shape.hotels = hotelsOf([...shape.hotels, hashOf(hotel)])
  addPaths(shape, facts)
  for (const [path, known] of shape.paths) {
    if (except.has(path)) continue
    const objects = objectsAbove(path, facts)
    if (objects === 0) continue
    const fact = facts.get(path)
    if (!fact) {
      const away = absences.get(path)
      if (!away) absences.set(path, { hotel, hotels: 1 })
      else if (away.hotel !== hotel) absences.set(path, { hotel, hotels: away.hotels + 1 })
      continue
    }
    const away = absences.get(path)
    if (away) {
      known.returns += 1
      known.longest = Math.max(known.longest, away.hotels)
      absences.delete(path)
    }
    known.seen += 1
    if (isWhole(fact, objects)) known.whole += 1
    for (const kind of fact.kinds) known.kinds[kind] = (known.kinds[kind] ?? 0) + 1
    learnValues(known, fact)
  }
}

const MOST_HOTELS = 40

/** The smallest hashes, so that every process keeps the same ones. */
function hotelsOf(hashes: readonly number[]): number[] {
  return [...new Set(hashes)].toSorted((a, b) => a - b).slice(0, MOST_HOTELS)
}

function hashOf(hotel: string): number {
  return createHash('sha256').update(hotel).digest().readUInt32BE()
}

/** Whether so many hotels are known that another one is hardly different, or this one is known. */
export function knowsHotels({ hotels }: Shape, hotel: string): boolean {
  return hotels.length >= MOST_HOTELS / 2 || hotels.includes(hashOf(hotel))
}

/** Answers in which it could have stood. An item of a list could only where it did. */
export function askedOf(shape: Shape, path: string): number {
  const parent = parentOf(path)
  return (parent === null ? shape.paths.get(path)?.seen : shape.paths.get(parent)?.kinds.object) ?? 0
}

/** How many objects of a body could have it. */
export function objectsAbove(path: string, facts: Facts): number {
  const parent = parentOf(path)
  if (parent !== null) return facts.get(parent)?.objects ?? 0
  return facts.has(path) ? 1 : 0
}

export function isWhole(fact: Fact, objects: number): boolean {
  return fact.present >= objects
}

function learnValues(known: PathShape, { values }: Fact): void {
  if (known.values === null) return
  if (values === null) {
    known.values = null
    return
  }
  for (const value of values) {
    const isNew = !Object.hasOwn(known.values, value)
    if (isNew) known.lastNew = known.seen
    known.values[value] = isNew ? 1 : (known.values[value] ?? 0) + 1
  }
  if (Object.keys(known.values).length > MOST_VALUES) known.values = null
}

function addPaths(shape: Shape, facts: Facts): void {
  const fresh = [...facts.keys()].filter((path) => !shape.paths.has(path))
  if (fresh.length === 0) return
  const children = new Map<string, number>()
  const count = (path: string): number => {
    const parent = parentOf(path)
    if (parent === null) return 0
    const howMany = (children.get(parent) ?? 0) + 1
    children.set(parent, howMany)
    return howMany
  }
  for (const path of shape.paths.keys()) count(path)
  for (const path of fresh)
    if (shape.paths.size < MOST_PATHS && count(path) <= MOST_CHILDREN)
      shape.paths.set(path, { ...NOTHING, kinds: {}, values: {} })
}

const NOTHING: PathShape = { seen: 0, whole: 0, kinds: {}, values: {}, lastNew: 0, returns: 0, longest: 0 }

/** What was added to a shape since it was `before`. */
export function addedSince(before: Shape, now: Shape): Shape {
  const paths = new Map<string, PathShape>()
  for (const [path, shape] of now.paths) paths.set(path, difference(before.paths.get(path) ?? NOTHING, shape))
  return { answers: now.answers - before.answers, hotels: now.hotels, paths }
}

function difference(a: PathShape, b: PathShape): PathShape {
  return {
    seen: b.seen - a.seen,
    whole: b.whole - a.whole,
    kinds: counts(b.kinds, a.kinds, -1),
    values: b.values === null ? null : counts(b.values, a.values ?? {}, -1),
    lastNew: b.lastNew > a.lastNew ? b.lastNew - a.seen : 0,
    returns: b.returns - a.returns,
    longest: b.longest,
  }
}

/** With what another process, or this one meanwhile, has added. */
export function withAdded(base: Shape, added: Shape): Shape {
  const paths = new Map(base.paths)
  for (const [path, shape] of added.paths)
    if (paths.has(path) || paths.size < MOST_PATHS) paths.set(path, sum(paths.get(path) ?? NOTHING, shape))
  return { answers: base.answers + added.answers, hotels: hotelsOf([...base.hotels, ...added.hotels]), paths }
}

function sum(a: PathShape, b: PathShape): PathShape {
  return {
    seen: a.seen + b.seen,
    whole: a.whole + b.whole,
    kinds: counts(a.kinds, b.kinds, 1),
    values: a.values === null || b.values === null ? null : counts(a.values, b.values, 1),
    lastNew: b.lastNew > 0 ? a.seen + b.lastNew : a.lastNew,
    returns: a.returns + b.returns,
    longest: Math.max(a.longest, b.longest),
  }
}

type Counts<Name extends string> = Partial<Record<Name, number>>

function counts<Name extends string>(a: Counts<Name>, b: Counts<Name>, sign: 1 | -1): Record<Name, number> {
  const names = new Set([...Object.keys(a), ...Object.keys(b)] as Name[])
  const of = (from: Counts<Name>, name: Name) => (Object.hasOwn(from, name) ? (from[name] ?? 0) : 0)
  const found = [...names].map((name) => [name, of(a, name) + sign * of(b, name)] as const)
  return Object.fromEntries(found.filter(([, count]) => count > 0)) as Record<Name, number>
}

type Row = [string, ...PathShape[keyof PathShape][]]
const FIELDS = ['seen', 'whole', 'kinds', 'values', 'lastNew', 'returns', 'longest'] as const

/** As it is stored: lists, because the names of the fields would be most of it. */
export function writeShape({ answers, hotels, paths }: Shape): string {
  return JSON.stringify({
    answers,
    hotels,
    rows: [...paths].map(([path, shape]): Row => {
      const { seen, whole, kinds, values, lastNew, returns, longest } = shape
      return [path, seen, whole, kinds, values, lastNew, returns, longest]
    }),
  })
}

export function readShape(text: string): Shape {
  const { answers, hotels, rows } = JSON.parse(text) as { answers: number; hotels: number[]; rows: Row[] }
  const paths = rows.map(([path, ...values]): [string, PathShape] => [
    path,
    Object.fromEntries(FIELDS.map((field, index) => [field, values[index]])) as unknown as PathShape,
  ])
  return { answers, hotels, paths: new Map(paths) }
}
