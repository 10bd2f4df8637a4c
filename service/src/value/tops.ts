import { named } from '../db/named.ts'
import type { Client } from '../db/pool.ts'
import { parametersOf, type RankedAsk } from './parameters.ts'

/** A position in the ranking. Ties are sorted by code, then by chain. */
export interface Position {
  score: number
  code: string
  source: string
}

/** A hotel that may be in the ranking; its real score is at most `score`. */
export interface Candidate extends Position {
  hotel: number
}

export interface Tops {
  /** Best first; when ranking by mean, those that are among the best most often. */
  candidates: Candidate[]
  /** All other hotels rank behind this by their best night; null if there are none. */
  rest: Position | null
}

export interface Depth {
  /** How many entries per night are read, and how many hotels are returned; null for all. */
  entries: number | null
  hotels: number | null
  /** Only nights with at least this value. */
  leastCpp: number
}

/**
 * The best entries of every night, merged. A hotel in the top n is also in the top n of its best night, so the cost
 * depends on the nights and n, not on the number of cells. The figures are upper bounds: the index has neither the age of
 * a cell (every refresh would have to move it) nor the rate of its day.
 */
export async function readTops(client: Client, ask: RankedAsk, depth: Depth): Promise<Tops> {
  const listed = listedOf(ask, depth.entries)
  const { rows } = await client.query<{ hotel: number | null; source: string; code: string; score: number }>(
    named({
      name: `value_tops_${ask.rank}_${listed.name}`,
      text: TOPS(listed.sql, ask.rank === 'avg' ? 'sum(bound)::bigint' : 'max(bound)'),
      values: { ...parametersOf(ask), ...depth },
    }),
  )
  const candidates: Candidate[] = []
  let rest: Position | null = null
  for (const { hotel, ...standing } of rows) {
    if (hotel === null) rest = standing
    else candidates.push({ hotel, ...standing })
  }
  const last = candidates.at(-1)
  if (last && candidates.length === depth.hotels && (!rest || compare(last, rest) < 0)) rest = last
  return { candidates, rest }
}

/** A part of a statement, and what tells it from the others of its kind. */
interface Listed {
  name: string
  sql: string
}

/**
 * The best entries of every night and class, at most `:entries` of each and none below `:leastCpp`, as rows of `hotel`, `source`,
 * `code`, `class`, `bound` and `place`. Each country has a part of an index of its own. What is null is part of the text: a plan for
 * any value would sort and count entries for nothing.
 */
export function listedOf({ country, chainsNamed }: RankedAsk, entries: number | null): Listed {
  const best = `nights => :nights::date[], classes => :classes::int[], factors => :classFactors::float8[],
    adds => :classAdds::float8[], least_cpp => :leastCpp::bigint, of_sources => ${chainsNamed ? ':chains' : 'null'}::text[],
    most => ${entries === null ? 'null' : ':entries'}::int`
  return {
    name: [
      country === null ? 'anywhere' : 'in',
      chainsNamed ? 'chains' : 'all',
      entries === null ? 'full' : 'top',
    ].join('_'),
    sql:
      country === null ? `worth_listed(${best})` : `worth_listed_in(of_country => :country::text, ${best})`,
  }
}

/** The rest of a class begins where its list ends. Unless its bounds are exact, it may win every tie. */
const TOPS = (listed: string, score: string) => `
  with entries as materialized (
    select hotel, bound, code collate "C" as code, source collate "C" as source, place, (:classesExact::boolean[])[class] as exact
    from ${listed}
  ), hotels_told as (
    select hotel, min(source) as source, min(code) as code, ${score} as score from entries group by hotel
    order by score desc, code, source limit :hotels::int
  ), rest as (
    select null::bigint as hotel, case when exact then source else '' end as source,
      case when exact then code else '' end as code, bound as score from entries where place = :entries::int
    order by bound desc, exact, code, source limit 1
  )
  select hotel, source, code, score from hotels_told
  union all select hotel, source, code, score from rest
  order by score desc, code, source`

export function compare(a: Position, b: Position): number {
  return b.score - a.score || order(a.code, b.code) || order(a.source, b.source)
}

function order(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
