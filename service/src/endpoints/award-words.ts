import { counted } from '../kernel/counted.ts'
import { addNights } from '../kernel/dates.ts'
import { points } from './figure-words.ts'
import { cellWords, type ToldEvent } from './words.ts'

/** Nights of an award alert in a row to which the same happened. */
interface Run {
  first: string
  last: string
  nights: number
  words: string
}

type AwardNews = ToldEvent & { night: string; current: NonNullable<ToldEvent['current']> }

/** Whether they are about award nights, told by their points. */
export function isAwardNews(events: readonly ToldEvent[]): events is AwardNews[] {
  return events.every(
    ({ kind, night, current, rebook, booking }) =>
      kind === 'award' && night !== undefined && current !== undefined && !rebook && !booking,
  )
}

/**
 * What an alert has to say about a hotel: its nights by their local dates, those in a row as one. Of a night only the change counts that
 * is left in the end.
 */
export function awardParts(events: readonly AwardNews[], hotel: string) {
  const nights = changedNights(events)
  const runs = runsOf(nights)
  const isFirstLook = nights.every(({ previous }) => !previous)
  const [{ chain = '', hotel_code: code = '', name, sample } = {}] = events
  const seen = isFirstLook ? 'The first look found:' : 'What changed since the last look:'
  return {
    title: `${hotel}: ${headline(nights, runs)}`,
    paragraphs: [sample ? 'This is a test with made-up figures.' : seen],
    facts: [
      ...runs.map((run) => [datesOf(run), run.words] as const),
      ['Hotel', `${name ?? hotel} (${chain}:${code})`] as const,
    ],
  }
}

/** The night that costs the fewest points now, for the link to book at; the first one if none has an award. */
export function bestOf(events: readonly AwardNews[]): AwardNews | undefined {
  return changedNights(events).toSorted((a, b) => pointsNow(a) - pointsNow(b))[0]
}

const pointsNow = ({ current }: AwardNews) => current.lowest_points ?? Number.POSITIVE_INFINITY

/** By date, each with its first `previous` and its last `current`. */
function changedNights(events: readonly AwardNews[]): AwardNews[] {
  const nights = [...Map.groupBy(events, ({ night }) => night).values()].flatMap((own) => {
    const [first] = own
    const last = own.at(-1)
    return first && last
      ? [{ ...last, ...(first.previous !== undefined && { previous: first.previous }) }]
      : []
  })
  const sorted = nights.toSorted((a, b) => a.night.localeCompare(b.night))
  const changed = sorted.filter(({ previous, current, ...event }) => {
    return !previous || cellWords(previous, event) !== cellWords(current, event)
  })
  return changed.length > 0 ? changed : sorted
}

function runsOf(nights: readonly AwardNews[]): Run[] {
  const runs: Run[] = []
  for (const event of nights) {
    const { night, previous, current } = event
    const now = cellWords(current, event)
    const words = previous ? `${now}, before: ${cellWords(previous, event)}` : now
    const last = runs.at(-1)
    if (last?.words === words && addNights(last.last, 1) === night) {
      last.last = night
      last.nights += 1
    } else runs.push({ first: night, last: night, nights: 1, words })
  }
  return runs
}

function headline(nights: readonly AwardNews[], runs: readonly Run[]): string {
  const [only, ...others] = runs
  const when = only && others.length === 0 ? datesOf(only) : counted(nights.length, 'night')
  const figures = nights.flatMap(({ current }) => current.lowest_points ?? [])
  if (figures.length === 0) return `${when} without an award`
  const least = Math.min(...figures)
  const each = nights.length === 1 ? points(least) : `${points(least)} a night`
  return least === Math.max(...figures) ? `${when} for ${each}` : `${when} from ${each}`
}

/** `Sat 3 Apr 2027`, `Sat 3 – Mon 5 Apr 2027`. */
function datesOf({ first, last, nights }: Run): string {
  if (nights === 1) return dateOf(first, true)
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7)
  return `${isOneMonth ? dayOf(first) : dateOf(first, first.slice(0, 4) !== last.slice(0, 4))} – ${dateOf(last, true)}, ${counted(nights, 'night')}`
}

const asDate = (night: string) => new Date(`${night}T00:00:00Z`)
const textOf = (night: string, parts: Intl.DateTimeFormatOptions) =>
  asDate(night)
    .toLocaleString('en-GB', { ...parts, timeZone: 'UTC' })
    .replace(',', '')
    .replace('Sept', 'Sep')
const dayOf = (night: string) => `${textOf(night, { weekday: 'short' })} ${asDate(night).getUTCDate()}`
const dateOf = (night: string, hasYear: boolean) =>
  `${dayOf(night)} ${textOf(night, { month: 'short', ...(hasYear && { year: 'numeric' }) })}`
