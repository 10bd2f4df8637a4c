import type { Logger } from 'pino'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { type Outcome, pauseHooks, settleAttempts, stillThere } from '../webhooks/deliveries.ts'

/** Told, in the transaction that pauses them, which hooks have lost their receiver. */
export type OnGone = (client: Client, hooks: readonly number[]) => Promise<void>

/** Outcomes on their way into the database: all that arrive while one group is written share the next. */
export interface Receipts {
  add(outcome: Outcome): void
  /** Tries again what could not be written before. */
  nudge(): void
  /** Resolves when nothing is left to write, or when writing failed. */
  rest(): Promise<void>
  /** The events whose attempts are not written down yet. */
  inHand(): Iterable<number>
}

const MOST_AT_ONCE = 256

export interface ReceiptsOptions {
  pool: Pool
  log: Logger
  onGone: OnGone
  /** Room has been made. */
  onWritten(): void
}

export function createReceipts({ pool, log, onGone, onWritten }: ReceiptsOptions): Receipts {
  const waiting: Outcome[] = []
  const inHand = new Set<number>()
  let writing: Promise<void> | null = null

  function nudge(): void {
    writing ??= writeAll()
      .catch((error: unknown) => log.warn({ err: error }, 'attempts could not be written down'))
      .finally(() => {
        writing = null
      })
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.splice(0, MOST_AT_ONCE)
      try {
        await write(group)
      } catch (error) {
        // Nothing of it was written. The fence decides what of it still counts when it is tried again.
        waiting.unshift(...group)
        throw error
      }
      for (const { delivery } of group) inHand.delete(delivery.event)
      onWritten()
    }
  }

  async function write(group: readonly Outcome[]): Promise<void> {
    if (group.every(({ verdict }) => verdict !== 'gone')) {
      await settleAttempts(pool, group)
      return
    }
    const goneFor = new Set(
      group.flatMap(({ verdict, delivery }) => (verdict === 'gone' ? [delivery.event] : [])),
    )
    await inTransaction(pool, async (client) => {
      const settled = await settleAttempts(client, group)
      const hooks = await stillThere(
        client,
        settled.filter(({ event }) => goneFor.has(event)),
      )
      // What depends on the hook is locked before the hook itself: whoever changes a watch goes the same way.
      await onGone(client, hooks)
      await pauseHooks(client, hooks)
    })
  }

  return {
    add: (outcome) => {
      waiting.push(outcome)
      inHand.add(outcome.delivery.event)
      nudge()
    },
    nudge,
    rest: async () => {
      nudge()
      await writing
    },
    inHand: () => inHand,
  }
}
