import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { KeptAnswer } from '../billing/entry.ts'
import type { Idempotency } from '../billing/idempotency.ts'
import { type Client, OutcomeUnknown } from '../db/pool.ts'
import type { Vault } from '../ops/vault.ts'
import type { MeteredRequest, Metering } from './metering.ts'
import type { Served } from './served.ts'

/** What makes a request one that may be sent again: its key, and what the key stands for. */
export interface Repeat {
  /** The path that was called: the same key means something else elsewhere. */
  endpoint: string
  key: string
  bodyText: string
}

/** What is written down of an answer, where the request may be sent again. */
export type Keep = (answer: Served) => Promise<KeptAnswer | undefined>

/** Writes it down in the transaction that makes what the answer tells of: neither is ever there without the other. */
export type KeepWith = (client: Client, answer: Served) => Promise<void>

/** Answers that are given once and then repeated word by word. */
export interface Repeats {
  /** The first answer, or what `make` answers as the first. It hands `keep` on to whoever commits the answer. */
  once(
    metered: MeteredRequest,
    repeat: Repeat | undefined,
    make: (keep: Keep) => Promise<Served>,
  ): Promise<Served>
}

/** No answer of ours begins like this. */
const SEALED = 'sealed:'

export function createRepeats(metering: Metering, idempotency: Idempotency, vault: Vault): Repeats {
  /** What is to be repeated word by word must be at hand as a whole. */
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
        // Of what may have been done the claim is the only trace: a repeat must not do it again.
        if (!(error instanceof OutcomeUnknown))
          await idempotency.abandon(account, claimed.claim).catch(() => {})
        throw error
      }
    },
  }
}

function purposeOf(claim: string): string {
  return `answer ${claim}`
}
