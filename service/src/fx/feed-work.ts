import type { Logger } from 'pino'
import type { Pool } from '../db/pool.ts'
import { nightAt } from '../kernel/dates.ts'
import { startDrain } from '../leases/drain.ts'
import type { Loop } from '../leases/loop.ts'
import { type Feed, fetchTables } from './feeds.ts'
import { checkTables } from './rate-table.ts'
import { claimFeed, makeFeedsDue, readNewest, retryFeed, storeTables } from './store.ts'

export interface FeedWork {
  pool: Pool
  feeds: readonly Feed[]
  log: Logger
  now: () => number
}

/**
 * Reads the feeds when they are due, each by one worker. A claim is a due time that moves ahead, so no lease is needed: a
 * second read of the same file stores nothing.
 */
export function startFeedWork(work: FeedWork): Loop {
  let begun = false
  return startDrain({
    name: 'read reference rates',
    take: async () => {
      if (!begun) await makeFeedsDue(work.pool, work.feeds)
      begun = true
      const read = await Promise.all(work.feeds.map((feed) => readIfDue(work, feed)))
      return read.filter(Boolean).length
    },
    log: work.log,
  })
}

/** A file with anything wrong changes nothing; it is read again soon. */
async function readIfDue({ pool, log, now }: FeedWork, feed: Feed): Promise<boolean> {
  const claim = await claimFeed(pool, feed.name)
  if (!claim) return false
  try {
    const tables = checkTables(await fetchTables(feed), nightAt(now()), await readNewest(pool, feed.name))
    const stored = await storeTables(pool, feed.name, tables)
    log.info({ feed: feed.name, tables: tables.length, stored }, 'reference rates were read')
  } catch (error) {
    await retryFeed(pool, feed.name, claim.failures)
    // The address may contain a key, so only the reason is logged.
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ feed: feed.name, reason }, 'reference rates could not be read; retrying soon')
  }
  return true
}
