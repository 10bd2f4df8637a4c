import type { SearchKeys } from './words.ts'

/** An indexed hotel that a search has found. */
export interface Candidate extends Omit<SearchKeys, 'terms'> {
  hotel: number
  source: string
  closed: boolean
  /** Separated by spaces. */
  terms: string
}

export interface Query {
  codeKey: string
  words: readonly string[]
  /** The words as typed, joined; the last may be incomplete. */
  prefix: string
  sorted: string
  /** For each word of the query, what else it may mean because of a typo. */
  corrections: readonly ReadonlySet<string>[]
}

export interface Ranked {
  hotel: number
  match: 'code' | 'name' | 'city'
  /** From 0 to 1. */
  score: number
}

/** How well a hotel matches; the higher level wins whatever the score. */
const LEVEL = { code: 3, allWords: 2, typo: 1, someWords: 0 } as const

interface Judged extends Ranked {
  level: number
  isChain: boolean
  closed: boolean
  nameKey: string
}

/** Best first: by level, then chains before agencies, open before closed, score, name. */
export function rank(
  query: Query,
  candidates: readonly Candidate[],
  isChain: (source: string) => boolean,
): Ranked[] {
  const unique = [...new Map(candidates.map((candidate) => [candidate.hotel, candidate])).values()]
  return unique
    .flatMap((candidate) => judge(query, candidate, isChain(candidate.source)) ?? [])
    .toSorted(best)
    .map(({ hotel, match, score }) => ({ hotel, match, score }))
}

function best(one: Judged, other: Judged): number {
  return (
    other.level - one.level ||
    Number(other.isChain) - Number(one.isChain) ||
    Number(one.closed) - Number(other.closed) ||
    other.score - one.score ||
    Number(one.nameKey > other.nameKey) - Number(one.nameKey < other.nameKey) ||
    one.hotel - other.hotel
  )
}

function judge(query: Query, candidate: Candidate, isChain: boolean): Judged | null {
  const { hotel, closed, nameKey, codeKey } = candidate
  const common = { hotel, closed, nameKey, isChain }
  if (query.codeKey !== '' && codeKey === query.codeKey) {
    return { ...common, level: LEVEL.code, match: 'code', score: 1 }
  }
  const nameWords = nameKey.split(' ')
  const cityWords = candidate.cityKey?.split(' ') ?? []
  const terms = candidate.terms.split(' ')
  const hits = query.words.map((word, index) => {
    return hitOf(word, query.corrections[index], nameWords, cityWords, terms)
  })
  const found = hits.filter((hit) => hit !== null)
  if (found.length === 0) return null
  return {
    ...common,
    level: levelOf(hits),
    match: found.some(({ isCity }) => !isCity) ? 'name' : 'city',
    score: round(scoreOf(query, candidate, hits, nameWords)),
  }
}

interface Hit {
  /** From 0 to 1. */
  quality: number
  /** The word of the hotel that matched. */
  term: string
  isTypo: boolean
  /** Whether only the city has it. */
  isCity: boolean
}

const QUALITY = { begun: 0.8, typo: 0.7, city: 0.9, brand: 0.85 }

function hitOf(
  word: string,
  corrections: ReadonlySet<string> | undefined,
  nameWords: readonly string[],
  cityWords: readonly string[],
  terms: readonly string[],
): Hit | null {
  let hit: Hit | null = null
  for (const term of terms) {
    const likeness = likenessOf(word, term, corrections)
    if (likeness === null) continue
    const isName = nameWords.includes(term)
    const isCity = !isName && cityWords.includes(term)
    const where = isName ? 1 : isCity ? QUALITY.city : QUALITY.brand
    const quality = likeness.quality * where
    if (!hit || quality > hit.quality) hit = { quality, term, isTypo: likeness.isTypo, isCity }
  }
  return hit
}

function likenessOf(
  word: string,
  term: string,
  corrections: ReadonlySet<string> | undefined,
): { quality: number; isTypo: boolean } | null {
  if (term === word) return { quality: 1, isTypo: false }
  if (term.startsWith(word)) {
    return { quality: QUALITY.begun + (1 - QUALITY.begun) * (word.length / term.length), isTypo: false }
  }
  return corrections?.has(term) ? { quality: QUALITY.typo, isTypo: true } : null
}

function levelOf(hits: readonly (Hit | null)[]): number {
  if (hits.includes(null)) return LEVEL.someWords
  return hits.some((hit) => hit?.isTypo) ? LEVEL.typo : LEVEL.allWords
}

/** A name that is exactly the query scores 1; otherwise the words that match, and how much of the name they are. */
function scoreOf(
  { words, prefix, sorted }: Query,
  { nameKey, nameWords: sortedName, placeWords }: Candidate,
  hits: readonly (Hit | null)[],
  nameWords: readonly string[],
): number {
  if (nameKey === prefix) return 1
  if (sortedName === sorted) return 0.98
  if (placeWords === sorted) return 0.97
  const quality = hits.reduce((sum, hit) => sum + (hit?.quality ?? 0), 0) / words.length
  // Half of the words are far less than half of what was meant: "Hilton Munich" is no other hotel in Munich.
  const found = hits.filter((hit) => hit !== null).length / words.length
  const covered = new Set(hits.flatMap((hit) => (hit && nameWords.includes(hit.term) ? [hit.term] : []))).size
  const share = covered / new Set(nameWords).size
  return (quality * (nameKey.startsWith(prefix) ? 0.85 : 0.75) + 0.1 * share) * found
}

function round(score: number): number {
  return Math.round(score * 1000) / 1000
}
