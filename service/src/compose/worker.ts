import { type Config, isLocal } from '../config.ts'
import { pauseEndpoints } from '../endpoints/pause.ts'
import { createSenders } from '../endpoints/senders.ts'
import { startFeedWork } from '../fx/feed-work.ts'
import { feedsOf } from '../fx/feeds.ts'
import { type CellsDeps, cellsWork, sourceShares } from '../grids/cells-work.ts'
import { createPatience } from '../grids/patience.ts'
import { createStoreCells } from '../grids/store-cells.ts'
import { createHotelBook } from '../hotels/directory/hotel-book.ts'
import { directoryWork } from '../hotels/directory/sync-work.ts'
import { indexHotels } from '../hotels/search/indexing.ts'
import { idsWork } from '../identity/ids-work.ts'
import { createTaskQueue } from '../jobs/tasks.ts'
import { startDrain } from '../leases/drain.ts'
import { startWorkerPool } from '../leases/worker-pool.ts'
import { createObservations } from '../observations/observations.ts'
import { beginDueRuns, beginQueuedRuns } from '../schedules/begin.ts'
import { endDoneRuns } from '../schedules/end.ts'
import { questionWork } from '../schedules/question-work.ts'
import { createReadAsk } from '../schedules/request.ts'
import { createHotelsOfSet } from '../sets/store.ts'
import { followClosures } from '../watches/attention.ts'
import { judgeSightings } from '../watches/judging/judge.ts'
import { refreshWork } from '../watches/refreshing/refresh-work.ts'
import { beginDueRounds } from '../watches/refreshing/rounds.ts'
import { pauseByHooks } from '../watches/store.ts'
import { allowPrivateOf } from '../webhooks/address.ts'
import { createGuardedAgent } from '../webhooks/agent.ts'
import { ATTEMPT_MS, createDeliveryQueue, deliveryWork } from '../webhooks/delivery-work.ts'
import { backlogOf } from '../workers/backlog.ts'
import { startChores } from '../workers/chores.ts'
import { choresOf, directoryChores } from './chores.ts'
import { mailerOf } from './mail.ts'
import { createObservationWriter } from './observation-writer.ts'
import { openRuntime, type Running } from './runtime.ts'

/** One worker process: jobs, refreshes, deliveries and maintenance. */
export async function composeWorker(config: Config): Promise<Running> {
  const runtime = await openRuntime(config, { role: 'worker', tallies: backlogOf })
  const {
    log,
    metrics,
    tracing,
    catalog,
    databaseUrl,
    vault,
    pool,
    steady,
    now,
    gateway,
    hotels,
    search,
    fx,
  } = runtime
  const judging = startDrain({
    name: 'judge sightings',
    take: (singly) => judgeSightings({ pool, catalog, now }, singly),
    log,
  })
  const rounds = startDrain({
    name: 'begin due refreshes',
    take: (singly) => beginDueRounds(pool, catalog, singly),
    log,
  })
  const feeds = startFeedWork({ pool, feeds: feedsOf(config), log, now })
  const indexing = startDrain({
    name: 'index hotels',
    take: (singly) => indexHotels(pool, catalog, singly),
    log,
  })
  const cells: CellsDeps = {
    catalog,
    gateway,
    patience: createPatience(now),
    now,
    storeCells: createStoreCells(steady, hotels, fx),
  }
  const writer = createObservationWriter(runtime)
  const observations = createObservations(steady, hotels, writer)
  const rates = { catalog, gateway, observations, hotelBook: createHotelBook(steady, hotels), fx, now }
  const runs = { pool, hotels, readAsk: createReadAsk(catalog, createHotelsOfSet(pool)) }
  const endingRuns = startDrain({ name: 'end runs', take: () => endDoneRuns(pool), log })
  const schedules = [
    endingRuns,
    startDrain({ name: 'begin due runs', take: (singly) => beginDueRuns(runs, singly), log }),
    startDrain({ name: 'begin queued runs', take: (singly) => beginQueuedRuns(runs, singly), log }),
  ]
  const tasks = await startWorkerPool({
    pool: steady,
    listenUrl: databaseUrl,
    log,
    tracing,
    queue: createTaskQueue(steady),
    works: [
      cellsWork(cells),
      refreshWork({ ...cells, onRefreshed: judging.wake }),
      idsWork({ catalog, gateway, search, pool: steady, hotels, log }),
      questionWork({ ...rates, search, pool: steady, hotels, log, onSettled: endingRuns.wake }),
      directoryWork({
        pool,
        gateway,
        shares: sourceShares(catalog),
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
  const allowPrivate = allowPrivateOf({ ...config, isLocal: isLocal(config) })
  const agent = createGuardedAgent({ allowPrivate })
  const deliveries = await startWorkerPool({
    pool,
    listenUrl: databaseUrl,
    log,
    tracing,
    queue: createDeliveryQueue(pool),
    works: [
      deliveryWork({
        pool,
        vault,
        log,
        senders: createSenders(
          { agent, timeoutMs: ATTEMPT_MS, keepsAnswer: allowPrivate !== 'all', now },
          { pool, mailer: mailerOf(config, log), publicUrl: config.publicUrl, now },
        ),
        now,
        random: Math.random,
        onGone: pauseByHooks,
        pauseEndpoints,
        observe: metrics.delivered,
      }),
    ],
  })
  const listing = catalog.sources.filter(({ id }) => gateway.contentOf(id)?.list).map(({ id }) => id)
  const chores = startChores(
    [...choresOf(pool, config, metrics, now), ...directoryChores(pool, config, listing)],
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
      await Promise.all([tasks.close(), deliveries.close()])
      await Promise.all([rounds, judging, feeds, indexing, ...schedules].map((loop) => loop.stop()))
      await writer.close()
      await agent.destroy()
      await chores.close()
      await ops.close()
      await runtime.close()
    },
  }
}
