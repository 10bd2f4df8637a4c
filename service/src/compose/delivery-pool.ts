import { type Config, isLocal } from '../config.ts'
import { readsOn } from '../db/replica/reads.ts'
import { createBookingLinks } from '../endpoints/booking-link.ts'
import { pauseEndpoints } from '../endpoints/pause.ts'
import { createSenders } from '../endpoints/senders.ts'
import { startWorkerPool, type WorkerPool } from '../leases/worker-pool.ts'
import { createFileAt } from '../schedules/attachment.ts'
import { pauseByHooks } from '../watches/store.ts'
import { allowPrivateOf } from '../webhooks/address.ts'
import { createGuardedAgent } from '../webhooks/agent.ts'
import { ATTEMPT_MS, createDeliveryQueue, deliveryWork } from '../webhooks/delivery-work.ts'
import { mailerOf, unaskedOf } from './mail.ts'
import type { Runtime } from './runtime.ts'

/** Sends events to their receivers. */
export async function openDeliveryPool(config: Config, runtime: Runtime): Promise<WorkerPool> {
  const { log, metrics, tracing, databaseUrl, vault, pool, catalog, now } = runtime
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
          { agent, timeoutMs: ATTEMPT_MS, keepsAnswer: allowPrivate === 'none', now },
          {
            pool,
            mailer: mailerOf(config, log, runtime.presence.mailed),
            unasked: unaskedOf(config, runtime),
            publicUrl: config.publicUrl,
            bookingLink: createBookingLinks(catalog),
            fileAt: createFileAt({ ...runtime, reads: readsOn(pool) }),
            now,
          },
        ),
        now,
        random: Math.random,
        onGone: pauseByHooks,
        pauseEndpoints,
        observe: metrics.delivered,
      }),
    ],
  })
  return {
    close: async () => {
      await deliveries.close()
      await agent.destroy()
    },
  }
}
