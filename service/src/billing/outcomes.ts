import { setTimeout as wait } from 'node:timers/promises'
import { type Client, OutcomeUnknown, type Pool } from '../db/pool.ts'
import type { Entry, LedgerVerdict } from './entry.ts'
import { type TakenRow, toVerdict } from './statements.ts'

/** The connection broke during the commit and the outcome is unknown. */
export class LedgerUncertain extends OutcomeUnknown {
  override name = 'LedgerUncertain'
}

/**
 * Of entries whose connection broke after they were sent, those that were committed: with a line or a hold under the request's id.
 * A transaction that changes credits locks the account's meter until its end, so we lock it before we look.
 */
export async function findCommitted(
  database: Pool | Client,
  entries: readonly Entry[],
): Promise<Map<string, LedgerVerdict>> {
  const accounts = entries.map(({ payer }) => payer.account)
  const { rows: meters } = await database.query<TakenRow>(METERS, [accounts])
  const verdicts = new Map(meters.map((row) => [row.account, toVerdict('ok', row, row.emit_us)]))
  const { rows } = await database.query<Found>(FOUND, [accounts, entries.map(({ id }) => id)])
  const found = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    entries.flatMap((entry) => {
      const verdict = verdicts.get(entry.payer.account)
      return verdict && isCommitted(entry, found.get(entry.id)) ? [[entry.id, verdict]] : []
    }),
  )
}

/** For how long the outcome of a lost commit is looked for. */
export const RECOVER_MS = 12_000
const LOOK_AGAIN_MS = 100

/** Looks until it knows: null means not yet, and so does a failure. Returns null if that takes too long. */
export async function lookUntilKnown<T>(withinMs: number, look: () => Promise<T | null>): Promise<T | null> {
  const until = performance.now() + withinMs
  while (performance.now() < until) {
    const known = await look().catch(() => null)
    if (known !== null) return known
    await wait(LOOK_AGAIN_MS)
  }
  return null
}

/** Whether a transaction with this entry went through although its commit was not answered. */
export async function wentThrough(pool: Pool, entry: Entry, cause: unknown): Promise<boolean> {
  const leavesTraces = entry.kind === 'settle' || ('amount' in entry && entry.amount > 0)
  const committed = leavesTraces ? await lookUntilKnown(RECOVER_MS, () => findCommitted(pool, [entry])) : null
  if (!committed) throw new LedgerUncertain('the outcome of a commit is unknown', { cause })
  return committed.has(entry.id)
}

/** Ends statements of lost connections of a ledger. True if none is left running. */
export async function endStatements(
  database: Client,
  processes: readonly (number | null)[],
): Promise<boolean> {
  const known = processes.filter((process) => process !== null)
  await database.query(END_STATEMENTS, [known, END_MS])
  const { rowCount } = await database.query(STILL_THERE, [known])
  return rowCount === 0 && known.length === processes.length
}

interface Found {
  id: string
  line: boolean
  hold: boolean
}

function isCommitted(entry: Entry, { line = false, hold = false }: Partial<Found> = {}): boolean {
  switch (entry.kind) {
    case 'admit':
      return false
    case 'charge':
      return line
    case 'hold':
      return hold
    case 'settle':
      return line || (entry.amount === 0 && !hold)
    case 'void':
      return !hold
  }
}

const METERS = `
  select account, allowance - used as remaining, allowance - used - held as unreserved, emit_us,
    least(greatest(tat - (extract(epoch from ledger_now()) * 1000000)::bigint, 0), burst * emit_us) as ahead_us
  from meters where account = any($1::bigint[]) order by account for update`

const FOUND = `
  select id::text, bool_or(what = 'line') as line, bool_or(what = 'hold') as hold
  from (
    select line as id, 'line' as what from usage_lines_found($1::bigint[], $2::uuid[]) as line
    union all
    select h.id, 'hold' from holds h where h.id = any($2::uuid[])
  ) f group by id`

const END_MS = 2000
const OF_PROCESSES =
  "from pg_stat_activity where pid = any($1::int[]) and application_name = 'vacancy ledger' and pid <> pg_backend_pid()"
const END_STATEMENTS = `select pg_terminate_backend(pid, $2) ${OF_PROCESSES}`
const STILL_THERE = `select 1 ${OF_PROCESSES}`
