import { setTimeout as wait } from 'node:timers/promises'
import type { Decision, Entry, LineText } from '../billing/entry.ts'
import { keepAnswer } from '../billing/idempotency.ts'
import { LedgerUncertain } from '../billing/ledger.ts'
import { decideStatement } from '../billing/statements.ts'
import { type Client, isRefusal, type Pool } from '../db/pool.ts'
import type { Milli } from '../kernel/credits.ts'
import { type MeteredRequest, refusalOf } from './metering.ts'
import type { Keep } from './repeats.ts'
import type { Served } from './served.ts'

/** The cost of a request, paid in the same transaction as its other writes. */
export interface Payment {
  metered: MeteredRequest
  cost: Milli
  line: LineText
  /** Whether the request has reserved its worst case. */
  reserved: boolean
  keep: Keep
}

/**
 * Does the work, pays and stores the answer in one transaction. The work calls `pay` when it is nearly done, because the payment
 * locks the account's row. If the connection breaks during the commit, the database is asked for the outcome.
 */
export async function payWith(
  pool: Pool,
  payment: Payment,
  work: (client: Client, pay: () => Promise<void>) => Promise<Served & { body: string }>,
): Promise<Served> {
  const { metered, cost } = payment
  const client = await pool.connect()
  let answer: Served & { body: string }
  try {
    await client.query('begin')
    answer = await work(client, () => pay(client, payment))
    await keepAnswer(client, metered.payer.account, await payment.keep(answer))
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
  metered.charged = cost
  return answer
}

async function pay(client: Client, { metered, cost, line, reserved }: Payment): Promise<void> {
  const { id, payer } = metered
  const entry: Entry = reserved
    ? { kind: 'settle', id, payer, amount: cost, line }
    : { kind: 'charge', id, payer, amount: cost, line, tokens: metered.admitted ? 0 : 1 }
  const { rows } = await client.query<{ verdict: Decision; remaining: Milli; unreserved: Milli }>(
    decideStatement([entry], 0),
  )
  const [row] = rows
  if (!row || row.verdict === 'rate')
    throw new Error('the ledger did not settle a request that it had let in')
  if (row.verdict !== 'ok') throw refusalOf(row.verdict, cost, row.unreserved)
  metered.remaining = Math.max(0, row.remaining)
}

const RECOVER_MS = 12_000
const LOOK_AGAIN_MS = 100

/**
 * The transaction locked the account's row until its end. Once we get that lock the transaction is over, and its rows show the
 * outcome: a usage line, or, if nothing was charged, a hold that is gone.
 */
async function wentThrough(
  pool: Pool,
  { metered, cost, reserved }: Payment,
  cause: unknown,
): Promise<boolean> {
  const leavesTraces = cost > 0 || reserved
  const until = performance.now() + (leavesTraces ? RECOVER_MS : 0)
  while (performance.now() < until) {
    try {
      await pool.query('select 1 from meters where account = $1 for update', [metered.payer.account])
      const { rows } = await pool.query<{ line: boolean; hold: boolean }>(
        `select exists (select 1 from usage_lines_found(array[$1::bigint], array[$2::uuid])) as line,
           exists (select 1 from holds where id = $2) as hold`,
        [metered.payer.account, metered.id],
      )
      const [found] = rows
      return cost > 0 ? found?.line === true : found?.hold === false
    } catch {
      await wait(LOOK_AGAIN_MS)
    }
  }
  throw new LedgerUncertain('the outcome of a commit is unknown', { cause })
}
