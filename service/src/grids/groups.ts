import { chunks } from '../kernel/chunks.ts'
import type { Slices } from '../kernel/event-loop.ts'
import type { Foreseen } from '../sources/budget/foresight.ts'
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

/** Groups in the order of their first cells. */
export interface Groups extends Iterable<Group> {
  count: number
  /** How most of them are asked. */
  verb: Foreseen['verb']
}

/** A batch is one night of many hotels. A larger one would lose too much if it fails. */
const LARGEST_BATCH = 25
const LONGEST_CALENDAR = 62

/** Points need a full answer for each stay. Cash uses batches or calendars, whichever takes fewer calls. */
export async function groupsFor(
  source: Source,
  { kind, days, nights, whole }: Grid,
  missing: readonly Missing[],
  slices: Slices,
): Promise<Groups> {
  if (whole || kind === 'award' || (!source.batch && !source.calendar)) return oneByOne(missing)
  const family = RATE_FAMILIES.find(({ name }) => name === source.family)
  const batches = source.batch
    ? inBatches(missing, nights.length, Math.min(LARGEST_BATCH, family?.batchSize ?? 1))
    : null
  await slices.pause()
  const calendars = source.calendar
    ? inRanges(missing, days, Math.min(LONGEST_CALENDAR, family?.calendarDays ?? 1))
    : null
  await slices.pause()
  const areFewer = batches === null || (calendars !== null && calendars.length < batches.length)
  return areFewer ? listed(calendars ?? [], 'calendar') : listed(batches, 'lowest')
}

/** How much of a grid is missing at one source. */
export interface Extent extends Pick<Grid, 'kind' | 'members' | 'whole'> {
  hotels: number
  nights: number
  /** From the first night to the last. */
  days: number
  lengths: number
  cells: number
}

/** The questions for these cells at most, without planning them. */
export function foresee(source: Source, extent: Extent): Foreseen {
  const { kind, hotels, nights, days, lengths, cells, members, whole } = extent
  const part = { source, members }
  if (whole || kind === 'award' || (!source.batch && !source.calendar))
    return { ...part, verb: 'shop', questions: cells }
  const family = RATE_FAMILIES.find(({ name }) => name === source.family)
  const batchSize = Math.min(LARGEST_BATCH, family?.batchSize ?? 1)
  const rangeDays = Math.min(LONGEST_CALENDAR, family?.calendarDays ?? 1)
  const batches = source.batch ? nights * Math.ceil(hotels / batchSize) : Number.POSITIVE_INFINITY
  const ranges = source.calendar ? hotels * Math.ceil(days / rangeDays) : Number.POSITIVE_INFINITY
  const questions = Math.min(Math.min(batches, ranges) * lengths, cells)
  return { ...part, verb: ranges < batches ? 'calendar' : 'lowest', questions }
}

function listed(groups: readonly Group[], verb: Groups['verb']): Groups {
  return { verb, count: groups.length, [Symbol.iterator]: () => groups[Symbol.iterator]() }
}

/** Made when they are read, because there may be as many as cells. */
function oneByOne(missing: readonly Missing[]): Groups {
  return {
    verb: 'shop',
    count: missing.reduce((sum, { nights }) => sum + nights.length, 0),
    *[Symbol.iterator]() {
      for (const { hotel, nights } of missing)
        for (const night of nights) yield { hotels: [hotel], nights: [night] }
    },
  }
}

function inBatches(missing: readonly Missing[], nights: number, size: number): Group[] {
  const hotelsAt: number[][] = Array.from({ length: nights }, () => [])
  for (const { hotel, nights: of } of missing) for (const night of of) hotelsAt[night]?.push(hotel)
  const batches = hotelsAt.flatMap((hotels, night) =>
    chunks(hotels, size).map((some) => ({ hotels: some, nights: [night] })),
  )
  // Those of one first hotel are in the order of their nights already.
  return batches.toSorted((a, b) => (a.hotels[0] ?? 0) - (b.hotels[0] ?? 0))
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
