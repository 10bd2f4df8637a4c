import { createPool, type Pool } from '../../db/pool.ts'

export interface SearchPoolOptions {
  url: string
  role: string
  onIdleError(error: Error): void
}

/** A search that takes longer is of no use to somebody who types. */
const PATIENCE_MS = 5000

/**
 * Connections for searches. Their statements are limited to a few hundred rows, for which the planner would rather read the whole
 * table until it has met enough; the indexes are always faster.
 */
export function openSearchPool({ url, role, onIdleError }: SearchPoolOptions): Pool {
  return createPool({
    url,
    max: 4,
    name: `vacancy ${role}, search`,
    planOnce: true,
    settings: { enable_seqscan: 'off', jit: 'off' },
    patienceMs: PATIENCE_MS,
    onIdleError,
  })
}
