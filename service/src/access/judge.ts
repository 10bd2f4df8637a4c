import { dayAt, dayOf, type Night, WEEKDAYS, type Weekday, weekdayClass, weekdayOf } from '../kernel/dates.ts'
import { LEAD_BUCKETS, type LeadDays, leadBucket } from '../observations/lead-buckets.ts'
import type { LongerStay, Pair } from './pairs.ts'

export const HOWS = ['no_award', 'premium_only', 'longer_stay_only'] as const
export type How = (typeof HOWS)[number]

export interface Blocked {
  night: Night
  how: How
  /** The shortest longer stay from that night that is known to be sold for points. */
  minLos: number | null
}

/** Nights with a public cash room, and the share of them with a standard award; null if there are none. */
export interface Share {
  nights: number
  share: number | null
}

/** Nights on which a hotel as a rule sells no standard award for one night. */
export interface Habit extends Omit<Blocked, 'night'> {
  on: 'weekend' | 'weekday' | 'any'
  nights: number
  blocked: number
}

export interface Access extends Share {
  by: {
    weekday: (Share & { weekday: Weekday })[]
    lead: (Share & { leadDays: LeadDays })[]
    month: (Share & { month: string })[]
  }
  blocked: Blocked[]
  habits: Habit[]
}

const DAY_MS = 86_400_000

export function judgeAccess(pairs: readonly Pair[], longer: readonly LongerStay[]): Access {
  const sold = pairs.filter(({ isSold }) => isSold)
  const byNight = Map.groupBy(longer, ({ night }) => night)
  const blocked = sold
    .filter(({ hasAward }) => !hasAward)
    .map((pair) => blockedOf(pair, byNight.get(pair.night) ?? []))
  return {
    ...shareOf(sold),
    by: {
      weekday: grouped(
        sold,
        ({ night }) => WEEKDAYS.indexOf(weekdayOf(night)),
        'weekday',
        (no) => WEEKDAYS[no] ?? 'mon',
      ),
      lead: grouped(sold, leadOf, 'leadDays', (lead) => LEAD_BUCKETS[lead - 1] ?? { from: 0, to: null }),
      month: grouped(sold, ({ night }) => monthNo(night), 'month', monthOf),
    },
    blocked,
    habits: habitsOf(sold, blocked),
  }
}

function shareOf(sold: readonly Pair[]): Share {
  const awards = sold.filter(({ hasAward }) => hasAward).length
  return { nights: sold.length, share: sold.length === 0 ? null : awards / sold.length }
}

/** The shares of groups with the same number, in its order. */
function grouped<Name extends string, Value>(
  sold: readonly Pair[],
  numberOf: (pair: Pair) => number,
  name: Name,
  valueOf: (no: number) => Value,
) {
  return [...Map.groupBy(sold, numberOf)]
    .toSorted(([one], [other]) => one - other)
    .map(([no, some]) => Object.assign({ [name]: valueOf(no) } as Record<Name, Value>, shareOf(some)))
}

/** By the older of both looks: the pair says nothing about shorter lead times. */
function leadOf({ night, cashSeenMs, awardSeenMs }: Pair): number {
  return leadBucket(dayOf(night), dayAt(Math.min(cashSeenMs, awardSeenMs)))
}

function monthNo(night: Night): number {
  return Number(night.slice(0, 4)) * 12 + Number(night.slice(5, 7)) - 1
}

function monthOf(no: number): string {
  return `${String(Math.floor(no / 12)).padStart(4, '0')}-${String((no % 12) + 1).padStart(2, '0')}`
}

function blockedOf({ night, awardSeenMs, hasPremium }: Pair, longer: readonly LongerStay[]): Blocked {
  const known = longer.filter(({ seenMs }) => Math.abs(seenMs - awardSeenMs) <= DAY_MS)
  if (known.length > 0)
    return { night, how: 'longer_stay_only', minLos: Math.min(...known.map(({ los }) => los)) }
  return { night, how: hasPremium ? 'premium_only' : 'no_award', minLos: null }
}

/**
 * Honest hotels run out of award rooms too, on a third of their weekends and most nights of a fair. So a habit needs more than that: three
 * standard deviations above every second night.
 */
const SURE = 3

/** Whether the lower end of Wilson's interval around the share is above one half. */
function isHabit(blocked: number, nights: number): boolean {
  return 2 * blocked - nights > SURE * Math.sqrt(nights)
}

function habitsOf(sold: readonly Pair[], blocked: readonly Blocked[]): Habit[] {
  const all = habitOf('any', sold.length, blocked)
  const parts = (['weekday', 'weekend'] as const).map((on) => {
    const isOn = ({ night }: { night: Night }) => weekdayClass(dayOf(night)) === on
    return habitOf(on, sold.filter(isOn).length, blocked.filter(isOn))
  })
  const [weekday, weekend] = parts
  // One habit for all nights, unless only one part has it, or each has its own.
  if (all && weekday && weekend && weekday.how === weekend.how) return [all]
  return parts.filter((habit) => habit !== null)
}

/** Other rooms and stays sell out too, so a hider offers them for only some of its blocked nights. */
const SHOWN = 0.1

function habitOf(on: Habit['on'], nights: number, blocked: readonly Blocked[]): Habit | null {
  if (!isHabit(blocked.length, nights)) return null
  const ways = Map.groupBy(blocked, ({ how }) => how)
  const share = (how: How) => (ways.get(how)?.length ?? 0) / blocked.length
  const offered = (['longer_stay_only', 'premium_only'] as const).filter((how) => share(how) >= SHOWN)
  const how = offered.toSorted((one, other) => share(other) - share(one))[0] ?? 'no_award'
  const lengths = (ways.get(how) ?? []).map(({ minLos }) => minLos).filter((los) => los !== null)
  return { on, how, nights, blocked: blocked.length, minLos: commonest(lengths) }
}

/** On a tie the smaller one. */
function commonest(numbers: readonly number[]): number | null {
  const groups = [...Map.groupBy(numbers, (number) => number)]
  return (
    groups.toSorted(([a, some], [b, others]) => others.length - some.length || a - b).map(([no]) => no)[0] ??
    null
  )
}
