import { inTransaction, type Pool } from '../db/pool.ts'
import { LIMITS } from '../kernel/limits.ts'
import { bookingEventBody } from '../watches/booked.ts'
import { isBooking, readBooked } from '../watches/judging/judge-bookings.ts'
import { reschedule } from '../watches/refreshing/refreshes.ts'
import { readWatches } from '../watches/store.ts'
import { recordEvents } from '../webhooks/events.ts'

/** Each function returns how many bookings it handled. */

const AT_ONCE = 200

/** A booking that was made shortly before its deadline is reminded of after its first refresh, or this long after without one. */
const FIRST_LOOK_SEC = 300

/** Sends the reminders that are due, each once. */
export async function remindOfDeadlines(pool: Pool): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ watch: number }>({
      name: 'bookings_remind',
      text: `update bookings set reminded_at = ledger_now() where watch in (
          select b.watch from bookings b join watches w on w.id = b.watch join refreshes r on r.id = w.refresh
          where b.reminded_at is null and b.closed_at is null and w.deleted_at is null and w.status <> 'expired'
            and b.cancel_by <= ledger_now() + $1 * interval '1 hour' and b.cancel_by > ledger_now()
            and (r.finished_at >= w.created_at or w.created_at < ledger_now() - $2 * interval '1 second')
            and not exists (select 1 from sightings s where s.place = w.place)
          order by b.cancel_by limit $3 for update of b skip locked)
        returning watch`,
      values: [LIMITS.bookingReminderHours, FIRST_LOOK_SEC, AT_ONCE],
    })
    const nos = rows.map(({ watch }) => watch)
    if (nos.length === 0) return 0
    const watches = await readWatches(client, 'w.id = any($1::bigint[]) order by w.id', [nos])
    const booked = await readBooked(client, watches)
    await recordEvents(
      client,
      watches.filter(isBooking).map((watch) => {
        const { reference = null, best = null } = booked.get(watch.no) ?? {}
        return {
          account: watch.account,
          type: 'booking.deadline',
          hook: watch.hook,
          endpoints: watch.endpoints,
          watchId: watch.id,
          jobId: null,
          body: bookingEventBody(watch, watch.terms, reference, best),
        }
      }),
    )
    return nos.length
  })
}

/** Stops refreshing bookings that can no longer be canceled. A later deadline takes them up again. */
export async function endDeadlines(pool: Pool): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ watch: number; refresh: number }>({
      name: 'bookings_past_deadline',
      text: `select b.watch, w.refresh from bookings b join watches w on w.id = b.watch
        where b.cancel_by <= ledger_now() and w.status in ('active', 'suspended') and w.deleted_at is null
        order by b.cancel_by limit $1`,
      values: [AT_ONCE],
    })
    if (rows.length === 0) return 0
    const refreshes = [...new Set(rows.map(({ refresh }) => refresh))].toSorted((a, b) => a - b)
    await client.query('select 1 from refreshes where id = any($1::bigint[]) order by id for update', [
      refreshes,
    ])
    const { rowCount } = await client.query(
      `update watches w set status = 'paused' from bookings b
       where b.watch = w.id and w.id = any($1::bigint[]) and b.cancel_by <= ledger_now()
         and w.status in ('active', 'suspended') and w.deleted_at is null`,
      [rows.map(({ watch }) => watch)],
    )
    for (const refresh of refreshes) await reschedule(client, refresh)
    return rowCount ?? 0
  })
}
