import { readConfig } from '../config.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'

/** Loaded late: most commands need no sources and start faster without. */
export async function readCatalog(): Promise<Catalog> {
  const { loadCatalog } = await import('../sources/catalog/load.ts')
  const { FAMILIES } = await import('../sources/registry.ts')
  const { sourcesFile } = readConfig(process.env)
  return loadCatalog({
    env: process.env,
    sourcesFile: sourcesFile === '' ? undefined : sourcesFile,
    families: FAMILIES,
  })
}
