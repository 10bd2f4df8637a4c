import type { Decision, Entry, LineText } from '../billing/entry.ts'
import { keepAnswer } from '../billing/idempotency.ts'
import { wentThrough } from '../billing/outcomes.ts'
import { decideStatement } from '../billing/statements.ts'
import { type Client, inTransaction, OutcomeUnknown, type Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
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
  work: (client: Client, pay: () => Promise<void>) => Promise<Served>,
): Promise<Served> {
  const { metered, cost } = payment
  const entry = entryOf(payment)
  let made: Served | undefined
  const answer = await inTransaction(pool, async (client) => {
    made = await work(client, () => pay(client, entry, payment))
    await keepAnswer(client, metered.payer.account, await payment.keep(made))
    return made
  }).catch(async (error: unknown) => {
    if (!(error instanceof OutcomeUnknown)) throw error
    if (made && (await wentThrough(pool, entry, error.cause))) return made
    throw error.cause
  })
  metered.charged = cost
  return answer
}

function entryOf({ metered: { id, payer, admitted }, cost: amount, line, reserved }: Payment): Entry {
  return reserved
    ? { kind: 'settle', id, payer, amount, line }
    : { kind: 'charge', id, payer, amount, line, tokens: admitted ? 0 : 1 }
}

async function pay(client: Client, entry: Entry, { metered, cost }: Payment): Promise<void> {
  const { rows } = await client.query<{ verdict: Decision; remaining: Milli; unreserved: Milli }>(
    decideStatement([entry], 0),
  )
  const { verdict, remaining, unreserved } = one(rows)
  if (verdict === 'rate') throw new Error('the ledger did not settle a request that it had let in')
  if (verdict !== 'ok') throw refusalOf(verdict, cost, unreserved)
  metered.remaining = Math.max(0, remaining)
}
