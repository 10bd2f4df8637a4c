import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string
  }
}

/** One real PostgreSQL for the whole run, with a migrated template that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), 'vacancy-test-'))
  const database = await openDatabase({ databaseUrl: '', home }, { share: false })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('create database vacancy_template')
  await client.end()
  await migrate(withDatabase(database.url, 'vacancy_template'))
  project.provide('serverUrl', database.url)
  return async () => {
    await database.close()
    await rm(home, { recursive: true, force: true })
  }
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
