import type { Logger } from 'pino'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { defineWork, type Work } from '../leases/define-work.ts'
import type { Done, WorkQueue } from '../leases/work.ts'
import { type Vault, VaultError } from '../ops/vault.ts'
import {
  type Attempt,
  type Caps,
  claimDeliveries,
  type Delivery,
  type PauseReason,
  pauseHooks,
  ripenDeliveries,
  type Settled,
  settleAttempts,
  settleIncluded,
  stillThere,
} from './deliveries.ts'
import { DELIVERIES_CHANNEL } from './events.ts'
import type { SealedSecrets } from './hooks.ts'
import { createSecretOpener } from './opened-secrets.ts'
import type { Letter, Senders } from './receiver.ts'
import { jitterFactor, retryAfterMs } from './schedule.ts'

export interface DeliveryDeps {
  pool: Pool
  vault: Vault
  log: Logger
  senders: Senders
  /** In epoch milliseconds. */
  now(): number
  /** A random number from 0 to below 1. */
  random(): number
  /** Called with the addresses of watches and jobs whose receiver is gone, in the transaction that pauses them. */
  onGone(client: Client, hooks: readonly number[]): Promise<void>
  /** Pauses endpoints and tells their accounts. Called at the end of a transaction. */
  pauseEndpoints(client: Client, hooks: readonly number[], reason: PauseReason): Promise<void>
  observe(attempt: { outcome: string; tookMs: number }): void
}

/** A receiver has this long to answer, including the part of the body we read. */
export const ATTEMPT_MS = 15_000

/**
 * A receiver that hangs uses up to eight of these, and one account with many hosts up to 64, so that others still find a free
 * one. All endpoints of an account together stay below its 64: if some hang, the others find a free one too.
 */
const CAPS: Caps = { total: 512, account: 64, lane: 8, endpoint: 3 }

/**
 * A claim follows each group, and both cost the database less per row when they are large. With few attempts running nothing waits,
 * so that a receiver with a long queue gets its next events at once.
 */
const GROUP = { most: 256, gatherMs: 60, stepMs: 5, gatherAbove: 64 } as const

/** Nothing is claimed in advance: the next receiver is chosen when there is room for it. */
export function createDeliveryQueue(pool: Pool): WorkQueue<Delivery> {
  return {
    table: 'deliveries',
    channel: DELIVERIES_CHANNEL,
    claim: async (worker, { underWay, isNews }) => {
      // Only when it is time to look: no retry has become due since the last results were stored.
      if (isNews) await ripenDeliveries(pool)
      return claimDeliveries(pool, worker, underWay, CAPS)
    },
  }
}

/** Delivers events: one attempt each. Results are stored in groups. */
export function deliveryWork(deps: DeliveryDeps): Work<Delivery> {
  const complain = createComplaint(deps.log)
  const openSecrets = createSecretOpener(deps.vault)
  return defineWork<Delivery, Letter | null, Attempt>({
    kind: 'delivery',
    group: GROUP,
    parse: (delivery) => letterOf(delivery, openSecrets, complain),
    run: async (letter, delivery, { now: stop }) => {
      if (delivery.isBlocked) return { result: blocked() }
      if (letter === null) return { later: { afterMs: NO_KEY_MS } }
      const sent = await deps.senders[delivery.receiver](letter, stop)
      if (!sent || 'later' in sent) return sent
      const { status, error, durationMs, retryAfter, verdict, answer, included = [] } = sent
      deps.observe({ outcome: OUTCOMES[verdict], tookMs: durationMs })
      const waits = { retryAfterMs: retryAfterMs(retryAfter, deps.now()), jitter: jitterFactor(deps.random) }
      return { result: { verdict, status, error, durationMs, answer, included, ...waits } }
    },
    settle: (group) => settle(deps, group),
    fail: (_delivery, why) => ({
      verdict: 'retry',
      status: null,
      error: why === 'unreadable' ? 'the service could not sign it' : 'the service could not record it',
      durationMs: 0,
      answer: null,
      retryAfterMs: 0,
      jitter: jitterFactor(deps.random),
      included: [],
    }),
  })
}

function blocked(): Attempt {
  const none = { status: null, durationMs: 0, answer: null, retryAfterMs: 0, jitter: 1, included: [] }
  return { verdict: 'dropped', error: 'the endpoint is paused or unverified', ...none }
}

/** How long a delivery waits for a process that has the key of its secret. */
const NO_KEY_MS = 10_000

/**
 * Null if another SECRET_KEY encrypted its secret. While a key is replaced, some processes do not have the new one yet: that is
 * no failure of the receiver, so it costs none of the event's attempts.
 */
function letterOf(
  delivery: Delivery,
  openSecrets: (sealed: SealedSecrets) => readonly string[],
  complain: (error: VaultError) => void,
): Letter | null {
  try {
    return { ...delivery, delivery: delivery.id, secrets: openSecrets(delivery) }
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    complain(error)
    return null
  }
}

const COMPLAIN_MS = 60_000

/** At most once a minute: thousands of deliveries may wait. */
function createComplaint(log: Logger): (error: VaultError) => void {
  let quietUntilMs = 0
  return (error) => {
    if (performance.now() < quietUntilMs) return
    quietUntilMs = performance.now() + COMPLAIN_MS
    log.error({ err: error }, 'webhooks wait for a process that has the key of their secret')
  }
}

async function settle(deps: DeliveryDeps, group: readonly Done<Delivery, Attempt>[]): Promise<void> {
  const isPlain = group.every(({ result }) => result.verdict !== 'gone' && result.included.length === 0)
  const settled = isPlain ? await settleAttempts(deps.pool, group) : await settleTogether(deps, group)
  const hopeless = [...new Set(settled.flatMap(({ row, isHopeless }) => (isHopeless ? [row.hook] : [])))]
  if (hopeless.length === 0) return
  await inTransaction(deps.pool, (client) => deps.pauseEndpoints(client, hopeless, 'failing'))
}

/** For groups with more to do than to record their attempts. */
async function settleTogether(
  { pool, onGone, pauseEndpoints }: DeliveryDeps,
  group: readonly Done<Delivery, Attempt>[],
): Promise<Settled[]> {
  const results = new Map(group.map(({ row, result }) => [row.id, result]))
  return inTransaction(pool, async (client) => {
    const settled = await settleAttempts(client, group)
    await settleIncluded(
      client,
      settled.flatMap(({ row }) => results.get(row.id) ?? []),
    )
    const gone = settled.flatMap(({ row }) => (results.get(row.id)?.verdict === 'gone' ? [row] : []))
    const hooks = await stillThere(client, gone)
    // Locks dependents before the hook, in the same order as code that changes a watch.
    await onGone(client, hooks.own)
    await pauseHooks(client, hooks.own, 'gone')
    await pauseEndpoints(client, hooks.endpoints, 'gone')
    return settled
  })
}

const OUTCOMES = { delivered: 'delivered', gone: 'gone', retry: 'failed', dropped: 'failed' } as const
