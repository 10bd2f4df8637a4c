import type { Pool } from '../db/pool.ts'
import type { HotelsMaster } from '../hotels/master.ts'
import type { Purpose } from '../kernel/purpose.ts'
import type { Catalog, Source } from '../sources/catalog/catalog.ts'
import type { Gateway } from '../sources/gateway.ts'
import type { SearchGateway } from '../sources/search-gateway.ts'

/** The dependencies of resolving a hotel's ids. */
export interface IdentityDeps {
  catalog: Catalog
  gateway: Gateway
  search: SearchGateway
  pool: Pool
  hotels: HotelsMaster
  /** What requests are made for. Left out: for a call that somebody waits for. */
  purpose?: Purpose
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
}

/** The sources at which a hotel can have an id: the search engine's two, then the agencies. */
export function idSources(catalog: Catalog): string[] {
  return [...catalog.searchEngines, ...agencies(catalog)].map(({ id }) => id)
}

/** The sources whose hotels have ids at others: the chains, and the agencies that list their hotels. */
export function mappedSources({ sources }: Catalog): string[] {
  return sources.filter(({ kind }) => kind !== 'meta').map(({ id }) => id)
}

export function agencies({ sources }: Catalog): Source[] {
  return sources.filter(({ kind }) => kind === 'ota')
}
