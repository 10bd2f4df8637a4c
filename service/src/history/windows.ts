import { type WeekdayClass, weekdayClass } from '../kernel/dates.ts'
import { LEAD_BUCKETS, type LeadDays, leadBucket } from '../observations/lead-buckets.ts'
import type { NightSeen } from '../observations/summaries.ts'

/** Observations made this many days ago or less are compared (UTC days). */
export const WINDOW_DAYS = 365
/** A window with fewer nights or observations is widened. */
export const ENOUGH_NIGHTS = 7
export const ENOUGH_OBSERVATIONS = 20

export type Widening = 'lead' | 'weekday'

/** One figure per night, and how many observations stand behind them. */
export interface Window {
  figures: number[]
  observations: number
}

export interface ChosenWindow extends Window {
  weekday: WeekdayClass | 'any'
  leadDays: LeadDays
  widened: Widening[]
  /** False if even the widest window has too little. */
  isEnough: boolean
}

const STEPS: readonly Widening[][] = [[], ['lead'], ['weekday'], ['lead', 'weekday']]

/** The window for a night, from what was seen of the others: as similar as possible, but enough of them. */
export function chooseWindow(others: readonly NightSeen[], nightDay: number, today: number): ChosenWindow {
  let widest: ChosenWindow | undefined
  for (const widened of STEPS) {
    widest = widenedWindow(
      others,
      { weekday: weekdayClass(nightDay), lead: leadBucket(nightDay, today) },
      widened,
    )
    if (widest.isEnough) break
  }
  if (!widest) throw new Error('there is no window at all')
  return widest
}

function widenedWindow(
  others: readonly NightSeen[],
  { weekday, lead }: { weekday: WeekdayClass; lead: number },
  widened: Widening[],
): ChosenWindow {
  const anyLead = widened.includes('lead')
  const anyWeekday = widened.includes('weekday')
  const isLike = (night: NightSeen) =>
    (anyLead || night.lead === lead) && (anyWeekday || weekdayClass(night.day) === weekday)
  const window = windowOf(others.filter(isLike))
  return {
    ...window,
    weekday: anyWeekday ? 'any' : weekday,
    leadDays: anyLead ? { from: 0, to: null } : bucket(lead),
    widened,
    isEnough: window.figures.length >= ENOUGH_NIGHTS && window.observations >= ENOUGH_OBSERVATIONS,
  }
}

/** Per bucket of lead time, the nights of any weekday that were seen in it. */
export function windowsByLead(others: readonly NightSeen[]): (Window & { leadDays: LeadDays })[] {
  return [...Map.groupBy(others, ({ lead }) => lead)]
    .toSorted(([one], [other]) => one - other)
    .map(([lead, nights]) => Object.assign(windowOf(nights), { leadDays: bucket(lead) }))
}

/** A night counts once, with its newest figure, however often it was seen: the shorter the lead time, the newer. */
function windowOf(nights: readonly NightSeen[]): Window {
  const newest = new Map<number, NightSeen>()
  let observations = 0
  for (const night of nights) {
    observations += night.changes
    const other = newest.get(night.day)
    if (!other || night.lead < other.lead) newest.set(night.day, night)
  }
  const figures = [...newest.values()].map(({ figure }) => figure).toSorted((a, b) => a - b)
  return { figures, observations }
}

function bucket(lead: number): LeadDays {
  const days = LEAD_BUCKETS[lead - 1]
  if (!days) throw new RangeError(`there is no bucket ${lead}`)
  return days
}
