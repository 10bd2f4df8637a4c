import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { KeptAnswer } from '../billing/entry.ts'
import { type Idempotency, otherBody, type Remembered } from '../billing/idempotency.ts'
import { type Client, OutcomeUnknown } from '../db/pool.ts'
import { ApiError, internalFault } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Vault } from '../ops/vault.ts'
import { storedBody } from './body.ts'
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
  async function keep(claim: string, answer: Served): Promise<Remembered> {
    let bytes = answer.body.bytes()
    if (bytes instanceof Readable) {
      bytes = await buffer(bytes)
      answer.body = storedBody(bytes)
    }
    const { status, headers } = answer
    const body = textOf(bytes)
    if (!answer.confidential) return { claim, status, headers, body }
    const sealed = vault.seal(body, purposeOf(claim)).toString('base64')
    return { claim, status, headers, body: `${SEALED}${sealed}` }
  }

  function open(claim: string, body: string): string | Buffer {
    if (body.startsWith(BYTES)) return Buffer.from(body.slice(BYTES.length), 'base64')
    if (!body.startsWith(SEALED)) return body
    return vault.open(Buffer.from(body.slice(SEALED.length), 'base64'), purposeOf(claim))
  }

  function replay({ claim, status, headers, body }: Remembered): Served {
    return {
      status: status as Served['status'],
      headers: { ...headers, 'idempotent-replay': 'true' },
      body: storedBody(open(claim, body)),
    }
  }

  /** The first request with this key in this process. Another process may be ahead of it. */
  async function first(
    { payer: { account } }: MeteredRequest,
    repeat: Repeat,
    make: (keep: Keep) => Promise<Served>,
  ): Promise<First> {
    const claimed = await idempotency.claim({ account, ...repeat })
    if ('remembered' in claimed) return { remembered: claimed.remembered, made: null }
    const { claim } = claimed
    let remembered: Remembered | undefined
    try {
      const made = await make(async (answer) => {
        remembered = await keep(claim, answer)
        return remembered
      })
      void idempotency.finish(claim).catch(() => {})
      if (!remembered) throw new Error('an answer was not kept for its repeats')
      return { remembered, made }
    } catch (error) {
      // The work may have been done, and the claim is its only trace: a retry must not do it again.
      if (!(error instanceof OutcomeUnknown)) {
        const told = error instanceof ApiError ? error : internalFault(error)
        await idempotency.abandon(account, claim, told).catch(() => {})
      }
      throw error
    }
  }

  const running = new Map<string, Running>()

  /** Waits for the first request in this process, without asking the database. */
  async function join(ahead: Running, metered: MeteredRequest, repeat: Repeat): Promise<First> {
    // Even if it is refused: otherwise a flood of duplicates would never reach the rate limit of the process.
    metered.counted = true
    if (ahead.bodyText !== repeat.bodyText) throw otherBody()
    if (ahead.waiting >= LIMITS.idempotencyWaiting) throw tooManyWaiting()
    ahead.waiting += 1
    return ahead.first
  }

  return {
    once: async (metered, repeat, make) => {
      if (!repeat) return make(async () => undefined)
      const id = JSON.stringify([metered.payer.account, repeat.endpoint, repeat.key])
      const ahead = running.get(id)
      if (ahead) {
        const { remembered } = await join(ahead, metered, repeat)
        await metering.admit(metered)
        return replay(remembered)
      }
      const mine = first(metered, repeat, make)
      running.set(id, { bodyText: repeat.bodyText, waiting: 0, first: mine })
      try {
        const { remembered, made } = await mine
        if (made) return made
        await metering.admit(metered)
        return replay(remembered)
      } finally {
        running.delete(id)
      }
    },
  }
}

/** Marks an answer that is not text, such as a Parquet file. No answer of ours starts like this. */
const BYTES = 'bytes:'

function textOf(body: string | Buffer): string {
  if (typeof body === 'string') return body
  return isUtf8(body) ? body.toString() : BYTES + body.toString('base64')
}

/** How the first request with a key ended. `made` is its answer, if this process made it. */
interface First {
  remembered: Remembered
  made: Served | null
}

interface Running {
  bodyText: string
  waiting: number
  /** Fails with the error that those waiting get too. */
  first: Promise<First>
}

function tooManyWaiting(): ApiError {
  const message = `The first request with this Idempotency-Key is still running, and ${LIMITS.idempotencyWaiting} others wait for it. Wait for Retry-After.`
  return new ApiError('rate_limited', message, { retryAfterSec: 1 })
}
