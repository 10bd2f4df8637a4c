import { inTransaction, type Pool } from '../../db/pool.ts'
import { type CellRecord, toFigures } from '../../observations/store.ts'
import { type Catalog, findSource } from '../../sources/catalog/catalog.ts'
import { recordEvents } from '../../webhooks/events.ts'
import { type EventRow, findEvent, readEvents } from '../../webhooks/store.ts'
import { eventBody } from '../judging/event-body.ts'
import type { Mark } from '../judging/walk.ts'
import type { Watch } from '../watch.ts'

/** Sends a test event with the first known night, signed like any other and without retries. */
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
  if (!event) throw new Error('a new event was not found')
  return event
}

async function firstKnown(pool: Pool, watch: Watch): Promise<{ night: string; cell: Mark } | undefined> {
  const { rows } = await pool.query<CellRecord>(
    `select c.hotel, c.night::text, c.seen, c.status::text, c.min_los, c.quoted, c.tax, c.bar, c.bar_after_tax, c.member,
       c.member_after_tax, c.member_known, c.points, c.premium, c.points_cash, c.copay, c.points_known
     from watched_places p join cells c on c.hotel = p.hotel and c.kind = p.kind and c.los = p.los and c.occ = p.occ
       and c.currency = p.currency
     where p.id = $1 and c.night between greatest($2::date, earliest_night()) and $3 order by c.night limit 1`,
    [watch.place, watch.first, watch.last],
  )
  const [row] = rows
  return row && { night: row.night, cell: { seenMs: row.seen, figures: toFigures(row) } }
}
