import { databaseNow } from '../../db/clock.ts'
import { type Client, inTransaction, type Pool } from '../../db/pool.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Vault } from '../../ops/vault.ts'
import {
  announce,
  deleteSource,
  lockSource,
  type SourceChange,
  type SourceRow,
  writeSource,
} from './store.ts'

export interface SaveDeps {
  pool: Pool
  vault: Vault
}

/** Who saves, and what goes with it in the same transaction. */
export interface Saver {
  /** An e-mail, or `command line`. */
  by: string
  alongside?(client: Client): Promise<void>
}

/** How many changes of a source are kept. */
const MOST_CHANGES = 20

/** The version of a source that is not stored yet. */
const UNSTORED = 0

/** Saves a row if nobody changed the source since that version. */
export async function saveRow(
  { pool, vault }: SaveDeps,
  row: SourceRow,
  what: string[],
  { by, alongside }: Saver,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await announce(client)
    const now = await lockSource(client, vault, row.id)
    if ((now?.version ?? UNSTORED) !== row.version) throw conflict(row, now)
    const version = row.version + 1
    const change: SourceChange = { version, at: (await databaseNow(client)).toISOString(), by, what }
    await writeSource(client, vault, {
      ...row,
      version,
      changes: [...row.changes, change].slice(-MOST_CHANGES),
    })
    await alongside?.(client)
  })
}

/** A bundled source that was changed is as it was before. */
export async function removeRow(
  { pool, vault }: SaveDeps,
  { id, version }: Pick<SourceRow, 'id' | 'version'>,
  { alongside }: Saver,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await announce(client)
    const now = await lockSource(client, vault, id)
    if (now?.version !== version) throw conflict({ version }, now)
    await deleteSource(client, id)
    await alongside?.(client)
  })
}

/** Says who changed what since. */
function conflict({ version }: Pick<SourceRow, 'version'>, now: SourceRow | undefined): Error {
  const since = now?.changes.filter((change) => change.version > version) ?? []
  const told = since.map(({ by, at, what }) => `${by} ${wordsFor(what)} at ${at}`).join('; ')
  const what = now ? told || 'Somebody else changed it' : 'Somebody else removed it'
  return invalid(`This source was changed while you edited it: ${what}. Load it again.`, { conflict: true })
}

export const ADDED = 'all'
const SWITCHED: ReadonlySet<string> = new Set(['enabled', 'disabled'])

/** What somebody did, from the names of a change. */
export function wordsFor(what: readonly string[]): string {
  const [first = ''] = what
  if (first === ADDED) return 'added it'
  return SWITCHED.has(first) ? `${first} it` : `changed ${what.join(', ')}`
}
