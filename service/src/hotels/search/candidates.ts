import type { Pool } from '../../db/pool.ts'
import type { Candidate } from './ranking.ts'
import { countryMark, kindMark, sourceMark } from './words.ts'

/** Which hotels a search may return. */
export interface SearchScope {
  /** The sources to search, chains and agencies apart: chains come first. */
  chains: readonly string[]
  otas: readonly string[]
  /** Whether `chains` and `otas` are fewer than all sources. */
  isNarrowed: boolean
  country: string | null
}

const COLUMNS = `hotel, source, code_key as "codeKey", name_key as "nameKey", name_words as "nameWords",
  place_words as "placeWords", city_key as "cityKey", closed, terms`
/** Sorts after every text that begins with the one before it. */
const HIGHEST = '\u{10FFFF}'
/** With a filter by country, this many names per source are checked for it. */
const CHECKED_NAMES = 200
const MOST_EXACT = 50
/** Candidates per kind of source. If more hotels match all words, these are as good as any. */
const MOST_CANDIDATES = 200

/** Hotels found by their code, their full name in any order, or the beginning of their name: a few index entries each. */
export async function findDirect(
  pool: Pool,
  { chains, otas, country }: SearchScope,
  asked: { codeKey: string; prefix: string; sorted: string; limit: number },
): Promise<Candidate[]> {
  const { rows } = await pool.query<Candidate>({
    name: 'hotel_search_direct',
    text: `with found as (
        (select ${COLUMNS} from hotel_search where code_key = $2 and source = any($1::text[]) limit ${MOST_EXACT})
        union all
        (select ${COLUMNS} from hotel_search where name_words = $3 and source = any($1::text[]) limit ${MOST_EXACT})
        union all
        (select ${COLUMNS} from hotel_search where place_words = $3 and source = any($1::text[]) limit ${MOST_EXACT})
        union all
        (select n.* from unnest($1::text[]) as a(source) cross join lateral (
          select ${COLUMNS} from hotel_search s
          where s.source = a.source and s.name_key >= $4 and s.name_key < $4 || $5
          order by s.name_key limit $6) n)
      )
      select * from found where $7::text is null or terms @> array[$7]`,
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
 * Hotels that have a word of each set. Chains are searched first, and agencies only if there is room left, because their listings
 * come last anyway.
 */
export async function findByWords(
  pool: Pool,
  scope: SearchScope,
  sets: readonly (readonly string[])[],
  limit: number,
): Promise<Candidate[]> {
  const ofChains = scope.chains.length > 0 ? await findOfKind(pool, scope, sets, 'chain') : []
  if (ofChains.length >= limit || scope.otas.length === 0) return ofChains
  return [...ofChains, ...(await findOfKind(pool, scope, sets, 'ota'))]
}

async function findOfKind(
  pool: Pool,
  scope: SearchScope,
  sets: readonly (readonly string[])[],
  kind: 'chain' | 'ota',
): Promise<Candidate[]> {
  const sources = kind === 'chain' ? scope.chains : scope.otas
  const marks = [kindMark(kind), ...(scope.country === null ? [] : [countryMark(scope.country)])]
  const all = scope.isNarrowed ? [...sets, sources.map(sourceMark)] : sets
  const { rows } = await pool.query<Candidate>({
    name: `hotel_search_words_${all.length}`,
    text: `select ${COLUMNS} from hotel_search
      where terms @> $1::text[] ${all.map((_, index) => `and terms && $${index + 2}::text[]`).join(' ')}
      limit ${MOST_CANDIDATES}`,
    values: [marks, ...all],
  })
  return rows
}
