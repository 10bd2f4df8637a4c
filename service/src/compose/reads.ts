import { setTimeout as wait } from 'node:timers/promises'
import { createPool } from '../db/pool.ts'
import { type Reads, readsOn, readsWith } from '../db/replica/reads.ts'
import { watchReplica } from '../db/replica/replica.ts'
import type { Runtime } from './runtime.ts'

/** Reads of the API that a replica may serve. */
export interface ServedReads {
  reads: Reads
  /** For frequent statements that never change. */
  steady: Reads
  /** Null without a replica. */
  lagSec(): number | null
  close(): Promise<void>
}

/** Less than at the primary: a read that the replica does not answer still has to be answered there. */
const STATEMENT_MS = 5000
const CONNECT_MS = 500

/** Without a replica, all reads go to the primary. */
export function openReads(replicaUrl: string, { pool, steady, verify, log, metrics }: Runtime): ServedReads {
  const primary = { reads: readsOn(pool), steady: readsOn(steady) }
  if (replicaUrl === '') return { ...primary, lagSec: () => null, close: async () => {} }
  const poolOf = (use: string, max: number, planOnce: boolean) =>
    createPool({
      url: replicaUrl,
      max,
      name: `vacancy api, ${use} of the replica`,
      planOnce,
      patienceMs: STATEMENT_MS,
      connectMs: CONNECT_MS,
      // The next look says so.
      onIdleError: () => {},
      verify,
    })
  const pools = {
    reads: poolOf('reads', 6, false),
    steady: poolOf('steady reads', 3, true),
    looks: poolOf('looks', 1, false),
  }
  const replica = watchReplica({
    primary: pool,
    looks: pools.looks,
    log,
    count: metrics.read,
    waited: metrics.waited,
  })
  return {
    reads: readsWith(replica, pools.reads, primary.reads),
    steady: readsWith(replica, pools.steady, primary.steady),
    lagSec: () => replica.lagMs() / 1000,
    close: async () => {
      replica.stop()
      // A replica that does not answer must not keep the process from ending.
      const ends = Object.values(pools).map((each) => each.end())
      await Promise.race([Promise.all(ends), wait(CONNECT_MS, undefined, { ref: false })])
    },
  }
}
