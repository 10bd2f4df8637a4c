import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { readSettings } from '../sources/store/store.ts'
import { clearAttention, raiseAttention } from './attention.ts'

/** The catalog of a process, and the revision of the stored sources that it is of. */
export interface SourcesOfNow {
  catalog: Catalog
  revision(): number
}

/** At a time, so that many watches of one source do not make a long transaction. */
const MOST = 500

/** Otherwise only after a change: the search looks at every watch. */
const LOOK_MS = 600_000

/**
 * Marks the watches whose source was switched off or removed, and takes the mark away when it is back. A process that has not yet
 * taken the newest change does nothing: it would undo what others did.
 */
export function createFollowSources(
  pool: Pool,
  { catalog, revision }: SourcesOfNow,
  now: () => number,
): () => Promise<number> {
  let done = { revision: -1, at: 0 }
  return async () => {
    const current = revision()
    if (done.revision === current && now() - done.at < LOOK_MS) return 0
    const on = catalog.sources.filter(({ disabled }) => !disabled).map(({ id }) => id)
    const changed = await inTransaction(pool, (client) => follow(client, on, current))
    if (changed === 0) done = { revision: current, at: now() }
    return changed ?? 0
  }
}

/** Null if there is a newer change. */
async function follow(client: Client, on: readonly string[], revision: number): Promise<number | null> {
  if ((await readSettings(client)).revision !== revision) return null
  const off = await find(client, OFF, on)
  if (off.length > 0) await raiseAttention(client, off, 'source_disabled')
  const back = await find(client, BACK, on)
  if (back.length > 0) {
    await clearAttention(client, back, 'source_disabled')
    await client.query(
      `update refreshes set due_at = ledger_now()
       where id in (select refresh from watches where id = any($1::bigint[])) and due_at is not null and tasks_open = 0`,
      [back],
    )
  }
  return off.length + back.length
}

const OF_SOURCES = `select w.id from watches w join refreshes r on r.id = w.refresh
  cross join lateral (select array[r.source, coalesce(w.terms ->> 'channel', r.source)] as sources) s
  where w.status <> 'expired' and w.deleted_at is null`
const OFF = `${OF_SOURCES} and w.attention is distinct from 'source_disabled' and not s.sources <@ $1::text[]
  order by w.id limit ${MOST}`
const BACK = `${OF_SOURCES} and w.attention = 'source_disabled' and s.sources <@ $1::text[] order by w.id limit ${MOST}`

async function find(client: Client, text: string, on: readonly string[]): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(text, [on])
  return rows.map(({ id }) => id)
}
