import { createHash } from 'node:crypto'
import { ApiError } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'

// What links that anyone may read have in common.

const TAG_LENGTH = 22

/** Weak: a hotel may be renamed, and the answer compressed. */
export function weakTag(of: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(of)).digest('base64url')
  return `W/"${hash.slice(0, TAG_LENGTH)}"`
}

/**
 * Answers without news do not count as reads, but each asks the database. So a link is asked a number of times a second at most, in
 * each process. Throws `rate_limited` beyond it, and forgets all links every second.
 */
export function createPace(now: () => number = () => performance.now()): (link: string) => void {
  const asked = new Map<string, number>()
  let current = 0
  return (link) => {
    const second = Math.floor(now() / 1000)
    if (second !== current) asked.clear()
    current = second
    const times = (asked.get(link) ?? 0) + 1
    asked.set(link, times)
    if (times > LIMITS.linkAsksPerSecond)
      throw new ApiError('rate_limited', 'This link is asked too often. Wait for Retry-After.', {
        retryAfterSec: 1,
      })
  }
}
