import { join } from 'node:path'
import type { Logger } from 'pino'
import { createKeyRing } from './accounts/key-ring.ts'
import { areaRoutes } from './areas/routes.ts'
import { expireHolds } from './billing/expire.ts'
import { createIdempotency } from './billing/idempotency.ts'
import { createLedger } from './billing/ledger.ts'
import { createPace } from './billing/pace.ts'
import { createSell } from './billing/sale.ts'
import { createTill } from './billing/till.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { createPool, type Pool } from './db/pool.ts'
import type { Route } from './edge/route.ts'
import { gridRoutes } from './grids/routes.ts'
import { createGazetteer } from './hotels/gazetteer/gazetteer.ts'
import { createHotelsMaster } from './hotels/master.ts'
import { createPlaces } from './hotels/places.ts'
import { placeRoutes } from './hotels/routes.ts'
import { forgetOldLookups } from './hotels/store.ts'
import { createApp } from './http/app.ts'
import { jobRoutes } from './jobs/routes.ts'
import { LIMITS } from './kernel/limits.ts'
import { createObservations } from './observations/observations.ts'
import { forgetOldStays } from './observations/store.ts'
import { createWriter } from './observations/writer.ts'
import { createLog } from './ops/log.ts'
import { createMetrics, type Metrics } from './ops/metrics.ts'
import { type OpsServer, startOps } from './ops/server.ts'
import { createVault, findMasterKey } from './ops/vault.ts'
import { rateRoutes } from './rates/routes.ts'
import { ownRoutes } from './sessions/routes.ts'
import { createSessions } from './sessions/sessions.ts'
import { forgetOldSessions } from './sessions/store.ts'
import type { Catalog } from './sources/catalog/catalog.ts'
import { loadCatalog } from './sources/catalog/load.ts'
import { sourceStatusView } from './sources/describe.ts'
import { createGateway, type Gateway } from './sources/gateway.ts'
import { FAMILIES, SEARCH_FAMILIES } from './sources/registry.ts'
import { sourceRoutes } from './sources/routes.ts'
import { createSearchGateway, type SearchGateway } from './sources/search-gateway.ts'
import { usageRoutes } from './usage/routes.ts'
import { startChores } from './workers/chores.ts'
import { startRunner } from './workers/runner.ts'

/** A role that is up. */
export interface Running {
  /** Where it can be reached. */
  url: string | null
  opsPort: number
  log: Logger
  close(): Promise<void>
}

export interface ApiOptions {
  /** Further routes, beside the product's own. */
  routes?: Route[]
}

/** One API process: everything that answers HTTP. */
export async function composeApi(config: Config, { routes = [] }: ApiOptions = {}): Promise<Running> {
  const log = createLog({ level: config.logLevel, role: 'api' })
  const catalog = readCatalog(config)
  const database = await openDatabase(config, { share: true })
  await migrate(database.url)
  const pool = rolePool(database.url, 'api', log)
  const metrics = createMetrics('api', () => ledger.depth())
  const ledger = createLedger({ url: database.url, onBatch: metrics.batched })
  const till = createTill(ledger, createPace())
  const sell = createSell(till, createIdempotency(pool))
  const gateway = openGateway(catalog, log, metrics)
  const hotels = createHotelsMaster(pool)
  const writer = createWriter(pool, hotels, (error) =>
    log.error({ err: error }, 'observations could not be stored'),
  )
  const observations = createObservations(pool, hotels, writer)
  const desk = { catalog, gateway, observations, now: Date.now }
  const search = openSearch(catalog, log, metrics)
  const gazetteer = createGazetteer()
  const places = createPlaces({ pool, catalog, search, gazetteer })
  const keyRing = createKeyRing({ pool, listenUrl: database.url, log })
  const sessions = createSessions({
    pool,
    secret: () => createVault(findMasterKey(config)).derive('dashboard sessions').toString('hex'),
    secure: config.publicUrl.startsWith('https:'),
    log,
  })
  const app = await createApp({
    log,
    counter: { keyRing, till, sell },
    routes: [
      ...usageRoutes(pool),
      ...sourceRoutes(catalog, gateway.state),
      ...rateRoutes(desk),
      ...placeRoutes({ catalog, gateway, pool, hotels, places, log }),
      ...jobRoutes(pool),
      ...gridRoutes({ catalog, pool, hotels, now: Date.now }),
      ...areaRoutes({ catalog, pool, now: Date.now }),
      ...routes,
    ],
    dashboard: { sessions, calls: ownRoutes(pool, sessions), publicUrl: config.publicUrl },
    pages: PAGES,
    trustedProxies: config.trustedProxies,
    sources: () => sourceStatusView(catalog, gateway.state),
    databaseUp: () => answers(pool),
    onAnswer: metrics.answered,
  })
  const ops = await openOps(config, metrics, pool)
  const url = await app.listen({
    host: config.host,
    port: config.port,
    listenTextResolver: (at) => `listening at ${at}`,
  })
  return {
    url,
    opsPort: ops.port,
    log,
    close: async () => {
      ops.leave()
      await app.drain()
      await app.close()
      await keyRing.close()
      await writer.close()
      await gateway.close()
      await search.close()
      await gazetteer.close()
      await ledger.close()
      await pool.end()
      await ops.close()
      await database.close()
    },
  }
}

/** One worker process: everything that is due without anybody asking. */
export async function composeWorker(config: Config): Promise<Running> {
  const log = createLog({ level: config.logLevel, role: 'worker' })
  const catalog = readCatalog(config)
  const database = await openDatabase(config, { share: true })
  await migrate(database.url)
  const pool = rolePool(database.url, 'worker', log)
  const metrics = createMetrics('worker')
  const gateway = openGateway(catalog, log, metrics)
  const runner = await startRunner({
    pool,
    listenUrl: database.url,
    catalog,
    gateway,
    hotels: createHotelsMaster(pool),
    now: Date.now,
    log,
  })
  const idempotency = createIdempotency(pool)
  const chores = startChores(
    [
      { name: 'expire holds', everyMs: 2000, run: () => counted(expireHolds(pool), metrics.expired) },
      { name: 'forget old answers', everyMs: 600_000, run: () => idempotency.forgetOld() },
      { name: 'forget old sessions', everyMs: 600_000, run: () => forgetOldSessions(pool) },
      { name: 'forget old lookups', everyMs: 600_000, run: () => forgetOldLookups(pool) },
      {
        name: 'forget old stays',
        everyMs: 600_000,
        run: () => forgetOldStays(pool, Date.now() - LIMITS.keptDays * DAY_MS),
      },
    ],
    log,
  )
  const ops = await openOps(config, metrics, pool)
  return {
    url: null,
    opsPort: ops.port,
    log,
    close: async () => {
      ops.leave()
      await runner.close()
      await chores.close()
      await gateway.close()
      await pool.end()
      await ops.close()
      await database.close()
    },
  }
}

const DAY_MS = 86_400_000

/** What the dashboard's build leaves; the API serves it, and knows nothing else of it. */
const PAGES = join(import.meta.dirname, '..', '..', 'dashboard', 'dist')

async function counted(work: Promise<number>, count: (howMany: number) => void): Promise<number> {
  const howMany = await work
  count(howMany)
  return howMany
}

/** Not ready from the moment it is told to stop: whoever balances sends the next request elsewhere. */
async function openOps(config: Config, metrics: Metrics, pool: Pool): Promise<OpsServer & { leave(): void }> {
  let leaving = false
  const ops = await startOps({
    host: config.opsHost,
    port: config.opsPort,
    registry: metrics.registry,
    ready: async () => !leaving && (await answers(pool)),
  })
  const leave = () => {
    leaving = true
  }
  return { ...ops, leave }
}

function readCatalog(config: Config): Catalog {
  const sourcesFile = config.sourcesFile === '' ? undefined : config.sourcesFile
  return loadCatalog({ env: process.env, sourcesFile, families: FAMILIES })
}

function openGateway(catalog: Catalog, log: Logger, metrics: Metrics): Gateway {
  return createGateway({
    catalog,
    families: FAMILIES.rates,
    now: Date.now,
    log,
    metrics: { observe: metrics.called },
  })
}

function openSearch(catalog: Catalog, log: Logger, metrics: Metrics): SearchGateway {
  return createSearchGateway({
    catalog,
    families: SEARCH_FAMILIES,
    now: Date.now,
    log,
    metrics: { observe: metrics.called },
  })
}

function rolePool(url: string, role: string, log: Logger): Pool {
  return createPool({
    url,
    max: 10,
    name: `vacancy ${role}`,
    onIdleError: (error) => log.warn({ err: error }, 'an idle database connection broke'),
  })
}

async function answers(pool: Pool): Promise<boolean> {
  return pool.query('select 1').then(
    () => true,
    () => false,
  )
}
