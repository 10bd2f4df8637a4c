import { countTry } from '../accounts/throttle.ts'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { type NewEvent, recordEvents } from '../webhooks/events.ts'
import { type EventRow, findEvent, readEvent } from '../webhooks/store.ts'

/** Sends an event once, without retries. Tests are free, so an account may send only so many in a day. */
export async function sendTest(pool: Pool, event: Omit<NewEvent, 'once'>): Promise<EventRow> {
  const ids = await inTransaction(pool, async (client) => {
    await countTests(client, event)
    return recordEvents(client, [{ ...event, once: true }])
  })
  const found = await findEvent(pool, event.account, one(ids))
  const row = found && (await readEvent(pool, event.account, found.no))
  if (!row) throw new Error('a new event was not found')
  return row
}

async function countTests(client: Client, { account, hook, endpoints = [] }: Omit<NewEvent, 'once'>) {
  const { rows } = await client.query<{ mails: number }>(
    "select count(*)::int as mails from hooks where id = any($1::bigint[]) and kind = 'email' and retired_at is null",
    [endpoints],
  )
  const { mails } = one(rows)
  const by = String(account)
  await countTry(client, 'testsOfAccount', by, endpoints.length + (hook === null ? 0 : 1))
  if (mails > 0) await countTry(client, 'testMailsOfAccount', by, mails)
}
