import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Config, isUnreachable } from '../config.ts'
import { createLiveRoutes } from '../edge/live-routes.ts'
import type { Route } from '../edge/route.ts'
import { createConsent } from '../endpoints/consent.ts'
import { endpointLabel } from '../endpoints/endpoint.ts'
import { listEndpoints } from '../endpoints/store.ts'
import { findNearestHotel } from '../hotels/directory/nearest.ts'
import { createApp } from '../http/app.ts'
import type { OwnMap } from '../http/pages.ts'
import { lifeOf } from '../jobs/job.ts'
import { VERSION } from '../kernel/version.ts'
import { createMcp } from '../mcp/server.ts'
import { createMadePast } from '../observations/made-pasts.ts'
import { priceListOf } from '../sources/catalog/price-list.ts'
import { sourceStatusView } from '../sources/describe.ts'
import { sentEvents } from '../webhooks/sent-schemas.ts'
import { apiRoutes, dashboardCalls } from './api-routes.ts'
import { type ApiServices, openApiServices } from './api-services.ts'
import { openRuntime, type Running } from './runtime.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** The built dashboard, served by the API. */
const PAGES = join(ROOT, 'dashboard', 'dist')
const DOCS = join(ROOT, 'docs')
/** The clients as packages. */
const DOWNLOADS = join(ROOT, 'client', 'dist')

export interface ApiOptions {
  /** Additional routes. */
  routes?: Route[]
}

/** One API process: everything that answers HTTP. */
export async function composeApi(config: Config, { routes = [] }: ApiOptions = {}): Promise<Running> {
  const runtime = await openRuntime(config, {
    role: 'api',
    ledgerDepth: () => api.ledgerDepth(),
    connections: () => promisify(app.server.getConnections.bind(app.server))(),
    replicaLag: () => api.replicaLag(),
  })
  const api = openApiServices(config, runtime)
  const { log, metrics, catalog, gateway, sightings, pool, vault, services, sessions, publicUrl } = api
  const allRoutes = createLiveRoutes(() => [...apiRoutes(api), ...routes])
  api.onSourcesChanged(allRoutes.renew)
  const app = await createApp({
    ...api,
    routes: allRoutes,
    mcp: createMcp({
      services,
      routes: allRoutes.all,
      prices: () => priceListOf(catalog),
      findNearest: nearestOf(api),
      findEndpoints: async (account, most) =>
        (await listEndpoints(pool, account, null, most)).map(endpointLabel),
      version: VERSION,
      lifeOf: ({ status, credits_spent: spent }) => lifeOf({ status, spent }, config.jobDays),
      log,
    }),
    consent: createConsent(pool, vault),
    dashboard: { sessions, calls: dashboardCalls(api), publicUrl },
    docs: DOCS,
    downloads: { folder: DOWNLOADS, publicUrl },
    pages: { folder: PAGES, map: ownMapOf(config) },
    isUnreachable: isUnreachable(config),
    trustedProxies: config.trustedProxies,
    sources: () => sourceStatusView(catalog, (id) => sightings.health(id, gateway.state(id))),
    madePast: createMadePast(pool),
    events: sentEvents(api.subjects),
    onAnswer: metrics.answered,
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
      await api.close()
      await ops.close()
      await runtime.close()
    },
  }
}

/** Of all chains, unless some are named. */
function nearestOf({ catalog, searchPool }: ApiServices): Parameters<typeof createMcp>[0]['findNearest'] {
  const chains = () => catalog.sources.filter(({ kind }) => kind === 'chain').map(({ id }) => id)
  return (place, named) => findNearestHotel(searchPool, place, named ?? chains())
}

function ownMapOf({ mapStyleUrl, mapHosts }: Config): OwnMap | null {
  if (mapStyleUrl === '') return null
  return {
    styleUrl: mapStyleUrl,
    hosts: mapHosts === '' ? [] : mapHosts.split(',').map((host) => host.trim()),
  }
}
