import { forget } from '../../../db/forget.ts'
import type { Pool } from '../../../db/pool.ts'
import { one } from '../../../db/rows.ts'

/** Events beyond this stay for the next mail. */
const MOST_IN_ONE = 500

export interface OtherDelivery {
  id: number
  body: Buffer
}

/**
 * Takes the hour of a watch at an endpoint: one mail in it, which a repeated attempt may send again. Returns the other events that
 * wait for a mail, or when the next hour begins.
 */
export async function takeTurn(
  pool: Pool,
  { hook, watchId, delivery }: { hook: number; watchId: string; delivery: number },
): Promise<{ others: OtherDelivery[] } | { nextAt: Date }> {
  const { rows: taken } = await pool.query({
    name: 'mail_turn_take',
    text: `insert into mail_turns as t (hook, watch, delivery, taken_at) values ($1, $2, $3, ledger_now())
      on conflict (hook, watch) do update set delivery = excluded.delivery, taken_at = excluded.taken_at
      where t.delivery = excluded.delivery or t.taken_at <= excluded.taken_at - interval '1 hour' returning 1`,
    values: [hook, watchId, delivery],
  })
  if (taken.length === 0) {
    const { rows } = await pool.query<{ nextAt: Date }>(
      `select taken_at + interval '1 hour' as "nextAt" from mail_turns where hook = $1 and watch = $2`,
      [hook, watchId],
    )
    return { nextAt: one(rows).nextAt }
  }
  const { rows: others } = await pool.query<OtherDelivery>({
    name: 'mail_turn_others',
    // Others that are running have been refused this hour and are on their way back to the queue.
    text: `select d.id, e.body from (
        select id, event from deliveries where hook = $1 and state::text in ('q', 'w') and not once
        union all select id, event from deliveries where state = 'r' and hook = $1 and not once
      ) d join events e on e.no = d.event
      where e.watch = $2 and d.id <> $3 order by e.no limit ${MOST_IN_ONE}`,
    values: [hook, watchId, delivery],
  })
  return { others }
}

/** Deletes turns that no longer delay anything. */
export async function forgetOldTurns(pool: Pool): Promise<number> {
  return forget(pool, 'mail_turns', "taken_at < ledger_now() - interval '2 hours'")
}
