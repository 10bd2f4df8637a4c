import { join } from 'node:path'
import { promisify } from 'node:util'
import { createKeyRing } from '../accounts/key-ring.ts'
import { areaRoutes } from '../areas/routes.ts'
import { auditRoutes } from '../audit/routes.ts'
import { createClaimNotices } from '../billing/claim-notices.ts'
import { createIdempotency } from '../billing/idempotency.ts'
import { createLedger } from '../billing/ledger.ts'
import { createPace } from '../billing/pace.ts'
import { type Config, isLocal, isSignUpOpen } from '../config.ts'
import { createAdmission } from '../edge/admission.ts'
import { createFreeWork } from '../edge/free-work.ts'
import { createFreeWrites } from '../edge/free-writes.ts'
import { createMetering } from '../edge/metering.ts'
import { createRepeats } from '../edge/repeats.ts'
import type { Route } from '../edge/route.ts'
import { createGive, createSell } from '../edge/sale.ts'
import { createConsent } from '../endpoints/consent.ts'
import { endpointRoutes } from '../endpoints/routes.ts'
import { fxRoutes } from '../fx/routes.ts'
import { MatrixCell } from '../grids/cell.ts'
import { gridRoutes } from '../grids/routes.ts'
import { historyRoutes } from '../history/routes.ts'
import { createHotelBook } from '../hotels/directory/hotel-book.ts'
import { createKnownHotels } from '../hotels/directory/known.ts'
import { findNearestHotel } from '../hotels/directory/nearest.ts'
import { createDirectoryStatus } from '../hotels/directory/status.ts'
import { createGazetteer } from '../hotels/gazetteer/gazetteer.ts'
import { findNames } from '../hotels/names.ts'
import { createPlaces } from '../hotels/places.ts'
import { placeRoutes } from '../hotels/routes.ts'
import { searchRoutes } from '../hotels/search/routes.ts'
import { openSearchPool } from '../hotels/search/search-pool.ts'
import { createApp } from '../http/app.ts'
import { API_VERSION } from '../http/openapi.ts'
import type { OwnMap } from '../http/pages.ts'
import { findIds } from '../identity/id-map.ts'
import { identityRoutes } from '../identity/routes.ts'
import { insightRoutes } from '../insight/routes.ts'
import { JobSchema } from '../jobs/job.ts'
import { jobRoutes } from '../jobs/routes.ts'
import { createMcp } from '../mcp/server.ts'
import { membersRoutes } from '../members/routes.ts'
import { readMadePast } from '../observations/made-pasts.ts'
import { createObservations } from '../observations/observations.ts'
import { operatorRoutes } from '../operator/routes.ts'
import { parityRoutes } from '../parity/routes.ts'
import { rateRoutes } from '../rates/routes.ts'
import { createRecorder } from '../requests/recorder.ts'
import { requestRoutes } from '../requests/routes.ts'
import { writeLogged } from '../requests/store.ts'
import { createReadAsk } from '../schedules/request.ts'
import { scheduleRoutes } from '../schedules/routes.ts'
import { countNamingEndpoint } from '../schedules/store.ts'
import { createRecovery } from '../sessions/recovery.ts'
import { ownRoutes } from '../sessions/routes.ts'
import { createSessions } from '../sessions/sessions.ts'
import { setRoutes } from '../sets/routes.ts'
import { createHotelsOfSet } from '../sets/store.ts'
import { sourceStatusView } from '../sources/describe.ts'
import { sourceRoutes } from '../sources/routes.ts'
import { tripRoutes } from '../trip/routes.ts'
import { usageRoutes } from '../usage/routes.ts'
import { valueRoutes } from '../value/routes.ts'
import { watchRoutes } from '../watches/routes.ts'
import { countNaming } from '../watches/store.ts'
import { allowPrivateOf, checkAddress } from '../webhooks/address.ts'
import { eventRoutes } from '../webhooks/routes.ts'
import { eventRowSchema } from '../webhooks/schemas.ts'
import { mailerOf } from './mail.ts'
import { createObservationWriter } from './observation-writer.ts'
import { openReads } from './reads.ts'
import { openRuntime, type Running } from './runtime.ts'
import { tracedLedger } from './traced.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** The built dashboard, served by the API. */
const PAGES = join(ROOT, 'dashboard', 'dist')
const DOCS = join(ROOT, 'docs')

export interface ApiOptions {
  /** Additional routes. */
  routes?: Route[]
}

/** One API process: everything that answers HTTP. */
export async function composeApi(config: Config, { routes = [] }: ApiOptions = {}): Promise<Running> {
  const runtime = await openRuntime(config, {
    role: 'api',
    ledgerDepth: () => ledger.depth(),
    connections: () => promisify(app.server.getConnections.bind(app.server))(),
    replicaLag: () => servers.lagSec(),
  })
  const {
    log,
    metrics,
    tracing,
    catalog,
    databaseUrl,
    vault,
    verify,
    pool,
    steady,
    now,
    gateway,
    failures,
    hotels,
    search,
    fx,
  } = runtime
  const ledger = tracedLedger(createLedger({ url: databaseUrl, onBatch: metrics.batched, verify }), tracing)
  const servers = openReads(config.databaseReplicaUrl, runtime)
  const { reads } = servers
  const countFreeWrite = createFreeWrites(pool)
  const metering = createMetering(ledger, createAdmission(createPace()), countFreeWrite)
  const notices = createClaimNotices(pool, databaseUrl)
  const repeats = createRepeats(metering, createIdempotency(pool, notices), vault)
  const writer = createObservationWriter(runtime)
  const observations = createObservations(steady, hotels, writer)
  const hotelBook = createHotelBook(steady, hotels)
  const rateDeps = { catalog, gateway, observations, hotelBook, fx, now }
  const gazetteer = createGazetteer()
  const places = createPlaces({ pool, catalog, search, gazetteer })
  const allowPrivate = allowPrivateOf({ ...config, isLocal: isLocal(config) })
  const checkUrl = (url: string) => checkAddress(url, { allowPrivate })
  const subjects = { cell: MatrixCell, job: JobSchema }
  const placeDeps = { catalog, gateway, pool, hotels, places, fx, log }
  const knownHotels = createKnownHotels({ pool, gateway })
  const hotelsOfSet = createHotelsOfSet(pool)
  const searchPool = openSearchPool({ url: databaseUrl, role: 'api', onIdleError: runtime.onIdleError })
  const keyRing = createKeyRing({ pool, listenUrl: databaseUrl, log })
  const sessions = createSessions({
    pool,
    secret: () => vault.derive('dashboard sessions').toString('hex'),
    secure: config.publicUrl.startsWith('https:'),
    isSignUpOpen: isSignUpOpen(config),
    log,
  })
  const recorder = createRecorder({ write: (batch) => writeLogged(steady, batch), log })
  const directory = createDirectoryStatus({ pool, catalog, gateway })
  const mailer = mailerOf(config, log)
  const recovery =
    mailer &&
    createRecovery({
      pool,
      mailer,
      publicUrl: config.publicUrl,
      key: () => vault.derive('dashboard mail links'),
      now,
      log,
    })
  const services = {
    keyRing,
    metering,
    sell: createSell(metering, repeats),
    give: createGive(metering, repeats),
    freeWork: createFreeWork(),
  }
  const allRoutes: Route[] = [
    ...usageRoutes(pool, reads),
    ...auditRoutes(reads),
    ...sourceRoutes(catalog, gateway.state),
    ...fxRoutes(fx, now),
    ...rateRoutes({ ...rateDeps, hotelsOfSet }),
    ...placeRoutes(placeDeps),
    ...searchRoutes({ catalog, searchPool }),
    ...identityRoutes({
      catalog,
      gateway,
      search,
      pool,
      hotels,
      log,
      vault,
      knownHotels,
      checkAddress: checkUrl,
    }),
    ...jobRoutes({ pool, jobDays: config.jobDays }),
    ...gridRoutes({ catalog, pool, reads, hotels, now, jobDays: config.jobDays, hotelsOfSet, fx, hotelBook }),
    ...historyRoutes({ catalog, reads, hotels, hotelBook, historyDays: config.historyDays, now }),
    ...insightRoutes({ ...rateDeps, reads: servers.steady, hotels }),
    ...setRoutes({ pool, catalog }),
    ...scheduleRoutes({ pool, readAsk: createReadAsk(catalog, hotelsOfSet) }),
    ...areaRoutes({ ...placeDeps, now }),
    ...valueRoutes({ reads, catalog, fx, now }),
    ...tripRoutes({ ...placeDeps, hotels, hotelBook, now, hotelsOfSet }),
    ...watchRoutes({
      pool,
      catalog,
      hotels,
      vault,
      knownHotels,
      checkAddress: checkUrl,
      channelIds: async (hotel, channel) => (await findIds(pool, hotel, [channel])).get(channel)?.id ?? null,
      hotelBook,
      historyDays: config.historyDays,
      now,
    }),
    ...eventRoutes(pool, subjects),
    ...endpointRoutes(
      {
        pool,
        vault,
        allowPrivate,
        canMail: mailer !== null,
        uses: [
          { name: 'watches', count: countNaming },
          { name: 'schedules', count: countNamingEndpoint },
        ],
      },
      eventRowSchema(subjects),
    ),
    ...parityRoutes({ ...rateDeps, search, pool, reads, hotels, log, jobDays: config.jobDays }),
    ...routes,
  ]
  const chains = catalog.sources.filter(({ kind }) => kind === 'chain').map(({ id }) => id)
  const app = await createApp({
    log,
    services,
    routes: allRoutes,
    mcp: createMcp({
      pool,
      services,
      routes: allRoutes,
      findNearest: (place, named) => findNearestHotel(searchPool, place, named ?? chains),
      version: API_VERSION,
      log,
    }),
    consent: createConsent(pool, vault),
    dashboard: {
      sessions,
      calls: [
        ...ownRoutes({
          pool,
          reads,
          sessions,
          countFreeWrite,
          nameHotels: (asked) => findNames(reads, asked),
          recovery,
          now,
        }),
        ...membersRoutes({ pool, countFreeWrite, sessions, mailer, publicUrl: config.publicUrl, log }),
        ...requestRoutes(reads),
        ...operatorRoutes({
          pool,
          reads,
          catalog,
          health: gateway.state,
          failures,
          directory,
        }),
      ],
      publicUrl: config.publicUrl,
    },
    docs: DOCS,
    pages: { folder: PAGES, map: ownMapOf(config) },
    trustedProxies: config.trustedProxies,
    sources: () => sourceStatusView(catalog, gateway.state),
    databaseUp: runtime.databaseUp,
    directory,
    madePast: () => readMadePast(pool),
    onAnswer: metrics.answered,
    tracing,
    record: recorder.record,
  })
  const ops = await runtime.openOps()
  const url = await app.listen({
    host: config.host,
    port: config.port,
    listenTextResolver: (at) => `listening at ${at}`,
  })
  return {
    url,
    opsPort: ops.port,
    log,
    outdated: runtime.outdated,
    close: async () => {
      ops.leave()
      await app.drain()
      await app.close()
      await recorder.close()
      await keyRing.close()
      await notices.close()
      await writer.close()
      await gazetteer.close()
      await searchPool.end()
      await servers.close()
      await ledger.close()
      await ops.close()
      await runtime.close()
    },
  }
}

function ownMapOf({ mapStyleUrl, mapHosts }: Config): OwnMap | null {
  if (mapStyleUrl === '') return null
  return {
    styleUrl: mapStyleUrl,
    hosts: mapHosts === '' ? [] : mapHosts.split(',').map((host) => host.trim()),
  }
}
