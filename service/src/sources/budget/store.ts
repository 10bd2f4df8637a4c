import { forget } from '../../db/forget.ts'
import type { Pool } from '../../db/pool.ts'
import { one } from '../../db/rows.ts'
import type { Night } from '../../kernel/dates.ts'
import type { Budget } from '../catalog/budget.ts'
import type { TallyLine } from './tally.ts'

/** What a process tells the database about a source, and what it asks for. */
export interface LeaseAsk {
  source: string
  process: string
  /** Counts the process's reports on this source. A repeated one has the same number. */
  turn: number
  today: Night
  sent: readonly TallyLine[]
  /** Requests that the process holds and has not reported as sent. */
  held: number
  wanted: number
  isWaitedFor: boolean
  budget: Budget | null
}

export interface Lease {
  /** Granted for any purpose. */
  free: number
  /** Granted from the reserve. */
  reserved: number
  /** Of all processes, those that are held included; null without a limit. */
  dayUsed: number | null
  monthUsed: number | null
  /** Shares of the budget that were reached by this call, of all processes. */
  told: { period: 'day' | 'month'; pct: number; budget: number }[]
}

export async function leaseRequests(pool: Pool, ask: LeaseAsk): Promise<Lease> {
  const { sent, budget } = ask
  const column = <Name extends keyof TallyLine>(name: Name) => sent.map((line) => line[name])
  const { rows } = await pool.query<Lease>({
    name: 'source_lease',
    text: `select free, reserved, day_used as "dayUsed", month_used as "monthUsed", told
      from source_lease($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    values: [
      ask.source,
      ask.process,
      ask.turn,
      ask.today,
      column('day'),
      column('purpose'),
      column('currency'),
      column('requests'),
      column('micro'),
      ask.held,
      ask.wanted,
      ask.isWaitedFor,
      budget?.requestsPerDay ?? null,
      budget?.requestsPerMonth ?? null,
      budget?.reservePct ?? 0,
    ],
  })
  return one(rows)
}

/** Of processes that died too: what they held counts in the month of their death. */
export async function forgetOldSpending(pool: Pool, days: number): Promise<number> {
  const isOld = (day: string) => `${day} < (ledger_now() at time zone 'UTC')::date - $1::int`
  const forgotten = [
    await forget(pool, 'source_spending', isOld('day'), [days]),
    await forget(pool, 'source_budget_notices', isOld('starts'), [days]),
    await forget(pool, 'source_leases', isOld('day'), [days]),
    await forget(pool, 'source_leases', "held = 0 and seen_at < ledger_now() - interval '1 day'"),
  ]
  return forgotten.reduce((sum, count) => sum + count, 0)
}

/** A process that ends without holding anything leaves nothing behind. */
export async function forgetProcess(pool: Pool, process: string): Promise<void> {
  await pool.query('delete from source_leases where process = $1 and held = 0', [process])
}
