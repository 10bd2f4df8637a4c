import { finished, Readable } from 'node:stream'
import { ApiError } from '../kernel/errors.ts'
import { politely } from '../kernel/event-loop.ts'
import { LIMITS } from '../kernel/limits.ts'
import { createTurns } from '../kernel/turns.ts'
import { fileBody } from './body.ts'
import type { Served } from './served.ts'

/**
 * Free calls that may take more than 20 ms of processor time or 1 MB: quotes and reads of large routes. Nothing is paid for them,
 * so an account has one in flight per process, those of all accounts take turns, and while other requests come, each rests for
 * longer than it works.
 */
export interface FreeWork {
  /** Without a turn: for what waits for the database. Throws `rate_limited` while the account has another one in flight. */
  alone<T>(account: number, work: () => Promise<T>): Promise<T>
  /** Throws `rate_limited` while the account has another one in flight. */
  quote<Plan>(account: number, plan: () => Promise<Plan>): Promise<Plan>
  /** The same. A streamed answer is in flight until its end. */
  read(account: number, work: () => Promise<Served>): Promise<Served>
  /** For lists: a few may be in flight. */
  readList(account: number, work: () => Promise<Served>): Promise<Served>
  /** For somebody with a link of the account, who must not keep it from its own reads. `most`: how many may be in flight. */
  readLink(account: number, work: () => Promise<Served>, most: number): Promise<Served>
  /** Called for every request: free work rests while others are asked for. */
  noteRequest(): void
}

/** How many run at the same time in a process. */
const AT_ONCE = 1
/** A process is busy for so long after a request. */
const BUSY_MS = 20
/** Beside other requests, free work takes at most a quarter of the process. */
const RESTS_PER_WORK = 3
/** A wait for the database counts as work, so a rest is bounded. */
const LONGEST_REST_MS = 50

export function createFreeWork(): FreeWork {
  let askedMs = Number.NEGATIVE_INFINITY
  const rest = (workedMs: number) => {
    const beganMs = performance.now() - workedMs
    return askedMs > beganMs - BUSY_MS ? Math.min(RESTS_PER_WORK * workedMs, LONGEST_REST_MS) : 0
  }
  const turns = createTurns<number>(AT_ONCE, rest)
  const own = createPlaces()
  const lists = createPlaces()
  const links = createPlaces()

  function inTurn<T>(account: number, work: () => Promise<T>): Promise<T> {
    return turns.take(account, () => politely(rest, work))
  }

  /** A turn for each piece: a client that reads slowly keeps nobody waiting. */
  async function* inTurns(account: number, body: Readable): AsyncGenerator {
    const pieces = body.iterator()
    try {
      for (;;) {
        const { done, value } = await inTurn(account, () => pieces.next())
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
      const { answer, bytes } = await inTurn(account, async () => {
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
    quote: async (account, plan) => alone(account, () => inTurn(account, plan)),
    read: async (account, work) => read(account, work, own.enter(account, 1)),
    readList: async (account, work) => read(account, work, lists.enter(account, LIMITS.listReads)),
    readLink: async (account, work, most) => read(account, work, links.enter(account, most)),
    noteRequest: () => {
      askedMs = performance.now()
    },
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
