import type { Slices } from '../../kernel/event-loop.ts'
import { isCurrency } from '../../kernel/money.ts'
import { isObject } from './document.ts'

/** What stands at one path of a body. */
export interface Fact {
  /** Objects that stand there. */
  objects: number
  /** Objects above it that have it. */
  present: number
  kinds: Set<Kind>
  /** Short words and small numbers that stand there; null if others do. */
  values: Set<string> | null
}

/** By path: `/offers[]/total/amount`. */
export type Facts = Map<string, Fact>

export const KINDS = [
  'null',
  'boolean',
  'number',
  'text',
  'numeral',
  'date',
  'currency',
  'empty',
  'object',
  'array',
] as const
/** `numeral`, `date` and `currency` are texts that look like one. */
export type Kind = (typeof KINDS)[number]

/** Of a body. An answer with more is compared in its first ones. */
const MOST_PATHS = 2000
/** An element of XML is two steps: a list and an object. */
const DEEPEST = 60
const NUMERAL = /^[+-]?\d+(?:\.\d+)?$/
const DATE = /^\d{4}-\d{2}-\d{2}(?:$|T)/
const WORD = /^[A-Za-z][\w.:-]{0,39}$/
const SMALL = /^\d{1,4}$/
/** What a small number is called that stands for a word. Other numbers are counts or amounts. */
const IS_CODE = /code|type|kind|status|charge|id$|basis|unit$|mode|reason|category/i
/** Names that are data: dates, numbers, ids, currencies, languages. They all count as one. */
const IS_DATA = /\d{3}|^\d|^[A-Z]{3}$|^[a-z]{2}(?:[-_][A-Z]{2})?$/
export const ANY = '{}'
/** Longer lists of values are no enumeration. */
export const MOST_VALUES = 24

/** `said` are the words of the question, which a vendor repeats: they are data too. */
export async function factsOf(root: unknown, said: ReadonlySet<string>, slices: Slices): Promise<Facts> {
  const facts: Facts = new Map()

  const factAt = (path: string): Fact | null => {
    const known = facts.get(path)
    if (known || facts.size >= MOST_PATHS) return known ?? null
    const fact: Fact = { objects: 0, present: 0, kinds: new Set(), values: new Set() }
    facts.set(path, fact)
    return fact
  }

  const left: { value: unknown; path: string; depth: number }[] = [{ value: root, path: '', depth: 0 }]
  for (let next = left.pop(); next; next = left.pop()) {
    const pause = slices.pause()
    if (pause) await pause
    const { value, path, depth } = next
    const fact = factAt(path)
    if (!fact || depth > DEEPEST) continue
    fact.kinds.add(kindOf(value))
    if (Array.isArray(value)) {
      for (const item of value) left.push({ value: item, path: `${path}[]`, depth: depth + 1 })
    } else if (isObject(value)) {
      fact.objects += 1
      const met = new Set<string>()
      for (const [name, child] of Object.entries(value)) {
        const inside = `${path}/${stepOf(name, said)}`
        left.push({ value: child, path: inside, depth: depth + 1 })
        if (!met.has(inside)) {
          const found = factAt(inside)
          if (found) found.present += 1
          met.add(inside)
        }
      }
    } else noteValue(fact, value, said, path)
  }
  return facts
}

/** The step of a name in a path. */
export function stepOf(name: string, said: ReadonlySet<string>): string {
  if (said.has(name) || (IS_DATA.test(name) && !name.startsWith('@'))) return ANY
  return name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('[]', '~2')
}

export function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return 'number'
  if (typeof value !== 'string') return Array.isArray(value) ? 'array' : 'object'
  if (value === '') return 'empty'
  if (NUMERAL.test(value)) return 'numeral'
  if (isCurrency(value)) return 'currency'
  return DATE.test(value) ? 'date' : 'text'
}

function noteValue(fact: Fact, value: unknown, said: ReadonlySet<string>, path: string): void {
  if (fact.values === null || value === '' || (typeof value !== 'string' && typeof value !== 'number')) return
  const text = String(value)
  if (said.has(text)) return
  if (!isWord(text, path)) fact.values = null
  else if (fact.values.add(text).size > MOST_VALUES) fact.values = null
}

/** Whether it may be a word of an enumeration. */
export function isWord(text: string, path: string): boolean {
  return WORD.test(text) || (SMALL.test(text) && IS_CODE.test(path.slice(path.lastIndexOf('/'))))
}

/** The path of the object that has this one; null for an item of a list and for the root. */
export function parentOf(path: string): string | null {
  if (path === '' || path.endsWith('[]')) return null
  return path.slice(0, path.lastIndexOf('/'))
}

/** Every text and number of a question. */
export function wordsOf(question: unknown): Set<string> {
  const words = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(look)
    else if (typeof value === 'string') words.add(value)
  }
  look(question)
  return words
}
