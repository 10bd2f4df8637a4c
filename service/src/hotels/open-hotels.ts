import type { Pool } from '../db/pool.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import type { Gateway } from '../sources/gateway.ts'
import type { SearchGateway } from '../sources/search-gateway.ts'
import { createHotelBook, type HotelBook } from './directory/hotel-book.ts'
import { createKnownHotels, type KnownHotels } from './directory/known.ts'
import { createDirectoryStatus, type DirectoryStatus } from './directory/status.ts'
import { createGazetteer } from './gazetteer/gazetteer.ts'
import type { HotelsMaster } from './master.ts'
import { createPlaces, type Places } from './places.ts'
import { openSearchPool } from './search/search-pool.ts'

export interface HotelsRuntime {
  databaseUrl: string
  pool: Pool
  steady: Pool
  catalog: Catalog
  gateway: Gateway
  search: SearchGateway
  hotels: HotelsMaster
  onIdleError(error: Error): void
}

/** What the API knows of hotels and places. */
export interface Hotels {
  hotelBook: HotelBook
  knownHotels: KnownHotels
  places: Places
  /** For searches by name. */
  searchPool: Pool
  directory(): Promise<DirectoryStatus>
  close(): Promise<void>
}

export function openHotels(runtime: HotelsRuntime): Hotels {
  const { databaseUrl, steady, hotels, onIdleError } = runtime
  const gazetteer = createGazetteer()
  const searchPool = openSearchPool({ url: databaseUrl, role: 'api', onIdleError })
  return {
    hotelBook: createHotelBook(steady, hotels),
    knownHotels: createKnownHotels(runtime),
    places: createPlaces({ ...runtime, gazetteer }),
    searchPool,
    directory: createDirectoryStatus(runtime),
    close: async () => {
      await gazetteer.close()
      await searchPool.end()
    },
  }
}
