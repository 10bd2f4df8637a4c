import type pg from 'pg'
import { Connection } from '../db/connection.ts'
import { isRefusal, OutcomeUnknown } from '../db/pool.ts'
import { ask } from '../db/statement.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Decision, Entry, LedgerVerdict } from './entry.ts'
import { endStatements, processOf } from './lost-statements.ts'
import {
  type DecidedRow,
  decideStatement,
  FOUND,
  type MeterRow,
  readTaken,
  rounds,
  type TakenRow,
  takeStatement,
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

/** The connection broke during the commit and the outcome is unknown. */
export class LedgerUncertain extends OutcomeUnknown {
  override name = 'LedgerUncertain'
}

export interface LedgerOptions {
  url: string
  holdMs?: number
  /** How long to look for the outcome of a lost commit. */
  recoverMs?: number
  onBatch?: (size: number, tookMs: number) => void
  /** Checks each new connection. If it fails, the connection is not used. */
  verify?: (client: pg.Client) => Promise<void>
}

interface Waiting {
  entry: Entry
  resolve: (verdict: LedgerVerdict) => void
  reject: (error: Error) => void
}

const LARGEST_BATCH = 1000
/**
 * Calls arrive in bursts, and the first one wakes us before the others are read. While there are few entries, read the
 * sockets once more, so that the rest of the burst joins the same commit.
 */
const FEW = 8
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
  const recoverMs = options.recoverMs ?? 12_000
  const queue: Waiting[] = []
  let client: pg.Client | null = null
  let busy = false
  let idle = Promise.withResolvers<void>()
  idle.resolve()

  async function connection(): Promise<pg.Client> {
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

  async function run(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, LARGEST_BATCH)
      const started = performance.now()
      await runBatch(batch)
      options.onBatch?.(batch.length, performance.now() - started)
    }
    busy = false
    idle.resolve()
  }

  async function runBatch(batch: readonly Waiting[]): Promise<void> {
    const { fast, exact } = sort(batch)
    for (const round of rounds(fast)) if (round.length > 0) exact.push(...(await attempt(round, take)))
    if (exact.length > 0) await attempt(exact, decide)
  }

  /** Runs a statement. If the connection breaks, finds out what happened to its entries. */
  async function attempt(
    batch: readonly Waiting[],
    statement: (database: pg.Client, batch: readonly Waiting[]) => Promise<Waiting[]>,
  ): Promise<Waiting[]> {
    let database: pg.Client
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
      await recover(batch, processOf(database), error)
      return []
    }
  }

  async function take(database: pg.Client, batch: readonly Waiting[]): Promise<Waiting[]> {
    const entries = batch.map(({ entry }) => entry)
    const rows = await ask(database, takeStatement(entries, holdMs), readTaken)
    const taken = new Map(rows.map((row) => [row.account, row]))
    return batch.filter(({ entry, resolve }) => {
      const row = taken.get(entry.payer.account)
      if (row) resolve(toVerdict('ok', row, row.emit_us))
      return row === undefined
    })
  }

  async function decide(database: pg.Client, batch: readonly Waiting[]): Promise<Waiting[]> {
    const entries = batch.map(({ entry }) => entry)
    const { rows } = await database.query<DecidedRow>(decideStatement(entries, holdMs))
    for (const row of rows) batch[row.entry - 1]?.resolve(toVerdict(row.verdict, row, row.emit))
    return []
  }

  /**
   * The connection broke after the statement was sent. A line or a hold under the request's id means that it was committed;
   * otherwise it is sent again with the same id. The old statement may still be running, so it is cancelled first. If that fails,
   * row locks and the unique id still let only one of the two charge; but then a refusal may be caused by the other one and
   * proves nothing.
   */
  async function recover(
    batch: readonly Waiting[],
    lostProcess: number | null,
    cause: unknown,
  ): Promise<void> {
    const lost = [lostProcess]
    let open = batch
    const until = performance.now() + recoverMs
    while (open.length > 0 && performance.now() < until) {
      try {
        const database = await connection()
        const isOver = await endStatements(database, lost)
        open = await sortOut(database, open)
        if (open.length > 0) open = await repeat(database, open, isOver)
        if (open.length === 0) return
      } catch {
        // The second attempt may be lost in the same way.
        if (client) lost.push(processOf(client))
        discard()
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    for (const { entry, reject } of open) {
      // An admission moves no credits, so nothing was charged either way.
      if (entry.kind === 'admit') reject(new LedgerAway('the database went away', { cause }))
      else reject(new LedgerUncertain('the outcome of a commit is unknown', { cause }))
    }
  }

  /** Sends entries again. Refused ones stay open while the first statement may be the cause. */
  async function repeat(database: pg.Client, batch: readonly Waiting[], isOver: boolean): Promise<Waiting[]> {
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

  async function sortOut(database: pg.Client, batch: readonly Waiting[]): Promise<Waiting[]> {
    const { rows } = await database.query<{ id: string; what: 'line' | 'hold' }>(FOUND, [
      batch.map(({ entry }) => entry.payer.account),
      batch.map(({ entry }) => entry.id),
    ])
    const lines = new Set(rows.filter(({ what }) => what === 'line').map(({ id }) => id))
    const holds = new Set(rows.filter(({ what }) => what === 'hold').map(({ id }) => id))
    const meters = await readMeters(database, batch)
    return batch.filter(({ entry, resolve }) => {
      if (!isCommitted(entry, lines.has(entry.id), holds.has(entry.id))) return true
      resolve(meters.get(entry.payer.account) as LedgerVerdict)
      return false
    })
  }

  return {
    submit: (entry) => {
      const { promise, resolve, reject } = Promise.withResolvers<LedgerVerdict>()
      queue.push({ entry, resolve, reject })
      if (!busy) {
        busy = true
        idle = Promise.withResolvers<void>()
        // After the sockets of this turn have been read, so that their entries join the same batch.
        setImmediate(() => (queue.length < FEW ? setImmediate(() => void run()) : void run()))
      }
      return promise
    },
    depth: () => queue.length,
    close: async () => {
      await idle.promise
      const last = client
      client = null
      await last?.end()
    },
  }
}

function toVerdict(decision: Decision, row: MeterRow, emitUs: number): LedgerVerdict {
  return { decision, remaining: row.remaining, unreserved: row.unreserved, aheadUs: row.ahead_us, emitUs }
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

function isCommitted(entry: Entry, hasLine: boolean, hasHold: boolean): boolean {
  switch (entry.kind) {
    case 'admit':
      return false
    case 'charge':
      return hasLine
    case 'hold':
      return hasHold
    case 'settle':
      return hasLine || (entry.amount === 0 && !hasHold)
    case 'void':
      return !hasHold
  }
}

async function readMeters(
  database: pg.Client,
  batch: readonly Waiting[],
): Promise<Map<number, LedgerVerdict>> {
  const { rows } = await database.query<TakenRow>(
    `select account, allowance - used as remaining, allowance - used - held as unreserved, emit_us,
       least(greatest(tat - (extract(epoch from ledger_now()) * 1000000)::bigint, 0), burst * emit_us) as ahead_us
     from meters where account = any($1::bigint[])`,
    [batch.map(({ entry }) => entry.payer.account)],
  )
  return new Map(rows.map((row) => [row.account, toVerdict('ok', row, row.emit_us)]))
}
