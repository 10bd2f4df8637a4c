import { databaseNow } from '../../db/clock.ts'
import type { Client, Pool } from '../../db/pool.ts'
import { TASKS_CHANNEL } from '../../jobs/tasks.ts'

/** How far the directory of a source has been read. */
export interface SyncState {
  source: string
  /** `whole` lists every hotel, `sweep` closes those that it did not name, `changes` lists what changed. */
  phase: 'idle' | 'whole' | 'sweep' | 'changes'
  cursor: string | null
  startedAt: Date | null
  syncedAt: Date | null
  /** Everything up to this moment is known: where the next reading of changes begins. */
  completeAt: Date | null
  pages: number
  hotelsRead: number
  hotels: number
  error: string | null
}

export const SYNC_KIND = 'directory'

const COLUMNS = `source, phase, cursor, started_at as "startedAt", synced_at as "syncedAt", complete_at as "completeAt", pages,
  hotels_read as "hotelsRead", hotels, error`

export async function readSyncs(pool: Pool | Client): Promise<SyncState[]> {
  const { rows } = await pool.query<SyncState>({
    name: 'directory_syncs_read',
    text: `select ${COLUMNS} from directory_syncs order by source`,
  })
  return rows
}

export async function readSync(pool: Pool | Client, source: string): Promise<SyncState | undefined> {
  const { rows } = await pool.query<SyncState>({
    name: 'directory_sync_read',
    text: `select ${COLUMNS} from directory_syncs where source = $1`,
    values: [source],
  })
  return rows[0]
}

/** Queues a task for every source whose reading is due and has none. Sources that are new are due at once. */
export async function beginDueSyncs(pool: Pool | Client, sources: readonly string[]): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'directory_syncs_begin',
    text: `with known as (
        insert into directory_syncs (source, due_at) select unnest($1::text[]), ledger_now() on conflict do nothing
        returning source, due_at
      ), due as (
        select source from known union
        select source from directory_syncs where source = any($1::text[]) and due_at <= ledger_now()
      )
      insert into tasks (kind, no, source, ask) select '${SYNC_KIND}', 0, source, '{}' from due
      on conflict (source) where kind = '${SYNC_KIND}' do nothing`,
    values: [sources],
  })
  if (rowCount) await pool.query(`select pg_notify('${TASKS_CHANNEL}', '')`)
  return rowCount ?? 0
}

/** Makes the readings of these sources due now; with `whole`, from the beginning. Returns the moment. */
export async function askForSync(
  pool: Pool | Client,
  sources: readonly string[],
  whole: boolean,
): Promise<Date> {
  const at = await databaseNow(pool)
  await pool.query(
    `update directory_syncs set due_at = $3, error = null,
       complete_at = case when $2 then null else complete_at end,
       phase = case when $2 and phase = 'changes' then 'idle' else phase end
     where source = any($1::text[])`,
    [sources, whole, at],
  )
  return at
}

/** Counts hotels, in the transaction that listed, described or closed them. */
export async function addHotels(client: Client, source: string, hotels: number): Promise<void> {
  if (hotels === 0) return
  await client.query('update directory_syncs set hotels = hotels + $2 where source = $1', [source, hotels])
}

/** Ends the task of a page. False if another worker has taken it over: then nothing of the page counts. */
export async function endPage(client: Client, task: { id: number; attempt: number }): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'directory_page_end',
    text: `delete from tasks where id = $1 and attempt = $2 and state = 'r'`,
    values: [task.id, task.attempt],
  })
  return rowCount === 1
}

/** Whether the task of a page is still this worker's. Then no other takes it over before the transaction ends. */
export async function holdsPage(client: Client, task: { id: number; attempt: number }): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'directory_page_hold',
    text: `select from tasks where id = $1 and attempt = $2 and state = 'r' for share`,
    values: [task.id, task.attempt],
  })
  return rowCount === 1
}

/** The next page is another task, so that other work on the source takes its turn in between. */
export async function queueNextPage(client: Client, source: string): Promise<void> {
  await client.query({
    name: 'directory_page_queue',
    text: `insert into tasks (kind, no, source, ask) values ('${SYNC_KIND}', 0, $1, '{}')`,
    values: [source],
  })
  await client.query(`select pg_notify('${TASKS_CHANNEL}', '')`)
}

/** `dueSec` is the time until the next reading or try. `hotels` is counted by `addHotels`. */
export async function saveSync(client: Client, state: SyncState, dueSec: number): Promise<void> {
  await client.query({
    name: 'directory_sync_save',
    text: `update directory_syncs set phase = $2, cursor = $3, started_at = $4, synced_at = $5, complete_at = $6, pages = $7,
        hotels_read = $8, error = $9, due_at = ledger_now() + $10 * interval '1 second'
      where source = $1`,
    values: [
      state.source,
      state.phase,
      state.cursor,
      state.startedAt,
      state.syncedAt,
      state.completeAt,
      state.pages,
      state.hotelsRead,
      state.error,
      dueSec,
    ],
  })
}
