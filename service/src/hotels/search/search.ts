import type { Pool } from '../../db/pool.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { findByWords, findDirect, MOST_CANDIDATES, type SearchScope } from './candidates.ts'
import { type Candidate, type Query, type Ranked, rank } from './ranking.ts'
import { completionsOf, correctionsOf, type Meaning, similarTo } from './vocabulary.ts'
import { codeKey, isFiller, sortedKey, withoutFillers, wordsOf } from './words.ts'

export interface SearchAsk extends SearchScope {
  q: string
  limit: number
}

/** Of a longer sentence, the rest is ignored. */
const MOST_WORDS = 8
const FEW_LETTERS = 3
/** As deep as for the longest answer, so that a shorter one is its beginning. */
const DEPTH = LIMITS.hotelSearch
/** Words that more hotels have say little; walking through all of them takes 10 ms. */
const MANY_HOTELS = 30_000

/** Finds hotels as a person types, also by a phrase such as "the Observatory hotel in London". */
export async function searchHotels(pool: Pool, ask: SearchAsk): Promise<Ranked[]> {
  const words = wordsOf(ask.q)
  return searchWords(pool, ask, words.length > MOST_WORDS ? withoutFillers(words) : words)
}

/**
 * Looks at single index entries first, then at hotels that have all words, then leaves out words that only join others, then allows
 * typos, then a word too many: each step only if the one before found too little.
 */
async function searchWords(pool: Pool, ask: SearchAsk, asked: readonly string[]): Promise<Ranked[]> {
  const words = asked.slice(0, MOST_WORDS)
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
  const direct = await findDirect(pool, ask, { ...query, limit: DEPTH })
  // A few letters begin so many words that looking further would find nothing better.
  const isShort = query.prefix.length <= FEW_LETTERS || ask.chains.length === 0
  const enough = isShort ? direct : direct.filter(({ source }) => chains.has(source))
  if (enough.length >= DEPTH) return ranked(direct).slice(0, ask.limit)

  const completions = asWritten(words, await completionsOf(pool, words))
  const fewest = Math.min(...completions.map(({ hotels }) => hotels))
  if (direct.length >= DEPTH && fewest > MANY_HOTELS) return ranked(direct).slice(0, ask.limit)
  const exact = [...direct, ...(await findCompleted(pool, ask, words, completions))]
  if (exact.length > 0) return ranked(exact).slice(0, ask.limit)
  const telling = withoutFillers(words)
  if (telling.length < words.length) return searchWords(pool, ask, telling)

  const corrections = await correct(pool, words, completions)
  const meanings = completions.map((meaning, index) => joined(meaning, corrections[index]))
  const typos = corrections.map((meaning) => new Set(meaning.words))
  const isCorrected = corrections.some((meaning) => meaning.words.length > 0)
  const close = isCorrected ? await findAll(pool, ask, meanings) : []
  const found = close.length > 0 ? close : await findMost(pool, ask, meanings)
  return ranked(found, typos).slice(0, ask.limit)
}

/** `in` and `the` begin many words, but nobody means one of them, unless it is still being typed. */
function asWritten(words: readonly string[], completions: readonly Meaning[]): Meaning[] {
  return completions.map((meaning, index) => {
    const word = words[index] ?? ''
    if (index === words.length - 1 || !isFiller(word)) return meaning
    return { ...meaning, words: meaning.words.filter((known) => known === word) }
  })
}

/**
 * Hotels that have all the words, also as beginnings of words. If there are too many to rank each, the few that have the words as typed
 * may be missing among them and are sought on their own.
 */
async function findCompleted(
  pool: Pool,
  ask: SearchAsk,
  words: readonly string[],
  completions: readonly Meaning[],
): Promise<Candidate[]> {
  const found = await findAll(pool, ask, completions)
  if (found.length < MOST_CANDIDATES) return found
  const typed = completions.map((meaning, index) => {
    const known = meaning.words.filter((word) => word === words[index])
    return known.length > 0 ? { ...meaning, words: known } : meaning
  })
  const isAsTyped = ({ terms }: Candidate) => {
    const has = new Set(terms.split(' '))
    return typed.every((meaning) => meaning.words.some((word) => has.has(word)))
  }
  if (found.filter(isAsTyped).length >= DEPTH) return found
  return [...found, ...(await findAll(pool, ask, typed))]
}

/** Hotels that have all the words; none if one of the words is unknown. */
async function findAll(pool: Pool, ask: SearchAsk, meanings: readonly Meaning[]): Promise<Candidate[]> {
  if (meanings.some(({ words }) => words.length === 0)) return []
  return findByWords(pool, ask, meanings, DEPTH)
}

/** What the unknown words may mean: words with one edit, else similar ones. If all words are known, one of them may be wrong. */
async function correct(
  pool: Pool,
  words: readonly string[],
  completions: readonly Meaning[],
): Promise<Meaning[]> {
  const unknown = words.filter((_, index) => completions[index]?.words.length === 0)
  const doubtful = unknown.length > 0 ? unknown : words
  const edited = await correctionsOf(pool, doubtful)
  const found = new Map(doubtful.map((word, index) => [word, edited[index] ?? NOTHING]))
  const strange = unknown.filter((word) => found.get(word)?.words.length === 0)
  const similar = strange.length > 0 ? await similarTo(pool, strange) : []
  for (const [index, word] of strange.entries()) found.set(word, similar[index] ?? NOTHING)
  return words.map((word) => found.get(word) ?? NOTHING)
}

const NOTHING: Meaning = { words: [], hotels: 0 }

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
