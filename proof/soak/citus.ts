import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Database } from '../../service/src/db/database.ts'
import { distribute, migrate } from '../../service/src/db/migrate.ts'
import { one } from '../../service/src/db/rows.ts'
import { createWithCitus, dropDatabase } from '../../service/test/support/citus.ts'

/** A distributed database on a Citus server of this machine. What breaks is the coordinator. */
export async function openDistributed(serverUrl: string): Promise<Database & { folder: string }> {
  const name = `soak_${randomBytes(6).toString('hex')}`
  const url = await createWithCitus(serverUrl, name)
  await migrate(url)
  await distribute(url)
  const { folder, programs } = await placesOf(url)
  return {
    url,
    folder,
    died: async () => {
      while (await listens(url)) await wait(100)
    },
    revive: () => start(join(programs, 'pg_ctl'), folder),
    close: () => dropDatabase(serverUrl, name),
  }
}

interface Places {
  folder: string
  programs: string
}

async function placesOf(url: string): Promise<Places> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Places>(
      `select current_setting('data_directory') as folder, (select setting from pg_config where name = 'BINDIR') as programs`,
    )
    return one(rows)
  } finally {
    await client.end()
  }
}

async function listens(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')
  } finally {
    await client.end().catch(() => {})
  }
}

const TRIES = 20

/**
 * As the owner of the folder, because PostgreSQL refuses to run as root. A server that was killed may count as running until the
 * system has cleared it away.
 */
async function start(pgCtl: string, folder: string): Promise<void> {
  const { uid, gid } = await stat(folder)
  const log = `${folder}.log`
  // Its connections to the workers look for certificates at home, and ours may be closed to the server's user.
  const env = { ...process.env, HOME: folder }
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      await promisify(execFile)(pgCtl, ['-D', folder, '-l', log, '-w', '-t', '120', 'start'], {
        uid,
        gid,
        env,
      })
      return
    } catch (error) {
      if (left === 0) throw error
      await wait(500)
    }
  }
}
