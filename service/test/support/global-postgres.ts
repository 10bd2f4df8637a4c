import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { JOINED } from '../../src/joined.ts'
import { joinPrograms } from './bundles.ts'
import { createDistributedTemplate, withDatabase } from './citus.ts'
import { openRunFolder } from './run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string
  }
}

const TEMPLATE = 'vacancy_template'

/** One real PostgreSQL for the whole run, with a migrated template that each test file clones. `CITUS_URL` names another server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Hundreds of processes start with the same modules.
  process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache')
  const folder = await openRunFolder()
  // Packages that are not joined are found from here.
  const modules = join(import.meta.dirname, '..', '..', 'node_modules')
  await mkdir(modules, { recursive: true })
  const bundles = await mkdtemp(join(modules, '.test-bundles-'))
  process.env[JOINED] = bundles
  const [database] = await Promise.all([openTemplate(join(folder, 'home')), joinPrograms(bundles)])
  project.provide('serverUrl', database.url)
  return async () => {
    await database.close()
    for (const path of [folder, bundles]) await rm(path, { recursive: true, force: true })
  }
}

async function openTemplate(home: string): Promise<Database> {
  const citusUrl = process.env['CITUS_URL']
  if (citusUrl !== undefined) return openCitus(citusUrl)
  const database = await openDatabase({ databaseUrl: '', home }, { share: false })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // What is lost when the machine loses power is no loss here, and the disk is the slowest part of it.
  for (const setting of ['fsync', 'full_page_writes']) await client.query(`alter system set ${setting} = off`)
  await client.query('select pg_reload_conf()')
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  await migrate(withDatabase(database.url, TEMPLATE))
  return database
}

/** The same on a Citus server that runs already: the template's tables are distributed over its workers. */
async function openCitus(url: string): Promise<Database> {
  await createDistributedTemplate(url, TEMPLATE)
  return { url, revive: null, died: () => new Promise(() => {}), close: async () => {} }
}
