import { type Breakers, createBreakers } from './breakers.ts'
import { type Bulkhead, createBulkhead } from './bulkhead.ts'
import type { Connection } from './catalog/catalog.ts'
import { createHealth, type Health } from './health.ts'

/** What a source's id keeps when its settings change: its places, its breakers, its recent health, and what the vendor told us. */
export interface Standing {
  bulkhead: Bulkhead
  breakers: Breakers
  health: Health
  /** The vendor asked us to wait until then. */
  notBefore: number
  /** The same, for calls that nobody waits for. */
  backgroundNotBefore: number
  /** Whether the last call failed because of the operator's credentials. */
  locked: boolean
}

export function createStanding({ limits }: Pick<Connection, 'limits'>, now: () => number): Standing {
  return {
    bulkhead: createBulkhead(limits.concurrency),
    breakers: createBreakers(now),
    health: createHealth(now),
    notBefore: 0,
    backgroundNotBefore: 0,
    locked: false,
  }
}

/** A wait, or a refusal of a key, says nothing about another key or another address. */
export function takeSettings(standing: Standing, before: Connection, after: Connection): void {
  standing.bulkhead.resize(after.limits.concurrency)
  const access = ({ baseUrl, credentials }: Connection) => JSON.stringify([baseUrl, credentials])
  if (access(before) === access(after)) return
  standing.notBefore = 0
  standing.backgroundNotBefore = 0
  standing.locked = false
}
