import { readConfig } from '../config.ts'
import type { Pool } from '../db/pool.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'

/** Of the file and the bundled list: for what works without a database. */
export async function readCatalog(): Promise<Catalog> {
  return (await loader())()
}

/** With the sources in the database too, but without their secrets: for what asks no source. */
export async function readKnownCatalog(pool: Pool): Promise<Catalog> {
  const { readStored } = await import('../sources/store/store.ts')
  return (await loader())(await readStored(pool, null))
}

/** Loaded late: most commands need no sources and start faster without. */
async function loader() {
  const { createCatalogLoader } = await import('../sources/catalog/load.ts')
  const { FAMILIES } = await import('../sources/registry.ts')
  const { sourcesFile } = readConfig(process.env)
  return createCatalogLoader({
    env: process.env,
    sourcesFile: sourcesFile === '' ? undefined : sourcesFile,
    families: FAMILIES,
  })
}
