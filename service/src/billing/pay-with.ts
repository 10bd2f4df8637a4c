import { setTimeout as wait } from 'node:timers/promises'
import { type Client, isRefusal, type Pool } from '../db/pool.ts'
import type { Milli } from '../kernel/credits.ts'
import type { Decision, Entry, LineText } from './entry.ts'
import { keepAnswer } from './idempotency.ts'
import { LedgerUncertain } from './ledger.ts'
import type { Keep } from './repeats.ts'
import type { Served } from './sale.ts'
import { decideStatement } from './statements.ts'
import { refusalOf, type Visit } from './till.ts'

/** What a request costs, ready to be paid together with whatever else its answer needs. */
export interface Payment {
  visit: Visit
  cost: Milli
  line: LineText
  /** Whether the request has set its worst case aside. */
  held: boolean
  keep: Keep
}

/**
 * Pays, does the work and keeps the answer in one transaction. The account's row is locked from the payment on, so requests of
 * one account do this one after another. Where the connection breaks during the commit, the database is asked what became of it.
 */
export async function payWith(
  pool: Pool,
  payment: Payment,
  work: (client: Client) => Promise<Served & { body: string }>,
): Promise<Served> {
  const { visit, cost } = payment
  const client = await pool.connect()
  let answer: Served & { body: string }
  try {
    await client.query('begin')
    await pay(client, payment)
    answer = await work(client)
    await keepAnswer(client, visit.payer.account, await payment.keep(answer))
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    )
    throw error
  }
  try {
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(error as Error)
    if (isRefusal(error)) throw error
    if (!(await wentThrough(pool, payment, error))) throw error
  }
  visit.charged = cost
  return answer
}

async function pay(client: Client, { visit, cost, line, held }: Payment): Promise<void> {
  const { id, payer } = visit
  const entry: Entry = held
    ? { kind: 'settle', id, payer, amount: cost, line }
    : { kind: 'charge', id, payer, amount: cost, line, tokens: visit.admitted ? 0 : 1 }
  const { rows } = await client.query<{ verdict: Decision; remaining: Milli; unreserved: Milli }>(
    decideStatement([entry], 0),
  )
  const [row] = rows
  if (!row || row.verdict === 'rate')
    throw new Error('the ledger did not settle a request that it had let in')
  if (row.verdict !== 'ok') throw refusalOf(row.verdict, cost, row.unreserved)
  visit.remaining = Math.max(0, row.remaining)
}

const RECOVER_MS = 12_000
const LOOK_AGAIN_MS = 100

/**
 * The transaction held the account's row to its end. Once that row can be locked here, it has ended one way or the other, and
 * its traces tell which: the usage line, or where nothing was charged, the hold that is gone.
 */
async function wentThrough(pool: Pool, { visit, cost, held }: Payment, cause: unknown): Promise<boolean> {
  const leavesTraces = cost > 0 || held
  const until = performance.now() + (leavesTraces ? RECOVER_MS : 0)
  while (performance.now() < until) {
    try {
      await pool.query('select 1 from meters where account = $1 for update', [visit.payer.account])
      const { rows } = await pool.query<{ line: boolean; hold: boolean }>(
        `select exists (select 1 from usage_lines where account = $1 and id = $2) as line,
           exists (select 1 from holds where id = $2) as hold`,
        [visit.payer.account, visit.id],
      )
      const [found] = rows
      return cost > 0 ? found?.line === true : found?.hold === false
    } catch {
      await wait(LOOK_AGAIN_MS)
    }
  }
  throw new LedgerUncertain('the outcome of a commit is unknown', { cause })
}
