import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { databaseNow } from './clock.ts'
import { applyDefinitions, checksumOf, isCurrent, readDefinitions } from './definitions.ts'
import { distributeTables, layoutOf } from './distribute.ts'
import { addMonths } from './months.ts'
import { type Client, CONNECT_MS, transact } from './pool.ts'
import { one } from './rows.ts'

const FOLDER = join(import.meta.dirname, '..', 'migrations')
const OLDEST_SERVER = 150_000
/** Extensions that come with PostgreSQL, but that an installation may lack or not allow. */
const EXTENSIONS = ['pg_trgm']

export class SchemaError extends Error {
  override name = 'SchemaError'
}

export interface Migration {
  version: number
  name: string
}

export interface MigrationFile extends Migration {
  sql: string
  checksum: string
}

export interface Applied extends Migration {
  checksum: string
}

export interface MigrateOptions {
  /** The last migration to apply, for upgrade tests. Default: all. */
  upTo?: number
}

/**
 * Brings the database to the schema of this code: migrations, then functions and views, then future months. Safe when many
 * processes start at once: each step locks the migrations table and checks again what is missing.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<Migration[]> {
  return connected(url, async (client) => {
    await requireServer(client)
    await makeOwnTables(client)
    return applyMissing(client, options.upTo ?? Number.POSITIVE_INFINITY)
  })
}

/** Distributes the tables of a migrated database over the workers of its server. False if they are already. */
export async function distribute(url: string): Promise<boolean> {
  return connected(url, (client) =>
    transact(client, async () => {
      await client.query('lock table schema_migrations in exclusive mode')
      if ((await layoutOf(client)) === 'distributed') return false
      const refusal = await distributeTables(client)
      if (refusal !== null) throw new SchemaError(refusal)
      await applyDefinitions(client, await readDefinitions('distributed'))
      return true
    }),
  )
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'vacancy migrate',
    // A migration of a large table may take as long as it needs, whatever the server's default is.
    options: '-c statement_timeout=0',
    connectionTimeoutMillis: CONNECT_MS,
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function requireServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: number; text: string }>(
    "select current_setting('server_version_num')::int as version, current_setting('server_version') as text",
  )
  const server = one(rows)
  if (server.version < OLDEST_SERVER) {
    throw new SchemaError(`PostgreSQL ${server.text} is too old. Version 15 or newer is required.`)
  }
  for (const extension of EXTENSIONS) await requireExtension(client, extension)
}

/** In one clear line before any migration, because the search for hotels needs it. */
async function requireExtension(client: Client, extension: string): Promise<void> {
  const { rows } = await client.query<{ installed: boolean; available: boolean; allowed: boolean }>(
    `select exists (select 1 from pg_extension where extname = $1) as installed,
       exists (select 1 from pg_available_extensions where name = $1) as available,
       has_database_privilege(current_database(), 'create') as allowed`,
    [extension],
  )
  const { installed, available, allowed } = one(rows)
  if (installed || (available && allowed)) return
  throw new SchemaError(
    available
      ? `The database user may not create the extension ${extension}. Let an administrator run \`create extension ${extension}\` in this database.`
      : `The database server lacks the extension ${extension}, which comes with PostgreSQL. Install its contrib package, such as postgresql-contrib.`,
  )
}

/** The recorded schema state. */
const OWN_TABLES = `
  create table if not exists schema_migrations (
    version int primary key,
    name text not null,
    applied_at timestamptz not null default now(),
    checksum text
  );
  create table if not exists schema_definitions (name text primary key, kind text not null, checksum text not null)`
/** Errors that one of two processes gets when both create the same table at once. */
const MADE_MEANWHILE = new Set(['23505', '42P07', '42701', '42710'])

async function makeOwnTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ made: boolean }>(
    "select to_regclass('schema_definitions') is not null as made",
  )
  if (one(rows).made) return
  try {
    await client.query(OWN_TABLES)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !MADE_MEANWHILE.has(error.code ?? '')) throw error
    await makeOwnTables(client)
  }
}

async function applyMissing(client: Client, upTo: number): Promise<Migration[]> {
  const files = (await readMigrations()).filter(({ version }) => version <= upTo)
  const definitions = await readDefinitions(await layoutOf(client))
  const made: Migration[] = []
  for (;;) {
    const applied = await readApplied(client)
    if (findMissing(files, applied) === undefined && (await isCurrent(client, definitions))) return made
    const step = await transact(client, async () => {
      await client.query('lock table schema_migrations in exclusive mode')
      const migration = await applyNext(client, files)
      if (!migration) {
        await applyDefinitions(client, definitions)
        await addMonths(client, (await databaseNow(client)).getTime())
      }
      return migration
    })
    if (step) made.push(step)
  }
}

/** Applies one migration in the caller's transaction. Undefined if none is left. */
export async function applyNext(
  client: Client,
  files: readonly MigrationFile[],
): Promise<Migration | undefined> {
  const applied = await readApplied(client)
  const next = findMissing(files, applied)
  if (!next) return undefined
  const { version, name, sql, checksum } = next
  try {
    await client.query(sql)
  } catch (cause) {
    throw new SchemaError(`Migration ${name} failed and was rolled back.`, { cause })
  }
  await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
    version,
    name,
    checksum,
  ])
  return { version, name }
}

export async function readApplied(client: Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    'select version, name, checksum from schema_migrations order by version',
  )
  return rows
}

/** The next migration to apply. Throws if the database was not made by these files. */
function findMissing(
  files: readonly MigrationFile[],
  applied: readonly Applied[],
): MigrationFile | undefined {
  const newest = files.at(-1)?.version ?? 0
  const ahead = applied.at(-1)?.version ?? 0
  if (ahead > newest) {
    throw new SchemaError(
      `The database has schema ${ahead}, but this version of Vacancy knows only ${newest}. Start a newer version.`,
    )
  }
  const checksums = new Map(applied.map(({ version, checksum }) => [version, checksum]))
  const changed = files.find(({ version, checksum }) => (checksums.get(version) ?? checksum) !== checksum)
  if (changed) {
    throw new SchemaError(
      `Migration ${changed.name} was changed after this database applied it. Restore the file, and put the change into a new migration.`,
    )
  }
  return files.find(({ version }) => !checksums.has(version))
}

export async function readMigrations(): Promise<MigrationFile[]> {
  const files = await readdir(FOLDER)
  return Promise.all(
    files
      .filter((file) => /^\d{4}_[a-z_]+\.sql$/.test(file))
      .toSorted()
      .map(async (file) => {
        const sql = await readFile(join(FOLDER, file), 'utf8')
        const name = file.replace(/\.sql$/, '')
        return { version: Number(file.slice(0, 4)), name, sql, checksum: checksumOf(sql) }
      }),
  )
}
