import { type CellsDeps, cellsWork, sourceShares } from '../grids/cells-work.ts'
import { createPatience } from '../grids/patience.ts'
import { createStoreCells } from '../grids/store-cells.ts'
import { createHotelBook } from '../hotels/directory/hotel-book.ts'
import { directoryWork } from '../hotels/directory/sync-work.ts'
import { idsWork } from '../identity/ids-work.ts'
import { createTaskQueue } from '../jobs/tasks.ts'
import { PURPOSES } from '../kernel/purpose.ts'
import { startWorkerPool, type WorkerPool } from '../leases/worker-pool.ts'
import { createObservations } from '../observations/observations.ts'
import { questionWork } from '../schedules/question-work.ts'
import { followClosures } from '../watches/attention.ts'
import { refreshWork } from '../watches/refreshing/refresh-work.ts'
import type { Drains } from './drains.ts'
import { createObservationWriter } from './observation-writer.ts'
import type { Runtime } from './runtime.ts'

/** The kinds of work that ask sources. */
export async function openTaskPool(runtime: Runtime, drains: Drains): Promise<WorkerPool> {
  const { log, tracing, catalog, databaseUrl, pool, steady, now, gateway, hotels, fx } = runtime
  const { judging, indexing, endingRuns } = drains
  const cells: CellsDeps = {
    catalog,
    gateway,
    patience: createPatience(now),
    now,
    storeCells: createStoreCells(steady, hotels, fx),
  }
  const writer = createObservationWriter(runtime)
  const observations = createObservations(steady, hotels, writer)
  const hotelBook = createHotelBook(steady, hotels)
  const frequent = { ...runtime, pool: steady }
  const tasks = await startWorkerPool({
    pool: steady,
    listenUrl: databaseUrl,
    log,
    tracing,
    queue: createTaskQueue(steady),
    works: [
      cellsWork(cells),
      refreshWork({ ...cells, onRefreshed: judging.wake }),
      idsWork({ ...frequent, purpose: PURPOSES.idsOfJob }),
      questionWork({
        ...frequent,
        purpose: PURPOSES.idsOfJob,
        observations,
        hotelBook,
        onSettled: endingRuns.wake,
      }),
      directoryWork({
        pool,
        gateway,
        shares: () => sourceShares(catalog),
        searchable: async () => {
          indexing.wake()
          await indexing.idle()
        },
        log,
        now,
        onStatus: followClosures,
      }),
    ],
  })
  runtime.onSourcesChanged(tasks.renewShares)
  return {
    close: async () => {
      await tasks.close()
      await writer.close()
    },
  }
}
