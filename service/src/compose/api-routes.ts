import { accessRoutes } from '../access/routes.ts'
import { areaRoutes } from '../areas/routes.ts'
import { auditRoutes } from '../audit/routes.ts'
import { boardRoutes } from '../boards/routes.ts'
import { bookingRoutes } from '../bookings/routes.ts'
import { chargesRoutes } from '../charges/routes.ts'
import { doctorRoutes } from '../doctor/routes.ts'
import type { Route } from '../edge/route.ts'
import { endpointRoutes } from '../endpoints/routes.ts'
import { feedRoutes } from '../feeds/routes.ts'
import { fxRoutes } from '../fx/routes.ts'
import { consentRoutes } from '../grants/consent-routes.ts'
import { gridRoutes } from '../grids/routes.ts'
import { historyRoutes } from '../history/routes.ts'
import { findNames } from '../hotels/names.ts'
import { placeRoutes } from '../hotels/routes.ts'
import { searchRoutes } from '../hotels/search/routes.ts'
import { findIds } from '../identity/id-map.ts'
import { identityRoutes } from '../identity/routes.ts'
import { insightRoutes } from '../insight/routes.ts'
import { jobRoutes } from '../jobs/routes.ts'
import { membersRoutes } from '../members/routes.ts'
import { driftRoutes } from '../operator/drift.ts'
import { operatorRoutes } from '../operator/routes.ts'
import { spendingRoutes } from '../operator/spending.ts'
import { outlookRoutes } from '../outlook/routes.ts'
import { parityRoutes } from '../parity/routes.ts'
import { rateRoutes } from '../rates/routes.ts'
import { receiptRoutes } from '../receipts/routes.ts'
import { requestRoutes } from '../requests/routes.ts'
import { createReadAsk } from '../schedules/request.ts'
import { scheduleRoutes } from '../schedules/routes.ts'
import { countNamingEndpoint } from '../schedules/store.ts'
import type { OwnRoute } from '../sessions/own-route.ts'
import { ownRoutes } from '../sessions/routes.ts'
import { setRoutes } from '../sets/routes.ts'
import { inventedOf } from '../sources/describe.ts'
import { sourceRoutes } from '../sources/routes.ts'
import { tripRoutes } from '../trip/routes.ts'
import { usageRoutes } from '../usage/routes.ts'
import { valueRoutes } from '../value/routes.ts'
import { walletRoutes } from '../wallets/routes.ts'
import { watchRoutes } from '../watches/routes.ts'
import { countNaming } from '../watches/store.ts'
import { eventRoutes } from '../webhooks/routes.ts'
import { actsRoutes } from './acts-routes.ts'
import type { ApiServices } from './api-services.ts'

/** The routes of the API, in the order of the reference. */
export function apiRoutes(services: ApiServices): Route[] {
  const { steadyReads } = services
  return [
    ...usageRoutes(services),
    ...auditRoutes(services),
    ...sourceRoutes(services),
    ...fxRoutes(services),
    ...rateRoutes(services),
    ...placeRoutes(services),
    ...searchRoutes(services),
    ...identityRoutes(services),
    ...jobRoutes(services),
    ...gridRoutes(services),
    ...historyRoutes(services),
    ...insightRoutes({ ...services, reads: steadyReads }),
    ...outlookRoutes({ ...services, reads: steadyReads }),
    ...setRoutes(services),
    ...scheduleRoutes(scheduleDeps(services)),
    ...boardRoutes({ ...services, freeWork: services.services.freeWork }),
    ...feedRoutes({ ...services, freeWork: services.services.freeWork }),
    ...areaRoutes(services),
    ...valueRoutes(services),
    ...accessRoutes(services),
    ...walletRoutes(services),
    ...tripRoutes(services),
    ...watchRoutes(watchDeps(services)),
    ...bookingRoutes(services),
    ...eventRoutes(services),
    ...endpointRoutes({
      ...services,
      uses: [
        { name: 'watches', count: (client, endpoint) => countNaming(client, endpoint) },
        { name: 'bookings', count: (client, endpoint) => countNaming(client, endpoint, true) },
        { name: 'schedules', count: countNamingEndpoint },
      ],
    }),
    ...parityRoutes(services),
    ...receiptRoutes(services),
  ]
}

function watchDeps(services: ApiServices) {
  return {
    ...services,
    channelIds: async (hotel: Parameters<typeof findIds>[1], channel: string) =>
      (await findIds(services.pool, hotel, [channel])).get(channel)?.id ?? null,
  }
}

function scheduleDeps({ pool, catalog, hotelsOfSet, ages }: ApiServices) {
  return { pool, catalog, hotelsOfSet, readAsk: createReadAsk(catalog, hotelsOfSet, ages) }
}

/** The dashboard's own calls. */
export function dashboardCalls(services: ApiServices): OwnRoute[] {
  const { reads, agents, countFreeWrite } = services
  return [
    ...ownRoutes({
      ...services,
      nameHotels: (asked) => findNames(reads, asked),
      invented: () => inventedOf(services.catalog),
    }),
    ...consentRoutes(agents, countFreeWrite),
    ...membersRoutes(services),
    ...chargesRoutes({ ...services, freeWork: services.services.freeWork }),
    ...requestRoutes(services),
    ...actsRoutes(services, watchDeps(services), scheduleDeps(services)),
    ...operatorRoutes(services),
    ...doctorRoutes(services),
    ...spendingRoutes(services),
    ...driftRoutes(services),
  ]
}
