import pg from 'pg'

export type Pool = pg.Pool
export type Client = pg.ClientBase

/** Ids, counters and money are bigint columns; all of them stay below 2^53, and plain numbers are what the code counts with. */
export function readInteger(text: string | undefined): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`a database integer is out of range: ${text}`)
  return value
}
pg.types.setTypeParser(pg.types.builtins.INT8, readInteger)

export interface PoolOptions {
  url: string
  max: number
  /** Shown in pg_stat_activity, so that an operator sees whose connection it is. */
  name: string
  /**
   * Statements are planned once, for any values. For those whose best plan never depends on the values: left to itself the server
   * plans the write of cells anew each time, which takes twice as long as the write.
   */
  planOnce?: boolean
  /** For how long a statement is waited for. Left out: for ever. */
  patienceMs?: number
  onIdleError: (error: Error) => void
}

/** How long a connection may take to come about. */
export const CONNECT_MS = 5000
/** Ending a connection takes the server 2 ms of a core, and a start or a burst opens a dozen: where they ended soon, all others felt it. */
const IDLE_MS = 300_000

export function createPool({ url, max, name, planOnce = false, patienceMs, onIdleError }: PoolOptions): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    ...(planOnce && { options: '-c plan_cache_mode=force_generic_plan' }),
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    // A server that vanished without a word would be waited for until the network gives up, which takes a quarter of an hour.
    ...(patienceMs !== undefined && { query_timeout: patienceMs }),
    keepAlive: true,
    // A process that is paused inside a transaction would keep its locks, and with them everybody else who needs the row.
    idle_in_transaction_session_timeout: 5000,
  })
  // An idle connection that breaks (a restarted server) is replaced at its next use; without a listener it would end the process.
  pool.on('error', onIdleError)
  // One that breaks between two statements of a transaction tells it to the next of them; that is early enough.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A commit was sent and its answer is lost: neither yes nor no may be claimed. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** Runs the work in one transaction; any error rolls all of it back, but for one that leaves open whether it was committed. */
export async function inTransaction<T>(pool: Pool, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await transact(
      client,
      () => work(client),
      (error) => {
        broken = error
      },
    )
  } finally {
    client.release(broken)
  }
}

/** The same on a connection that the caller has. `onBroken` hears that it is of no further use. */
export async function transact<T>(
  client: Client,
  work: () => Promise<T>,
  onBroken: (error: Error) => void = () => {},
): Promise<T> {
  let result: T
  try {
    await client.query('begin')
    result = await work()
  } catch (error) {
    await client.query('rollback').catch(onBroken)
    throw error
  }
  try {
    await client.query('commit')
  } catch (error) {
    onBroken(error as Error)
    throw isRefusal(error)
      ? error
      : new OutcomeUnknown('the outcome of a commit is unknown', { cause: error })
  }
  return result
}

/** The server has said no: nothing was changed. Without its word, or while it shuts down, that is not known. */
export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(08|57)/.test(error.code ?? '')
}
