import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '../../service/src/db/database.ts'
import { migrate } from '../../service/src/db/migrate.ts'
import { createPool, type Pool } from '../../service/src/db/pool.ts'
import { type Member, newMember } from './member.ts'

/** PostgreSQL, the sandbox, three API processes and two workers: everything that can break. */
export interface Town {
  pool: Pool
  apis: Member[]
  workers: Member[]
  control(path: string, body?: unknown): Promise<unknown>
  /** Pulls the plug of the database and puts it in again. */
  killDatabase(): Promise<void>
  /** What the service itself must keep to itself: credentials of sources, the database's password, the master key. */
  secrets(): Promise<string[]>
  /** Everything that was logged. */
  log(): string
  stop(): Promise<void>
}

interface Announced {
  listening: { controlPort: number; environment: Record<string, string> }
}

export async function openTown({ apis = 3, workers = 2, logLevel = 'info' } = {}): Promise<Town> {
  const home = await mkdtemp(join(tmpdir(), 'vacancy-soak-'))
  const database = await openDatabase({ databaseUrl: '', home }, { share: false })
  await migrate(database.url)
  let log = ''
  const onLog = (text: string) => {
    log += text
  }
  const sandbox = await newMember({
    name: 'sandbox',
    module: 'sandbox',
    args: [],
    env: { SANDBOX_PORT: '0', SANDBOX_CONTROL_PORT: '0' },
    onLog,
  })
  const { controlPort, environment } = (sandbox.said as Announced).listening
  const env = {
    ...environment,
    DATABASE_URL: database.url,
    VACANCY_HOME: home,
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    LOG_LEVEL: logLevel,
  }
  const several = (role: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const name = `${role} ${index + 1}`
        return (await newMember({ name, module: 'service', args: [role], env, onLog })).member
      }),
    )
  const members = { apis: await several('api', apis), workers: await several('worker', workers) }
  const pool = createPool({ url: database.url, max: 4, name: 'vacancy soak', onIdleError: () => {} })
  return {
    pool,
    ...members,
    control: async (path, body) => {
      const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      return (await fetch(`http://127.0.0.1:${controlPort}${path}`, request)).json()
    },
    killDatabase: () => killDatabase(database),
    secrets: async () => [
      ...Object.entries(environment).flatMap(([name, value]) => (name.endsWith('_URL') ? [] : [value])),
      new URL(database.url).password,
      (await readFile(join(home, 'secret.key'), 'utf8')).trim(),
    ],
    log: () => log,
    stop: async () => {
      await Promise.all([...members.apis, ...members.workers].map((member) => member.leave()))
      await sandbox.member.leave()
      await pool.end()
      await database.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** The postmaster and every backend at once, as the kernel would. */
async function killDatabase(database: Database): Promise<void> {
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where pid <> pg_backend_pid() union all select (regexp_split_to_array(pg_read_file('postmaster.pid'), E'\\n'))[1]::int",
  )
  const died = database.died()
  for (const { pid } of rows.toReversed()) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself since it was listed.
    }
  }
  await died
  await database.revive?.()
}
