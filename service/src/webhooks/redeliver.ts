import type { Pool } from '../db/pool.ts'
import { invalid } from '../kernel/errors.ts'
import { type EventRow, findEvent, redeliverEvent } from './store.ts'

/** Sends one of the account's events again. */
export async function redeliver(pool: Pool, account: number, id: string): Promise<EventRow> {
  const { no, type } = knownEvent(await findEvent(pool, account, id), id)
  if (type === 'endpoint.verify') {
    throw invalid(
      'A verification mail is not sent again this way. Send the same `address` with PATCH /endpoints/{id}, which is limited.',
    )
  }
  const row = knownEvent(await redeliverEvent(pool, account, no), id)
  if (row.deliveries.length === 0)
    throw invalid(`The event ${id} was sent to nobody. It can be read with GET /events.`)
  return row
}

/** Another account's event is answered like one that does not exist. */
export function knownEvent<T>(found: T | undefined, id: string): T {
  if (found === undefined) throw invalid(`There is no event ${id.slice(0, 64)}.`)
  return found
}
