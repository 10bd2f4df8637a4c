import { LRUCache } from 'lru-cache'
import { atMost } from '../kernel/at-most.ts'
import { chunks } from '../kernel/chunks.ts'
import { type Answered, type Logged, loggedOf } from './logged.ts'

/** Writes the log of requests behind the answers: no request waits for it. */
export interface Recorder {
  record(answered: Answered): void
  /** Writes what is waiting. */
  close(): Promise<void>
}

export interface RecorderOptions {
  write(batch: readonly Logged[]): Promise<void>
  log: { warn(detail: object, message: string): void }
  nowMs?: () => number
}

/** Logged per second and process, of one account, successes and failures apart. Others are only counted. */
const OF_ACCOUNT = 5
/**
 * Logged per process in total: so many per second, a part of them at once. A busy process logs fewer, because the database takes 0.13 ms
 * over each: a hundred of them at the beginning of every second made one in a hundred answers wait.
 */
const IN_TOTAL = { perSecond: 100, least: 20, lessPerRequest: 1 / 40, atOnce: 0.64 }
/** A larger statement would make the requests of that moment wait. */
const AT_ONCE = 32
const FLUSH_MS = 50
/** While the database is away. */
const MOST_WAITING = 2000

/** Requests of an account in this second. */
interface Count {
  ok: number
  failed: number
  /** Since the last listed one. */
  unlisted: number
}

export function createRecorder({ write, log, nowMs = () => performance.now() }: RecorderOptions): Recorder {
  /** Of earlier seconds. */
  const unlisted = new LRUCache<number, number>(atMost(50_000))
  let waiting: Logged[] = []
  let flushing: Promise<void> | null = null
  let second = 0
  let requests = 0
  let perSecond = IN_TOTAL.perSecond
  let room = perSecond * IN_TOTAL.atOnce
  let roomAtMs = nowMs()
  let counted = new Map<number, Count>()

  function countOf(account: number, now: number): Count {
    const current = Math.floor(now / 1000)
    if (current !== second) {
      const before = current === second + 1 ? requests : 0
      perSecond = Math.max(IN_TOTAL.least, IN_TOTAL.perSecond - before * IN_TOTAL.lessPerRequest)
      requests = 0
      second = current
      for (const [of, count] of counted)
        if (count.unlisted > 0) unlisted.set(of, (unlisted.get(of) ?? 0) + count.unlisted)
      counted = new Map()
    }
    requests += 1
    let count = counted.get(account)
    if (!count) {
      count = { ok: 0, failed: 0, unlisted: 0 }
      counted.set(account, count)
    }
    return count
  }

  /** Whether this one is listed. */
  function takes(count: Count, failed: boolean, now: number): boolean {
    room = Math.min(perSecond * IN_TOTAL.atOnce, room + ((now - roomAtMs) / 1000) * perSecond)
    roomAtMs = now
    const before = failed ? count.failed++ : count.ok++
    if (before >= OF_ACCOUNT || room < 1 || waiting.length >= MOST_WAITING) return false
    room -= 1
    return true
  }

  async function flush(): Promise<void> {
    const batch = waiting
    waiting = []
    for (const part of chunks(batch, AT_ONCE)) {
      try {
        await write(part)
      } catch (error) {
        log.warn({ err: error, requests: part.length }, 'requests could not be logged')
      }
    }
  }

  /** One flush at a time. */
  function startFlush(): void {
    if (flushing !== null || waiting.length === 0) return
    flushing = flush().finally(() => {
      flushing = null
    })
  }

  const timer = setInterval(startFlush, FLUSH_MS).unref()

  return {
    record: (answered) => {
      const { account } = answered
      const now = nowMs()
      const count = countOf(account, now)
      if (!takes(count, answered.status >= 400, now)) {
        count.unlisted += 1
        return
      }
      waiting.push(loggedOf(answered, (unlisted.get(account) ?? 0) + count.unlisted))
      unlisted.delete(account)
      count.unlisted = 0
    },
    close: async () => {
      clearInterval(timer)
      await flushing
      await flush()
    },
  }
}
