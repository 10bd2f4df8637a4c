import { inTransaction, type Pool } from '../db/pool.ts'
import { type Milli, toCredits } from '../kernel/credits.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { type Actor, OPERATOR, recordAct } from './acts.ts'

/** What a key may spend through MCP tools per day (UTC), and what it has spent today, running calls included. */
export interface McpCap {
  credits_per_day: number
  spent_today: number
}

/**
 * Sets what a key may spend through tools per day; 0 lifts the cap. Today's spending counts from the first cap on. Pass an owner to
 * allow only that account's keys; administrators pass none.
 */
export async function setMcpCap(
  pool: Pool,
  keyId: string,
  creditsPerDay: number,
  owner?: { accountId: string; by: Actor },
): Promise<void> {
  const cap = inMilli(creditsPerDay)
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: number; account: number }>(
      `select k.id, k.account from keys k join accounts a on a.id = k.account
       where k.public_id = $1 and a.public_id = coalesce($2, a.public_id)`,
      [keyId, owner?.accountId ?? null],
    )
    const [key] = rows
    if (!key) throw invalid(`There is no key ${keyId.slice(0, 64)}.`)
    if (cap === 0) await client.query('delete from mcp_caps where key = $1', [key.id])
    else {
      await client.query(
        `insert into mcp_caps (key, credits, day) values ($1, $2, (ledger_now() at time zone 'UTC')::date)
         on conflict (key) do update set credits = excluded.credits`,
        [key.id, cap],
      )
    }
    await recordAct(client, {
      account: key.account,
      by: owner?.by ?? OPERATOR,
      action: 'key.set_cap',
      subject: keyId,
      detail: { credits_per_day: String(creditsPerDay) },
    })
  })
}

/** The caps of an account's keys, by the id of the key. */
export async function readMcpCaps(pool: Pool, accountId: string): Promise<Map<string, McpCap>> {
  const { rows } = await pool.query<{ id: string; credits: Milli; spent: Milli }>(
    `select k.public_id as id, c.credits, (
       case when c.day = t.today then c.spent else 0 end
       + coalesce((select sum(m.credits) from mcp_calls m where m.key = c.key and m.day = t.today), 0)
     )::bigint as spent
     from mcp_caps c join keys k on k.id = c.key join accounts a on a.id = k.account,
       (select (ledger_now() at time zone 'UTC')::date as today) t
     where a.public_id = $1`,
    [accountId],
  )
  return new Map(
    rows.map(({ id, credits, spent }) => [
      id,
      { credits_per_day: toCredits(credits), spent_today: toCredits(spent) },
    ]),
  )
}

function inMilli(credits: number): Milli {
  const milli = Math.round(credits * 1000)
  // Three decimals are not exact in floating point: 1.001 × 1000 is a little less than 1001.
  const isExact = Math.abs(credits * 1000 - milli) < 1e-6
  if (!isExact || milli < 0 || credits > LIMITS.maxCredits) {
    throw invalid(`A cap must be from 0 to ${LIMITS.maxCredits} credits, with at most three decimals.`)
  }
  return milli
}
