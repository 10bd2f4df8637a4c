import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { databaseNow } from '../db/clock.ts'
import { applyDefinitions, readDefinitions } from '../db/definitions.ts'
import { applyNext, type MigrationFile, migrate, readMigrations } from '../db/migrate.ts'
import { addMonths } from '../db/months.ts'
import { type Client, transact } from '../db/pool.ts'
import { withConnection } from './connection.ts'
import { BackupError, type Header, type OpenBackup, type Section } from './file.ts'
import { ownObjectsOf, quoted, readTables } from './own-objects.ts'
import { clear, holdsData, lockOut } from './target.ts'

export interface Restored {
  made_at: string
  tables: number
  rows: number
}

/**
 * Replaces the content of the database by that of a backup, in one transaction. The tables are created by the migrations that
 * the backup's database had, filled, and then migrated to this version. Running processes wait, and restart afterwards.
 */
export async function restoreBackup(
  url: string,
  backup: OpenBackup,
  { force }: { force: boolean },
): Promise<Restored> {
  const { header } = backup
  const files = await readMigrations()
  requireKnown(header, files)
  await migrate(url)
  return withConnection(url, (client) =>
    transact(client, async () => {
      await lockOut(client)
      if (!force && (await holdsData(client))) {
        throw new BackupError(
          'This database holds data. Restore into an empty one, or add --force to replace everything in it.',
        )
      }
      await clear(client, ownObjectsOf(files))
      const then = new Set(header.migrations.map(({ version }) => version))
      await applyAll(
        client,
        files.filter(({ version }) => then.has(version)),
      )
      await addPartitions(client, header)
      const rows = await load(client, backup)
      await setSequences(client, header)
      await applyAll(client, files)
      await applyDefinitions(client, await readDefinitions())
      await addMonths(client, (await databaseNow(client)).getTime())
      return { made_at: header.made_at, tables: header.tables.length, rows }
    }),
  )
}

/** The backup's schema must be one that these migrations make. */
function requireKnown(header: Header, files: readonly MigrationFile[]): void {
  const known = new Map(files.map(({ version, checksum }) => [version, checksum]))
  const newer = header.migrations.find(({ version }) => !known.has(version))
  if (newer) {
    throw new BackupError(
      `The backup has the schema ${newer.name}, which this version of Vacancy does not know. Use a newer version.`,
    )
  }
  const changed = header.migrations.find(({ version, checksum }) => known.get(version) !== checksum)
  if (changed)
    throw new BackupError(`Migration ${changed.name} differs from the one that the backup was made with.`)
}

async function applyAll(client: Client, files: readonly MigrationFile[]): Promise<void> {
  while (await applyNext(client, files));
}

const NAME = /^[a-z][a-z0-9_]{0,62}$/
/** What PostgreSQL prints for a range of dates or ids. */
const BOUND = /^FOR VALUES FROM \('[0-9a-f-]+'\) TO \('[0-9a-f-]+'\)$/

/** Months are made like the default partition, which has all indexes. */
async function addPartitions(client: Client, { partitions }: Header): Promise<void> {
  for (const { parent, name, bound } of partitions) {
    if (bound === 'DEFAULT') continue
    if (!NAME.test(name) || !NAME.test(parent) || !BOUND.test(bound))
      throw new BackupError(`The backup has a partition that cannot be made: ${name} ${bound}.`)
    await client.query(`create table ${name} (like ${parent}_rest including all)`)
    await client.query(`alter table ${parent} attach partition ${name} ${bound}`)
  }
}

async function load(client: Client, { header, sections }: OpenBackup): Promise<number> {
  const tables = new Map((await readTables(client, header.tables)).map((table) => [table.name, table]))
  let rows = 0
  for await (const section of sections()) {
    const columns = tables.get(section.table)?.columns
    if (!columns || section.columns.toSorted().join() !== columns.toSorted().join())
      throw new BackupError(`The backup's table ${section.table} does not fit its schema.`)
    // Migrations may add rows, which the backup has too.
    await client.query(`delete from ${quoted(section.table)}`)
    rows += await loadTable(client, section)
  }
  return rows
}

async function loadTable(client: Client, { table, columns, chunks, rows }: Section): Promise<number> {
  const list = columns.map(quoted).join(', ')
  const stream = client.query(copyFrom(`copy ${quoted(table)} (${list}) from stdin`))
  await pipeline(chunks, stream)
  if (stream.rowCount !== rows())
    throw new BackupError(`${rows()} rows of ${table} were expected, and ${stream.rowCount} arrived.`)
  return rows()
}

async function setSequences(client: Client, { sequences }: Header): Promise<void> {
  for (const { name, last_value: last, is_called: called } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [name, last, called])
}
