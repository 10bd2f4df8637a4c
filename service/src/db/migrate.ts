import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { CONNECT_MS } from './pool.ts'

const FOLDER = join(import.meta.dirname, '..', 'migrations')
const OLDEST_SERVER = 150_000
/** Any constant does, as long as every process of ours takes the same one. */
const LOCK = 7_302_651

export class SchemaError extends Error {
  override name = 'SchemaError'
}

export interface Migration {
  version: number
  name: string
}

/** Brings the database up to the schema of this code. Safe when many processes start at once: one works, the others wait. */
export async function migrate(url: string): Promise<Migration[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'vacancy migrate',
    connectionTimeoutMillis: CONNECT_MS,
  })
  await client.connect()
  try {
    await requireServer(client)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    return await applyMissing(client)
  } finally {
    await client.end()
  }
}

async function requireServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; text: string }>(
    "select current_setting('server_version_num')::int as version, current_setting('server_version') as text",
  )
  const [server] = rows
  if (!server || server.version < OLDEST_SERVER) {
    throw new SchemaError(`PostgreSQL ${server?.text ?? '?'} is too old: version 15 or newer is needed`)
  }
}

async function applyMissing(client: pg.Client): Promise<Migration[]> {
  await client.query(
    'create table if not exists schema_migrations (version int primary key, name text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ version: number }>('select version from schema_migrations')
  const applied = new Set(rows.map((row) => row.version))
  const known = await listMigrations()
  const newest = known.at(-1)?.version ?? 0
  const ahead = Math.max(0, ...applied)
  if (ahead > newest) {
    throw new SchemaError(
      `the database has schema ${ahead}, this version of Vacancy knows only ${newest}: start a newer version`,
    )
  }
  const missing = known.filter((migration) => !applied.has(migration.version))
  for (const migration of missing) {
    const sql = await readFile(join(FOLDER, `${migration.name}.sql`), 'utf8')
    await client.query('begin')
    try {
      await client.query(sql)
      await client.query('insert into schema_migrations (version, name) values ($1, $2)', [
        migration.version,
        migration.name,
      ])
      await client.query('commit')
    } catch (cause) {
      await client.query('rollback')
      throw new SchemaError(`migration ${migration.name} failed and was undone`, { cause })
    }
  }
  return missing
}

async function listMigrations(): Promise<Migration[]> {
  const files = await readdir(FOLDER)
  return files
    .filter((file) => /^\d{4}_[a-z_]+\.sql$/.test(file))
    .toSorted()
    .map((file) => ({ version: Number(file.slice(0, 4)), name: file.replace(/\.sql$/, '') }))
}
