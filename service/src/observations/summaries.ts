import type { Queries } from '../db/replica/reads.ts'
import { dayOf } from '../kernel/dates.ts'
import { currencyOf } from '../kernel/money.ts'
import { KIND_LETTER, type Kind, type ObservationKey } from './store.ts'
import { SUMMARIZED } from './summarize.ts'

/** One night as it was seen at one lead time. */
export interface Summary {
  /** Days since 1970. */
  day: number
  /** The number of the bucket, from 1. */
  lead: number
  /** The currency of the figures; null for points. */
  currency: string | null
  taxIncluded: boolean | null
  /** The newest public rate, or points; and after tax. */
  plain: SummaryFigure | null
  afterTax: SummaryFigure | null
}

export interface SummaryFigure {
  figure: number
  seenMs: number
  /** How many changes had such a figure. */
  changes: number
}

interface SummaryRow {
  night: string
  lead: number
  quoted: number
  tax: string
  first: number
  figure: number | null
  seen: number | null
  changes: number
  after_tax: number | null
  after_tax_seen: number | null
  after_tax_changes: number
}

const TAX_OF: Readonly<Record<string, boolean>> = { i: true, e: false }

type SummaryPlace = Omit<ObservationKey, 'currency'> & { kind: Kind }

/** What was seen of a hotel since a moment, in whatever currency it was requested. */
export async function readSummaries(
  database: Queries,
  place: SummaryPlace,
  sinceMs: number,
): Promise<Summary[]> {
  const { rows } = await database.query<SummaryRow>({
    name: 'summaries_read',
    text: `select night::text, lead, quoted, tax::text, first, figure, seen, changes, after_tax, after_tax_seen, after_tax_changes
      from cell_summaries
      where hotel = $1 and kind = $2::"char" and los = $3 and occ = $4 and greatest(seen, after_tax_seen) >= $5`,
    values: [place.hotel, KIND_LETTER[place.kind], place.los, place.occ, sinceMs],
  })
  const begunBefore = rows.filter(({ first }) => first < sinceMs)
  const counts = begunBefore.length > 0 ? await countSince(database, place, sinceMs, begunBefore) : new Map()
  return rows.map((row) => toSummary(row, row.first < sinceMs ? counts.get(keyOf(row)) : row, sinceMs))
}

type Counts = Pick<SummaryRow, 'changes' | 'after_tax_changes'>

/** A summary may include changes from before the moment. Few do, and their changes are counted. */
async function countSince(
  database: Queries,
  place: SummaryPlace,
  sinceMs: number,
  rows: readonly SummaryRow[],
): Promise<Map<string, Counts>> {
  const { lead, quoted, tax, figure, afterTax } = SUMMARIZED
  const { rows: counted } = await database.query<
    Counts & Pick<SummaryRow, 'night' | 'lead' | 'quoted' | 'tax'>
  >({
    name: 'summaries_count',
    text: `select night::text, ${lead} as lead, ${quoted} as quoted, ${tax}::text as tax, count(${figure}) as changes,
        count(${afterTax}) as after_tax_changes
      from cell_history
      where hotel = $1 and kind = $2::"char" and los = $3 and occ = $4 and night = any($5::date[]) and seen >= $6
      group by 1, 2, 3, 4`,
    values: [
      place.hotel,
      KIND_LETTER[place.kind],
      place.los,
      place.occ,
      [...new Set(rows.map(({ night }) => night))],
      sinceMs,
    ],
  })
  return new Map(counted.map((row) => [keyOf(row), row]))
}

function keyOf({ night, lead, quoted, tax }: Pick<SummaryRow, 'night' | 'lead' | 'quoted' | 'tax'>): string {
  return `${night}/${lead}/${quoted}/${tax}`
}

function toSummary(row: SummaryRow, counts: Counts | undefined, sinceMs: number): Summary {
  const figureOf = (figure: number | null, seenMs: number | null, changes: number | undefined) =>
    figure === null || seenMs === null || seenMs < sinceMs ? null : { figure, seenMs, changes: changes ?? 0 }
  return {
    day: dayOf(row.night),
    lead: row.lead,
    currency: row.quoted === 0 ? null : currencyOf(row.quoted),
    taxIncluded: TAX_OF[row.tax] ?? null,
    plain: figureOf(row.figure, row.seen, counts?.changes),
    afterTax: figureOf(row.after_tax, row.after_tax_seen, counts?.after_tax_changes),
  }
}
