import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentOf } from '../../../sandbox/src/environment.ts'
import { SOURCES } from '../../../sandbox/src/sources.ts'
import { configurationId } from '../../../sandbox/src/wires/mews/ids.ts'
import { TEST_CODES } from '../../../sandbox/src/world/test-hotels.ts'
import { type RunningSandbox, startSandbox } from '../../../sandbox/test/start-sandbox.ts'
import type { Catalog, Source } from '../../src/sources/catalog/catalog.ts'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import type { SourceEntry } from '../../src/sources/catalog/schema.ts'
import { createGateway } from '../../src/sources/gateway.ts'
import { FAMILIES, RATE_FAMILIES, SEARCH_FAMILIES } from '../../src/sources/registry.ts'
import { createSearchGateway } from '../../src/sources/search-gateway.ts'
import type { SandboxSources } from './sandbox-sources.ts'
import { silentLog } from './toy-source.ts'

const ENTRY = {
  kind: 'chain',
  weights: { shop: 1, compset: 1, member: 0 },
  capabilities: {
    batch: false,
    calendar: false,
    points: false,
    pointsCash: false,
    geo: false,
    certificates: [],
  },
  currencies: ['*'],
  localCurrency: true,
} satisfies Partial<SourceEntry>

/** Houses of the sandbox in New York, London and Paris. */
const ROSEWATER = [
  'a19cb108-bb12-49f5-a328-d1007079e99e',
  '137e0411-27d0-479e-ae00-d46a8fd94628',
  'e8de48fe-3a41-426a-ab5e-38bde086cd4a',
]

/** The entries of the three systems with which the sandbox's independent houses work. */
export function independentEntries(sandboxUrl: string): SourceEntry[] {
  return [
    {
      ...ENTRY,
      id: 'quillhouse',
      name: 'Quillhouse',
      family: 'apaleo',
      profile: { identityUrl: `${sandboxUrl}/quillhouse` },
      taxIncluded: true,
      examples: ['NEWQH', 'LONQH', 'PARQH'],
      baseUrl: `${sandboxUrl}/quillhouse`,
      credentials: { clientId: 'QUILLHOUSE_CLIENT_ID', clientSecret: 'QUILLHOUSE_CLIENT_SECRET' },
    },
    {
      ...ENTRY,
      id: 'rosewater',
      name: 'Rosewater',
      family: 'mews',
      profile: { hotels: [...ROSEWATER, ...TEST_CODES].map((code) => `${code}/${configurationId(code)}`) },
      taxIncluded: true,
      examples: ROSEWATER,
      baseUrl: `${sandboxUrl}/rosewater`,
      credentials: { client: 'ROSEWATER_CLIENT' },
    },
    {
      ...ENTRY,
      id: 'saltmarsh',
      name: 'Saltmarsh',
      family: 'cloudbeds',
      taxIncluded: false,
      examples: ['746388', '186391', '761078'],
      baseUrl: `${sandboxUrl}/saltmarsh`,
      credentials: { apiKey: 'SALTMARSH_API_KEY' },
    },
  ]
}

/** A sources file that replaces the bundled ones by these entries, or adds to them. */
export function sourcesFileOf(entries: readonly SourceEntry[], { replace = true } = {}): string {
  const file = join(mkdtempSync(join(tmpdir(), 'independent-')), 'sources.json')
  writeFileSync(file, JSON.stringify({ replace, sources: entries }))
  return file
}

/** The real sandbox, and the systems of its independent houses reached through a real gateway. */
export async function startIndependentSources(now: () => number = Date.now): Promise<SandboxSources> {
  const sandbox = await startSandbox()
  const catalog = catalogOf(sandbox.url, sandbox.environment)
  const gateway = createGateway({ catalog, families: RATE_FAMILIES, now, log: silentLog })
  const search = createSearchGateway({ catalog, families: SEARCH_FAMILIES, now, log: silentLog })
  const stop = async (): Promise<void> => {
    await gateway.close()
    await search.close()
    await sandbox.stop()
  }
  return { sandbox, catalog, gateway, search, stop }
}

/** What the catalog says of them, for tests that are declared before anything runs. */
export function independentSources(): readonly Source[] {
  const url = 'http://sandbox.invalid'
  return catalogOf(url, environmentOf(url, SOURCES)).sources
}

function catalogOf(url: string, env: RunningSandbox['environment']): Catalog {
  return loadCatalog({ env, sourcesFile: sourcesFileOf(independentEntries(url)), families: FAMILIES })
}
