import { createChannels } from './agencies.ts'
import { CHAINS } from './chains.ts'
import { readHotelTowns } from './cities.ts'
import { createCountries } from './countries.ts'
import { exchange } from './currencies.ts'
import { createEntities } from './entities.ts'
import type { Channel, Hotel } from './hotel.ts'
import { buildHotels, buildIndependents } from './hotels.ts'
import { INDEPENDENT } from './independents.ts'
import { createInventory, type HotelChange } from './inventory.ts'
import { createPlaces } from './places.ts'
import { buildCustomers } from './property-systems.ts'
import { type Quirk, type Quirks } from './quirk.ts'
import { createQuirkBook, type Property } from './quirks.ts'
import { propertyOf, quoteChannel, quoteHotel } from './quotes.ts'
import { createSteps } from './steps.ts'
import { buildTestHotels, misbehaviourOf } from './test-hotels.ts'
import type { World } from './world.ts'

/** A world that can be changed, and set back to its start. */
export interface ChangeableWorld extends World {
  /** The quirks of a property; undefined where the source does not know the code. */
  quirks(source: string, code: string): Quirks | undefined
  /** False where the source does not know the code. */
  setQuirks(source: string, code: string, changes: Readonly<Partial<Record<Quirk, boolean>>>): boolean
  forgetQuirks(): void
  forgetSteps(): void
  /** Renames, moves, closes or reopens a property at one source. False where the source does not know the code. */
  changeHotel(source: string, code: string, change: HotelChange): boolean
  /** False where the code is taken, or the source does not know the one that it is to be like. */
  addHotel(source: string, code: string, like: string, facts: Omit<HotelChange, 'closed'>): boolean
  forgetHotelChanges(): void
}

/** Builds the hotels up front. The agencies' listings and the prices of nights are computed on request. */
export function createWorld({ seed, now }: { seed: number; now: () => number }): ChangeableWorld {
  const country = createCountries()
  const steps = createSteps()
  const quirks = createQuirkBook()
  const market = { now, steps, quirks }
  const { towns, testCity } = readHotelTowns()
  const testHotels = buildTestHotels(seed, country, testCity, CHAINS)
  const ordinary = buildHotels({ seed, country }, towns)
  const independents = buildIndependents({ seed, country }, towns)
  const channels = createChannels(seed, ordinary, testHotels)
  const hotels = [...ordinary, ...testHotels]
  const stock = new Map<string, () => readonly (Hotel | Channel)[]>()
  const customers = buildCustomers({ seed, country }, towns, testCity)
  const houses = Map.groupBy([...hotels, ...customers], ({ listing }) => listing.source)
  for (const [source, own] of houses) stock.set(source, () => own)
  stock.set(INDEPENDENT, () => independents)
  for (const agency of channels.agencies) stock.set(agency, () => channels.of(agency))
  const inventory = createInventory(stock, now)
  const propertyBy = (source: string, code: string): Property | undefined => {
    const found = inventory.hotel(source, code) ?? inventory.channel(source, code)
    return found && propertyOf(found)
  }

  return {
    seed,
    now,
    listings: (source) => inventory.directory(source)?.all ?? [],
    listing: (source, code) => (inventory.hotel(source, code) ?? inventory.channel(source, code))?.listing,
    descriptions: (source) => inventory.descriptions(source),
    description: (source, code) => inventory.description(source, code),
    near: (source, lat, lng, radiusKm, limit) =>
      inventory.directory(source)?.near(lat, lng, radiusKm, limit) ?? [],
    search: (source, text, limit) => inventory.directory(source)?.search(text, limit) ?? [],
    misbehaviour: misbehaviourOf,
    house(source, code) {
      const hotel = inventory.hotel(source, code)
      if (!hotel) return undefined
      const { rooms, resortFee, country: home } = hotel
      return { rooms, resortFee, taxBasisPoints: home.taxBasisPoints, cityTax: home.cityTax }
    },
    quote(source, code, ask, step = {}) {
      const hotel = inventory.hotel(source, code)
      if (hotel) return quoteHotel(market, hotel, ask, step)
      const channel = inventory.channel(source, code)
      return channel && quoteChannel(market, channel, ask, step)
    },
    exchange,
    places: createPlaces(seed),
    entities: createEntities(seed, [...hotels, ...independents], channels),
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
    changeHotel: (source, code, change) => inventory.change(source, code, change),
    addHotel: (source, code, like, facts) => inventory.add(source, code, like, facts),
    forgetHotelChanges: () => inventory.forgetChanges(),
  }
}
