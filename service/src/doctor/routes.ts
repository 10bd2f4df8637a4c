import type { Pool } from '../db/pool.ts'
import { VERSION } from '../kernel/version.ts'
import { memberRoute, type OwnRoute } from '../sessions/own-route.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { examineAround, examineDatabase } from './examine.ts'
import type { Installation } from './installation.ts'
import { readProcesses } from './processes.ts'

export interface DoctorDeps {
  pool: Pool
  catalog: Catalog
  installation: Installation
}

/** What `vacancy doctor` finds, for the operator's page. */
export function doctorRoutes({ pool, catalog, installation }: DoctorDeps): OwnRoute[] {
  return [
    memberRoute({ method: 'GET', path: '/operator/health', needs: 'operator' }, async () => {
      const [database, around, processes] = await Promise.all([
        examineDatabase(installation, pool),
        examineAround(installation, async () => catalog),
        readProcesses(pool),
      ])
      return { body: { version: VERSION, findings: [...database, ...around], processes } }
    }),
  ]
}
