import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import { dumpSchema, SCHEMA_FILE } from './dump-schema.ts'

/** Writes service/schema.sql again, from an empty database of its own. */
const home = await mkdtemp(join(tmpdir(), 'vacancy-schema-'))
const database = await openDatabase({ databaseUrl: '', home }, { share: false })
try {
  await migrate(database.url)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await writeFile(SCHEMA_FILE, await dumpSchema(client))
  await client.end()
} finally {
  await database.close()
  await rm(home, { recursive: true, force: true })
}
