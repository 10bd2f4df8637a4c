import { LRUCache } from 'lru-cache'
import type { Queries } from '../db/replica/reads.ts'
import { type HotelsMaster, hotelKey } from '../hotels/master.ts'
import { atMost } from '../kernel/at-most.ts'
import { chunks } from '../kernel/chunks.ts'
import { dayAt, dayOf, type Night, nightOfDay } from '../kernel/dates.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Kind, ObservationKey } from './cell-row.ts'
import { staleAge, type Watched } from './change-rate.ts'
import type { Stay } from './key.ts'
import { LEAD_BUCKETS, leadBucket } from './lead-buckets.ts'
import { keyAt } from './rows.ts'
import { KIND_LETTER } from './store.ts'

export interface AgeAsk {
  hotels: readonly Pick<Stay, 'source' | 'hotelCode'>[]
  nights: readonly Night[]
  lengths: readonly number[]
  kind: Kind
  party: Pick<Stay, 'occupancy' | 'currency'>
}

/** What `max_age: "auto"` stands for at each hotel, in seconds, by `source/code`. Who holds a connection lends it. */
export type AutoAges = (ask: AgeAsk, onDatabase?: Queries) => Promise<Map<string, number>>

/** What was seen in the last weeks counts. */
const DAYS = 28
/** The last bucket has no end. */
const WIDEST_DAYS = 61
const DAY_MS = 86_400_000
/** Places, whose looks are in memory together. */
const READ_AT_ONCE = 50
/** A quote and its call are to agree. */
const CACHED = { ...atMost(20_000), ttl: 600_000 }

export function createAutoAges(database: Queries, hotels: HotelsMaster, now: () => number): AutoAges {
  const known = new LRUCache<string, number>(CACHED)

  /** The shortest of the nights and lengths: none of the answer is staler than asked for. */
  return async ({ hotels: asked, nights, lengths, kind, party }, onDatabase = database) => {
    const today = dayAt(now())
    const buckets = [...new Set(nights.map((night) => leadBucket(dayOf(night), today)))]
    const nos = await hotels.findNos(asked.map(({ source, hotelCode }) => ({ source: source.id, hotelCode })))
    const places = asked.map(({ source, hotelCode }) => {
      const name = hotelKey({ source: source.id, hotelCode })
      const no = nos.get(name)
      const own = no === undefined ? [] : lengths.map((los) => keyAt(no, { source, los, ...party }))
      return { name, own }
    })
    const keyOf = (place: ObservationKey, bucket: number) => JSON.stringify([place, kind, bucket, today])
    const found = new Map<string, number>()
    const unread: ObservationKey[] = []
    for (const place of places.flatMap(({ own }) => own)) {
      const ages = buckets.map((bucket) => [keyOf(place, bucket), known.get(keyOf(place, bucket))] as const)
      for (const [key, age] of ages) if (age !== undefined) found.set(key, age)
      if (ages.some(([, age]) => age === undefined)) unread.push(place)
    }
    for (const some of chunks(unread, READ_AT_ONCE)) {
      const looks = await readLooks(onDatabase, some, kind, buckets, today)
      for (const place of some)
        for (const bucket of buckets) {
          const age = ageOf(looks.get(nameOf(place)) ?? [], bucket, today)
          found.set(keyOf(place, bucket), age)
          known.set(keyOf(place, bucket), age)
        }
    }
    return new Map(
      places.map(({ name, own }) => {
        const ages = own.flatMap((place) =>
          buckets.map((bucket) => found.get(keyOf(place, bucket)) ?? LIMITS.rateTtlSec),
        )
        return [name, ages.length === 0 ? LIMITS.rateTtlSec : Math.min(...ages)]
      }),
    )
  }
}

const nameOf = ({ hotel, los, currency }: Omit<ObservationKey, 'occ'>) => `${hotel} ${los} ${currency}`

/** Of each table alone: so each worker of Citus answers for its own hotels. */
const AT_PLACES = `hotel = any($1::bigint[]) and kind = $2::"char" and los = any($3::smallint[]) and occ = $4
          and currency = any($5::smallint[]) and night between $6::date and $7::date`

/** The looks at the nights of some places, all of one party, that were in one of the buckets lately. */
async function readLooks(
  database: Queries,
  places: readonly ObservationKey[],
  kind: Kind,
  buckets: readonly number[],
  today: number,
): Promise<Map<string, NightLooks[]>> {
  const leads = buckets.map(leadOf)
  const distinct = (of: (place: ObservationKey) => number) => [...new Set(places.map(of))]
  const { rows } = await database.query<NightLooks & Omit<ObservationKey, 'occ'>>({
    name: 'auto_age_looks',
    text: `select hotel, los, currency, night - date '1970-01-01' as day, min(seen) filter (where is_change) as first,
        array_agg(seen order by seen) filter (where is_change) as seen,
        array_agg(looked order by seen) filter (where is_change) as looked,
        max(seen) filter (where not is_change) as last
      from (
        select hotel, los, currency, night, seen, looked, true as is_change from cell_history where ${AT_PLACES}
        union all
        select hotel, los, currency, night, seen, null, false from cells where ${AT_PLACES}
        union all
        select hotel, los, currency, night, seen, null, false from last_looks where ${AT_PLACES}
      ) looks
      group by hotel, los, currency, night having bool_or(is_change)`,
    values: [
      distinct(({ hotel }) => hotel),
      KIND_LETTER[kind],
      distinct(({ los }) => los),
      places[0]?.occ,
      distinct(({ currency }) => currency),
      nightOfDay(today - DAYS + Math.min(...leads.map(({ from }) => from))),
      nightOfDay(today + Math.max(...leads.map(({ to }) => to))),
    ],
  })
  return Map.groupBy(rows, nameOf)
}

function ageOf(looks: readonly NightLooks[], bucket: number, today: number): number {
  const { from, to } = leadOf(bucket)
  const stretch = (day: number) => ({
    sinceMs: Math.max(today - DAYS, day - to) * DAY_MS,
    untilMs: (day - from + 1) * DAY_MS,
  })
  const near = looks.filter(({ day }) => day >= today - DAYS + from && day <= today + to)
  return staleAge(sumOf(near.map((night) => watchedOf(night, stretch(night.day))))) ?? LIMITS.rateTtlSec
}

function leadOf(bucket: number): { from: number; to: number } {
  const { from, to } = LEAD_BUCKETS[bucket - 1] ?? { from: 0, to: 1 }
  return { from, to: to ?? from + WIDEST_DAYS }
}

/** The looks at one night that found something new, and the last one. */
interface NightLooks {
  day: number
  first: number
  seen: number[]
  /** The look before each; null where it is not known. */
  looked: (number | null)[]
  last: number | null
}

/** What happened to a night while it was this far ahead. */
export function watchedOf(
  { first, seen, looked, last }: NightLooks,
  { sinceMs, untilMs }: { sinceMs: number; untilMs: number },
): Watched {
  const watched: Watched = { windowsMs: [], steadyMs: 0 }
  let fromMs = Math.max(first, sinceMs)
  for (const [at, foundMs] of seen.entries()) {
    const before = looked[at] ?? null
    if (foundMs <= fromMs) continue
    if (foundMs > untilMs) break
    // Without the look before, nothing is known of the time since the last change.
    if (before !== null) {
      watched.steadyMs += Math.max(0, before - fromMs)
      watched.windowsMs.push(foundMs - Math.max(before, fromMs))
    }
    fromMs = foundMs
  }
  const next = seen.find((foundMs) => foundMs > untilMs)
  const at = next === undefined ? -1 : seen.indexOf(next)
  const steadyUntilMs = next === undefined ? (last ?? fromMs) : (looked[at] ?? fromMs)
  watched.steadyMs += Math.max(0, Math.min(steadyUntilMs, untilMs) - fromMs)
  return watched
}

function sumOf(parts: readonly Watched[]): Watched {
  return {
    windowsMs: parts.flatMap(({ windowsMs }) => windowsMs),
    steadyMs: parts.reduce((sum, { steadyMs }) => sum + steadyMs, 0),
  }
}
