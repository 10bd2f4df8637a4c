import { componentOf, type OpenApi, resolved, type Schema } from '../../client/scripts/openapi.ts'

/** Answers whose rows are not simply their first list: another list, the lists inside of one, or none. */
const ROWS: Readonly<Record<string, string | null>> = {
  ShopResponse: 'rooms.rates',
  OtaShopResponse: 'rooms.rates',
  HotelsResponse: 'hotels',
  HistoryResponse: 'nights.observations',
  AreaResponse: 'hotels',
  CalendarAreaResponse: 'nights',
  AwardSearchResponse: 'hotels.nights',
  TripResponse: 'options',
  GetJobMarketResponse: 'nights',
  GetJobParityResponse: 'nights',
  GetBoardResponse: null,
  InsightResponse: null,
  OutlookResponse: null,
}

/** Where the rows of an answer are. Null for one that is a single thing, such as a job or a watch. */
export function rowsIn(document: OpenApi, schema: Schema): string | null {
  const name = componentOf(schema)
  if (!name?.endsWith('Response')) return null
  const known = ROWS[name]
  if (known !== undefined) return known
  const list = Object.entries(resolved(document, schema).properties ?? {}).find(
    ([, { type, items }]) => type === 'array' && items && resolved(document, items).properties,
  )
  return list?.[0] ?? null
}

/** The names of fields that are always a day, and of those that are always a moment. */
export function timesIn(document: OpenApi): { days: string[]; moments: string[] } {
  const formats = new Map<string, Set<string>>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { properties } = value as Schema
    for (const [name, schema] of Object.entries(properties ?? {})) {
      const found = formats.get(name) ?? new Set()
      formats.set(name, found.add(formatOf(schema)))
    }
    for (const part of Object.values(value)) visit(part)
  }
  visit(document.components.schemas)
  const always = (format: string) =>
    [...formats.entries()]
      .filter(([, found]) => found.size === 1 && found.has(format))
      .map(([name]) => name)
      .toSorted()
  return { days: always('date'), moments: always('date-time') }
}

/** A nullable moment is one, too. */
function formatOf(schema: Schema): string {
  const either = schema.anyOf ?? [schema]
  return either.map(({ format }) => format).find((format) => format !== undefined) ?? 'other'
}
