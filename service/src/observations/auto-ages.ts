import { LRUCache } from 'lru-cache'
import type { Queries } from '../db/replica/reads.ts'
import { type HotelsMaster, hotelKey } from '../hotels/master.ts'
import { atMost } from '../kernel/at-most.ts'
import { dayAt, dayOf, type Night, nightOfDay } from '../kernel/dates.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Kind, ObservationKey } from './cell-row.ts'
import { staleAge, type Watched } from './change-rate.ts'
import type { Stay } from './key.ts'
import { LEAD_BUCKETS, leadBucket } from './lead-buckets.ts'
import { placeAt } from './rows.ts'
import { KIND_LETTER } from './store.ts'

export interface AgeAsk {
  hotels: readonly Pick<Stay, 'source' | 'hotelCode'>[]
  nights: readonly Night[]
  lengths: readonly number[]
  kind: Kind
  party: Pick<Stay, 'occupancy' | 'currency'>
}

/** What `max_age: "auto"` stands for at each hotel, in seconds, by `source/code`. */
export type AutoAges = (ask: AgeAsk) => Promise<Map<string, number>>

/** What was seen in the last weeks counts. */
const DAYS = 28
/** The last bucket has no end. */
const WIDEST_DAYS = 61
const DAY_MS = 86_400_000
/** A quote and its call are to agree. */
const CACHED = { ...atMost(20_000), ttl: 600_000 }

export function createAutoAges(database: Queries, hotels: HotelsMaster, now: () => number): AutoAges {
  const known = new LRUCache<string, number>(CACHED)

  /** The shortest of the nights and lengths: none of the answer is staler than asked for. */
  return async ({ hotels: asked, nights, lengths, kind, party }) => {
    const today = dayAt(now())
    const buckets = [...new Set(nights.map((night) => leadBucket(dayOf(night), today)))]
    const nos = await hotels.findNos(asked.map(({ source, hotelCode }) => ({ source: source.id, hotelCode })))
    const ages = new Map<string, number>()
    for (const { source, hotelCode } of asked) {
      const name = hotelKey({ source: source.id, hotelCode })
      const no = nos.get(name)
      const own: number[] = []
      for (const los of no === undefined ? [] : lengths)
        for (const bucket of buckets) {
          const place = placeAt(no ?? 0, { source, los, ...party })
          const key = JSON.stringify([place, kind, bucket, today])
          const age = known.get(key) ?? (await readAge(database, { ...place, kind }, bucket, today))
          known.set(key, age)
          own.push(age)
        }
      ages.set(name, own.length === 0 ? LIMITS.rateTtlSec : Math.min(...own))
    }
    return ages
  }
}

type Place = ObservationKey & { kind: Kind }

async function readAge(database: Queries, place: Place, bucket: number, today: number): Promise<number> {
  const { from, to } = leadOf(bucket)
  const { rows } = await database.query<NightLooks>({
    name: 'auto_age_looks',
    text: `select h.night - date '1970-01-01' as day, h.first, h.seen, h.looked,
        greatest(
          (select max(c.seen) from cells c where c.hotel = $1 and c.kind = $2::"char" and c.los = $3 and c.occ = $4 and c.currency = $5
            and c.night = h.night),
          (select max(l.seen) from last_looks l where l.hotel = $1 and l.kind = $2::"char" and l.los = $3 and l.occ = $4
            and l.currency = $5 and l.night = h.night)) as last
      from (
        select night, min(seen) as first, array_agg(seen order by seen) as seen, array_agg(looked order by seen) as looked
        from cell_history where hotel = $1 and kind = $2::"char" and los = $3 and occ = $4 and currency = $5
          and night between $6::date and $7::date
        group by night) h`,
    values: [
      place.hotel,
      KIND_LETTER[place.kind],
      place.los,
      place.occ,
      place.currency,
      nightOfDay(today - DAYS + from),
      nightOfDay(today + to),
    ],
  })
  const stretch = (day: number) => ({
    sinceMs: Math.max(today - DAYS, day - to) * DAY_MS,
    untilMs: (day - from + 1) * DAY_MS,
  })
  return staleAge(sumOf(rows.map((night) => watchedOf(night, stretch(night.day))))) ?? LIMITS.rateTtlSec
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
