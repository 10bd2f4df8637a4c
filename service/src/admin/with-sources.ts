import { SEALED_VALUES } from '../compose/sealed.ts'
import { readConfig } from '../config.ts'
import { startDatabaseClock } from '../db/clock.ts'
import { openVault } from '../secrets/open-vault.ts'
import type { SpendingMeter } from '../sources/budget/meter.ts'
import type { OperatingDeps } from '../sources/store/operating.ts'
import type { PlanDeps } from '../sources/store/plan.ts'
import { withPool } from './with-pool.ts'

/** Who is written down for changes of this command line. */
export const BY = { by: 'command line' }

export const TAKEN = 'Running processes take it within ten seconds.'

export interface CommandDeps extends OperatingDeps {
  /** Counts the requests of tests, as those of the running service. */
  meter: SpendingMeter
  now(): number
}

/** Opens the database and the vault for a command about sources. */
export async function withSources(work: (deps: CommandDeps) => Promise<void>): Promise<void> {
  const { openSpending } = await import('../sources/budget/spending.ts')
  const { createCatalogLoader } = await import('../sources/catalog/load.ts')
  const { FAMILIES } = await import('../sources/registry.ts')
  const config = readConfig(process.env)
  const sourcesFile = config.sourcesFile === '' ? undefined : config.sourcesFile
  const load = createCatalogLoader({ env: process.env, sourcesFile, families: FAMILIES })
  await withPool(async (pool) => {
    const { vault } = await openVault(config, pool, SEALED_VALUES)
    const clock = await startDatabaseClock(pool)
    const meter = openSpending({ pool, now: clock.now, log: { warn: warnPeople } })
    try {
      await work({ pool, vault, load, meter, now: clock.now })
    } finally {
      await meter.close()
      clock.stop()
    }
  })
}

/** What the log of a process would say. */
function warnPeople(fields: object, message: string): void {
  process.stderr.write(`${message}: ${JSON.stringify(fields)}\n`)
}

export async function planDeps({ pool, vault, load }: OperatingDeps): Promise<PlanDeps> {
  const { readStored } = await import('../sources/store/store.ts')
  return { stored: await readStored(pool, vault), load }
}
