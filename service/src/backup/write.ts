import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { to as copyTo } from 'pg-copy-streams'
import { readApplied, readMigrations } from '../db/migrate.ts'
import { type Client, SNAPSHOT } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { fingerprintOf } from '../ops/master-key.ts'
import { readFingerprints } from '../secrets/open-vault.ts'
import { withConnection } from './connection.ts'
import { BackupError, newHeader, type Section, writeBackup } from './file.ts'
import { ownObjectsOf, quoted, readPartitions, readSequences, readTables, type Table } from './own-objects.ts'

export interface Made {
  file: string
  tables: number
  rows: number
  bytes: number
}

/** Writes everything in the database, as it is at one moment, into a file. The service may run meanwhile. */
export async function makeBackup(url: string, path: string, secret: Buffer | null): Promise<Made> {
  const file = resolve(path)
  if ((await stat(file).catch(() => null)) !== null)
    throw new BackupError(`${file} exists already. Choose another name.`)
  return withConnection(url, async (client) => {
    await client.query(SNAPSHOT)
    const migrations = await lockTables(client)
    const tables = await readTables(client, ownObjectsOf(migrations).tables)
    const names = tables.map(({ name }) => name)
    const header = newHeader({
      made_at: new Date().toISOString(),
      server: await serverOf(client),
      migrations: await readApplied(client),
      partitions: await readPartitions(client, names),
      sequences: await readSequences(client, names),
      secret_keys: (await readFingerprints(client)).map((each) => each.toString('hex')),
      tables: names,
    })
    if (secret) requireRight(secret, header.secret_keys)
    let rows = 0
    const sections = async function* () {
      for (const table of tables) {
        const section = sectionOf(client, table)
        yield section
        rows += section.rows()
      }
    }
    const content = { header, secret: secret?.toString('hex') ?? null, sections: sections() }
    const bytes = await writeBackup(file, content)
    await client.query('commit')
    return { file, tables: tables.length, rows, bytes }
  })
}

/** Before the snapshot is taken: from here on, no migration and no chore changes the tables. Returns what made them. */
async function lockTables(client: Client): Promise<{ sql: string }[]> {
  const applied = await requireSchema(client)
  const files = (await readMigrations()).filter(({ version }) => applied.has(version))
  const { tables } = ownObjectsOf(files)
  await client.query(`lock table ${tables.join(', ')} in access share mode`)
  return files
}

async function requireSchema(client: Client): Promise<Set<number>> {
  const { rows } = await client.query<{ made: boolean }>(
    "select to_regclass('secret_keys') is not null and to_regclass('schema_migrations') is not null as made",
  )
  if (!one(rows).made)
    throw new BackupError(
      'This database has no schema of this version. Start Vacancy once, or run `vacancy migrate`.',
    )
  return new Set((await readApplied(client)).map(({ version }) => version))
}

/** A key that does not decrypt the backup would only look like one that does. */
function requireRight(secret: Buffer, fingerprints: readonly string[]): void {
  const fingerprint = fingerprintOf(secret).toString('hex')
  if (fingerprints.every((each) => each === fingerprint)) return
  throw new BackupError(
    'The secret key of this command is not the only one that encrypted this database. Set SECRET_KEY, or run `vacancy secrets rotate` first.',
  )
}

async function serverOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  )
  return one(rows).version
}

function sectionOf(client: Client, { name, columns }: Table): Section {
  const list = columns.map(quoted).join(', ')
  // A partitioned table can only be copied through a query.
  const stream = client.query(copyTo(`copy (select ${list} from ${quoted(name)}) to stdout`))
  return { table: name, columns, chunks: stream, rows: () => stream.rowCount }
}
