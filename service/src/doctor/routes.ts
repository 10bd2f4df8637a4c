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
  installation: () => Promise<Installation>
}

/** Every open page asks again and again: the findings are kept for so long, and one process examines once at a time. */
const KEPT_MS = 10_000

/** What `vacancy doctor` finds, for the operator's page. */
export function doctorRoutes({ pool, catalog, installation }: DoctorDeps): OwnRoute[] {
  const examine = keptFor(KEPT_MS, async () => {
    const settings = await installation()
    const [database, around, processes] = await Promise.all([
      examineDatabase(settings, pool),
      examineAround(settings, async () => catalog),
      readProcesses(pool),
    ])
    return { version: VERSION, findings: [...database, ...around], processes }
  })
  return [
    memberRoute({ method: 'GET', path: '/operator/health', needs: 'operator' }, async () => ({
      body: await examine(),
    })),
  ]
}

function keptFor<T>(keptMs: number, make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  let endsMs = 0
  return async () => {
    if (made !== null && performance.now() < endsMs) return made
    endsMs = Number.POSITIVE_INFINITY
    made = make().finally(() => {
      endsMs = performance.now() + keptMs
    })
    return made
  }
}
