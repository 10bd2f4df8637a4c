import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { startDatabaseClock } from '../db/clock.ts'
import { openDatabase } from '../db/database.ts'
import { readIdentity, requireIdentity } from '../db/identity.ts'
import { migrate } from '../db/migrate.ts'
import { type Client, createPool, type Pool } from '../db/pool.ts'
import { type Presence, tellPresence } from '../doctor/processes.ts'
import { type LiveRates, openReferenceRates } from '../fx/reference-rates.ts'
import { createHotelsMaster, type HotelsMaster } from '../hotels/master.ts'
import { findHotelCurrency } from '../observations/hotel-currency.ts'
import { withKnownCurrencies } from '../observations/known-currencies.ts'
import { createLog } from '../ops/log.ts'
import { createMetrics, type Metrics, type Tally } from '../ops/metrics.ts'
import { openTracing } from '../ops/open-tracing.ts'
import { type OpsServer, startOps } from '../ops/server.ts'
import type { Tracing } from '../ops/tracing.ts'
import type { Vault } from '../ops/vault.ts'
import { openVault } from '../secrets/open-vault.ts'
import { openSpending, type Spending } from '../sources/budget/spending.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { createLiveCatalog } from '../sources/catalog/live.ts'
import { type CatalogLoader, createCatalogLoader } from '../sources/catalog/load.ts'
import { createDriftStore } from '../sources/drift/store.ts'
import { createDriftWatch } from '../sources/drift/watch.ts'
import { createGateway, type Gateway } from '../sources/gateway.ts'
import { createRecorder } from '../sources/recorder/recorder.ts'
import { FAMILIES, SEARCH_FAMILIES } from '../sources/registry.ts'
import { createSearchGateway, type SearchGateway } from '../sources/search-gateway.ts'
import { type Sightings, watchSightings } from '../sources/seen/watch.ts'
import { readStored } from '../sources/store/store.ts'
import { reporter, type SourcesWatch, watchSources } from '../sources/store/watch-sources.ts'
import { tracedGateway } from '../sources/traced-gateway.ts'
import { SEALED_VALUES } from './sealed.ts'
import { watchDatabase } from './watch-database.ts'

/** A running role. */
export interface Running {
  /** Its address. */
  url: string | null
  opsPort: number
  log: Logger
  /** Resolves when the process no longer fits its database and must restart. */
  outdated: Promise<Error>
  close(): Promise<void>
}

/** What every role needs. */
export interface Runtime {
  log: Logger
  metrics: Metrics
  /** Null: off. */
  tracing: Tracing | null
  /** Changes while the process runs: read its fields at each use. */
  catalog: Catalog
  /** The catalog as it would be with other sources in the database. */
  loadCatalog: CatalogLoader
  /** Called after the catalog and the gateways have changed. */
  onSourcesChanged(listener: () => void): void
  sourcesWatch: SourcesWatch
  databaseUrl: string
  vault: Vault
  outdated: Promise<Error>
  /** Fails if a new connection leads to another database than at the start. */
  verify(client: Client): Promise<void>
  pool: Pool
  /** For frequent reads and writes whose statements never change. */
  steady: Pool
  /** The database's time, in epoch milliseconds. */
  now: () => number
  /** Counts the requests to sources. */
  meter: Spending
  /** With the hotel's own currency on nights without a price. */
  gateway: Gateway
  /** What all processes see of the sources. */
  sightings: Sightings
  presence: Presence
  hotels: HotelsMaster
  search: SearchGateway
  fx: LiveRates
  databaseUp(): Promise<boolean>
  onIdleError(error: Error): void
  openOps(): Promise<OpsDoor>
  /** Called when nothing uses it any more. */
  close(): Promise<void>
}

export interface OpsDoor extends OpsServer {
  /** Not ready once the role is stopping, so that a load balancer sends requests elsewhere. */
  leave(): void
}

export interface RuntimeOptions {
  role: 'api' | 'worker'
  ledgerDepth?: () => number
  connections?: () => Promise<number>
  replicaLag?: () => number | null
  tallies?: (pool: Pool, catalog: Catalog) => readonly Tally[]
}

/** No statement should take this long. Exports read in short pieces; migrations have a connection of their own without a limit. */
const STATEMENT_MS = { api: 30_000, worker: 60_000 } as const

export async function openRuntime(config: Config, options: RuntimeOptions): Promise<Runtime> {
  const { role, ledgerDepth, connections, replicaLag, tallies } = options
  const log = createLog({ level: config.logLevel, role })
  const load = createCatalogLoader({
    env: process.env,
    sourcesFile: config.sourcesFile === '' ? undefined : config.sourcesFile,
    families: FAMILIES,
  })
  // Before the database is opened: a mistake in the file is told at once.
  const live = createLiveCatalog(load())
  const { catalog } = live
  const tracing = await openTracing({ endpoint: config.traceUrl, ratio: config.traceRatio, role })
  const database = await openDatabase(config, { share: true })
  await migrate(database.url)
  const identity = await identityOf(database.url)
  const verify = (client: Client) => requireIdentity(client, identity)
  const onIdleError = (error: Error) => log.warn({ err: error }, 'an idle database connection broke')
  const poolOf = (name: string, max: number, planOnce: boolean) =>
    createPool({
      url: database.url,
      max,
      name,
      planOnce,
      patienceMs: STATEMENT_MS[role],
      onIdleError,
      verify,
    })
  const pool = poolOf(`vacancy ${role}`, 10, false)
  const { vault, recheck } = await openVault(config, pool, SEALED_VALUES)
  const stored = await readStored(pool, vault)
  live.replace(load(stored, reporter(log)))
  const watching = watchDatabase([() => requireIdentity(pool, identity), recheck])
  const steady = poolOf(`vacancy ${role}, steady`, 5, true)
  const metrics = createMetrics(role, {
    ledgerDepth,
    connections,
    replicaLag,
    tallies: tallies?.(pool, catalog),
  })
  const clock = await startDatabaseClock(pool)
  const presence = tellPresence({ pool: steady, role, log })
  const sightings = watchSightings({ pool, now: clock.now, log, reads: role === 'api' })
  const meter = openSpending({ pool: steady, now: clock.now, log, onSent: metrics.sent })
  const observed = {
    now: clock.now,
    log,
    metrics: { observe: metrics.called },
    onSeen: sightings.note,
    meter,
  }
  const drift = createDriftWatch({ catalog, families: catalog.families, store: createDriftStore(pool), log })
  const recorder = createRecorder({ pool, families: catalog.families, now: clock.now, log })
  const sources = createGateway({
    catalog,
    families: catalog.families,
    watcher: drift,
    recorder,
    ...observed,
  })
  const search = createSearchGateway({ catalog, families: SEARCH_FAMILIES, ...observed })
  const hotels = createHotelsMaster(steady)
  const known = withKnownCurrencies(sources, catalog, (hotel) =>
    findHotelCurrency({ pool: steady, hotels }, hotel),
  )
  const gateway = tracedGateway(known, tracing)
  const changed = createListeners()
  const sourcesWatch = watchSources({
    pool,
    vault,
    load,
    log,
    revision: stored.revision,
    onChange: (next) => {
      live.replace(next)
      sources.renew()
      search.renew()
      changed.tell()
    },
  })
  const fx = await openReferenceRates({ pool, listenUrl: database.url, log })
  const databaseUp = () => answers(pool)
  return {
    log,
    metrics,
    tracing,
    catalog,
    loadCatalog: load,
    onSourcesChanged: changed.add,
    sourcesWatch,
    databaseUrl: database.url,
    vault,
    outdated: watching.outdated,
    verify,
    pool,
    steady,
    now: clock.now,
    meter,
    gateway,
    sightings,
    presence,
    hotels,
    search,
    fx,
    databaseUp,
    onIdleError,
    openOps: () => openOps(config, metrics, databaseUp),
    close: async () => {
      watching.stop()
      await presence.stop()
      await sourcesWatch.stop()
      clock.stop()
      await fx.close()
      await gateway.close()
      await drift.close()
      await recorder.close()
      await tracing?.close()
      await search.close()
      await meter.close()
      await sightings.close()
      await steady.end()
      await pool.end()
      await database.close()
    },
  }
}

function createListeners(): { add(listener: () => void): void; tell(): void } {
  const listeners: (() => void)[] = []
  return {
    add: (listener) => {
      listeners.push(listener)
    },
    tell: () => {
      for (const listener of listeners) listener()
    },
  }
}

async function openOps(
  config: Config,
  metrics: Metrics,
  databaseUp: () => Promise<boolean>,
): Promise<OpsDoor> {
  let leaving = false
  const ops = await startOps({
    host: config.opsHost,
    port: config.opsPort,
    registry: metrics.registry,
    ready: async () => !leaving && (await databaseUp()),
  })
  const leave = () => {
    leaving = true
  }
  return { ...ops, leave }
}

async function identityOf(url: string): Promise<string> {
  const pool = createPool({ url, max: 1, name: 'vacancy start', onIdleError: () => {} })
  try {
    return await readIdentity(pool)
  } finally {
    await pool.end()
  }
}

async function answers(pool: Pool): Promise<boolean> {
  return pool.query('select 1').then(
    () => true,
    () => false,
  )
}
