import { LRUCache } from 'lru-cache'
import { atMost } from '../../../kernel/at-most.ts'
import { addNights } from '../../../kernel/dates.ts'
import {
  type Adapter,
  type BatchQuery,
  type BatchRow,
  type Call,
  type Family,
  type FamilySettings,
  SourceFailure,
  type StayAnswer,
  type StayQuery,
} from '../../source.ts'
import { readOptions } from '../options.ts'
import { checkHotel, type Hotel, type Identified } from './answer.ts'
import { type Brand, vendorIdOf } from './codes.ts'
import { createContent } from './content.ts'
import { createFeed } from './feed.ts'
import { createFind } from './find.ts'
import { lowestAnswerOf, stayAnswerOf } from './hotel.ts'
import {
  type AskListings,
  createAskListings,
  type ListingsAnswer,
  nothingAsNull,
  requireEcho,
} from './listings.ts'
import type { Extent } from './rates.ts'
import {
  createFeedHeaders,
  createHeaders,
  existingListings,
  STAY_LIMITS,
  type StayAsk,
  stayListings,
} from './request.ts'

/** With all rates requested, the vendor cuts an answer off after 200 hotels. */
const BATCH_SIZE = 200

const KNOWN_HOTELS = 50_000

/** Where the vendor keeps its files. */
const FEED_DOMAINS = ['amazonaws.com', 'expedia.com', 'expediagroup.com']

/** Expedia XAP v3 lodging listings. Prices are all-in: with taxes and fees due at the hotel. */
export const xap: Family = {
  name: 'xap',
  credentials: ['username', 'password', 'apiKey'],
  batchSize: BATCH_SIZE,
  // The vendor has a rate calendar, but without a stated tax basis: not comparable with a shop.
  calendarDays: null,
  mostRooms: STAY_LIMITS.mostRooms,
  pointOfSale: ['device'],
  bind: bindXap,
}

function bindXap(settings: FamilySettings): Adapter {
  const options = readOptions(settings.profile, ['feedDomains'])
  const feedHeaders = createFeedHeaders(settings)
  const feed = createFeed(feedHeaders, options.texts('feedDomains', FEED_DOMAINS, 10), settings.now)
  const ask = createAskListings(createHeaders(settings), settings.now)
  const known = new LRUCache<string, true>(atMost(KNOWN_HOTELS))
  const absence = createAbsence(ask, known)

  async function shop(query: StayQuery, call: Call): Promise<StayAnswer> {
    const { brand, id } = vendorIdOf(query.hotelCode)
    const answer = await askStay(ask, brand, [id], query, 'high', call)
    const hotel = answer?.hotels.find((entry) => idOf(entry, brand) === id)
    if (!answer || !hotel) throw (await absence(brand, [id], call))(id)
    const stay = stayAnswerOf(wellFormed(hotel), query.hotelCode, query, extentOf(query))
    known.set(knownKey(brand, id), true)
    return call.raw ? { ...stay, raw: [answer.body] } : stay
  }

  async function lowest(query: BatchQuery, call: Call): Promise<BatchRow[]> {
    const asked = query.hotelCodes.map((hotelCode) => ({ hotelCode, ...vendorIdOf(hotelCode) }))
    const brands = [...new Set(asked.map(({ brand }) => brand))]
    const parts = await Promise.allSettled(
      brands.map((brand) =>
        lowestOfBrand(
          brand,
          asked.filter((hotel) => hotel.brand === brand),
          query,
          call,
        ),
      ),
    )
    // One brand's failure does not affect the other; if nothing was returned, the call failed.
    const failures = parts.filter((part) => part.status === 'rejected')
    if (failures[0] && failures.length === parts.length) throw sourceFailureOf(failures[0].reason)
    const rows = parts.flatMap((part, index): BatchRow[] => {
      if (part.status === 'fulfilled') return part.value
      const failure = sourceFailureOf(part.reason)
      return asked
        .filter(({ brand }) => brand === brands[index])
        .map(({ hotelCode }) => ({ hotelCode, failure }))
    })
    const byCode = new Map(rows.map((row) => [row.hotelCode, row]))
    return query.hotelCodes.flatMap((hotelCode) => byCode.get(hotelCode) ?? [])
  }

  async function lowestOfBrand(
    brand: Brand,
    asked: { hotelCode: string; id: string }[],
    query: BatchQuery,
    call: Call,
  ): Promise<BatchRow[]> {
    const ids = asked.map(({ id }) => id)
    const answer = await askStay(ask, brand, ids, query, 'lowest', call)
    const byId = new Map(answer?.hotels.map((hotel) => [idOf(hotel, brand), hotel]))
    const reasonOf = await absence(
      brand,
      ids.filter((id) => !byId.has(id)),
      call,
    )
    return asked.map(({ hotelCode, id }): BatchRow => {
      const hotel = byId.get(id)
      if (!hotel) return { hotelCode, failure: reasonOf(id) }
      try {
        const figures = lowestAnswerOf(wellFormed(hotel), hotelCode, query, extentOf(query))
        known.set(knownKey(brand, id), true)
        return { hotelCode, lowest: figures }
      } catch (error) {
        return { hotelCode, failure: sourceFailureOf(error) }
      }
    })
  }

  return { shop, lowest, find: createFind(ask), content: createContent(feed, ask) }
}

/** Null if the vendor found no hotel. */
async function askStay(
  ask: AskListings,
  brand: Brand,
  ids: string[],
  stay: StayAsk,
  detail: 'lowest' | 'high',
  call: Call,
): Promise<ListingsAnswer | null> {
  const answer = await nothingAsNull(ask(stayListings(brand, ids, stay, detail), call))
  if (answer) requireEcho(answer.listings, stay)
  return answer
}

/**
 * Why hotels are missing from an answer. The vendor silently leaves out unknown ids, and known hotels it dropped look the same;
 * so a hotel never seen before is looked up without dates. If the lookup fails, only the missing hotels fail.
 */
function createAbsence(ask: AskListings, known: LRUCache<string, true>) {
  return async (brand: Brand, ids: string[], call: Call): Promise<(id: string) => SourceFailure> => {
    const dropped = (id: string) => new SourceFailure('broken', `the answer leaves out ${brand} ${id}`)
    const unseen = new Set(ids.filter((id) => !known.has(knownKey(brand, id))))
    if (unseen.size === 0) return dropped
    try {
      const answer = await nothingAsNull(ask(existingListings(brand, [...unseen]), call))
      const existing = new Set(answer?.hotels.map((hotel) => idOf(hotel, brand)))
      for (const id of unseen) if (existing.has(id)) known.set(knownKey(brand, id), true)
      return (id) =>
        unseen.has(id) && !existing.has(id)
          ? new SourceFailure('not_found', `no hotel ${brand} ${id}`)
          : dropped(id)
    } catch (error) {
      const failure = sourceFailureOf(error)
      return (id) => (unseen.has(id) ? failure : dropped(id))
    }
  }
}

function idOf(hotel: Identified, brand: Brand): string | undefined {
  return brand === 'hcom' ? hotel.HcomId : hotel.Id
}

function wellFormed(entry: Identified): Hotel {
  if (!checkHotel.Check(entry)) throw new SourceFailure('broken', 'a hotel record is not valid')
  return entry
}

function extentOf({ checkin, los, occupancy }: StayAsk): Extent {
  return { checkIn: checkin, checkOut: addNights(checkin, los), los, rooms: occupancy.rooms }
}

function knownKey(brand: Brand, id: string): string {
  return `${brand} ${id}`
}

function sourceFailureOf(error: unknown): SourceFailure {
  return error instanceof SourceFailure ? error : new SourceFailure('broken', 'unreadable', { cause: error })
}
