import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { defineWork, type Work } from '../leases/define-work.ts'
import type { Done, WorkQueue } from '../leases/work.ts'
import type { Vault } from '../ops/vault.ts'
import {
  type Attempt,
  type Caps,
  claimDeliveries,
  type Delivery,
  pauseHooks,
  ripenDeliveries,
  settleAttempts,
  stillThere,
} from './deliveries.ts'
import { DELIVERIES_CHANNEL } from './events.ts'
import { openSecrets } from './hooks.ts'
import { jitterFactor, retryAfterMs, verdictOf } from './schedule.ts'
import { type Letter, type Sender, send } from './send.ts'

export interface DeliveryDesk extends Sender {
  pool: Pool
  vault: Vault
  /** From 0 to below 1. */
  random(): number
  /** Told, in the transaction that pauses them, which hooks have lost their receiver. */
  onGone(client: Client, hooks: readonly number[]): Promise<void>
  observe(attempt: { outcome: string; tookMs: number }): void
}

/** A receiver has this long to answer, to the last byte that is read of it. */
export const ATTEMPT_MS = 15_000

/**
 * A receiver that hangs keeps eight of these busy, and one account with receivers at many hosts 64: whoever else is due finds
 * a free one.
 */
const CAPS: Caps = { total: 512, account: 64, lane: 8 }

/** Nothing is claimed to be kept in hand: the next receiver is chosen when there is room for it. */
export function createDeliveryQueue(pool: Pool): WorkQueue<Delivery> {
  return {
    table: 'deliveries',
    channel: DELIVERIES_CHANNEL,
    claim: async (worker, { running, isNews }) => {
      // Only when it is time to look: the clock has not moved since the last results were stored.
      if (isNews) await ripenDeliveries(pool)
      return claimDeliveries(pool, worker, running, CAPS)
    },
  }
}

/** Events on their way to their receivers: one attempt each, and what came of it is written down in groups. */
export function deliveryWork(desk: DeliveryDesk): Work<Delivery> {
  return defineWork<Delivery, Letter, Attempt>({
    kind: 'delivery',
    group: { most: 256, gatherMs: 0 },
    parse: (delivery) => ({ ...delivery, secrets: openSecrets(desk.vault, delivery) }),
    run: async (letter, _delivery, { now: stop }) => {
      const sent = await send(desk, letter, stop)
      if (!sent) return null
      const { status, error, durationMs, retryAfter } = sent
      const verdict = verdictOf(sent)
      desk.observe({ outcome: OUTCOMES[verdict], tookMs: durationMs })
      const waits = { retryAfterMs: retryAfterMs(retryAfter, desk.now()), jitter: jitterFactor(desk.random) }
      return { result: { verdict, status, error, durationMs, ...waits } }
    },
    settle: (group) => settle(desk, group),
    fail: (_delivery, why) => ({
      verdict: 'w',
      status: null,
      error: why === 'unreadable' ? 'the service could not sign it' : 'the service could not record it',
      durationMs: 0,
      retryAfterMs: 0,
      jitter: jitterFactor(desk.random),
    }),
  })
}

async function settle(
  { pool, onGone }: DeliveryDesk,
  group: readonly Done<Delivery, Attempt>[],
): Promise<void> {
  if (group.every(({ result }) => result.verdict !== 'g')) {
    await settleAttempts(pool, group)
    return
  }
  const goneFor = new Set(group.flatMap(({ row, result }) => (result.verdict === 'g' ? [row.id] : [])))
  await inTransaction(pool, async (client) => {
    const settled = await settleAttempts(client, group)
    const hooks = await stillThere(
      client,
      settled.filter(({ id }) => goneFor.has(id)),
    )
    // What depends on the hook is locked before the hook itself: whoever changes a watch goes the same way.
    await onGone(client, hooks)
    await pauseHooks(client, hooks)
  })
}

const OUTCOMES = { d: 'delivered', g: 'gone', w: 'failed' } as const
