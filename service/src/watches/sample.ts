import { inTransaction, type Pool } from '../db/pool.ts'
import { type Catalog, findSource } from '../sources/catalog/catalog.ts'
import { recordEvents } from '../webhooks/events.ts'
import { type EventRow, findEvent, readEvents } from '../webhooks/store.ts'
import { eventBody } from './event-body.ts'
import type { Mark } from './walk.ts'
import type { Watch } from './watch.ts'

/** Sends an event that tells of nothing: what is known of the first night it knows, signed like any other, once. */
export async function sendSample(
  { pool, catalog, now }: { pool: Pool; catalog: Catalog; now: () => number },
  watch: Watch,
): Promise<EventRow> {
  const source = findSource(catalog, watch.source)
  if (!source) throw new Error(`the source ${watch.source} has left the catalog`)
  const known = await firstKnown(pool, watch)
  const night = known?.night ?? watch.first
  const nothing = { previous: null, current: known?.cell ?? null, detail: null }
  const [id = ''] = await inTransaction(pool, (client) =>
    recordEvents(client, [
      {
        account: watch.account,
        type: 'watch.test',
        hook: watch.hook,
        watchId: watch.id,
        jobId: null,
        body: eventBody(watch, source, night, nothing, now()),
        once: true,
      },
    ]),
  )
  const no = (await findEvent(pool, watch.account, id)) ?? 0
  const all = { watchId: null, type: null, limit: 1 }
  const [event] = await readEvents(pool, { account: watch.account, after: no - 1, ...all })
  if (!event) throw new Error('an event vanished while it was made')
  return event
}

async function firstKnown(pool: Pool, { no }: Watch): Promise<{ night: string; cell: Mark } | undefined> {
  const { rows } = await pool.query<{ night: string; cell: Mark }>(
    'select night::text, cell from watch_nights where watch = $1 and cell is not null order by watch_nights.night limit 1',
    [no],
  )
  return rows[0]
}
