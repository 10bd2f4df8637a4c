import type { Pool } from '../../db/pool.ts'
import type { Candidate } from './ranking.ts'
import type { Meaning } from './vocabulary.ts'
import { countryMark, kindMark, sourceMark } from './words.ts'

/** Which hotels a search may return. */
export interface SearchScope {
  /** The sources to search, chains and others apart: chains come first. */
  chains: readonly string[]
  /** Agencies and metasearch engines. */
  otas: readonly string[]
  /** Whether only some chains, or only some of the others, are searched. */
  isNarrowed: boolean
  country: string | null
}

/** The terms are one text, because the driver took 1 ms to read 200 arrays. */
const COLUMNS = `hotel, source, code_key as "codeKey", name_key as "nameKey", name_words as "nameWords",
  place_words as "placeWords", city_key as "cityKey", closed, array_to_string(terms, ' ') as terms`
/** Sorts after every text that begins with the one before it. */
const HIGHEST = '\u{10FFFF}'
/** With a filter by country, this many names per source are checked for it. */
const CHECKED_NAMES = 200
const MOST_EXACT = 50
/** Candidates per kind of source. If more hotels match all words, these are as good as any. */
export const MOST_CANDIDATES = 100

/** Hotels found by their code, their full name in any order, or the beginning of their name: a few index entries each. */
export async function findDirect(
  pool: Pool,
  { chains, otas, country }: SearchScope,
  asked: { codeKey: string; prefix: string; sorted: string; limit: number },
): Promise<Candidate[]> {
  const { rows } = await pool.query<Candidate>({
    name: 'hotel_search_direct',
    text: `with found as (
        (select * from hotel_search where code_key = $2 and source = any($1::text[]) limit ${MOST_EXACT})
        union all
        (select * from hotel_search where name_words = $3 and source = any($1::text[]) limit ${MOST_EXACT})
        union all
        (select * from hotel_search where place_words = $3 and source = any($1::text[]) limit ${MOST_EXACT})
        union all
        (select n.* from unnest($1::text[]) as a(source) cross join lateral (
          select * from hotel_search s
          where s.source = a.source and s.name_key >= $4 and s.name_key < $4 || $5
          order by s.name_key limit $6) n)
      )
      select ${COLUMNS} from found where $7::text is null or terms @> array[$7]`,
    values: [
      [...chains, ...otas],
      asked.codeKey,
      asked.sorted,
      asked.prefix,
      HIGHEST,
      country === null ? asked.limit : CHECKED_NAMES,
      country === null ? null : countryMark(country),
    ],
  })
  return rows
}

/**
 * Hotels that have a word of each meaning. Agencies are searched only if chains leave room in the answer, because their listings come
 * last anyway. The kinds are written out, so that the server chooses the index of each.
 */
export async function findByWords(
  pool: Pool,
  { chains, otas, isNarrowed, country }: SearchScope,
  meanings: readonly Meaning[],
  limit: number,
): Promise<Candidate[]> {
  // Rarest first: the index looks up each hotel of the first set in the others. The other way round took 12 ms instead of 0.3.
  const sets = meanings.toSorted((a, b) => a.hotels - b.hotels).map(({ words }) => words)
  if (isNarrowed) sets.push([...chains, ...otas].map(sourceMark))
  if (country !== null) sets.push([countryMark(country)])
  const has = sets.map((_, index) => `terms && $${index + 4}::text[]`).join(' and ')
  const most = (sources: readonly string[]) => (sources.length > 0 ? MOST_CANDIDATES : 0)
  const { rows } = await pool.query<Candidate>({
    name: `hotel_search_words_${sets.length}`,
    text: `with chain as materialized (
        select * from hotel_search where ${has} and terms @> '{${kindMark('chain')}}' limit $1
      )
      select ${COLUMNS} from chain
      union all
      (select ${COLUMNS} from hotel_search
        where ${has} and terms @> '{${kindMark('ota')}}' and (select count(*) from chain) < $3 limit $2)`,
    values: [most(chains), most(otas), limit, ...sets],
  })
  return rows
}
