import { buildChannels } from './agencies.ts'
import { createCountries } from './countries.ts'
import { exchange } from './currencies.ts'
import { createDirectory, type Directory } from './directory.ts'
import { createEntities } from './entities.ts'
import type { Channel, Hotel } from './hotel.ts'
import { buildHotels } from './hotels.ts'
import { createPlaces } from './places.ts'
import { type Quirk, type Quirks } from './quirk.ts'
import { createQuirkBook, type Property } from './quirks.ts'
import { propertyOf, quoteChannel, quoteHotel } from './quotes.ts'
import { createSteps } from './steps.ts'
import { buildTestHotels, misbehaviourOf } from './test-hotels.ts'
import type { Listing, World } from './world.ts'

/** A world that can be changed, and set back to its start. */
export interface ChangeableWorld extends World {
  /** The quirks of a property; undefined where the source does not know the code. */
  quirks(source: string, code: string): Quirks | undefined
  /** False where the source does not know the code. */
  setQuirks(source: string, code: string, changes: Readonly<Partial<Record<Quirk, boolean>>>): boolean
  forgetQuirks(): void
  forgetSteps(): void
}

/** Hotels and listings are built at once; what their nights cost is computed when it is asked. */
export function createWorld({ seed, now }: { seed: number; now: () => number }): ChangeableWorld {
  const country = createCountries()
  const steps = createSteps()
  const quirks = createQuirkBook()
  const market = { now, steps, quirks }
  const testHotels = buildTestHotels(seed, country)
  const ordinary = buildHotels({ seed, country })
  const channels = buildChannels(seed, ordinary, testHotels)
  const hotels = [...ordinary, ...testHotels]
  const hotelBy = new Map(hotels.map((hotel) => [keyOf(hotel.listing), hotel]))
  const channelBy = new Map(channels.map((channel) => [keyOf(channel.listing), channel]))
  const directories = directoriesOf(hotels, channels)
  const propertyBy = (source: string, code: string): Property | undefined => {
    const key = `${source} ${code}`
    const found = hotelBy.get(key) ?? channelBy.get(key)
    return found && propertyOf(found)
  }

  return {
    seed,
    now,
    listings: (source) => directories.get(source)?.all ?? [],
    listing(source, code) {
      const key = `${source} ${code}`
      return (hotelBy.get(key) ?? channelBy.get(key))?.listing
    },
    near: (source, lat, lng, radiusKm, limit) =>
      directories.get(source)?.near(lat, lng, radiusKm, limit) ?? [],
    search: (source, text, limit) => directories.get(source)?.search(text, limit) ?? [],
    misbehaviour: misbehaviourOf,
    quote(source, code, ask, step = {}) {
      const key = `${source} ${code}`
      const hotel = hotelBy.get(key)
      if (hotel) return quoteHotel(market, hotel, ask, step)
      const channel = channelBy.get(key)
      return channel && quoteChannel(market, channel, ask, step)
    },
    exchange,
    places: createPlaces(seed),
    entities: createEntities(seed, hotels, channels),
    quirks(source, code) {
      const property = propertyBy(source, code)
      return property && quirks.of(property)
    },
    setQuirks(source, code, changes) {
      const property = propertyBy(source, code)
      if (property) quirks.set(property, changes)
      return property !== undefined
    },
    forgetQuirks: () => quirks.forget(),
    forgetSteps: () => steps.forget(),
  }
}

function keyOf(listing: Listing): string {
  return `${listing.source} ${listing.code}`
}

function directoriesOf(hotels: readonly Hotel[], channels: readonly Channel[]): Map<string, Directory> {
  const bySource = new Map<string, Listing[]>()
  for (const { listing } of [...hotels, ...channels]) {
    const list = bySource.get(listing.source)
    if (list) list.push(listing)
    else bySource.set(listing.source, [listing])
  }
  return new Map([...bySource].map(([source, list]) => [source, createDirectory(list)]))
}
