import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { listen } from '../db/listen.ts'
import type { Pool } from '../db/pool.ts'
import { BEAT_MS, joinCrew, TRUSTED_MS } from '../leases/workers.ts'
import type { Vault } from '../ops/vault.ts'
import {
  type Caps,
  claimDeliveries,
  type Delivery,
  giveDeliveriesBack,
  ripenDeliveries,
} from '../webhooks/deliveries.ts'
import { DELIVERIES_CHANNEL } from '../webhooks/events.ts'
import { openSecrets } from '../webhooks/hooks.ts'
import { jitterFactor, retryAfterMs, verdictOf } from '../webhooks/schedule.ts'
import { type Sender, type Sent, send } from '../webhooks/send.ts'
import { createReceipts, type OnGone } from './receipts.ts'

export interface Courier {
  close(): Promise<void>
}

export interface CourierOptions extends Sender {
  pool: Pool
  listenUrl: string
  vault: Vault
  log: Logger
  /** From 0 to below 1. */
  random(): number
  onGone: OnGone
  observe(attempt: { outcome: string; tookMs: number }): void
}

/** A receiver has this long to answer, to the last byte that is read of it. */
export const ATTEMPT_MS = 15_000

/** Nobody is told when a wait is over: this is how often a worker looks by itself. */
const POLL_MS = 500
/** At the end, attempts under way have this long; then they are left to others. */
const LAST_ATTEMPTS_MS = 2000
/**
 * A receiver that hangs keeps eight of these busy, and one account with receivers at many hosts 64: whoever else is due finds
 * a free one.
 */
const CAPS: Caps = { total: 512, account: 64, lane: 8 }

/** Delivers events: whatever is due is sent, many at a time, and what came of it is written down in groups. */
export async function startCourier(options: CourierOptions): Promise<Courier> {
  const { pool, vault, log, now } = options
  const underWay = new Map<number, Delivery>()
  const stopSoon = new AbortController()
  const stopNow = new AbortController()
  const receipts = createReceipts({ pool, log, onGone: options.onGone, onWritten: look })
  const member = await joinCrew(pool, 'deliveries')
  let claiming: Promise<void> | null = null
  let beating: Promise<void> | null = null
  let asked = false
  let ripe = false
  // Something may stand under our name that we know nothing of.
  let doubtful = false
  // By a clock that runs on while the process stands still: one that was paused must not go on as if nothing had been.
  let trustedUntilMs = 0
  await beat()

  async function beat(): Promise<void> {
    const askedAtMs = performance.now()
    const { reborn } = await member.beat()
    doubtful ||= reborn
    trustedUntilMs = askedAtMs + TRUSTED_MS
  }

  function mayBegin(): boolean {
    return !stopSoon.signal.aborted && performance.now() < trustedUntilMs
  }

  /** One claim at a time; what is asked for meanwhile is one more. */
  function look(): void {
    asked = true
    claiming ??= claim()
      .catch((error: unknown) => {
        doubtful = true
        log.warn({ err: error }, 'deliveries could not be claimed')
      })
      .finally(() => {
        claiming = null
        if (asked && mayBegin()) look()
      })
  }

  function lookAgain(): void {
    ripe = false
    look()
  }

  async function claim(): Promise<void> {
    while (asked && mayBegin()) {
      asked = false
      if (doubtful) {
        doubtful = false
        await member.keepOnly([...underWay.keys(), ...receipts.inHand()])
      }
      if (!ripe) {
        ripe = true
        await ripenDeliveries(pool)
      }
      const taken = await claimDeliveries(pool, member.id, underWay.values(), CAPS)
      for (const delivery of taken) {
        underWay.set(delivery.event, delivery)
        void deliver(delivery)
      }
    }
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const sent = await attempt(delivery)
    underWay.delete(delivery.event)
    if (!sent) {
      // What cannot be handed back now is found later, not being in our hands.
      await giveDeliveriesBack(pool, member.id, [delivery.event]).catch(() => {
        doubtful = true
      })
      return
    }
    const verdict = verdictOf(sent)
    options.observe({ outcome: OUTCOMES[verdict], tookMs: sent.durationMs })
    receipts.add({
      delivery,
      verdict,
      status: sent.status,
      error: sent.error,
      durationMs: sent.durationMs,
      retryAfterMs: retryAfterMs(sent.retryAfter, now()),
      jitter: jitterFactor(options.random),
    })
  }

  async function attempt(delivery: Delivery): Promise<Sent | null> {
    try {
      const secrets = openSecrets(vault, delivery)
      return await send(options, { ...delivery, secrets }, stopNow.signal)
    } catch (error) {
      log.error({ err: error, event: delivery.eventId }, 'an event could not be signed')
      return { status: null, error: 'the service could not sign it', retryAfter: null, durationMs: 0 }
    }
  }

  const pulse = setInterval(() => {
    beating ??= beat()
      .then(receipts.nudge, (error: unknown) =>
        log.warn({ err: error }, 'the courier could not say that it is alive'),
      )
      .finally(() => {
        beating = null
      })
  }, BEAT_MS)
  const poll = setInterval(lookAgain, POLL_MS)
  const ears = listen(options.listenUrl, DELIVERIES_CHANNEL, lookAgain)
  look()

  async function finishWhatRuns(): Promise<void> {
    const hurry = setTimeout(() => stopNow.abort(), LAST_ATTEMPTS_MS)
    while (underWay.size > 0) await wait(20)
    clearTimeout(hurry)
    await receipts.rest()
  }

  return {
    close: async () => {
      clearInterval(poll)
      stopSoon.abort()
      await ears.close()
      await claiming
      await finishWhatRuns()
      clearInterval(pulse)
      await beating
      await member.leave()
    },
  }
}

const OUTCOMES = { delivered: 'delivered', gone: 'gone', retry: 'failed' } as const
