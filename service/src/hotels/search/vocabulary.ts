import type { Pool } from '../../db/pool.ts'
import { isWithinEdits, oneEditAway } from './edits.ts'

/** The words of the directory that a word of the query may mean. */
export interface Meaning {
  words: string[]
  /** How many hotels have one of them, at most. */
  hotels: number
}

/** A prefix may stand for many words; the most frequent ones are enough to find something. */
const MOST_COMPLETIONS = 12
const MOST_SIMILAR = 8
const HIGHEST = '\u{10FFFF}'

interface Row {
  no: number
  word: string
  hotels: number
}

/** The words themselves and what they begin, for each word of the query. The last one is still being typed. */
export async function completionsOf(pool: Pool, words: readonly string[]): Promise<Meaning[]> {
  const { rows } = await pool.query<Row>({
    name: 'hotel_words_complete',
    text: `select a.no::int - 1 as no, w.word, w.hotels from unnest($1::text[]) with ordinality as a(word, no)
      cross join lateral (
        (select word, hotels from hotel_words where word = a.word)
        union
        (select word, hotels from hotel_words where length(a.word) > 2 and word > a.word and word < a.word || $2
          order by hotels desc limit ${MOST_COMPLETIONS})
        union
        (select word, hotels from hotel_words where length(a.word) = 2 and left(word, 2) = a.word
          order by hotels desc limit ${MOST_COMPLETIONS})
        union
        (select word, hotels from hotel_words where length(a.word) = 1 and left(word, 1) = a.word
          order by hotels desc limit ${MOST_COMPLETIONS})
      ) w where w.hotels > 0`,
    values: [words, HIGHEST],
  })
  return meaningsOf(words, rows)
}

/** Words that differ by one edit. Each possible edit is looked up: exact, and as fast with a million hotels as with a thousand. */
export async function correctionsOf(pool: Pool, words: readonly string[]): Promise<Meaning[]> {
  const edited = words.map((word) => new Set(oneEditAway(word)))
  const { rows } = await pool.query<Omit<Row, 'no'>>({
    name: 'hotel_words_correct',
    // One text: 600 strings in an array take longer to send.
    text: `select word, hotels from hotel_words where word = any(string_to_array($1, ' ')) and hotels > 0`,
    values: [edited.flatMap((variants) => [...variants]).join(' ')],
  })
  const meant = (variants: ReadonlySet<string>, no: number): Row[] =>
    rows.filter(({ word }) => variants.has(word)).map(({ word, hotels }) => ({ no, word, hotels }))
  return meaningsOf(words, edited.flatMap(meant))
}

/** Words that are similar by their trigrams and differ by two edits at most. */
export async function similarTo(pool: Pool, words: readonly string[]): Promise<Meaning[]> {
  const { rows } = await pool.query<Row>({
    name: 'hotel_words_similar',
    text: `select a.no::int - 1 as no, w.word, w.hotels from unnest($1::text[]) with ordinality as a(word, no)
      cross join lateral (
        select word, hotels from hotel_words where word % a.word and hotels > 0
        order by similarity(word, a.word) desc, hotels desc limit ${MOST_SIMILAR}
      ) w`,
    values: [words],
  })
  return meaningsOf(
    words,
    rows.filter(({ no, word }) => isWithinEdits(words[no] ?? '', word, 2)),
  )
}

function meaningsOf(words: readonly string[], rows: readonly Row[]): Meaning[] {
  return words.map((_, index) => {
    const found = rows.filter(({ no }) => no === index)
    return {
      words: [...new Set(found.map(({ word }) => word))],
      hotels: found.reduce((sum, { hotels }) => sum + hotels, 0),
    }
  })
}
