import type { Pool } from '../../db/pool.ts'
import { findByWords, findDirect, type SearchScope } from './candidates.ts'
import { type Candidate, type Query, type Ranked, rank } from './ranking.ts'
import { completionsOf, correctionsOf, type Meaning, similarTo } from './vocabulary.ts'
import { codeKey, sortedKey, wordsOf } from './words.ts'

export interface SearchAsk extends SearchScope {
  q: string
  limit: number
}

/** A query of more words than this is a sentence; the rest is ignored. */
const MOST_WORDS = 8

/**
 * Finds hotels as a person types. Looks at single index entries first, then at hotels that have all words, then allows typos, then a
 * word too many: each step only if the one before found too little.
 */
export async function searchHotels(pool: Pool, ask: SearchAsk): Promise<Ranked[]> {
  const words = wordsOf(ask.q).slice(0, MOST_WORDS)
  const query: Query = {
    codeKey: codeKey(ask.q),
    words,
    prefix: words.join(' '),
    sorted: sortedKey(words),
    corrections: [],
  }
  if (words.length === 0) return []
  const chains = new Set(ask.chains)
  const ranked = (found: readonly Candidate[], corrections: Query['corrections'] = []) =>
    rank({ ...query, corrections }, found, (source) => chains.has(source))
  const direct = await findDirect(pool, ask, { ...query, limit: ask.limit })
  const preferred = ask.chains.length > 0 ? direct.filter(({ source }) => chains.has(source)) : direct
  if (preferred.length >= ask.limit) return ranked(direct).slice(0, ask.limit)

  const completions = await completionsOf(pool, words)
  const exact = [...direct, ...(await findAll(pool, ask, completions))]
  if (exact.length > 0) return ranked(exact).slice(0, ask.limit)

  const corrections = await correct(pool, words, completions)
  const meanings = completions.map((meaning, index) => joined(meaning, corrections[index]))
  const typos = corrections.map((meaning) => new Set(meaning.words))
  const close = await findAll(pool, ask, meanings)
  const found = close.length > 0 ? close : await findMost(pool, ask, meanings)
  return ranked(found, typos).slice(0, ask.limit)
}

/** Hotels that have all the words; none if one of the words is unknown. */
async function findAll(pool: Pool, ask: SearchAsk, meanings: readonly Meaning[]): Promise<Candidate[]> {
  if (meanings.some(({ words }) => words.length === 0)) return []
  return findByWords(
    pool,
    ask,
    meanings.map(({ words }) => words),
    ask.limit,
  )
}

/** Words with one edit; words without any, by similarity. */
async function correct(
  pool: Pool,
  words: readonly string[],
  completions: readonly Meaning[],
): Promise<Meaning[]> {
  const corrections = await correctionsOf(pool, words)
  const isUnknown = (index: number) =>
    corrections[index]?.words.length === 0 && completions[index]?.words.length === 0
  const unknown = words.filter((_, index) => isUnknown(index))
  if (unknown.length === 0) return corrections
  const similar = await similarTo(pool, unknown)
  return corrections.map((meaning, index) =>
    isUnknown(index) ? (similar[unknown.indexOf(words[index] ?? '')] ?? meaning) : meaning,
  )
}

/** One word too many: leaves out the unknown words, or else each word in turn, the most frequent first. */
async function findMost(pool: Pool, ask: SearchAsk, meanings: readonly Meaning[]): Promise<Candidate[]> {
  const known = meanings.filter(({ words }) => words.length > 0)
  if (known.length === 0) return []
  if (known.length < meanings.length) {
    const found = await findAll(pool, ask, known)
    if (found.length > 0) return found
  }
  for (const left of known.toSorted((a, b) => b.hotels - a.hotels)) {
    const others = known.filter((meaning) => meaning !== left)
    const found = others.length > 0 ? await findAll(pool, ask, others) : []
    if (found.length > 0) return found
  }
  return []
}

function joined(meaning: Meaning, more: Meaning | undefined): Meaning {
  return {
    words: [...new Set([...meaning.words, ...(more?.words ?? [])])],
    hotels: meaning.hotels + (more?.hotels ?? 0),
  }
}
