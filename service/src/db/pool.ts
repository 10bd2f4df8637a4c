import { callbackify } from 'node:util'
import pg from 'pg'
import { Connection } from './driver/connection.ts'

export type Pool = pg.Pool
export type Client = pg.ClientBase

/** Ids, counters and money are bigint columns below 2^53, so the code uses plain numbers. */
export function readInteger(text: string | undefined): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`a database integer is out of range: ${text}`)
  return value
}
pg.types.setTypeParser(pg.types.builtins.INT8, readInteger)

export interface PoolOptions {
  url: string
  max: number
  /** Shown in pg_stat_activity to identify the connection. */
  name: string
  /**
   * Plans statements once for any values. For statements whose best plan never depends on the values: by default the server
   * replans the write of cells each time, which takes twice as long as the write.
   */
  planOnce?: boolean
  /** Further settings of its connections. */
  settings?: Readonly<Record<string, string>>
  /** The server ends a statement after this long. Default: never, for administration and tests. */
  patienceMs?: number
  /** How long to wait for a connection. Default: `CONNECT_MS`. */
  connectMs?: number
  onIdleError: (error: Error) => void
  /** Checks each new connection. If it fails, the connection is not used. */
  verify?: (client: Client) => Promise<void>
}

/** Connection timeout. */
export const CONNECT_MS = 5000
const ANSWER_LATER_MS = 2000
/** Closing a connection takes the server 2 ms of a core, and a burst opens a dozen. With a short idle time that slowed down all others. */
const IDLE_MS = 300_000

export function createPool(options: PoolOptions): Pool {
  const {
    url,
    max,
    name: applicationName,
    planOnce = false,
    settings,
    patienceMs,
    connectMs = CONNECT_MS,
    onIdleError,
    verify,
  } = options
  const set = Object.entries({ ...(planOnce && { plan_cache_mode: 'force_generic_plan' }), ...settings })
  const pool = new pg.Pool({
    Client: Connection,
    connectionString: url,
    max,
    application_name: applicationName,
    ...(set.length > 0 && { options: set.map(([name, value]) => `-c ${name}=${value}`).join(' ') }),
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: IDLE_MS,
    // The connection waits a little longer than the server works. Without that, a server that vanishes is noticed only by the
    // network timeout, after a quarter of an hour.
    ...(patienceMs !== undefined && {
      statement_timeout: patienceMs,
      answerMs: patienceMs + ANSWER_LATER_MS,
    }),
    keepAlive: true,
    ...(verify && { verify: callbackify(verify) }),
    // A process paused inside a transaction would hold its locks and block everyone who needs the row.
    idle_in_transaction_session_timeout: 5000,
  })
  // A broken idle connection (server restart) is replaced at its next use. Without a listener it would end the process.
  pool.on('error', onIdleError)
  // A connection that breaks inside a transaction fails its next statement, which is early enough.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Runs the work on one connection. If it fails, the connection is not used again. */
export async function onConnection<T>(pool: Pool, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    const result = await work(client)
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** The commit was sent but its answer is lost, so the outcome is unknown. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** Begins a transaction whose reads all see the same moment. */
export const SNAPSHOT = 'begin isolation level repeatable read, read only'

/** Runs the work in one transaction. Any error rolls it back, unless the outcome of the commit is unknown. */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: Client) => Promise<T>,
  begin = 'begin',
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onBroken = (error: Error) => {
    broken = error
  }
  try {
    return await transact(client, () => work(client), { begin, onBroken })
  } finally {
    client.release(broken)
  }
}

/** The same on the caller's connection. `onBroken` is called when the connection is no longer usable. */
export async function transact<T>(
  client: Client,
  work: () => Promise<T>,
  { begin = 'begin', onBroken = () => {} }: { begin?: string; onBroken?: (error: Error) => void } = {},
): Promise<T> {
  let result: T
  try {
    await client.query(begin)
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

/** Whether the server rejected the statement, so that nothing changed. Without its answer, or during shutdown, that is unknown. */
export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(08|57)/.test(error.code ?? '')
}
