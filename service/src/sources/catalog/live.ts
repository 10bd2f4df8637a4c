import type { Catalog } from './catalog.ts'

/** The catalog of a process, which changes while it runs. Readers keep the object and read its fields at each use. */
export interface LiveCatalog {
  catalog: Catalog
  replace(next: Catalog): void
}

export function createLiveCatalog(first: Catalog): LiveCatalog {
  let current = first
  return {
    catalog: {
      get sources() {
        return current.sources
      },
      get searchEngines() {
        return current.searchEngines
      },
      get families() {
        return current.families
      },
      get switchedOff() {
        return current.switchedOff ?? []
      },
      get transferPartners() {
        return current.transferPartners
      },
    },
    replace(next) {
      current = next
    },
  }
}
