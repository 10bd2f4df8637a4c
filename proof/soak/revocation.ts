import { setTimeout as wait } from 'node:timers/promises'
import { revokeKey } from '../../service/src/accounts/keys.ts'
import type { TestAccount } from '../../service/test/support/accounts.ts'
import { get } from '../../service/test/support/client.ts'
import { type Hammer, hammer } from '../../service/test/support/hammer.ts'
import { until } from '../../service/test/support/until.ts'
import { createFiftyKeys } from './fifty-keys.ts'
import { persist } from './persist.ts'
import { failed, newCustomer, type Stage, type Verdict } from './stage.ts'

const LIMIT_MS = 10_000
/** Slightly longer than the limit, to catch calls accepted after it. */
const LOOK_MS = LIMIT_MS + 1000
const CUT_EVERY_MS = 300

/** T5: no process accepts a revoked key after ten seconds, even with lost notifications, paused processes or a restart of the database; an account has at most five keys. */
export function revokeUnderLoad(stage: Stage): Promise<Verdict> {
  return stage.peace.keep(['apis', 'database'], async () => {
    const paused = await whilePausedAndDeaf(stage)
    const away = await whileDatabaseIsAway(stage)
    const keys = await createFiftyKeys(stage)
    return {
      name: 'T5 revocation',
      told: `last let in ${seconds(paused.lastMs)} s after it (notifications cut, a process paused), ${seconds(away.lastMs)} s (database away); ${keys.made} of 50 keys made at once`,
      problems: [...paused.problems, ...away.problems, ...keys.problems],
    }
  })
}

interface Round {
  /** When the last accepted call after the revocation was made. */
  lastMs: number
  problems: string[]
}

async function whilePausedAndDeaf({ town, chance, onFault }: Stage): Promise<Round> {
  const account = await newCustomer(town)
  const load = await underLoad(town.apis, account)
  const cutting = new AbortController()
  const cut = cutListeners(town.pool, cutting.signal)
  const victim = town.apis[chance.below(town.apis.length)]
  if (!victim) throw new Error('there is nobody to pause')
  victim.pause()
  onFault(`cut the notifications, pause ${victim.name} for ${LOOK_MS} ms, revoke a key`)
  // Updates the row directly: the meter still has the key, so only a new lookup of the key can stop a process.
  await town.pool.query('update keys set revoked_at = now() where public_id = $1', [account.keyId])
  const revokedAt = performance.now()
  await wait(LOOK_MS)
  victim.resume()
  const late = await persist(() => get(victim.url(), '/v1/usage', account.key))
  cutting.abort()
  await cut
  await load.stop()
  const lastMs = lastAfter(load, revokedAt)
  return {
    lastMs,
    problems: failed([
      [lastMs <= LIMIT_MS, `a revoked key was let in ${lastMs} ms after it`],
      [late.status === 401, `the process that was paused answered ${late.status}`],
    ]),
  }
}

async function whileDatabaseIsAway({ town, onFault }: Stage): Promise<Round> {
  const [account, other] = [await newCustomer(town), await newCustomer(town)]
  const load = await underLoad(town.apis, account)
  const good = await underLoad(town.apis, other)
  await revokeKey(town.pool, account.keyId)
  const revokedAt = performance.now()
  onFault(`revoke a key and pull the plug of the database for ${LOOK_MS} ms`)
  let closedMs = 0
  await town.killDatabase(async () => {
    const awayAt = performance.now()
    await wait(LOOK_MS)
    closedMs = lastAfter(good, awayAt)
  })
  const statusesOf = (key: string) =>
    Promise.all(town.apis.map(async (api) => (await get(api.url(), '/v1/usage', key)).status))
  await until(async () => (await statusesOf(other.key)).every((status) => status === 200))
  const refused = await persist(() => statusesOf(account.key))
  await Promise.all([load.stop(), good.stop()])
  const lastMs = lastAfter(load, revokedAt)
  return {
    lastMs,
    problems: failed([
      [lastMs <= LIMIT_MS, `a revoked key was let in ${lastMs} ms after it, the database being away`],
      [closedMs <= LIMIT_MS, `a key that could not be confirmed was let in for ${closedMs} ms`],
      [refused.every((status) => status === 401), `with the database back it is answered ${refused.join()}`],
    ]),
  }
}

async function underLoad(apis: Stage['town']['apis'], { key }: TestAccount): Promise<Hammer> {
  const urls = apis.map((api) => api.url())
  const load = hammer(urls, key)
  await until(async () => load.lastSuccess.every((at) => at > 0))
  return load
}

/** Listeners reconnect after a second, so the connection is cut repeatedly. */
async function cutListeners(pool: Stage['town']['pool'], stop: AbortSignal): Promise<void> {
  const cut = () =>
    persist(() =>
      pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vacancy key_revoked'",
      ),
    )
  await cut()
  while (!stop.aborted) {
    await wait(CUT_EVERY_MS)
    await cut()
  }
}

function lastAfter({ lastSuccess }: Hammer, momentMs: number): number {
  return Math.max(0, Math.round(Math.max(...lastSuccess) - momentMs))
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
