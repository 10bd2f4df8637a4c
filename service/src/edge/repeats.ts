import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { KeptAnswer } from '../billing/entry.ts'
import type { Idempotency } from '../billing/idempotency.ts'
import { type Client, OutcomeUnknown } from '../db/pool.ts'
import type { Vault } from '../ops/vault.ts'
import type { MeteredRequest, Metering } from './metering.ts'
import { purposeOf, SEALED } from './sealed-answers.ts'
import type { Served } from './served.ts'

/** Identifies a request that may be retried: its key, and what the key stands for. */
export interface Repeat {
  /** The path of the call: the same key on another path is another request. */
  endpoint: string
  key: string
  bodyText: string
}

/** What is stored of an answer to a request that may be retried. */
export type Keep = (answer: Served) => Promise<KeptAnswer | undefined>

/** Stores the answer in the transaction that makes its changes, so that neither exists without the other. */
export type KeepWith = (client: Client, answer: Served) => Promise<void>

/** Stores answers once and repeats them byte by byte. */
export interface Repeats {
  /** Returns the stored answer, or calls `make` for the first one. `make` passes `keep` to the code that commits the answer. */
  once(
    metered: MeteredRequest,
    repeat: Repeat | undefined,
    make: (keep: Keep) => Promise<Served>,
  ): Promise<Served>
}

export function createRepeats(metering: Metering, idempotency: Idempotency, vault: Vault): Repeats {
  /** An answer that will be repeated must be complete in memory. */
  async function keep(claim: string, answer: Served): Promise<KeptAnswer> {
    if (answer.body instanceof Readable) answer.body = await text(answer.body)
    const { status, headers } = answer
    const body = answer.body.toString()
    if (!answer.confidential) return { claim, status, headers, body }
    const sealed = vault.seal(body, purposeOf(claim)).toString('base64')
    return { claim, status, headers, body: `${SEALED}${sealed}` }
  }

  function open(claim: string, body: string): string {
    if (!body.startsWith(SEALED)) return body
    return vault.open(Buffer.from(body.slice(SEALED.length), 'base64'), purposeOf(claim))
  }

  return {
    once: async (metered, repeat, make) => {
      if (!repeat) return make(async () => undefined)
      const { account } = metered.payer
      const claimed = await idempotency.claim({ account, ...repeat })
      if ('remembered' in claimed) {
        await metering.admit(metered)
        const { claim, status, headers, body } = claimed.remembered
        return {
          status: status as Served['status'],
          headers: { ...headers, 'idempotent-replay': 'true' },
          body: open(claim, body),
        }
      }
      try {
        return await make((answer) => keep(claimed.claim, answer))
      } catch (error) {
        // The work may have been done, and the claim is its only trace: a retry must not do it again.
        if (!(error instanceof OutcomeUnknown))
          await idempotency.abandon(account, claimed.claim).catch(() => {})
        throw error
      }
    },
  }
}
