import { Connection } from '../db/driver/connection.ts'
import { ask } from '../db/driver/statement.ts'
import { type Client, isRefusal } from '../db/pool.ts'
import { createBatches } from '../kernel/event-loop.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Entry, LedgerVerdict } from './entry.ts'
import { endStatements, findCommitted, LedgerUncertain, lookUntilKnown, RECOVER_MS } from './outcomes.ts'
import {
  type DecidedRow,
  decideStatement,
  readTaken,
  rounds,
  takeStatement,
  toVerdict,
} from './statements.ts'

/**
 * The only way to change an account's credits. Life of a charge:
 *
 *   hold ──> settle   charges the exact cost, releases the rest, writes one usage line
 *     │ ───> void     charges nothing
 *     └────> expire   never settled; released after `holdMs`
 *   charge            hold and settle in one step, if the cost is known in advance
 *   admit             costs nothing; counts against the rate limit and is refused when no credits are left
 *
 * Entries that arrive during a commit share the next one. A second batch in flight was measured and gained nothing: both wait
 * for the same rows and the same disk, and at low load the smaller batches made callers wait longer.
 */
export interface Ledger {
  submit(entry: Entry): Promise<LedgerVerdict>
  /** Entries that wait for their commit. */
  depth(): number
  close(): Promise<void>
}

/** The database could not be reached, and nothing was changed. */
export class LedgerAway extends Error {
  override name = 'LedgerAway'
}

export interface LedgerOptions {
  url: string
  holdMs?: number
  /** How long to look for the outcome of a lost commit. */
  recoverMs?: number
  onBatch?: (size: number, tookMs: number) => void
  /** Checks each new connection. If it fails, the connection is not used. */
  verify?: (client: Client) => Promise<void>
}

interface Waiting {
  entry: Entry
  resolve: (verdict: LedgerVerdict) => void
  reject: (error: Error) => void
}

const LARGEST_BATCH = 1000
/**
 * Calls arrive in bursts, and the first one wakes us before the others are read. While there are few entries, the sockets are
 * read once more, so that the rest of the burst joins the same commit.
 */
const BURST = { turns: 2, enough: 8 }
const CONNECT_MS = 3000
/**
 * A hash or merge join would lock accounts in a different order than other statements and deadlock. Planning for the values of
 * one batch takes as long as running it and is no faster.
 */
const SETTINGS = {
  text: 'set enable_hashjoin = off; set enable_mergejoin = off; set enable_seqscan = off; set plan_cache_mode = force_generic_plan',
  query_timeout: CONNECT_MS,
}
/** A statement without an answer for this long is treated as lost, even if the connection is open. */
const ANSWER_MS = 9500

export function createLedger(options: LedgerOptions): Ledger {
  const holdMs = options.holdMs ?? LIMITS.holdMs
  const recoverMs = options.recoverMs ?? RECOVER_MS
  const batches = createBatches<Waiting>({ most: LARGEST_BATCH, ...BURST, work: runBatch })
  let client: Connection | null = null

  async function connection(): Promise<Connection> {
    if (client) return client
    const fresh = new Connection({
      connectionString: options.url,
      application_name: 'vacancy ledger',
      answerMs: ANSWER_MS,
      connectionTimeoutMillis: CONNECT_MS,
    })
    const drop = () => {
      if (client === fresh) client = null
    }
    fresh.on('error', drop)
    fresh.on('end', drop)
    try {
      await fresh.connect()
      await fresh.query(SETTINGS)
      await options.verify?.(fresh)
    } catch (cause) {
      void fresh.end().catch(() => {})
      throw new LedgerAway('the database is away', { cause })
    }
    client = fresh
    return fresh
  }

  function discard(): void {
    const broken = client
    client = null
    void broken?.end().catch(() => {})
  }

  async function runBatch(batch: readonly Waiting[]): Promise<void> {
    const startedMs = performance.now()
    const { fast, exact } = sort(batch)
    for (const round of rounds(fast)) if (round.length > 0) exact.push(...(await attempt(round, take)))
    if (exact.length > 0) await attempt(exact, decide)
    options.onBatch?.(batch.length, performance.now() - startedMs)
  }

  /** Runs a statement. If the connection breaks, finds out what happened to its entries. */
  async function attempt(
    batch: readonly Waiting[],
    statement: (database: Connection, batch: readonly Waiting[]) => Promise<Waiting[]>,
  ): Promise<Waiting[]> {
    let database: Connection
    try {
      database = client ?? (await connection())
    } catch (error) {
      for (const waiting of batch) waiting.reject(error as Error)
      return []
    }
    try {
      return await statement(database, batch)
    } catch (error) {
      if (isRefusal(error)) {
        for (const waiting of batch)
          waiting.reject(new LedgerAway('the database refused the batch', { cause: error }))
        return []
      }
      discard()
      await recover(batch, database.serverProcess, error)
      return []
    }
  }

  async function take(database: Connection, batch: readonly Waiting[]): Promise<Waiting[]> {
    const entries = batch.map(({ entry }) => entry)
    const rows = await ask(database, takeStatement(entries, holdMs), readTaken)
    const taken = new Map(rows.map((row) => [row.account, row]))
    return batch.filter(({ entry, resolve }) => {
      const row = taken.get(entry.payer.account)
      if (row) resolve(toVerdict('ok', row, row.emit_us))
      return row === undefined
    })
  }

  /** Returns none, or those refused while a lost statement may be the cause. */
  async function decide(database: Connection, batch: readonly Waiting[], isOver = true): Promise<Waiting[]> {
    const entries = batch.map(({ entry }) => entry)
    const { rows } = await database.query<DecidedRow>(decideStatement(entries, holdMs))
    const refused: Waiting[] = []
    for (const row of rows) {
      const waiting = batch[row.entry - 1]
      if (waiting && row.verdict !== 'ok' && !isOver) refused.push(waiting)
      else waiting?.resolve(toVerdict(row.verdict, row, row.emit))
    }
    return refused
  }

  /**
   * The connection broke after the statement was sent. What was not committed is sent again with the same id. The old statement
   * may still be running, so it is ended first. If that fails, row locks and the unique id still let only one of the two charge;
   * but then a refusal may be caused by the other one and proves nothing.
   */
  async function recover(
    batch: readonly Waiting[],
    lostProcess: number | null,
    cause: unknown,
  ): Promise<void> {
    const lost = [lostProcess]
    let open = batch
    await lookUntilKnown(recoverMs, async () => {
      const database = await connection()
      try {
        const isOver = await endStatements(database, lost)
        open = await settleCommitted(database, open)
        if (open.length > 0) open = await decide(database, open, isOver)
        return open.length === 0 || null
      } catch (error) {
        // This attempt may be lost in the same way.
        lost.push(database.serverProcess)
        discard()
        throw error
      }
    })
    for (const { entry, reject } of open) {
      // An admission moves no credits, so nothing was charged either way.
      if (entry.kind === 'admit') reject(new LedgerAway('the database went away', { cause }))
      else reject(new LedgerUncertain('the outcome of a commit is unknown', { cause }))
    }
  }

  /** Answers those that were committed, and returns the others. */
  async function settleCommitted(database: Connection, batch: readonly Waiting[]): Promise<Waiting[]> {
    const entries = batch.map(({ entry }) => entry)
    const committed = await findCommitted(database, entries)
    return batch.filter(({ entry, resolve }) => {
      const verdict = committed.get(entry.id)
      if (verdict) resolve(verdict)
      return verdict === undefined
    })
  }

  return {
    submit: (entry) => {
      const { promise, resolve, reject } = Promise.withResolvers<LedgerVerdict>()
      batches.add({ entry, resolve, reject })
      return promise
    },
    depth: batches.waiting,
    close: async () => {
      await batches.idle()
      const last = client
      client = null
      await last?.end()
    },
  }
}

/** If one entry of an account needs the exact path, all its entries take it, so that they stay in order. */
function sort(batch: readonly Waiting[]): { fast: readonly Waiting[]; exact: Waiting[] } {
  if (!batch.some(({ entry }) => needsExact(entry))) return { fast: batch, exact: [] }
  const accounts = new Set(
    batch.filter(({ entry }) => needsExact(entry)).map(({ entry }) => entry.payer.account),
  )
  const isExact = ({ entry }: Waiting) => accounts.has(entry.payer.account)
  return { fast: batch.filter((waiting) => !isExact(waiting)), exact: batch.filter(isExact) }
}

/** The fast statement handles neither existing holds nor answers to keep. */
function needsExact(entry: Entry): boolean {
  return entry.kind === 'settle' || entry.kind === 'void' || entry.keep !== undefined
}
