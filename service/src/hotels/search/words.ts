import { fold } from '../fold.ts'

/** Longer names are cut for the index only; an index entry has a limit. */
const MOST_CHARS = 200

/** The words of a text, as they are compared: folded, without punctuation, in order. */
export function wordsOf(text: string): string[] {
  return fold(text.slice(0, MOST_CHARS))
    .replaceAll(/['’`´]/g, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')
}

/** Words that join others in a phrase. Some names have them, so they are left out only if no hotel has all the words. */
const FILLERS: ReadonlySet<string> = new Set(
  'a an the at by for from in near of on to with hotel hotels one place called named please'.split(' '),
)

export function isFiller(word: string): boolean {
  return FILLERS.has(word)
}

/** A phrase of nothing else stays as it is. */
export function withoutFillers(words: readonly string[]): readonly string[] {
  const telling = words.filter((word) => !isFiller(word))
  return telling.length > 0 ? telling : words
}

/** The distinct words in alphabetical order, so that the order of a query does not matter. */
export function sortedKey(words: readonly string[]): string {
  return [...new Set(words)].toSorted().join(' ')
}

/** A code without case and punctuation: `lon-au` and `LONAU` are the same. */
export function codeKey(code: string): string {
  return wordsOf(code).join('')
}

/** What is indexed of a hotel. */
export interface IndexedText {
  source: string
  isChain: boolean
  code: string
  name: string
  city: string | null
  brand: string | null
  country: string | null
}

export interface SearchKeys {
  codeKey: string
  nameKey: string
  nameWords: string
  placeWords: string
  cityKey: string | null
  terms: string[]
}

export function keysOf({ source, isChain, code, name, city, brand, country }: IndexedText): SearchKeys {
  const nameWords = wordsOf(name)
  const cityWords = wordsOf(city ?? '')
  const marks = [
    kindMark(isChain ? 'chain' : 'ota'),
    sourceMark(source),
    ...(country ? [countryMark(country)] : []),
  ]
  return {
    codeKey: codeKey(code),
    nameKey: nameWords.join(' '),
    nameWords: sortedKey(nameWords),
    placeWords: sortedKey([...nameWords, ...cityWords]),
    cityKey: city === null ? null : cityWords.join(' '),
    terms: [...new Set([...nameWords, ...cityWords, ...wordsOf(brand ?? '')]), ...marks],
  }
}

/** Marks are no words: they begin with a character that `wordsOf` drops. */
export function kindMark(kind: 'chain' | 'ota'): string {
  return `@${kind}`
}

export function sourceMark(source: string): string {
  return `@${source}`
}

export function countryMark(country: string): string {
  return `#${country.toLowerCase()}`
}

export function isWord(term: string): boolean {
  return !/^[@#]/.test(term)
}
