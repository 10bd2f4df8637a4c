import type { Config } from '../config.ts'
import type { Pool } from '../db/pool.ts'
import type { Tally } from '../ops/metrics.ts'
import { budgetTallies } from '../sources/budget/tallies.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { driftTally } from '../sources/drift/reports.ts'
import { backlogOf } from '../workers/backlog.ts'
import { startChores } from '../workers/chores.ts'
import {
  accountsChore,
  choresOf,
  directoryChores,
  mailChores,
  outlookChore,
  sealingChores,
  sourcesChore,
} from './chores.ts'
import { openDeliveryPool } from './delivery-pool.ts'
import { startDrains } from './drains.ts'
import { mailerOf } from './mail.ts'
import { openRuntime, type Running } from './runtime.ts'
import { openTaskPool } from './task-pool.ts'

/** What every worker reports alike. */
function talliesOf(pool: Pool, catalog: Catalog): Tally[] {
  return [...backlogOf(pool), ...budgetTallies(pool, catalog), driftTally(pool)]
}

/** One worker process: jobs, refreshes, deliveries and maintenance. */
export async function composeWorker(config: Config): Promise<Running> {
  const runtime = await openRuntime(config, { role: 'worker', tallies: talliesOf })
  const { log, metrics, catalog, pool, vault, now, gateway } = runtime
  const drains = startDrains(config, runtime)
  const pools = [await openTaskPool(runtime, drains), await openDeliveryPool(config, runtime)]
  const listing = () => catalog.sources.filter(({ id }) => gateway.contentOf(id)?.list).map(({ id }) => id)
  const mailer = mailerOf(config, log, runtime.presence.mailed)
  const chores = startChores(
    [
      ...choresOf(pool, config, metrics, now),
      ...sealingChores(pool, vault),
      ...mailChores(pool, config, mailer && { mailer, log }),
      ...directoryChores(pool, config, listing),
      sourcesChore(runtime),
      accountsChore(runtime),
      outlookChore(runtime),
    ],
    log,
  )
  const ops = await runtime.openOps()
  return {
    url: null,
    opsPort: ops.port,
    log,
    outdated: runtime.outdated,
    close: async () => {
      ops.leave()
      await Promise.all(pools.map((each) => each.close()))
      await Promise.all(Object.values(drains).map((drain) => drain.stop()))
      await chores.close()
      await ops.close()
      await runtime.close()
    },
  }
}
