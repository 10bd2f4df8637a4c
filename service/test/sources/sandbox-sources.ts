import { environmentOf } from '../../../sandbox/src/environment.ts'
import { SOURCES } from '../../../sandbox/src/sources.ts'
import { type RunningSandbox, startSandbox } from '../../../sandbox/test/start-sandbox.ts'
import type { Catalog, Source } from '../../src/sources/catalog/catalog.ts'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import { createGateway, type Gateway } from '../../src/sources/gateway.ts'
import { FAMILIES, RATE_FAMILIES, SEARCH_FAMILIES } from '../../src/sources/registry.ts'
import { createSearchGateway, type SearchGateway } from '../../src/sources/search-gateway.ts'
import { silentLog } from './toy-source.ts'

export interface SandboxSources {
  sandbox: RunningSandbox
  catalog: Catalog
  gateway: Gateway
  search: SearchGateway
  stop(): Promise<void>
}

/** The real sandbox, and every bundled source reached through a real gateway. */
export async function startSandboxSources(now: () => number = Date.now): Promise<SandboxSources> {
  const sandbox = await startSandbox()
  const catalog = loadCatalog({ env: sandbox.environment, sourcesFile: undefined, families: FAMILIES })
  const gateway = createGateway({ catalog, families: RATE_FAMILIES, now, log: silentLog })
  const search = createSearchGateway({ catalog, families: SEARCH_FAMILIES, now, log: silentLog })
  return {
    sandbox,
    catalog,
    gateway,
    search,
    async stop() {
      await gateway.close()
      await search.close()
      await sandbox.stop()
    },
  }
}

/** What the catalog says of its sources, for tests that are declared before anything runs. */
export function bundledSources(): readonly Source[] {
  const env = environmentOf('http://sandbox.invalid', SOURCES)
  return loadCatalog({ env, sourcesFile: undefined, families: FAMILIES }).sources
}
