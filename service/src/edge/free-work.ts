import { finished, Readable } from 'node:stream'
import { ApiError } from '../kernel/errors.ts'
import { createTurns } from '../kernel/turns.ts'
import { fileBody } from './body.ts'
import type { Served } from './served.ts'

/**
 * Free calls that may take more than 20 ms of processor time or 1 MB: quotes and reads of large routes. Nothing is paid for them,
 * so an account has one in flight per process, and those of all accounts take turns.
 */
export interface FreeWork {
  /** Without a turn: for what waits for the database. Throws `rate_limited` while the account has another one in flight. */
  alone<T>(account: number, work: () => Promise<T>): Promise<T>
  /** Throws `rate_limited` while the account has another one in flight. */
  quote<Plan>(account: number, plan: () => Promise<Plan>): Promise<Plan>
  /** The same. A streamed answer is in flight until its end. */
  read(account: number, work: () => Promise<Served>): Promise<Served>
  /** For somebody with a link of the account, who must not keep it from its own reads. `most`: how many may be in flight. */
  readLink(account: number, work: () => Promise<Served>, most: number): Promise<Served>
}

/** How many run at the same time in a process. */
const AT_ONCE = 1

export function createFreeWork(): FreeWork {
  const turns = createTurns<number>(AT_ONCE)
  const own = createPlaces()
  const links = createPlaces()

  /** A turn for each piece: a client that reads slowly keeps nobody waiting. */
  async function* inTurns(account: number, body: Readable): AsyncGenerator {
    const pieces = body.iterator()
    try {
      for (;;) {
        const { done, value } = await turns.take(account, () => pieces.next())
        if (done) return
        yield value
      }
    } finally {
      body.destroy()
    }
  }

  async function read(account: number, work: () => Promise<Served>, leave: () => void): Promise<Served> {
    let body: Readable | undefined
    try {
      const { answer, bytes } = await turns.take(account, async () => {
        const made = await work()
        return { answer: made, bytes: made.body.bytes() }
      })
      if (!(bytes instanceof Readable)) return answer
      const stream = Readable.from(inTurns(account, bytes), { objectMode: false })
      body = stream
      finished(stream, leave)
      return { ...answer, body: fileBody(() => stream) }
    } finally {
      if (!body) leave()
    }
  }

  async function alone<T>(account: number, work: () => Promise<T>): Promise<T> {
    const leave = own.enter(account, 1)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  return {
    alone,
    quote: async (account, plan) => alone(account, () => turns.take(account, plan)),
    read: async (account, work) => read(account, work, own.enter(account, 1)),
    readLink: async (account, work, most) => read(account, work, links.enter(account, most)),
  }
}

/** How many of an account are in flight. */
function createPlaces() {
  const taken = new Map<number, number>()
  return {
    /** Returns how to leave again. Throws `rate_limited` where `most` are taken. */
    enter(account: number, most: number): () => void {
      const before = taken.get(account) ?? 0
      if (before >= most) throw tooMany(most)
      taken.set(account, before + 1)
      return () => {
        const left = (taken.get(account) ?? 1) - 1
        if (left > 0) taken.set(account, left)
        else taken.delete(account)
      }
    },
  }
}

function tooMany(most: number): ApiError {
  const message =
    most === 1
      ? 'This account may have one large quote, read or change in flight, all its keys together. Wait for Retry-After.'
      : `${most} reads are in flight, which is the most. Wait for Retry-After.`
  return new ApiError('rate_limited', message, { retryAfterSec: 1 })
}
