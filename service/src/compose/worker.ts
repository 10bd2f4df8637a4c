import type { Config } from '../config.ts'
import { backlogOf } from '../workers/backlog.ts'
import { startChores } from '../workers/chores.ts'
import { choresOf, directoryChores, sealingChores } from './chores.ts'
import { openDeliveryPool } from './delivery-pool.ts'
import { startDrains } from './drains.ts'
import { openRuntime, type Running } from './runtime.ts'
import { openTaskPool } from './task-pool.ts'

/** One worker process: jobs, refreshes, deliveries and maintenance. */
export async function composeWorker(config: Config): Promise<Running> {
  const runtime = await openRuntime(config, { role: 'worker', tallies: backlogOf })
  const { log, metrics, catalog, pool, vault, now, gateway } = runtime
  const drains = startDrains(config, runtime)
  const pools = [await openTaskPool(runtime, drains), await openDeliveryPool(config, runtime)]
  const listing = catalog.sources.filter(({ id }) => gateway.contentOf(id)?.list).map(({ id }) => id)
  const chores = startChores(
    [
      ...choresOf(pool, config, metrics, now),
      ...sealingChores(pool, vault),
      ...directoryChores(pool, config, listing),
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
