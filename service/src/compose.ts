import { join } from 'node:path'
import type { Logger } from 'pino'
import { createKeyRing } from './accounts/key-ring.ts'
import { areaRoutes } from './areas/routes.ts'
import { expireHolds } from './billing/expire.ts'
import { createIdempotency } from './billing/idempotency.ts'
import { createLedger } from './billing/ledger.ts'
import { createPace } from './billing/pace.ts'
import { createRepeats } from './billing/repeats.ts'
import { createGive, createSell } from './billing/sale.ts'
import { createTill } from './billing/till.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { createPool, type Pool } from './db/pool.ts'
import type { Route } from './edge/route.ts'
import { MatrixCell } from './grids/cell.ts'
import { gridRoutes } from './grids/routes.ts'
import { createGazetteer } from './hotels/gazetteer/gazetteer.ts'
import { createHotelsMaster } from './hotels/master.ts'
import { findNames } from './hotels/names.ts'
import { createPlaces } from './hotels/places.ts'
import { placeRoutes } from './hotels/routes.ts'
import { forgetOldLookups } from './hotels/store.ts'
import { createApp } from './http/app.ts'
import { findIds } from './identity/id-map.ts'
import { tellOfOtherEnds } from './identity/job-done.ts'
import { identityRoutes } from './identity/routes.ts'
import { JobSchema } from './jobs/job.ts'
import { jobRoutes } from './jobs/routes.ts'
import { LIMITS } from './kernel/limits.ts'
import { createObservations } from './observations/observations.ts'
import { createPastNightsSweep } from './observations/past-nights.ts'
import { forgetOldStays } from './observations/store.ts'
import { createWriter } from './observations/writer.ts'
import { createLog } from './ops/log.ts'
import { createMetrics, type Metrics } from './ops/metrics.ts'
import { type OpsServer, startOps } from './ops/server.ts'
import { createVault, findMasterKey } from './ops/vault.ts'
import { parityRoutes } from './parity/routes.ts'
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
import { watchRoutes } from './watches/routes.ts'
import { pauseByHooks } from './watches/store.ts'
import { expirePast, resumeSuspended, sweep } from './watches/upkeep.ts'
import { allowPrivateOf, checkAddress } from './webhooks/address.ts'
import { createGuardedAgent } from './webhooks/agent.ts'
import { eventRoutes } from './webhooks/routes.ts'
import { forgetOldEvents } from './webhooks/store.ts'
import { startChores } from './workers/chores.ts'
import { ATTEMPT_MS, startCourier } from './workers/courier.ts'
import { startRunner } from './workers/runner.ts'
import { startWatchKeeper } from './workers/watch-keeper.ts'

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
  const steady = steadyPool(database.url, 'api', log)
  const metrics = createMetrics('api', () => ledger.depth())
  const ledger = createLedger({ url: database.url, onBatch: metrics.batched })
  const till = createTill(ledger, createPace())
  const vault = createVault(findMasterKey(config))
  const repeats = createRepeats(till, createIdempotency(pool), vault)
  const gateway = openGateway(catalog, log, metrics)
  const hotels = createHotelsMaster(steady)
  const writer = createWriter(steady, hotels, (error) =>
    log.error({ err: error }, 'observations could not be stored'),
  )
  const observations = createObservations(steady, hotels, writer)
  const desk = { catalog, gateway, observations, now: Date.now }
  const search = openSearch(catalog, log, metrics)
  const gazetteer = createGazetteer()
  const places = createPlaces({ pool, catalog, search, gazetteer })
  const allowPrivate = allowPrivateOf(config)
  const checkUrl = (url: string) => checkAddress(url, { allowPrivate })
  const placeDesk = { catalog, gateway, pool, hotels, places, log }
  const keyRing = createKeyRing({ pool, listenUrl: database.url, log })
  const sessions = createSessions({
    pool,
    secret: () => vault.derive('dashboard sessions').toString('hex'),
    secure: config.publicUrl.startsWith('https:'),
    log,
  })
  const app = await createApp({
    log,
    counter: { keyRing, till, sell: createSell(till, repeats), give: createGive(till, repeats) },
    routes: [
      ...usageRoutes(pool),
      ...sourceRoutes(catalog, gateway.state),
      ...rateRoutes(desk),
      ...placeRoutes(placeDesk),
      ...identityRoutes({ catalog, gateway, search, pool, hotels, log, vault, checkAddress: checkUrl }),
      ...jobRoutes(pool),
      ...gridRoutes({ catalog, pool, hotels, now: Date.now }),
      ...areaRoutes({ ...placeDesk, now: Date.now }),
      ...watchRoutes({
        pool,
        catalog,
        hotels,
        vault,
        checkAddress: checkUrl,
        channelIds: async (hotel, channel) =>
          (await findIds(pool, hotel, [channel])).get(channel)?.id ?? null,
        now: Date.now,
      }),
      ...eventRoutes(pool, { cell: MatrixCell, job: JobSchema }),
      ...parityRoutes({ ...desk, search, pool, hotels, log }),
      ...routes,
    ],
    dashboard: {
      sessions,
      calls: ownRoutes(pool, sessions, (asked) => findNames(pool, asked)),
      publicUrl: config.publicUrl,
    },
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
      await steady.end()
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
  const steady = steadyPool(database.url, 'worker', log)
  const metrics = createMetrics('worker')
  const gateway = openGateway(catalog, log, metrics)
  const search = openSearch(catalog, log, metrics)
  const keeper = startWatchKeeper({ pool, catalog, now: Date.now, log })
  const runner = await startRunner({
    pool: steady,
    listenUrl: database.url,
    catalog,
    gateway,
    search,
    hotels: createHotelsMaster(steady),
    now: Date.now,
    log,
    onRefreshed: keeper.nudge,
  })
  const agent = createGuardedAgent({ allowPrivate: allowPrivateOf(config) })
  const courier = await startCourier({
    pool,
    listenUrl: database.url,
    vault: createVault(findMasterKey(config)),
    agent,
    timeoutMs: ATTEMPT_MS,
    now: Date.now,
    random: Math.random,
    onGone: pauseByHooks,
    observe: metrics.delivered,
    log,
  })
  const idempotency = createIdempotency(pool)
  const chores = startChores(
    [
      { name: 'expire holds', everyMs: 2000, run: () => counted(expireHolds(pool), metrics.expired) },
      { name: 'tell of ended jobs', everyMs: 2000, run: () => tellOfOtherEnds(pool) },
      { name: 'take suspended watches up', everyMs: 2000, run: () => resumeSuspended(pool) },
      { name: 'end watches whose nights are past', everyMs: 60_000, run: () => expirePast(pool) },
      { name: 'sweep up after watches', everyMs: 60_000, run: () => sweep(pool) },
      { name: 'forget old answers', everyMs: 600_000, run: () => idempotency.forgetOld() },
      { name: 'forget old sessions', everyMs: 600_000, run: () => forgetOldSessions(pool) },
      { name: 'forget old lookups', everyMs: 600_000, run: () => forgetOldLookups(pool) },
      {
        name: 'forget old stays',
        everyMs: 600_000,
        run: () => forgetOldStays(pool, Date.now() - LIMITS.keptDays * DAY_MS),
      },
      {
        name: 'forget old events',
        everyMs: 60_000,
        run: () => forgetOldEvents(pool, LIMITS.eventDays),
      },
      { name: 'forget past nights', everyMs: 600_000, run: createPastNightsSweep(pool, Date.now) },
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
      await Promise.all([runner.close(), courier.close()])
      await keeper.close()
      await agent.destroy()
      await chores.close()
      await gateway.close()
      await search.close()
      await steady.end()
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

/** For what is written and read all the time, by statements that never change. */
function steadyPool(url: string, role: string, log: Logger): Pool {
  return createPool({
    url,
    max: 5,
    name: `vacancy ${role}, steady`,
    planOnce: true,
    onIdleError: (error) => log.warn({ err: error }, 'an idle database connection broke'),
  })
}

async function answers(pool: Pool): Promise<boolean> {
  return pool.query('select 1').then(
    () => true,
    () => false,
  )
}
