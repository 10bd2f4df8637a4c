import type pg from 'pg'
import { type Client, onConnection, type Pool } from '../pool.ts'
import type { Replica } from './replica.ts'

/** Whatever answers a statement: a pool, a connection, or the reads below. */
export interface Queries {
  query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>
}

/** Statements that change nothing and may run on a replica. What decides about credits or ownership reads the primary instead. */
export interface Reads extends Queries {
  /** Several statements on one connection. If they fail on the replica, all of them run again on the primary. */
  with<T>(work: (client: Client) => Promise<T>): Promise<T>
}

/** Reads of one server. */
export function readsOn(pool: Pool): Reads {
  return {
    query: (statement, values) => pool.query(statement, values),
    with: (work) => onConnection(pool, work),
  }
}

/** Reads of the replica while it has everything that the primary has, else of the primary. */
export function readsWith(replica: Replica, replicaPool: Pool, primary: Reads): Reads {
  async function choose<T>(work: (client: Client) => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
    const read = await replica.tryRead(replicaPool, work)
    return read.done ? read.value : otherwise()
  }
  return {
    query: <Row extends pg.QueryResultRow>(statement: string | pg.QueryConfig, values?: unknown[]) =>
      choose(
        (client) => client.query<Row>(statement, values),
        () => primary.query<Row>(statement, values),
      ),
    with: (work) => choose(work, () => primary.with(work)),
  }
}
