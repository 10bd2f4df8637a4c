import { fold } from '../hotels/fold.ts'

/** Words that every second hotel has, and that come and go with whoever writes the name. */
const EMPTY_WORDS = new Set(
  'a an and at by de del der die el in la le les of on the hotel hotels hoteles hostel'.split(' '),
)

/** One way to write what is written in several. */
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

/** The telling words of a name: without case, accents, punctuation, order, and what everybody has. */
export function wordsOf(name: string, without: readonly string[] = []): Set<string> {
  const words = split(name)
  const left = words.filter((word) => !EMPTY_WORDS.has(word))
  const taken = new Set(without)
  const telling = left.filter((word) => !taken.has(word))
  // A hotel that is called like its town or its chain has no other name.
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

/** What companies call themselves beside their name. A hotel's own name may have such a word, and then it tells. */
const CORPORATE = new Set(
  'hotels resorts inns stays suites collection collections group brands company worldwide international'.split(
    ' ',
  ),
)

/** The words by which a chain shows in the names of its hotels: its name in one word and in several, and what it goes by. */
export function brandWords({ id, name }: { id: string; name: string }): string[] {
  const own = split(name).filter((word) => !EMPTY_WORDS.has(word) && !CORPORATE.has(word))
  return [...new Set([...own, own.join(''), ...split(id)])].filter((word) => word !== '')
}

/** A name, and what in it need not be repeated by others: the chain, which may be left out, and the town. */
export interface Named {
  name: string
  brand: readonly string[]
  city: string | null
}

/**
 * How alike two names are, from 0 to 1: the share of telling words that both have. The chain's own name and the town's are
 * no evidence: neighbours share them, and agencies leave them out. Where nothing else is left, they are all there is.
 */
export function nameScore(asked: Named, found: string): number {
  const shared = [...asked.brand, ...split(asked.city ?? '')]
  return overlap(wordsOf(asked.name, shared), wordsOf(found, shared))
}

/** Dice's measure, with a slip of the pen counted as nearly the same word. */
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

/** One letter too many, too few, or another: in a long word that is a slip, in a short one another word. */
function isSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length < SHORTEST_WITH_SLIP || long.length - short.length > 1 || /\d/.test(one + other))
    return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  const skip = long.length === short.length ? 1 : 0
  return short.slice(at + skip) === long.slice(at + 1)
}
