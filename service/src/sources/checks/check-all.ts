import { PURPOSES } from '../../kernel/purpose.ts'
import type { SpendingMeter } from '../budget/meter.ts'
import { type Catalog, type Connection, findSource, type Source } from '../catalog/catalog.ts'
import { createGateway } from '../gateway.ts'
import { SEARCH_FAMILIES } from '../registry.ts'
import { createSearchGateway } from '../search-gateway.ts'
import type { Seen } from '../seen/sighting.ts'
import type { Adapter } from '../source.ts'
import type { Connect } from '../transport.ts'
import type { Attempts } from './attempt.ts'
import { checkEngine } from './check-engine.ts'
import { checkSource } from './check-source.ts'
import { createConceal } from './conceal.ts'
import { createExchanges } from './exchanges.ts'
import type { SourceReport } from './report.ts'

/** Failures are in the report; the log would only repeat them. */
const log = { info: () => {}, warn: () => {} }

/** How a check calls. */
export interface CheckMeans {
  /** Counts the requests. */
  meter?: SpendingMeter | undefined
  /** Opens the connections. */
  connect?: Connect | undefined
  /** Learns how the calls ended. */
  onSeen?: ((seen: Seen) => void) | undefined
}

/** Checks all sources and search engines, or the one with this id, through the service's own gateways. */
export async function checkAll(
  catalog: Catalog,
  id: string | undefined,
  hotelCode: string | undefined,
  now: () => number,
  { meter, connect, onSeen }: CheckMeans = {},
): Promise<SourceReport[]> {
  const isWanted = (source: Connection) => id === undefined || source.id === id
  const exchanges = createExchanges()
  const context = {
    catalog,
    now,
    log,
    wrapHttp: exchanges.wrapHttp,
    connect,
    meter,
    onSeen,
    purpose: PURPOSES.check,
  }
  const gateway = createGateway({ ...context, families: catalog.families })
  const search = createSearchGateway({ ...context, families: SEARCH_FAMILIES })
  const attemptsOf = (source: Connection): Attempts => ({
    sourceId: source.id,
    exchanges,
    conceal: createConceal(source.credentials),
    variables: source.variables,
    now,
  })
  /** A metasearch engine without examples is asked for the hotel that it has found. */
  const checkOf = (source: Source, asked: string | undefined, found?: SourceReport) =>
    checkSource({
      ...attemptsOf(source),
      source,
      verbs: verbsOf(source, catalog, now),
      gateway,
      hotelCode: asked ?? source.examples[0] ?? found?.hotelCode ?? undefined,
    })
  try {
    return await Promise.all([
      ...catalog.sources
        .filter((source) => source.kind !== 'meta' && isWanted(source))
        .map((source) => checkOf(source, hotelCode)),
      ...catalog.searchEngines.filter(isWanted).map(async (engine) => {
        const searched = await checkEngine(engine, search, attemptsOf(engine))
        const source = findSource(catalog, engine.id)
        return source ? together(searched, await checkOf(source, hotelCode, searched)) : searched
      }),
    ])
  } finally {
    await gateway.close()
    await search.close()
  }
}

/** A metasearch engine finds hotels and prices them: one report on both. */
function together(searched: SourceReport, sold: SourceReport): SourceReport {
  return {
    ...sold,
    works: searched.works && sold.works,
    outcomes: [...searched.outcomes, ...sold.outcomes],
  }
}

function verbsOf(
  source: Source,
  { families }: Catalog,
  now: () => number,
): Pick<Adapter, 'find' | 'hotel' | 'quota'> {
  const family = families.find(({ name }) => name === source.family)
  if (!family || source.unconfigured !== null) return {}
  const { id: sourceId, profile, credentials, points } = source
  return family.bind({ sourceId, profile, credentials, points, now })
}
