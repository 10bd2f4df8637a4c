import type { Queries } from '../db/replica/reads.ts'
import type { Night } from '../kernel/dates.ts'
import { LIMITS } from '../kernel/limits.ts'
import { DEFAULT_OCCUPANCY, occupancyNo } from '../kernel/occupancy.ts'
import { KIND_LETTER } from '../observations/store.ts'

/** A night whose cash rate and award, both for one night, were seen within a day of each other. */
export interface Pair {
  night: Night
  cashSeenMs: number
  awardSeenMs: number
  /** There is a public cash room. */
  isSold: boolean
  /** A standard award, with or without a cash part. */
  hasAward: boolean
  hasPremium: boolean
}

/** A stay of several nights that is sold as a standard award. */
export interface LongerStay {
  night: Night
  los: number
  seenMs: number
}

export interface NightRange {
  from: Night
  to: Night
}

/** In date order. */
export async function readPairs(database: Queries, hotel: number, nights: NightRange): Promise<Pair[]> {
  const { rows } = await database.query<{
    night: Night
    cash_seen: number
    award_seen: number
    is_sold: boolean
    has_award: boolean
    has_premium: boolean
  }>({
    name: 'award_pairs',
    text: `select night::text, cash_seen, award_seen, is_sold, has_award, has_premium
      from award_pairs_of($1, $2::date, $3::date) order by night`,
    values: [hotel, nights.from, nights.to],
  })
  return rows.map((row) => ({
    night: row.night,
    cashSeenMs: row.cash_seen,
    awardSeenMs: row.award_seen,
    isSold: row.is_sold,
    hasAward: row.has_award,
    hasPremium: row.has_premium,
  }))
}

export async function readLongerStays(
  database: Queries,
  hotel: number,
  nights: NightRange,
): Promise<LongerStay[]> {
  const { rows } = await database.query<{ night: Night; los: number; seen: number }>({
    name: 'award_longer_stays',
    text: `select night::text, los, seen from cells
      where hotel = $1 and kind = $2::"char" and los between 2 and $3 and occ = $4 and night between $5::date and $6::date
        and ((points is not null and not premium) or points_cash is not null)`,
    values: [hotel, KIND_LETTER.award, LIMITS.los, occupancyNo(DEFAULT_OCCUPANCY), nights.from, nights.to],
  })
  return rows.map(({ night, los, seen }) => ({ night, los, seenMs: seen }))
}

/** Whether a hotel sells at least the share `least` of its cash nights for points, in SQL. Without such a night it does not. */
export function reachesInSql(hotel: string, from: string, to: string, least: string): string {
  return `(select count(*) > 0 and count(*) filter (where p.has_award) >= ${least}::numeric * count(*)
    from award_pairs_of(${hotel}, ${from}::date, ${to}::date) p where p.is_sold)`
}

/** Of these hotels, the ones that reach the share. */
export async function readReaching(
  database: Queries,
  hotels: readonly number[],
  { from, to }: NightRange,
  least: number,
): Promise<Set<number>> {
  const { rows } = await database.query<{ hotel: number }>({
    name: 'award_access_reaching',
    text: `select h.hotel from unnest($1::bigint[]) as h(hotel) where ${reachesInSql('h.hotel', '$2', '$3', '$4')}`,
    values: [hotels, from, to, least],
  })
  return new Set(rows.map(({ hotel }) => hotel))
}
