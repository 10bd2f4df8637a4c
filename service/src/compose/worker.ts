import { expireHolds } from '../billing/expire.ts'
import { createIdempotency } from '../billing/idempotency.ts'
import { type Config, isLocal } from '../config.ts'
import { createHotelsMaster } from '../hotels/master.ts'
import { forgetOldLookups } from '../hotels/store.ts'
import { tellOfOtherEnds } from '../identity/job-done.ts'
import { LIMITS } from '../kernel/limits.ts'
import { createPastNightsSweep } from '../observations/past-nights.ts'
import { forgetOldStays } from '../observations/store.ts'
import { createVault, findMasterKey } from '../ops/vault.ts'
import { forgetOldSessions } from '../sessions/store.ts'
import { expirePast, resumeSuspended, sweep } from '../watches/refreshing/upkeep.ts'
import { pauseByHooks } from '../watches/store.ts'
import { allowPrivateOf } from '../webhooks/address.ts'
import { createGuardedAgent } from '../webhooks/agent.ts'
import { forgetRetiredHooks } from '../webhooks/hooks.ts'
import { forgetOldEvents, forgetOldPlaces } from '../webhooks/store.ts'
import { backlogOf } from '../workers/backlog.ts'
import { startChores } from '../workers/chores.ts'
import { ATTEMPT_MS, startCourier } from '../workers/courier.ts'
import { startRunner } from '../workers/runner.ts'
import { startWatchKeeper } from '../workers/watch-keeper.ts'
import { openGround, type Running } from './ground.ts'

/** One worker process: everything that is due without anybody asking. */
export async function composeWorker(config: Config): Promise<Running> {
  const ground = await openGround(config, { role: 'worker', tallies: backlogOf })
  const { log, metrics, catalog, databaseUrl, pool, steady, gateway, search } = ground
  const keeper = startWatchKeeper({ pool, catalog, now: Date.now, log })
  const runner = await startRunner({
    pool: steady,
    listenUrl: databaseUrl,
    catalog,
    gateway,
    search,
    hotels: createHotelsMaster(steady),
    now: Date.now,
    log,
    onRefreshed: keeper.nudge,
  })
  const agent = createGuardedAgent({ allowPrivate: allowPrivateOf({ ...config, isLocal: isLocal(config) }) })
  const courier = await startCourier({
    pool,
    listenUrl: databaseUrl,
    vault: createVault(findMasterKey(config)),
    agent,
    timeoutMs: ATTEMPT_MS,
    now: Date.now,
    random: Math.random,
    onGone: pauseByHooks,
    observe: metrics.delivered,
    log,
  })
  const idempotency = createIdempotency(pool)
  const chores = startChores(
    [
      { name: 'expire holds', everyMs: 2000, run: () => counted(expireHolds(pool), metrics.expired) },
      { name: 'tell of ended jobs', everyMs: 2000, run: () => tellOfOtherEnds(pool) },
      { name: 'take suspended watches up', everyMs: 2000, run: () => resumeSuspended(pool) },
      { name: 'end watches whose nights are past', everyMs: 60_000, run: () => expirePast(pool) },
      { name: 'sweep up after watches', everyMs: 60_000, run: () => sweep(pool) },
      { name: 'forget old answers', everyMs: 600_000, run: () => idempotency.forgetOld() },
      { name: 'forget old sessions', everyMs: 600_000, run: () => forgetOldSessions(pool) },
      { name: 'forget old lookups', everyMs: 600_000, run: () => forgetOldLookups(pool) },
      {
        name: 'forget old stays',
        everyMs: 600_000,
        run: () => forgetOldStays(pool, Date.now() - LIMITS.keptDays * DAY_MS),
      },
      {
        name: 'forget old events',
        everyMs: 60_000,
        run: () => forgetOldEvents(pool, LIMITS.eventDays),
      },
      {
        name: 'forget where old events stood',
        everyMs: 600_000,
        run: () => forgetOldPlaces(pool, LIMITS.eventPlaceDays),
      },
      {
        name: 'forget retired hooks',
        everyMs: 600_000,
        // A day later than their events, which go by the batch.
        run: () => forgetRetiredHooks(pool, LIMITS.eventDays + 1),
      },
      { name: 'forget past nights', everyMs: 600_000, run: createPastNightsSweep(pool, Date.now) },
    ],
    log,
  )
  const ops = await ground.openOps()
  return {
    url: null,
    opsPort: ops.port,
    log,
    close: async () => {
      ops.leave()
      await Promise.all([runner.close(), courier.close()])
      await keeper.close()
      await agent.destroy()
      await chores.close()
      await ops.close()
      await ground.close()
    },
  }
}

const DAY_MS = 86_400_000

async function counted(work: Promise<number>, count: (howMany: number) => void): Promise<number> {
  const howMany = await work
  count(howMany)
  return howMany
}
