import type { Client, Pool } from './pool.ts'
import { one } from './rows.ts'

/** A restore has replaced the database's content. What this process remembers of it is wrong, so it must restart. */
export class DatabaseReplaced extends Error {
  override name = 'DatabaseReplaced'
}

/** The identity of the database's content. A restore gives it a new one. */
export async function readIdentity(database: Client | Pool): Promise<string> {
  const { rows } = await database.query<{ id: string }>('select id from database_identity')
  return one(rows).id
}

/**
 * Checks a new connection before it is used. A restore ends all connections and locks the identity until it is done, so no
 * statement of a process that started before it reaches the restored data.
 */
export async function requireIdentity(database: Client | Pool, identity: string): Promise<void> {
  if ((await readIdentity(database)) !== identity)
    throw new DatabaseReplaced('The database was replaced by a restore. This process must restart.')
}
