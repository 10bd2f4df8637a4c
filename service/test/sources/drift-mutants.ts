import type { Pool } from '../../src/db/pool.ts'
import type { Source } from '../../src/sources/catalog/catalog.ts'
import { become, type Change, changeAt, leaveOut } from '../../src/sources/drift/change.ts'
import { goneAfter, isWatchedWord } from '../../src/sources/drift/deviation.ts'
import { type Document, readDocument, writeDocument } from '../../src/sources/drift/document.ts'
import { type Facts, factsOf, type Kind, kindOf, parentOf } from '../../src/sources/drift/facts.ts'
import { askedOf, type Shape } from '../../src/sources/drift/shape.ts'
import { createDriftStore } from '../../src/sources/drift/store.ts'
import { SOURCES_OF_SANDBOX, watchedSandbox } from './drift-sandbox.ts'

/** What a vendor may do to a field that it has always sent: leave it out, tell it in another type, say a word that nobody knows. */
export const CHANGES = ['gone', 'retyped', 'new_value'] as const
export type ChangeKind = (typeof CHANGES)[number]

export interface MutationCase {
  source: string
  path: string
  change: ChangeKind
  /** After how many changed answers at most an alarm is due; null: the path, or what stands there, is not known well enough. */
  within: number | null
  /** Whether it is known so well that the first changed answer raises the alarm. */
  atOnce: boolean
  /** Changed answers that were given before there was an alarm. */
  given: number
  read: 'same' | 'other' | 'failed'
  alarm: boolean
}

const retyped: Change = (holder, name) => {
  const value: unknown = Reflect.get(holder, name)
  Reflect.set(holder, name, otherKind(value))
}

function otherKind(value: unknown): unknown {
  const kind: Kind = kindOf(value)
  if (kind === 'number') return `about ${String(value)}`
  if (kind === 'boolean') return value === true ? 'yes' : 'no'
  if (kind === 'numeral' || kind === 'date' || kind === 'currency') return `about ${String(value)}`
  return kind === 'array' || kind === 'object' ? 'none' : 987_654
}

const WORD = 'Unheard-of'

/** Where there is a word. Where there is none, a word would be another type. */
const anotherWord: Change = (holder, name) => {
  if (typeof Reflect.get(holder, name) === 'string') become(WORD)(holder, name)
}

/** Every path of some questions' bodies, each changed wherever it stands, after the source was learnt from unchanged answers. */
export async function runMutants(
  pool: Pool,
  source: Source,
  {
    learnt,
    questions,
    choose,
  }: { learnt: number; questions: readonly number[]; choose(number: number): boolean },
): Promise<MutationCase[]> {
  const teacher = watchedSandbox(pool)
  // Only such numbers ask for a stay, and not for a batch or a calendar.
  for (let number = 0; number < learnt; number += 1) await teacher.ask(source, 4 * number)
  await teacher.drift.close()
  if (teacher.alarms.length > 0) throw new Error(`false alarms: ${JSON.stringify(teacher.alarms)}`)
  const learntShapes = await createDriftStore(pool).load(source.id, source.family)
  const done = new Set<string>()
  const cases: MutationCase[] = []
  let number = 0
  for (const question of questions) {
    const { bodies, right } = await asked(pool, source, question)
    for (const [index, body] of bodies.entries()) {
      const document = readDocument(body)
      if (!document) continue
      for (const { path, change, how } of await changesOf(document)) {
        const key = `${index} ${path} ${change}`
        if (done.has(key)) continue
        done.add(key)
        number += 1
        if (!choose(number)) continue
        const within = dueWithin(learntShapes.shapes, path, change)
        const mostOf = (row: string) =>
          differenceOf(right, row, change) === 'other' ? (within ?? MOST_CHANGED) : MOST_CHANGED
        const atOnce =
          within !== null && isKnownAtOnce(learntShapes.shapes, { path, change, form: document.form })
        const { row, alarms, given } = await tryChange(pool, source, question, { index, path, how, mostOf })
        const read = differenceOf(right, row, change)
        cases.push({ source: source.id, path, change, within, atOnce, given, read, alarm: alarms > 0 })
      }
    }
  }
  return cases
}

/** Everything that may happen to a field of a body. */
export async function changesOf(
  document: Document,
): Promise<{ path: string; change: ChangeKind; how: Change }[]> {
  const facts = await factsOf(document.root, new Set(), { pause: () => undefined })
  const found: { path: string; change: ChangeKind; how: Change }[] = []
  for (const [path, { kinds, values }] of facts) {
    if (path === '') continue
    if (!path.endsWith('[]')) found.push({ path, change: 'gone', how: leaveOut })
    // Every text may look like a number, and so does an element of nothing else.
    const hasWords = kinds.has('text') || kinds.has('currency')
    const isAnyText = document.form === 'xml' && (hasWords || isText(facts, path))
    if (!isAnyText) found.push({ path, change: 'retyped', how: retyped })
    if (hasWords && values !== null) found.push({ path, change: 'new_value', how: anotherWord })
  }
  return found
}

function isText(facts: Facts, path: string): boolean {
  return [`${path}/#`, `${path}[]/#`].some((one) => {
    const kinds = facts.get(one)?.kinds
    return kinds?.has('text') || kinds?.has('currency')
  })
}

async function asked(pool: Pool, source: Source, question: number) {
  const sandbox = watchedSandbox(pool)
  const bodies: string[] = []
  sandbox.spoil = (body) => {
    bodies.push(body)
    return body
  }
  const right = JSON.stringify(await sandbox.ask(source, question))
  return { bodies, right }
}

/** When an alarm is due that something has changed. */
export function dueWithin(
  shapes: ReadonlyMap<string, Shape>,
  path: string,
  change: ChangeKind,
): number | null {
  const due = [...shapes.values()].flatMap((shape) => dueIn(shape, path, change) ?? [])
  return due.length === 0 ? null : Math.max(...due)
}

function dueIn(shape: Shape, path: string, change: ChangeKind): number | null {
  const known = shape.paths.get(path)
  if (!known || known.seen < ENOUGH) return null
  // Nothing is claimed of texts that are no enumeration.
  if (change === 'new_value') return Object.keys(known.values ?? {}).length > 0 ? MOST_CHANGED : null
  if (change !== 'gone' || known.seen === askedOf(shape, path)) return MOST_CHANGED
  return goneAfter(known) + 1
}

/** Whether the first answer with the change is beyond doubt. An element of XML that is a text has lost everything below it. */
export function isKnownAtOnce(
  shapes: ReadonlyMap<string, Shape>,
  { path, change, form }: { path: string; change: ChangeKind; form: Document['form'] },
): boolean {
  return [...shapes.values()].every((shape) => {
    const known = shape.paths.get(path)
    if (!known) return true
    if (change === 'new_value') return isWatchedWord(known)
    // The list of such an element, or the element itself.
    const below = [...shape.paths.keys()].filter((one) => [path, `${path}[]`].includes(parentOf(one) ?? ''))
    if (change === 'retyped' && (form !== 'xml' || below.length === 0)) return known.seen >= ENOUGH
    const gone = change === 'gone' ? [path] : below
    return gone.every((one) => isAlwaysThere(shape, one))
  })
}

function isAlwaysThere(shape: Shape, path: string): boolean {
  const known = shape.paths.get(path)
  return known !== undefined && known.whole >= SURE && known.whole === askedOf(shape, path)
}

const ENOUGH = 30
const SURE = 300
/** Of a source that is not known well yet, so many answers must lack a field. */
export const MOST_CHANGED = 12

/** A word that is only passed on is no difference. */
export function differenceOf(right: string, row: string, change: ChangeKind): MutationCase['read'] {
  if (row === right) return 'same'
  if (row.startsWith('{"failure"')) return 'failed'
  if (row.startsWith('[')) return worstOf(JSON.parse(right) as object[], JSON.parse(row) as object[])
  const passedOn = change === 'new_value' ? NAMES_AND_MEALS : NAMES
  return figuresOf(row, passedOn) === figuresOf(right, passedOn) ? 'same' : 'other'
}

/** Of a batch or a calendar, whose rows fail one by one. */
function worstOf(right: readonly object[], rows: readonly object[]): MutationCase['read'] {
  const before = new Set(right.map((row) => JSON.stringify(row)))
  const changed = rows.filter((row) => !before.has(JSON.stringify(row)))
  if (rows.length === right.length && changed.length === 0) return 'same'
  return changed.length > 0 && changed.every((row) => 'failure' in row) ? 'failed' : 'other'
}

const NAMES: ReadonlySet<string> = new Set(['name', 'roomCode', 'rateCode', 'seller'])
const NAMES_AND_MEALS: ReadonlySet<string> = new Set([...NAMES, 'mealPlan'])

/** Whether it is on sale, and every price with its terms; not what rooms are called or have. */
function figuresOf(row: string, passedOn: ReadonlySet<string>): string {
  const { rooms, status, minLos, currency } = JSON.parse(row) as {
    rooms: { rates: object[] }[]
    status: string
    minLos: number | null
    currency: string
  }
  const rates = rooms.flatMap((room) => room.rates)
  const told = rates.map((rate) =>
    JSON.stringify(rate, (name, value: unknown) => (passedOn.has(name) ? undefined : value)),
  )
  return JSON.stringify([status, minLos, currency, told.toSorted()])
}

/** A process that has just started, and knows of the source what the database has. */
async function tryChange(
  pool: Pool,
  source: Source,
  question: number,
  { index: at, path, how, mostOf }: { index: number; path: string; how: Change; mostOf(row: string): number },
) {
  const sandbox = watchedSandbox(pool, 'as_served')
  let index = -1
  let changed = 0
  sandbox.spoil = (body) => {
    index += 1
    const document = index === at || changed > 0 ? readDocument(body) : null
    if (!document) return body
    changed += Math.min(1, changeAt(document, path, new Set(), how))
    return writeDocument(document)
  }
  let given = 0
  const ask = async (number: number) => {
    const before = changed
    const row = JSON.stringify(await sandbox.ask(source, number))
    const isGiven = changed > before && !row.startsWith('{"failure"')
    if (isGiven && sandbox.alarms.length === 0) given += 1
    return row
  }
  const row = await ask(question)
  const most = mostOf(row)
  // Other answers may have nothing to change, such as those that are sold out.
  const isEnough = () => sandbox.alarms.length > 0 || changed >= most
  for (let again = 1; again < 6 * most && !isEnough(); again += 1) {
    await ask(question + 4 * again)
  }
  await sandbox.drift.settled()
  await pool.query('delete from source_drifts')
  return { row, given, alarms: sandbox.alarms.length }
}

export function sourceOf(id: string): Source {
  const source = SOURCES_OF_SANDBOX.find((each) => each.id === id)
  if (!source) throw new Error(`the sandbox has no ${id}`)
  return source
}
