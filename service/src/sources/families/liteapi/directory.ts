import { LRUCache } from 'lru-cache'
import { atMost } from '../../../kernel/at-most.ts'
import { type Call, type HotelRecord, SourceFailure } from '../../source.ts'
import type { LiteapiClient } from './client.ts'
import { parseHotel, parseHotelList } from './static-data.ts'

/**
 * Which hotels the vendor knows. Its rates say "nothing available" for sold-out and unknown hotels alike; only the static data
 * distinguishes them, and is cached.
 */
export interface Directory {
  remember(hotel: HotelRecord): void
  /** Throws `not_found` if the vendor does not know the hotel. */
  hotel(hotelCode: string, call: Call): Promise<HotelRecord>
  /** For each hotel its record, or why it is unknown. */
  hotels(hotelCodes: readonly string[], call: Call): Promise<Map<string, HotelRecord | SourceFailure>>
}

const REMEMBERED = 20_000
const REMEMBERED_FOR_MS = 24 * 3_600_000
const AT_ONCE = 4
/** Keeps the URL short enough for servers, even with the longest hotel codes. */
const CODES_PER_LIST = 50

export function createDirectory(client: LiteapiClient, now: () => number): Directory {
  const known = new LRUCache<string, HotelRecord>({
    ...atMost(REMEMBERED),
    ttl: REMEMBERED_FOR_MS,
    ttlResolution: 0,
    perf: { now },
  })
  const remember = (hotel: HotelRecord): void => void known.set(hotel.hotelCode, hotel)

  async function lookUp(hotelCode: string, call: Call): Promise<HotelRecord> {
    const held = known.get(hotelCode)
    if (held) return held
    const body = await client.hotel(hotelCode, call)
    const hotel = body === null ? null : parseHotel(body, hotelCode)
    if (!hotel) throw new SourceFailure('not_found', `no hotel ${hotelCode}`)
    remember(hotel)
    return hotel
  }

  /** One list instead of many requests. Hotels it leaves out are requested alone: absence proves nothing. */
  async function learn(hotelCodes: readonly string[], call: Call): Promise<void> {
    for (let first = 0; first < hotelCodes.length; first += CODES_PER_LIST) {
      const some = hotelCodes.slice(first, first + CODES_PER_LIST)
      const body = await client.hotels({ hotelIds: some.join(','), limit: String(some.length) }, call)
      for (const hotel of parseHotelList(body).hotels) remember(hotel)
    }
  }

  return {
    remember,
    hotel: lookUp,
    async hotels(hotelCodes, call) {
      const found = new Map<string, HotelRecord | SourceFailure>()
      const unknown = hotelCodes.filter((code) => !known.has(code))
      if (unknown.length > 1) {
        try {
          await learn(unknown, call)
        } catch (error) {
          const failure = asFailure(error)
          return new Map(hotelCodes.map((code) => [code, known.get(code) ?? failure]))
        }
      }
      const waiting = [...hotelCodes]
      const work = async (): Promise<void> => {
        for (let code = waiting.shift(); code !== undefined; code = waiting.shift()) {
          found.set(code, await lookUp(code, call).catch(asFailure))
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      return found
    },
  }
}

function asFailure(error: unknown): SourceFailure {
  if (error instanceof SourceFailure) return error
  throw error
}
