import { databaseNow } from '../../db/clock.ts'
import { type Client, inTransaction, type Pool } from '../../db/pool.ts'
import { gridNights } from '../../grids/grid.ts'
import { planTasks } from '../../grids/tasks.ts'
import type { NewTask } from '../../jobs/making.ts'
import { TASKS_CHANNEL } from '../../jobs/tasks.ts'
import type { Milli } from '../../kernel/credits.ts'
import { type Night, nightsBetween } from '../../kernel/dates.ts'
import { type Occupancy, occupancyOf } from '../../kernel/occupancy.ts'
import type { Kind } from '../../observations/cell-row.ts'
import { type Catalog, findSource } from '../../sources/catalog/catalog.ts'
import { lockActive } from '../store.ts'
import { cellsOf, isPastDeadline, isWhole, refreshPrice, type Watch } from '../watch.ts'
import { leaveAll } from './refreshes.ts'

/** Random delay, as a share of the interval: watches created together spread out over time. */
const JITTER = 0.05
const ROUNDS_AT_ONCE = 50
const LATER_MS = 3_600_000

interface Due {
  no: number
  source: string
  hotelCode: string
  kind: Kind
  los: number
  occupancy: Occupancy
  currency: string
  nights: Night[]
}

/** Begins the rounds that are due, or with `singly` one of them. Returns the number of refreshes processed. */
export async function beginDueRounds(pool: Pool, catalog: Catalog, singly = false): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: number }>({
      name: singly ? 'refreshes_due_singly' : 'refreshes_due',
      text: `select id from refreshes where tasks_open = 0 and due_at <= ledger_now()
        order by ${singly ? 'random()' : 'due_at'} limit $1 for update skip locked`,
      values: [singly ? 1 : ROUNDS_AT_ONCE],
    })
    const nos = rows.map(({ id }) => id)
    if (nos.length > 0) await beginRounds(client, catalog, nos)
    return nos.length
  })
}

/**
 * Begins a round for all watches of these refreshes, in the caller's transaction: plans the tasks, reserves credits for
 * each watch that is due to pay, and queues the tasks. Watches that cannot pay are suspended; without a payer nothing is
 * queued. The refreshes must be locked and have no running round.
 */
export async function beginRounds(client: Client, catalog: Catalog, nos: readonly number[]): Promise<void> {
  const { due, now } = await readDue(client, nos)
  const over = due.filter(({ nights }) => nights.length === 0)
  await expire(
    client,
    over.map(({ no }) => no),
  )
  // A source may have left the catalog, or be switched off: nothing is charged then.
  const isOn = ({ source }: Due) => findSource(catalog, source)?.disabled === false
  const going = due.filter((round) => round.nights.length > 0 && isOn(round))
  const active = await lockActive(
    client,
    going.map(({ no }) => no),
  )
  const watches = active.filter(({ terms }) => !isPastDeadline(terms, now.getTime()))
  const byRefresh = Map.groupBy(watches, ({ refresh }) => refresh)
  const isPaying = ({ payAfter }: Watch) => payAfter === null || payAfter <= now
  const payers = going.flatMap((round) =>
    (byRefresh.get(round.no) ?? []).filter(isPaying).map((watch) => ({
      watch,
      amount: refreshPrice(catalog, watch, cellsOf(watch.terms, round.nights.length)).charge,
    })),
  )
  const broke = await hold(client, payers)
  const plans = await Promise.all(
    going.map(async (round) => {
      const able = (byRefresh.get(round.no) ?? []).filter(({ no }) => !broke.has(no))
      const paying = able.filter(isPaying)
      const tasks = paying.length > 0 ? await tasksOf(catalog, round, able, paying) : []
      return { no: round.no, tasks, dueAt: nextDue(able, now, tasks.length > 0) }
    }),
  )
  const unknown = due.filter((round) => round.nights.length > 0 && !isOn(round))
  const later = new Date(now.getTime() + LATER_MS)
  await queue(client, [...plans, ...unknown.map(({ no }) => ({ no, tasks: [], dueAt: later }))], now)
  const charged = payers.map(({ watch }) => watch.no).filter((no) => !broke.has(no))
  await client.query(
    "update watches set pay_after = $2::timestamptz + refresh_sec * interval '1 second' where id = any($1::bigint[])",
    [charged, now],
  )
}

async function readDue(client: Client, nos: readonly number[]): Promise<{ due: Due[]; now: Date }> {
  const { rows } = await client.query<
    Omit<Due, 'nights' | 'occupancy'> & { occ: number; first: Night; last: Night }
  >(
    `select id as no, source, code as "hotelCode", kind, los, occ, currency,
       greatest(first, earliest_night_at(source, code))::text as first, last::text
     from refreshes where id = any($1::bigint[]) order by id`,
    [nos],
  )
  return {
    due: rows.map(({ occ, first, last, ...round }) =>
      Object.assign(round, { occupancy: occupancyOf(occ), nights: nightsBetween(first, last) }),
    ),
    now: await databaseNow(client),
  }
}

/** Marks watches whose last night is past as expired. */
export async function expire(client: Client, refreshes: readonly number[]): Promise<void> {
  if (refreshes.length === 0) return
  const { rows } = await client.query<Pick<Watch, 'refresh' | 'place' | 'channelPlace'>>(
    `update watches set status = 'expired'
     where refresh = any($1::bigint[]) and status <> 'expired' and deleted_at is null
     returning refresh, place, channel_place as "channelPlace"`,
    [refreshes],
  )
  await leaveAll(client, rows)
  await client.query('update refreshes set due_at = null where id = any($1::bigint[])', [refreshes])
}

/** Reserves credits and returns the watches whose account cannot pay. */
async function hold(
  client: Client,
  payers: readonly { watch: Watch; amount: Milli }[],
): Promise<Set<number>> {
  if (payers.length === 0) return new Set()
  const { rows } = await client.query<{ watch: number }>('select watch from watches_hold($1, $2, $3)', [
    payers.map(({ watch }) => watch.no),
    payers.map(({ watch }) => watch.account),
    payers.map(({ amount }) => amount),
  ])
  const broke = new Set(rows.map(({ watch }) => watch))
  if (broke.size > 0) {
    const short = payers.filter(({ watch }) => broke.has(watch.no))
    await client.query(
      `update watches w set status = 'suspended', needs = s.needs
       from unnest($1::bigint[], $2::bigint[]) as s(id, needs) where w.id = s.id`,
      [short.map(({ watch }) => watch.no), short.map(({ amount }) => amount)],
    )
  }
  return broke
}

/** Tasks for the hotel's nights, and separate ones for every channel that a watch pays to compare it with. */
async function tasksOf(
  catalog: Catalog,
  round: Due,
  watches: readonly Watch[],
  paying: readonly Watch[],
): Promise<NewTask[]> {
  const legs = new Map([[`${round.source}/${round.hotelCode}`, round as Leg]])
  for (const { terms } of paying) {
    if (terms.condition !== 'undercut') continue
    legs.set(`${terms.channel}/${terms.hotelCode}`, { source: terms.channel, hotelCode: terms.hotelCode })
  }
  const members = watches.some(({ terms }) => 'basis' in terms && terms.basis === 'member')
  const whole = watches.some(({ terms }) => isWhole(terms))
  const { nights, kind, occupancy, currency, los } = round
  const planned = [...legs.values()].map(async ({ source: id, hotelCode }) => {
    const source = findSource(catalog, id)
    if (!source) return []
    const hotels = [{ source, hotelCode }]
    const terms = { kind, occupancy, currency, notBeforeMs: 0, live: true, members, whole }
    return Array.from(
      await planTasks({ hotels, ...gridNights(nights), lengths: [los], ...terms }, () => false),
    )
  })
  return (await Promise.all(planned)).flat()
}

type Leg = Pick<Due, 'source' | 'hotelCode'>

/** Uses the shortest interval. If no watch paid this time, the refresh is due when the first one will. */
function nextDue(watches: readonly Watch[], now: Date, asked: boolean): Date | null {
  if (watches.length === 0) return null
  const paceMs = Math.min(...watches.map(({ refreshSec }) => refreshSec)) * 1000
  if (asked) return new Date(now.getTime() + paceMs * (1 + JITTER * Math.random()))
  return new Date(Math.min(...watches.map(({ payAfter }) => payAfter?.getTime() ?? now.getTime() + paceMs)))
}

async function queue(
  client: Client,
  plans: readonly { no: number; tasks: readonly NewTask[]; dueAt: Date | null }[],
  now: Date,
): Promise<void> {
  const rows = plans.flatMap(({ no, tasks }) => tasks.map((task, index) => ({ no, place: index + 1, task })))
  await client.query(
    `insert into tasks (kind, refresh, no, source, cells, ask)
     select 'refresh', t.refresh, t.no, t.source, t.cells, t.ask
     from unnest($1::bigint[], $2::int[], $3::text[], $4::int[], $5::jsonb[]) as t(refresh, no, source, cells, ask)`,
    [
      rows.map(({ no }) => no),
      rows.map(({ place }) => place),
      rows.map(({ task }) => task.source),
      rows.map(({ task }) => task.cells),
      rows.map(({ task }) => JSON.stringify(task.ask)),
    ],
  )
  await client.query(
    `update refreshes r set due_at = p.due_at, tasks_open = p.tasks,
       started_at = case when p.tasks > 0 then $4 else r.started_at end
     from unnest($1::bigint[], $2::timestamptz[], $3::int[]) as p(id, due_at, tasks) where r.id = p.id`,
    [plans.map(({ no }) => no), plans.map(({ dueAt }) => dueAt), plans.map(({ tasks }) => tasks.length), now],
  )
  if (rows.length > 0) await client.query('select pg_notify($1, $2)', [TASKS_CHANNEL, ''])
}
