import { readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { createPool, type Pool } from '../db/pool.ts'

export interface Output {
  json?: boolean
}

/** Opens the database for a command: DATABASE_URL or the embedded one, running or not. It must exist. */
export async function withPool<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
  const database = await openDatabase(readConfig(process.env), { share: true, make: false })
  const pool = createPool({ url: database.url, max: 2, name: 'vacancy admin', onIdleError: () => {} })
  try {
    await migrate(database.url)
    return await work(pool)
  } finally {
    await pool.end()
    await database.close()
  }
}

/** Every command says the next step, on stderr, so that scripts read the result alone. */
export function print(json: boolean | undefined, value: unknown, human: () => string, next: string): void {
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : human())
  if (!json) process.stderr.write(`Next: ${next}\n`)
}
