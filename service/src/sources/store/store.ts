import type { Client, Pool } from '../../db/pool.ts'
import { one } from '../../db/rows.ts'
import { type Vault, VaultError } from '../../ops/vault.ts'
import type { SealedValues } from '../../secrets/sealed-values.ts'
import type { StoredSource, StoredSources } from '../catalog/catalog.ts'
import type { SourceEntry } from '../catalog/schema.ts'

/** The sources in the database. */

/** Who changed what of a source, newest last. Names of fields, never values. */
export interface SourceChange {
  version: number
  at: string
  by: string
  what: string[]
}

export interface SourceRow extends StoredSource {
  version: number
  changes: SourceChange[]
}

export type Choice = 'sandbox' | 'connect'

export interface SourceSettings {
  /** Counted up with every change of any source. */
  revision: number
  sandbox: boolean
  /** What the operator chose at the first start; null: nothing yet. */
  choice: Choice | null
}

interface Sealed extends Omit<SourceRow, 'secrets' | 'entry'> {
  entry: Partial<SourceEntry>
  secrets: Buffer
}

const COLUMNS = 'id, vendor, entry, secrets, disabled, version, changes'

export async function readSettings(database: Client | Pool): Promise<SourceSettings> {
  const { rows } = await database.query<SourceSettings>({
    name: 'source_settings_read',
    text: 'select revision, sandbox, choice from source_settings',
  })
  return one(rows)
}

export interface StoredNow extends StoredSources, SourceSettings {
  sources: readonly SourceRow[]
}

/** All sources with their secrets in the clear, and the revision that they are at least of. Without a vault, secrets are left out. */
export async function readStored(database: Client | Pool, vault: Vault | null): Promise<StoredNow> {
  // First the revision: a change that follows is noticed at the next look.
  const settings = await readSettings(database)
  const { rows } = await database.query<Sealed>(`select ${COLUMNS} from connected_sources order by id`)
  return { ...settings, sources: rows.map((row) => opened(row, vault)) }
}

/** Locked until the end of the transaction; undefined if there is none. */
export async function lockSource(client: Client, vault: Vault, id: string): Promise<SourceRow | undefined> {
  const { rows } = await client.query<Sealed>(
    `select ${COLUMNS} from connected_sources where id = $1 for update`,
    [id],
  )
  return rows[0] && opened(rows[0], vault)
}

function opened(row: Sealed, vault: Vault | null): SourceRow {
  return { ...row, secrets: vault ? readSecrets(row, vault) : {} }
}

function readSecrets({ id, secrets }: Sealed, vault: Vault): Record<string, string> {
  const parsed: unknown = JSON.parse(vault.open(secrets, purposeOf(id)))
  if (typeof parsed !== 'object' || parsed === null)
    throw new VaultError('The secrets of a source are no list.')
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]))
}

export async function writeSource(client: Client, vault: Vault, row: SourceRow): Promise<void> {
  const { id, vendor, entry, secrets, disabled, version, changes } = row
  await client.query(
    `insert into connected_sources (id, vendor, entry, secrets, disabled, version, changes, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, ledger_now())
     on conflict (id) do update set vendor = excluded.vendor, entry = excluded.entry, secrets = excluded.secrets,
       disabled = excluded.disabled, version = excluded.version, changes = excluded.changes, changed_at = excluded.changed_at`,
    [
      id,
      vendor,
      JSON.stringify(entry),
      vault.seal(JSON.stringify(secrets), purposeOf(id)),
      disabled,
      version,
      JSON.stringify(changes),
    ],
  )
}

export async function deleteSource(client: Client, id: string): Promise<void> {
  await client.query('delete from connected_sources where id = $1', [id])
}

/** Comes first in a change. It is also the lock: sources are changed one after the other. */
export async function announce(client: Client): Promise<void> {
  await client.query('update source_settings set revision = revision + 1')
}

export async function writeSandbox(client: Client, on: boolean): Promise<void> {
  await client.query('update source_settings set sandbox = $1, revision = revision + 1', [on])
}

export async function writeChoice(database: Client | Pool, choice: Choice): Promise<void> {
  await database.query('update source_settings set choice = $1 where choice is distinct from $1', [choice])
}

function purposeOf(id: string): string {
  return `source ${id}`
}

/** A source whose key is lost stays, without its credentials: it is down until somebody enters them again. */
export const sourceSecrets: SealedValues = {
  name: 'credentials of sources',
  read: async (client, after, most) => {
    const { rows } = await client.query<{ id: string; secrets: Buffer }>(
      `select id, secrets from connected_sources where $1::text is null or id > $1 order by id limit $2 for update`,
      [after, most],
    )
    return rows.map(({ id, secrets }) => ({ key: id, purpose: purposeOf(id), values: [secrets] }))
  },
  write: async (client, rows) => {
    await client.query(
      `update connected_sources s set secrets = n.secrets from unnest($1::text[], $2::bytea[]) as n(id, secrets)
       where s.id = n.id`,
      [rows.map(({ key }) => key), rows.map(({ values }) => values[0])],
    )
  },
  renew: (vault, row) => ({ ...row, values: [vault.seal('{}', row.purpose)] }),
}
