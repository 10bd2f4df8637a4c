import { LRUCache } from 'lru-cache'
import { atMost } from '../kernel/at-most.ts'
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
 * Logged per process in total: some at once, and so many per second, so that the log never takes much of the database's time. When
 * a busy process logged the first 400 requests of each second together, one in a hundred answers took 11 ms instead of 4.
 */
const IN_TOTAL = { atOnce: 64, perSecond: 100 }
/** A larger statement would make the requests of that moment wait: what comes at once is written bit by bit, within a second. */
const AT_ONCE = { least: 4, share: 1 / 8, most: 32 }
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
  const waiting: Logged[] = []
  let flushing: Promise<void> | null = null
  let second = 0
  let room = IN_TOTAL.atOnce
  let roomAtMs = nowMs()
  let counted = new Map<number, Count>()

  function countOf(account: number, now: number): Count {
    if (Math.floor(now / 1000) !== second) {
      second = Math.floor(now / 1000)
      for (const [of, count] of counted)
        if (count.unlisted > 0) unlisted.set(of, (unlisted.get(of) ?? 0) + count.unlisted)
      counted = new Map()
    }
    let count = counted.get(account)
    if (!count) {
      count = { ok: 0, failed: 0, unlisted: 0 }
      counted.set(account, count)
    }
    return count
  }

  /** Whether this one is listed. */
  function takes(count: Count, failed: boolean, now: number): boolean {
    room = Math.min(IN_TOTAL.atOnce, room + ((now - roomAtMs) / 1000) * IN_TOTAL.perSecond)
    roomAtMs = now
    const before = failed ? count.failed++ : count.ok++
    if (before >= OF_ACCOUNT || room < 1 || waiting.length >= MOST_WAITING) return false
    room -= 1
    return true
  }

  async function flush(): Promise<void> {
    const size = Math.max(AT_ONCE.least, Math.ceil(waiting.length * AT_ONCE.share))
    const batch = waiting.splice(0, Math.min(size, AT_ONCE.most))
    try {
      await write(batch)
    } catch (error) {
      log.warn({ err: error, requests: batch.length }, 'requests could not be logged')
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
      while (waiting.length > 0) await flush()
    },
  }
}
