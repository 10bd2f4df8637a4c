import { LRUCache } from 'lru-cache'
import type { Keep } from '../billing/tab.ts'
import type { Pool } from '../db/pool.ts'
import type { Body } from '../edge/body.ts'
import type { BookedFacts } from '../hotels/directory/hotel-book.ts'
import { type HotelsMaster, hotelKey } from '../hotels/master.ts'
import type { Night } from '../kernel/dates.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Occupancy } from '../kernel/occupancy.ts'
import type { LowestAnswer, StayAnswer } from '../sources/source.ts'
import type { Kind, ObservationKey } from './cell-row.ts'
import { type Figures, figuresOf } from './figures.ts'
import { type Stay, saleKey, stayKey } from './key.ts'
import { keyAt, lowestRows, stayRows } from './rows.ts'
import { readSaleStay } from './sale-stays.ts'
import { readCells, readNights, readStay, readStaySummaries, type Seen } from './store.ts'
import type { Writer } from './writer.ts'

/** A full answer and when it was observed. */
export interface StayObservation {
  answer: StayAnswer
  figures: Figures
  seenMs: number
  /** Its last answer. */
  rendered: Rendering | null
}

/** An answer, kept with the observation: the same request within one second gets the same body, encoded once. */
export interface Rendering {
  body: Body
  /** What the body says. */
  view: object
  /** Its end, which is the same for every request. */
  seen: object
  /** What the directory knew of the hotel. */
  facts: BookedFacts | null
  /** The request it answers: the age shown (null for a live answer), the requested currency, ages and `max_age`. */
  ageSec: number | null
  currency: string
  ages: Occupancy['ages']
  maxAgeSec: number | undefined
}

export type Summary = Seen<Figures>

/** How old a cached answer may be. */
export interface Freshness {
  notBeforeMs: number
  nowMs: number
}

/** What was observed, and when. All endpoints share this one cache. */
export interface Observations {
  /** From this process's memory, synchronously. */
  recall(stay: Stay, fresh: Freshness): StayObservation | undefined
  findStay(stay: Stay, fresh: Freshness): Promise<StayObservation | undefined>
  /** Full answers for single nights of one hotel, as summaries, by check-in. */
  findNights(
    stay: Omit<Stay, 'checkin'>,
    nights: readonly Night[],
    fresh: Freshness,
  ): Promise<Map<Night, Summary>>
  /** The newest summaries of one stay at many hotels, by `source/code`, from any kind of answer. */
  findLowest(
    stays: readonly Stay[],
    fresh: Freshness,
    rich: (figures: Figures) => boolean,
  ): Promise<Map<string, Summary>>
  /** Cash cells of one hotel by night, from full answers, batches or calendars. */
  findCells(
    kind: Kind,
    stay: Omit<Stay, 'checkin'>,
    nights: readonly Night[],
    fresh: Freshness,
  ): Promise<Map<Night, Summary>>
  /** What a source has just answered. `share`: the call is sure to pay, so others may have it too before it has. */
  observe(stay: Stay, answer: StayAnswer, at: { seenMs: number; share: boolean }): Fresh
  observeLowest(stay: Omit<Stay, 'checkin' | 'hotelCode'>, row: LowestAnswer, seenMs: number): Keep
  /** What another call of this process shares. */
  findShared(stay: Stay, fresh: Freshness): Fresh | undefined
}

/** A new observation. The call that shows it pays for it and keeps it. */
export interface Fresh {
  observation: StayObservation
  /** Makes it readable in this process at once, and in the database when the promise resolves. */
  keep: Keep
}

/** Approximate bytes of matrices that a process caches. */
const MEMORY_BYTES = 96 * 1024 * 1024
/** A charge takes a few milliseconds, and longer if hundreds of calls have waited for the same answer. */
const SHARED = { max: 1000, ttl: LIMITS.answerMs }

export function createObservations(pool: Pool, hotels: HotelsMaster, writer: Writer): Observations {
  const memory = new LRUCache<string, StayObservation>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ answer }) =>
      2000 + answer.rooms.reduce((sum, room) => sum + 300 + room.rates.length * 700, 0),
  })

  /** Callers that joined one call all pass the same answer object: it is one observation, and stored once. */
  const observed = new WeakMap<StayAnswer, Fresh>()
  const shared = new LRUCache<string, Fresh>(SHARED)

  function recall(stay: Stay, freshness: Freshness): StayObservation | undefined {
    const known = memory.get(stayKey(stay))
    return known && isFresh(known, freshFor(stay, freshness)) ? known : undefined
  }

  function remember(stay: Stay, observation: StayObservation): StayObservation {
    const key = stayKey(stay)
    const known = memory.get(key)
    if (known && known.seenMs > observation.seenMs) return known
    memory.set(key, observation)
    return observation
  }

  function freshOf(stay: Stay, observation: StayObservation): Fresh {
    const { answer, figures, seenMs } = observation
    const hotel = { source: stay.source.id, hotelCode: stay.hotelCode, record: answer.hotel }
    let stored: Promise<void> | undefined
    const keep: Keep = (paid) => {
      if (stored) return stored
      remember(stay, observation)
      shared.delete(stayKey(stay))
      stored = writer.write(paid, [hotel], (no) => [
        stayRows(no(hotelKey(hotel)), stay, answer, figures, seenMs),
      ])
      return stored
    }
    return { observation, keep }
  }

  async function placesOf(stays: readonly Omit<Stay, 'checkin'>[]): Promise<(ObservationKey | null)[]> {
    const nos = await hotels.findNos(stays.map(({ source, hotelCode }) => ({ source: source.id, hotelCode })))
    return stays.map((stay) => {
      const hotel = nos.get(nameOf(stay))
      return hotel === undefined ? null : keyAt(hotel, stay)
    })
  }

  function readAt(place: ObservationKey, { checkin, pointOfSale }: Stay, notBeforeMs: number) {
    if (!pointOfSale) return readStay(pool, place, checkin, notBeforeMs)
    return readSaleStay(pool, { ...place, checkin, sale: saleKey(pointOfSale) }, notBeforeMs)
  }

  return {
    recall,
    findStay: async (stay, fresh) => {
      const known = recall(stay, fresh)
      if (known) return known
      const [place] = await placesOf([stay])
      const found = place && (await readAt(place, stay, freshFor(stay, fresh).notBeforeMs))
      if (!found || isExpired(found.value, fresh.nowMs)) return undefined
      return remember(stay, observationOf(found.value, found.seenMs))
    },
    findNights: async (stay, nights, fresh) => {
      const [place] = await placesOf([stay])
      const { notBeforeMs } = freshFor(stay, fresh)
      return place ? readNights(pool, place, nights, notBeforeMs) : new Map()
    },
    findLowest: async (stays, fresh, rich) => {
      const places = await placesOf(stays)
      const known = places.filter((place) => place !== null)
      const checkin = stays[0]?.checkin
      if (checkin === undefined || known.length === 0) return new Map()
      const notBeforeMs = Math.min(...stays.map((stay) => freshFor(stay, fresh).notBeforeMs))
      const [full, cells] = await Promise.all([
        readStaySummaries(pool, known, checkin, notBeforeMs),
        readCells(pool, 'cash', known, [checkin], notBeforeMs),
      ])
      const found = new Map<string, Summary>()
      for (const [index, stay] of stays.entries()) {
        const hotel = places[index]?.hotel
        if (hotel === undefined) continue
        const candidates = [full.get(hotel), cells.get(`${hotel}/${checkin}`)]
        const newest = candidates
          .filter((seen) => seen !== undefined && seen.seenMs >= freshFor(stay, fresh).notBeforeMs)
          .filter((seen) => seen !== undefined && rich(seen.value))
          .toSorted((a, b) => (b?.seenMs ?? 0) - (a?.seenMs ?? 0))[0]
        if (newest) found.set(nameOf(stay), newest)
      }
      return found
    },
    findCells: async (kind, stay, nights, fresh) => {
      const [place] = await placesOf([stay])
      if (!place) return new Map()
      const { notBeforeMs } = freshFor(stay, fresh)
      const cells = await readCells(pool, kind, [place], nights, notBeforeMs)
      return new Map([...cells].map(([key, seen]) => [key.slice(key.indexOf('/') + 1), seen]))
    },
    observe: (stay, answer, { seenMs, share }) => {
      const fresh = observed.get(answer) ?? freshOf(stay, observationOf(answer, seenMs))
      observed.set(answer, fresh)
      if (share) shared.set(stayKey(stay), fresh)
      return fresh
    },
    observeLowest: (stay, row, seenMs) => (paid) => {
      const hotel = { source: stay.source.id, hotelCode: row.hotelCode, record: null }
      return writer.write(paid, [hotel], (no) => [lowestRows(no(hotelKey(hotel)), stay, row, seenMs)])
    },
    findShared: (stay, freshness) => {
      const fresh = shared.get(stayKey(stay))
      return fresh && isFresh(fresh.observation, freshFor(stay, freshness)) ? fresh : undefined
    },
  }
}

/** A stay may have an age of its own. */
function freshFor({ maxAgeSec }: Pick<Stay, 'maxAgeSec'>, fresh: Freshness): Freshness {
  return maxAgeSec === undefined ? fresh : { ...fresh, notBeforeMs: fresh.nowMs - maxAgeSec * 1000 }
}

function observationOf(answer: StayAnswer, seenMs: number): StayObservation {
  return { answer, figures: figuresOf(answer), seenMs, rendered: null }
}

function isFresh({ answer, seenMs }: StayObservation, { notBeforeMs, nowMs }: Freshness): boolean {
  return seenMs >= notBeforeMs && !isExpired(answer, nowMs)
}

function isExpired({ expiresAt }: StayAnswer, nowMs: number): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) <= nowMs
}

function nameOf({ source, hotelCode }: Pick<Stay, 'source' | 'hotelCode'>): string {
  return hotelKey({ source: source.id, hotelCode })
}
