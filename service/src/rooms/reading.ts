import { wordsOf } from './fold.ts'
import { type Item, isWord, phraseAt, type Unit, unitAt } from './lexicon.ts'
import { readBeds } from './read-beds.ts'
import { readViews } from './read-views.ts'
import type { Bed } from './words/beds.ts'
import { KINDS, type Kind } from './words/grades.ts'

/** What a room's name says. Lists are sorted and without repeats, so that equal readings have equal lists. */
export interface Reading {
  /** The kind that counts most; null for an ordinary room. */
  kind: Kind | null
  kinds: readonly Kind[]
  grades: readonly string[]
  /** One or more beddings to choose from; empty if the name says none. */
  beds: readonly (readonly Bed[])[]
  /** Single, triple and so on. */
  party: number | null
  sleeps: number | null
  bedrooms: number | null
  areaM2: number | null
  views: readonly string[]
  features: readonly string[]
  accessible: boolean
  smoking: boolean | null
  club: boolean
  /** Whether the hotel decides on arrival which room it is. */
  unassigned: boolean
  /** Words without a known meaning, such as the names of rooms. */
  rest: readonly string[]
}

const ORDER = Object.keys(KINDS) as Kind[]
const FT2_IN_M2 = 10.7639
/** Words before the number of people that a room takes. */
const FOR_PEOPLE: ReadonlySet<string> = new Set(['sleeps', 'capacity'])

export function readName(name: string): Reading {
  const { items, counts } = itemsOf(wordsOf(name, isWord))
  const values = (is: 'grade' | 'feature') =>
    sorted(items.flatMap((item) => (item.is === is ? [item.value] : [])))
  const has = (is: Item['is']) => items.some((item) => item.is === is)
  const { views, features, used } = readViews(items)
  const { beds, used: counted } = readBeds(items)
  const said = new Set(items.flatMap((item) => (item.is === 'kind' ? [item.value] : [])))
  // A penthouse is a suite, said or not.
  if (said.has('penthouse')) said.delete('suite')
  const kinds = ORDER.filter((kind) => said.has(kind))
  const party = items.find((item) => item.is === 'party')?.sleeps ?? null
  return {
    kind: kinds[0] ?? null,
    kinds,
    grades: values('grade'),
    beds,
    party,
    sleeps: counts.people ?? party,
    bedrooms: counts.bedrooms ?? null,
    areaM2: areaOf(counts),
    views,
    features: sorted([...values('feature'), ...features, ...roomsOf(counts), ...useOf(counts, party)]),
    accessible: has('accessible'),
    smoking: items.find((item) => item.is === 'smoking')?.value ?? null,
    club: has('club'),
    unassigned: has('unassigned'),
    rest: sorted(items.flatMap((item, i) => (used.has(i) || counted.has(i) ? [] : (wordOf(item) ?? [])))),
  }
}

function wordOf(item: Item): string | undefined {
  if (item.is === 'word') return item.word
  return item.is === 'number' ? String(item.value) : undefined
}

type Counts = { [unit in Unit]?: number }

/** The phrases of a name in order. Numbers with a unit are taken out: two bedrooms, 25 m², for four people. */
function itemsOf(words: readonly string[]): { items: Item[]; counts: Counts } {
  const items: Item[] = []
  const counts: Counts = {}
  for (let i = 0; i < words.length; ) {
    const word = words[i] ?? ''
    const phrase = /^\d+$/.test(word) ? undefined : phraseAt(words, i)
    const number = phrase?.meaning.is === 'number' ? phrase.meaning.value : Number(word)
    if (Number.isInteger(number) && number >= 0) {
      const unit = unitAt(words, i + 1)
      const isForPeople = FOR_PEOPLE.has(words[i - 1] ?? '')
      if (unit && number > 0) counts[unit.unit] = number
      else if (isForPeople) counts.people = number
      else items.push({ is: 'number', value: number })
      if (isForPeople && items.at(-1)?.is === 'word') items.pop()
      i += 1 + (unit && number > 0 ? unit.length : 0)
      continue
    }
    items.push(phrase ? phrase.meaning : { is: 'word', word })
    i += phrase ? phrase.words.length : 1
  }
  return { items, counts }
}

/** A suite of two rooms is not any suite. */
function roomsOf({ rooms }: Counts): string[] {
  return rooms === undefined || rooms < 2 ? [] : [`${rooms} rooms`]
}

/** Sold to one person, a room for more is a single use. */
function useOf({ people }: Counts, party: number | null): string[] {
  return people === 1 && party === null ? ['single use'] : []
}

function areaOf({ m2, ft2 }: Counts): number | null {
  if (m2 !== undefined) return m2
  return ft2 === undefined ? null : Math.round(ft2 / FT2_IN_M2)
}

function sorted(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted()
}
