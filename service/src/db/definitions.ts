import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Client } from './pool.ts'

/** A function or view, in a file named after it. */
export interface Definition {
  kind: 'function' | 'view'
  name: string
  sql: string
  checksum: string
}

const FOLDER = join(import.meta.dirname, '..', 'schema')

/** How the tables are stored: all on one server, or some of them distributed over several. */
export type Layout = 'plain' | 'distributed'

/**
 * Statements that a distributed database must run in another way are functions or views, and have a second file. Callers never
 * know which of the two they use.
 */
export async function readDefinitions(layout: Layout = 'plain'): Promise<Definition[]> {
  const plain = await readBoth(FOLDER)
  if (layout === 'plain') return plain
  const others = await readBoth(join(FOLDER, layout))
  const names = new Set(others.map(({ name }) => name))
  return [...plain.filter(({ name }) => !names.has(name)), ...others]
}

async function readBoth(folder: string): Promise<Definition[]> {
  return [...(await readFolder('function', folder)), ...(await readFolder('view', folder))]
}

async function readFolder(kind: Definition['kind'], inside: string): Promise<Definition[]> {
  const folder = join(inside, `${kind}s`)
  const files = await readdir(folder)
  return Promise.all(
    files.toSorted().map(async (file) => {
      const sql = await readFile(join(folder, file), 'utf8')
      return { kind, name: file.replace(/\.sql$/, ''), sql, checksum: checksumOf(sql) }
    }),
  )
}

/** Ignores line endings, which Git may change on checkout. */
export function checksumOf(sql: string): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')
}

type Known = Omit<Definition, 'sql'>

async function readKnown(client: Client): Promise<Known[]> {
  const { rows } = await client.query<Known>('select kind, name, checksum from schema_definitions')
  return rows
}

export async function isCurrent(client: Client, definitions: readonly Definition[]): Promise<boolean> {
  const known = await readKnown(client)
  return known.length === definitions.length && changedOf(definitions, known).length === 0
}

function changedOf(definitions: readonly Definition[], known: readonly Known[]): Definition[] {
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]))
  return definitions.filter(({ name, checksum }) => checksums.get(name) !== checksum)
}

/**
 * Applies what has changed, in the caller's transaction. Views are dropped first and created last, because they may call
 * functions. The order of functions does not matter: PostgreSQL checks their bodies when they are called.
 */
export async function applyDefinitions(client: Client, definitions: readonly Definition[]): Promise<void> {
  const known = await readKnown(client)
  const changed = changedOf(definitions, known)
  const names = new Set(definitions.map(({ name }) => name))
  const removed = known.filter(({ name }) => !names.has(name))
  if (changed.length === 0 && removed.length === 0) return
  await client.query('set local check_function_bodies = off')
  for (const { kind, name } of known) if (kind === 'view') await client.query(`drop view if exists ${name}`)
  for (const { kind, name } of removed)
    if (kind === 'function') await drop(client, await readFunctions(client, name))
  for (const { kind, name, sql } of changed) if (kind === 'function') await replace(client, name, sql)
  for (const { kind, sql } of definitions) if (kind === 'view') await client.query(sql)
  await client.query('delete from schema_definitions')
  await client.query(
    'insert into schema_definitions (kind, name, checksum) select * from unnest($1::text[], $2::text[], $3::text[])',
    [
      definitions.map(({ kind }) => kind),
      definitions.map(({ name }) => name),
      definitions.map(({ checksum }) => checksum),
    ],
  )
}

interface MadeFunction {
  /** The name with the argument types. */
  signature: string
  /** Changes when the function is replaced. */
  version: string
}

async function readFunctions(client: Client, name: string): Promise<MadeFunction[]> {
  const { rows } = await client.query<MadeFunction>(
    `select oid::regprocedure::text as signature, xmin::text as version from pg_proc
     where proname = $1 and pronamespace = current_schema()::regnamespace`,
    [name],
  )
  return rows
}

async function drop(client: Client, functions: readonly MadeFunction[]): Promise<void> {
  for (const { signature } of functions) await client.query(`drop function ${signature}`)
}

/** `create or replace` cannot change a function's return type. */
const OTHER_RESULT = '42P13'

/**
 * Replaces the function in place if possible, so that running calls continue. A changed return type needs a drop first; changed
 * arguments need a drop of the old function afterwards.
 */
async function replace(client: Client, name: string, sql: string): Promise<void> {
  const before = await readFunctions(client, name)
  await client.query('savepoint replacing')
  try {
    await client.query(sql)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === OTHER_RESULT)) throw error
    await client.query('rollback to savepoint replacing')
    await drop(client, before)
    await client.query(sql)
    return
  }
  const after = await readFunctions(client, name)
  await drop(
    client,
    after.filter(({ signature, version }) =>
      before.some((old) => old.signature === signature && old.version === version),
    ),
  )
}
