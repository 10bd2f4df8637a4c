import { chunks } from '../kernel/chunks.ts'
import { dayOf } from '../kernel/dates.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import { RATE_FAMILIES } from '../sources/registry.ts'
import type { Grid } from './grid.ts'

/** A hotel's missing nights, ascending, for one length of stay. Hotels and nights are positions in the grid. */
export interface Missing {
  hotel: number
  nights: readonly number[]
}

/** The cells of one question: one hotel or one night, or both. */
export interface Group {
  hotels: readonly number[]
  nights: readonly number[]
}

/** A batch is one night of many hotels. A larger one would lose too much if it fails. */
const LARGEST_BATCH = 25
const LONGEST_CALENDAR = 62

/** Points need a full answer for each stay. Cash uses batches or calendars, whichever takes fewer calls. */
export function groupsFor(source: Source, { kind, nights }: Grid, missing: readonly Missing[]): Group[] {
  if (kind === 'award' || (!source.batch && !source.calendar)) return oneByOne(missing)
  const family = RATE_FAMILIES.find(({ name }) => name === source.family)
  const batches = source.batch
    ? inBatches(missing, nights.length, Math.min(LARGEST_BATCH, family?.batchSize ?? 1))
    : null
  const calendars = source.calendar
    ? inRanges(missing, nights.map(dayOf), Math.min(LONGEST_CALENDAR, family?.calendarDays ?? 1))
    : null
  if (!batches || !calendars) return batches ?? calendars ?? []
  return calendars.length < batches.length ? calendars : batches
}

function oneByOne(missing: readonly Missing[]): Group[] {
  const groups: Group[] = []
  for (const { hotel, nights } of missing)
    for (const night of nights) groups.push({ hotels: [hotel], nights: [night] })
  return groups
}

function inBatches(missing: readonly Missing[], nights: number, size: number): Group[] {
  const hotelsAt: number[][] = Array.from({ length: nights }, () => [])
  for (const { hotel, nights: of } of missing) for (const night of of) hotelsAt[night]?.push(hotel)
  return hotelsAt.flatMap((hotels, night) =>
    chunks(hotels, size).map((some) => ({ hotels: some, nights: [night] })),
  )
}

/** One hotel's missing nights. Cached nights in between are fetched too, but not charged. */
function inRanges(missing: readonly Missing[], dayAt: readonly number[], days: number): Group[] {
  const isFar = (from: number, night: number) => (dayAt[night] ?? 0) - (dayAt[from] ?? 0) >= days
  const ranges: Group[] = []
  for (const { hotel, nights } of missing) {
    let open: number[] = []
    for (const night of nights) {
      if (open[0] === undefined || isFar(open[0], night)) {
        open = []
        ranges.push({ hotels: [hotel], nights: open })
      }
      open.push(night)
    }
  }
  return ranges
}
