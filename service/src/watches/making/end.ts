import { inTransaction, type Pool } from '../../db/pool.ts'
import type { Catalog } from '../../sources/catalog/catalog.ts'
import { pauseHooks } from '../../webhooks/deliveries.ts'
import { retireHooks } from '../../webhooks/hooks.ts'
import { dropWaiting, leaveAll, lockRefresh, reschedule } from '../refreshing/refreshes.ts'
import { closeRounds } from '../refreshing/settle-round.ts'
import { deleteWatch, findWatch, lockWatch } from '../store.ts'
import type { Watch } from '../watch.ts'
import { unknownWatch } from './change.ts'

/**
 * Deletes a watch and stops its deliveries. Tasks of its refresh that have not started are dropped unless another watch
 * pays for them; running tasks finish and are charged.
 */
export async function endWatch(
  { pool, catalog }: { pool: Pool; catalog: Catalog },
  account: number,
  id: string,
): Promise<Watch> {
  const known = await findWatch(pool, account, id)
  if (!known) throw unknownWatch(id)
  return inTransaction(pool, async (client) => {
    const { underWay } = await lockRefresh(client, known.refresh)
    const watch = await lockWatch(client, account, id)
    if (!watch) throw unknownWatch(id)
    await deleteWatch(client, watch.no)
    if (watch.status !== 'expired') await leaveAll(client, [watch])
    if (watch.hook !== null) {
      await pauseHooks(client, [watch.hook])
      await retireHooks(client, [watch.hook])
    }
    if (underWay) {
      await dropWaiting(client, watch.refresh)
      await closeRounds(client, catalog, [watch.refresh])
    }
    await reschedule(client, watch.refresh)
    return watch
  })
}
