import { fold } from '../hotels/fold.ts'

/** Generic words that sources add or leave out. */
const EMPTY_WORDS = new Set(
  'a an and at by de del der die el in la le les of on the hotel hotels hoteles hostel'.split(' '),
)

/** Spelling variants → one form. */
const SPELLINGS: Readonly<Record<string, string>> = {
  centre: 'center',
  ctr: 'center',
  theatre: 'theater',
  harbour: 'harbor',
  intl: 'international',
  apt: 'airport',
  arpt: 'airport',
  apts: 'apartments',
  dwtn: 'downtown',
  st: 'saint',
  ste: 'saint',
  mt: 'mount',
  ft: 'fort',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  first: '1st',
  second: '2nd',
  third: '3rd',
  fourth: '4th',
  fifth: '5th',
  ii: '2',
  iii: '3',
  iv: '4',
}

/** The distinctive words of a name: without case, accents, punctuation, order and generic words. */
export function wordsOf(name: string, without: readonly string[] = []): Set<string> {
  const words = split(name)
  const left = words.filter((word) => !EMPTY_WORDS.has(word))
  const taken = new Set(without)
  const telling = left.filter((word) => !taken.has(word))
  // A hotel named after its town or chain has no other words.
  return new Set([telling, left, words].find(({ length }) => length > 0))
}

function split(text: string): string[] {
  return fold(text)
    .replaceAll('&', ' and ')
    .replaceAll(/['’‘`´.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => SPELLINGS[word] ?? word)
}

/** Words of company names that do not identify a brand. In a hotel's own name they are distinctive. */
const CORPORATE = new Set(
  'hotels resorts inns stays suites collection collections group brands company worldwide international'.split(
    ' ',
  ),
)

/** The words that stand for a chain in hotel names: its name, joined and split, and its id. */
export function brandWords({ id, name }: { id: string; name: string }): string[] {
  const own = split(name).filter((word) => !EMPTY_WORDS.has(word) && !CORPORATE.has(word))
  return [...new Set([...own, own.join(''), ...split(id)])].filter((word) => word !== '')
}

/** A name, with the chain and the city, which other sources may leave out of it. */
export interface Named {
  name: string
  brand: readonly string[]
  city: string | null
}

/**
 * Similarity of two names from 0 to 1: the share of distinctive words in common. The chain and the city do not count,
 * because neighbours share them and agencies leave them out, unless the name has no other words.
 */
export function nameScore(asked: Named, found: string): number {
  const shared = [...asked.brand, ...split(asked.city ?? '')]
  return overlap(wordsOf(asked.name, shared), wordsOf(found, shared))
}

/** Dice coefficient; a typo counts as almost the same word. */
function overlap(mine: ReadonlySet<string>, theirs: ReadonlySet<string>): number {
  if (mine.size + theirs.size === 0) return 0
  const left = new Set(theirs)
  let shared = 0
  for (const word of mine) if (left.delete(word)) shared += 1
  for (const word of mine) {
    if (theirs.has(word)) continue
    const slip = [...left].find((other) => isSlip(word, other))
    if (slip !== undefined && left.delete(slip)) shared += SLIP
  }
  return (2 * shared) / (mine.size + theirs.size)
}

const SLIP = 0.9
const SHORTEST_WITH_SLIP = 6

/** One letter added, missing or different: a typo in a long word, another word if it is short. */
function isSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length < SHORTEST_WITH_SLIP || long.length - short.length > 1 || /\d/.test(one + other))
    return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  const skip = long.length === short.length ? 1 : 0
  return short.slice(at + skip) === long.slice(at + 1)
}
