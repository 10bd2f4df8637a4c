import type { Client } from '../../db/pool.ts'
import type { Task } from '../../jobs/tasks.ts'
import { newOrderedId } from '../../kernel/ids.ts'
import type { Catalog } from '../../sources/catalog/catalog.ts'
import { lockPaying } from '../store.ts'
import { type CellsGot, refreshPrice, type Watch } from '../watch.ts'

/** A task of a refresh, and how many cells it fetched. */
export interface EndedRefreshTask {
  task: Pick<Task, 'id' | 'attempt' | 'refresh'>
  cells: number
}

/**
 * Ends tasks of refreshes, in the transaction that writes their cells. Each ends at most once, because it must still be
 * running in the worker's own attempt. The last task of a round closes it. Returns the tasks that ended here.
 */
export async function settleRefreshTasks(
  client: Client,
  catalog: Catalog,
  ended: readonly EndedRefreshTask[],
): Promise<ReadonlySet<number>> {
  const refreshes = [...new Set(ended.flatMap(({ task }) => task.refresh ?? []))]
  await client.query('select 1 from refreshes where id = any($1::bigint[]) order by id for update', [
    refreshes,
  ])
  const { rows } = await client.query<{ id: number }>({
    name: 'refresh_tasks_settle',
    text: `with ended as (
        update tasks t set state = (case when s.cells > 0 then 'd' else 'f' end)::"char", worker = null, got = s.cells
        from unnest($1::bigint[], $2::int[], $3::int[]) as s(id, attempt, cells)
        where t.id = s.id and t.attempt = s.attempt and t.state = 'r' returning t.id, t.refresh
      ), counted as (
        update refreshes r set tasks_open = r.tasks_open - e.count
        from (select refresh, count(*)::int as count from ended group by refresh) e where r.id = e.refresh
      )
      select id from ended`,
    values: [
      ended.map(({ task }) => task.id),
      ended.map(({ task }) => task.attempt),
      ended.map(({ cells }) => cells),
    ],
  })
  if (rows.length > 0) await closeRounds(client, catalog, refreshes)
  return new Set(rows.map(({ id }) => id))
}

/** Closes finished rounds: charges them, deletes their tasks and has both sides judged together. */
export async function closeRounds(
  client: Client,
  catalog: Catalog,
  refreshes: readonly number[],
): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    'select id from refreshes where id = any($1::bigint[]) and tasks_open = 0',
    [refreshes],
  )
  const closed = rows.map(({ id }) => id)
  if (closed.length === 0) return
  const legs = await readLegs(client, closed)
  await charge(client, catalog, await lockPaying(client, closed), legs)
  await client.query('delete from tasks where refresh = any($1::bigint[])', [closed])
  await client.query('update refreshes set finished_at = ledger_now() where id = any($1::bigint[])', [closed])
  // Watches that compare two sides have waited for both.
  await client.query(
    `insert into sightings (place, nights)
     select distinct w.channel_place, array(
       select n::date from generate_series(greatest(r.first, earliest_night_at(r.source, r.code)), r.last, interval '1 day') n)
     from watches w join refreshes r on r.id = w.refresh
     where w.refresh = any($1::bigint[]) and w.channel_place is not null and w.status = 'active' and w.deleted_at is null`,
    [closed],
  )
}

interface Counted {
  got: number
  asked: number
}

/** Cells of each side of each refresh, by `refresh/source/code`. */
async function readLegs(client: Client, refreshes: readonly number[]): Promise<Map<string, Counted>> {
  const { rows } = await client.query<Counted & { refresh: number; source: string; code: string }>(
    `select refresh, source, ask #>> '{hotelCodes,0}' as code, coalesce(sum(got), 0)::int as got, sum(cells)::int as asked
     from tasks where refresh = any($1::bigint[]) group by 1, 2, 3`,
    [refreshes],
  )
  return new Map(
    rows.map(({ refresh, source, code, got, asked }) => [`${refresh}/${source}/${code}`, { got, asked }]),
  )
}

async function charge(
  client: Client,
  catalog: Catalog,
  watches: readonly Watch[],
  legs: ReadonlyMap<string, Counted>,
): Promise<void> {
  if (watches.length === 0) return
  const bills = watches.map((watch) => {
    const { refresh, source, kind, hotelCode, held } = watch
    const terms = watch.heldFor ?? watch.terms
    const of = (name: string): Counted => legs.get(`${refresh}/${name}`) ?? { got: 0, asked: 0 }
    const direct = of(`${source}/${hotelCode}`)
    const channel = of(terms.condition === 'undercut' ? `${terms.channel}/${terms.hotelCode}` : '')
    const got: CellsGot = { direct: direct.got, channel: channel.got }
    const asked = { direct: direct.asked, channel: channel.asked }
    const { charge: price, counts } = refreshPrice(catalog, { source, kind, terms }, got, asked)
    // A watch that joined the round after midnight has reserved a night less.
    return { price: Math.min(price, held), counts }
  })
  await client.query('select watches_settle($1, $2, $3, $4, $5)', [
    watches.map(({ no }) => no),
    bills.map(({ price }) => price),
    bills.map(() => newOrderedId()),
    bills.map(({ counts }) => counts.cached),
    bills.map(({ counts }) => counts.free),
  ])
}
