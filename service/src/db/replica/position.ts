import type { Client, Pool } from '../pool.ts'
import { one } from '../rows.ts'

/** A position in the write-ahead log. Positions of different timelines cannot be compared: a failover starts a new one. */
export interface Position {
  timeline: number
  bytes: number
}

export function hasReached(position: Position, target: Position): boolean {
  return position.timeline === target.timeline && position.bytes >= target.bytes
}

/** Everything that was committed before this call is at or before the position. */
export async function primaryPosition(pool: Pool): Promise<Position> {
  const { rows } = await pool.query<Position>({
    name: 'wal_flushed',
    text: `select (lsn - '0/0')::bigint as bytes, ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int as timeline
      from pg_current_wal_flush_lsn() lsn`,
  })
  return one(rows)
}

/** A replica that does not answer this is not waited for. */
const ANSWER_MS = 500

const REPLAYED = {
  name: 'wal_replayed',
  text: `select pg_is_in_recovery() as "isStandby", (pg_last_wal_replay_lsn() - '0/0')::bigint as bytes,
      min_recovery_end_timeline as timeline
    from pg_control_recovery()`,
  query_timeout: ANSWER_MS,
}

/** How far a replica is. Null if the server is not a replica, for example because it was promoted. */
export async function replicaPosition(client: Client): Promise<Position | null> {
  const { rows } = await client.query<Position & { isStandby: boolean }>(REPLAYED)
  const { isStandby, bytes, timeline } = one(rows)
  return isStandby ? { bytes, timeline } : null
}
