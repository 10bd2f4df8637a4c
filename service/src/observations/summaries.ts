import type { Queries } from '../db/replica/reads.ts'
import { one } from '../db/rows.ts'
import { nightOfDay } from '../kernel/dates.ts'
import { currencyNo } from '../kernel/money.ts'
import type { Kind, ObservationKey } from './cell-row.ts'
import { KIND_LETTER } from './store.ts'
import { SUMMARIZED } from './summarize.ts'

/** Which figures are compared. Points have no currency, no tax and nothing after tax. */
export interface Basis {
  currency: string | null
  taxIncluded: boolean | null
  afterTax: boolean
}

/** One night's newest figure at one lead time. */
export interface NightSeen {
  /** Days since 1970. */
  day: number
  /** The number of the bucket, from 1. */
  lead: number
  figure: number
  /** How many changes had such a figure. */
  changes: number
}

export interface NightsSeen {
  seen: NightSeen[]
  /** Nights that are known, some of them only on another basis. A night may occur several times. */
  others: number[]
}

export type SummaryPlace = Omit<ObservationKey, 'currency'> & { kind: Kind }

/** Numbers in a row, separated by commas; null if there are none. */
type Numbers = string | null

const DAY = "night - date '1970-01-01'"
/** Stands for a number of changes that is not known yet. */
const UNCOUNTED = -1

/**
 * What was seen of a hotel since a moment, in whatever currency it was requested. A year of it has thousands of rows. They come
 * as one text, because the driver takes longer over a row than PostgreSQL does.
 */
export async function readNightsSeen(
  database: Queries,
  place: SummaryPlace,
  basis: Basis,
  sinceMs: number,
): Promise<NightsSeen> {
  const [figure, seen, changes] = basis.afterTax
    ? ['after_tax', 'after_tax_seen', 'after_tax_changes']
    : ['figure', 'seen', 'changes']
  const changesSince = `case when first >= $5 then ${changes} else ${UNCOUNTED} end`
  const onBasis = `(quoted = $6 and tax = $7::"char" and ${figure} is not null and ${seen} >= $5)`
  // Without a subquery: only then does Citus send a prepared statement straight to the hotel's worker.
  const { rows } = await database.query<{ nights: Numbers; others: Numbers; until: number | null }>({
    name: `summaries_of_${figure}`,
    text: `select string_agg(concat_ws(',', ${DAY}, lead, ${figure}, ${changesSince}), ',') filter (where ${onBasis}) as nights,
        string_agg((${DAY})::text, ',') filter (where not ${onBasis}) as others,
        max(${seen}) filter (where ${onBasis} and ${changesSince} = ${UNCOUNTED}) as until
      from cell_summaries
      where hotel = $1 and kind = $2::"char" and los = $3 and occ = $4 and greatest(seen, after_tax_seen) >= $5`,
    values: [...placeValues(place), sinceMs, ...basisValues(basis)],
  })
  const { nights, others, until } = one(rows)
  const found = nightsOf(nights)
  if (until !== null) {
    const uncounted = found.filter((night) => night.changes === UNCOUNTED)
    await countBetween(database, place, basis, [sinceMs, until], uncounted)
  }
  return { seen: found, others: numbersOf(others) }
}

function numbersOf(text: Numbers): number[] {
  return text === null ? [] : JSON.parse(`[${text}]`)
}

function nightsOf(text: Numbers): NightSeen[] {
  const numbers = numbersOf(text)
  const nights: NightSeen[] = []
  for (let at = 0; at < numbers.length; at += 4) {
    const [day = 0, lead = 0, figure = 0, changes = 0] = numbers.slice(at, at + 4)
    nights.push({ day, lead, figure, changes })
  }
  return nights
}

/** A summary may include changes from before the moment. Few do, and their changes since are counted. */
async function countBetween(
  database: Queries,
  place: SummaryPlace,
  basis: Basis,
  stretch: [sinceMs: number, untilMs: number],
  nights: readonly NightSeen[],
): Promise<void> {
  const { lead, quoted, tax, figure, afterTax } = SUMMARIZED
  const days = nights.map(({ day }) => day)
  const { rows } = await database.query<Pick<NightSeen, 'day' | 'lead' | 'changes'>>({
    name: `summaries_count_${basis.afterTax ? 'after_tax' : 'figure'}`,
    text: `select ${DAY} as day, ${lead} as lead, count(${basis.afterTax ? afterTax : figure}) as changes
      from cell_history
      where hotel = $1 and kind = $2::"char" and los = $3 and occ = $4 and seen between $5 and $6
        and night between $9::date and $10::date and ${quoted} = $7 and ${tax} = $8::"char"
      group by 1, 2`,
    values: [
      ...placeValues(place),
      ...stretch,
      ...basisValues(basis),
      nightOfDay(Math.min(...days)),
      nightOfDay(Math.max(...days)),
    ],
  })
  const counted = new Map(rows.map(({ day, lead: bucket, changes }) => [`${day}/${bucket}`, changes]))
  for (const night of nights) night.changes = counted.get(`${night.day}/${night.lead}`) ?? 0
}

export function placeValues({ hotel, kind, los, occ }: SummaryPlace): unknown[] {
  return [hotel, KIND_LETTER[kind], los, occ]
}

/** As the summaries have it: points with currency 0 and an unknown tax. */
export function basisValues({ currency, taxIncluded }: Basis): [number, string] {
  if (currency === null) return [0, 'u']
  if (taxIncluded === null) return [currencyNo(currency), 'u']
  return [currencyNo(currency), taxIncluded ? 'i' : 'e']
}
