import { createWorld } from '../../../sandbox/src/world/create.ts'
import type { Listing } from '../../../sandbox/src/world/listing.ts'
import type { RoomOffer, World } from '../../../sandbox/src/world/world.ts'
import { addNights, nightAt } from '../../src/kernel/dates.ts'
import { matchedRooms } from '../../src/rates/same-rooms.ts'
import { MATCH } from '../../src/rooms/match.ts'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import { createGateway, type Gateway } from '../../src/sources/gateway.ts'
import { FAMILIES, RATE_FAMILIES } from '../../src/sources/registry.ts'
import type { StayAnswer } from '../../src/sources/source.ts'

/** How well rooms of the chains are found among those of the agencies, compared with the sandbox's own world. */
export interface RoomQuality {
  /** By agency. */
  rows: RoomRow[]
  hotels: number
  wrong: string[]
  missed: string[]
}

export interface RoomRow {
  source: string
  found: number
  right: number
  /** How many of the agency's rooms are rooms of the chain. */
  there: number
}

export interface RoomQualitySettings {
  environment: Record<string, string>
  seed: number
  /** Every how many-th hotel of the chains. */
  every: number
}

const silent = { info: () => {}, warn: () => {} }
const OCCUPANCY = { adults: 2, children: 0, rooms: 1 }
const AHEAD_DAYS = 40
const AT_ONCE = 6

export async function measureRooms({ environment, seed, every }: RoomQualitySettings): Promise<RoomQuality> {
  const catalog = loadCatalog({ env: environment, sourcesFile: undefined, families: FAMILIES })
  const gateway = createGateway({ catalog, now: Date.now, log: silent, families: RATE_FAMILIES })
  const world = createWorld({ seed, now: Date.now })
  const sources = catalog.sources.filter(({ kind }) => kind === 'ota').map(({ id }) => id)
  const chains = new Set(catalog.sources.filter(({ kind }) => kind === 'chain').map(({ id }) => id))
  const listed = sources.flatMap((source) =>
    world.listings(source).filter(({ chainHotel }) => chains.has(chainHotel.source)),
  )
  const hotels = [
    ...Map.groupBy(listed, ({ chainHotel }) => `${chainHotel.source} ${chainHotel.code}`).values(),
  ]
    .filter(([first]) => first !== undefined && !TEST_HOTEL.test(first.chainHotel.code))
    .filter((_, place) => place % every === 0)
  const count = createCount(sources)
  try {
    const waiting = hotels.values()
    const work = async (): Promise<void> => {
      for (const listings of waiting) await countHotel(gateway, world, listings, count)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  } finally {
    await gateway.close()
  }
  return { ...count.done(), hotels: hotels.length }
}

/** Test hotels have capital names; they are the same at every source. */
const TEST_HOTEL = /^[A-Z]{5,}3?$/

async function countHotel(
  gateway: Gateway,
  world: World,
  listings: readonly Listing[],
  count: Count,
): Promise<void> {
  const [first] = listings
  if (!first) return
  const direct = await answerOf(gateway, first.chainHotel.source, first.chainHotel.code)
  if (direct === null || direct.rooms.length === 0) return
  for (const { source, code, chainHotel } of listings) {
    const answer = await answerOf(gateway, source, code)
    if (answer === null) continue
    const truth = truthOf(
      world.quote(source, code, ASK)?.rooms ?? [],
      world.quote(chainHotel.source, chainHotel.code, ASK)?.rooms ?? [],
    )
    const { direct: own, channels } = matchedRooms(direct, [{ channel: source, answer }])
    for (const { named, matches } of channels) {
      named.forEach(({ rooms: [room] }, place) => {
        const isOf = truth.get(room.name) ?? new Set()
        const match = matches.find(({ theirs, confidence }) => theirs === place && confidence >= MATCH)
        const found = match && own[match.ours]?.rooms[0]
        const isThere = own.some(({ rooms }) => rooms.some(({ name }) => isOf.has(name)))
        count.add(source, {
          isFound: found !== undefined,
          isRight: found !== undefined && isOf.has(found.name),
          isThere,
          text: `${chainHotel.source}/${chainHotel.code} at ${source}: ${room.name}${found ? ` as ${found.name}` : ''} (${own.map(({ rooms }) => rooms[0].name).join(' · ')})`,
        })
      })
    }
  }
}

const CHECKIN = addNights(nightAt(Date.now()), AHEAD_DAYS)
const ASK = { checkin: CHECKIN, los: 1, ...OCCUPANCY }

async function answerOf(gateway: Gateway, source: string, hotelCode: string): Promise<StayAnswer | null> {
  const query = { hotelCode, checkin: CHECKIN, los: 1, occupancy: OCCUPANCY, currency: 'USD' }
  try {
    return (await gateway.shop(source, query)).answer
  } catch {
    // A hotel that misbehaves or a busy machine says nothing of how well rooms are matched.
    return null
  }
}

/** The hotel's own names of an agency's room, by its name there: an agency may sell several rooms under one. */
function truthOf(rooms: readonly RoomOffer[], own: readonly RoomOffer[]): Map<string, Set<string>> {
  const truth = new Map<string, Set<string>>()
  for (const { name, of } of rooms) {
    const known = truth.get(name) ?? new Set()
    const room = own.find(({ code }) => code === of)
    if (room) known.add(room.name)
    truth.set(name, known)
  }
  return truth
}

type Count = ReturnType<typeof createCount>

function createCount(sources: readonly string[]) {
  const rows = new Map(sources.map((source) => [source, { source, found: 0, right: 0, there: 0 }]))
  const wrong: string[] = []
  const missed: string[] = []
  return {
    add(source: string, seen: { isFound: boolean; isRight: boolean; isThere: boolean; text: string }): void {
      const row = rows.get(source)
      if (!row) return
      row.found += Number(seen.isFound)
      row.right += Number(seen.isRight)
      row.there += Number(seen.isThere)
      if (seen.isFound && !seen.isRight) wrong.push(seen.text)
      if (seen.isThere && !seen.isRight) missed.push(seen.text)
    },
    done: () => ({ rows: [...rows.values()].filter(({ there }) => there > 0), wrong, missed }),
  }
}
