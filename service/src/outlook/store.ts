import type { Queries } from '../db/replica/reads.ts'
import { one } from '../db/rows.ts'
import type { Night } from '../kernel/dates.ts'
import { type Basis, basisValues, placeValues, type SummaryPlace } from '../observations/summaries.ts'
import { COUNTED, type MarketNight, type OwnNight } from './forecast.ts'
import { BUCKETS } from './origin.ts'

/** Numbers in a row, separated by commas; null if there are none. */
type Numbers = string | null

const DAY = "night - date '1970-01-01'"
/** Stands for a fall that is not known. */
const UNKNOWN = -1

/** What became of the nights of a hotel since a night. As one text: the driver takes longer over a row than PostgreSQL does. */
export async function readOwnNights(
  database: Queries,
  place: SummaryPlace,
  basis: Basis,
  since: Night,
): Promise<OwnNight[]> {
  const falls = basis.afterTax ? 'falls_after_tax' : 'falls'
  const { rows } = await database.query<{ nights: Numbers }>({
    name: `outlook_${falls}`,
    text: `select string_agg(concat_ws(',', ${DAY}, array_to_string(${falls}, ',', '${UNKNOWN}')), ',' order by night) as nights
      from outlook_nights
      where hotel = $1 and kind = $2::"char" and los = $3 and occ = $4 and night >= $5::date and quoted = $6 and tax = $7::"char"`,
    values: [...placeValues(place), since, ...basisValues(basis)],
  })
  return listsOf(one(rows).nights, BUCKETS).map(([day = 0, ...numbers]) => ({
    day,
    falls: numbers.map((fall) => (fall === UNKNOWN ? null : fall)),
  }))
}

export async function readMarketNights(
  database: Queries,
  market: string,
  place: SummaryPlace,
  since: Night,
): Promise<MarketNight[]> {
  const [, ...values] = placeValues(place)
  const { rows } = await database.query<{ nights: Numbers }>({
    name: 'outlook_market',
    text: `select string_agg(concat_ws(',', ${DAY}, array_to_string(counts, ',')), ',' order by night) as nights
      from outlook_markets
      where market = $1 and kind = $2::"char" and los = $3 and occ = $4 and night >= $5::date`,
    values: [market, ...values, since],
  })
  return listsOf(one(rows).nights, BUCKETS * COUNTED).map(([day = 0, ...counts]) => ({ day, counts }))
}

/** Lists of a day and so many numbers. */
function listsOf(text: Numbers, length: number): number[][] {
  const numbers: number[] = text === null ? [] : JSON.parse(`[${text}]`)
  return Array.from({ length: numbers.length / (length + 1) }, (_, index) =>
    numbers.slice(index * (length + 1), (index + 1) * (length + 1)),
  )
}
