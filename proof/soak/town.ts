import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Database, keepAlive, openDatabase } from '../../service/src/db/database.ts'
import { migrate } from '../../service/src/db/migrate.ts'
import { createPool, type Pool } from '../../service/src/db/pool.ts'
import { createVault, type Vault } from '../../service/src/ops/vault.ts'
import { openDistributed } from './citus.ts'
import { type Member, newMember } from './member.ts'
import { persist } from './persist.ts'
import { openSink, type Sink } from './sink.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'
import { findStartup } from './startup-process.ts'

/**
 * PostgreSQL, the sandbox, API processes, workers, and a receiver of webhooks: everything that can break. `CITUS_URL` names a Citus
 * server for its database.
 */
export interface Town {
  pool: Pool
  databaseUrl: string
  vault: Vault
  sink: Sink
  apis: Member[]
  workers: Member[]
  control(path: string, body?: unknown): Promise<unknown>
  /** Kills the database, runs `meanwhile`, and starts it again. */
  killDatabase(meanwhile?: () => Promise<void>): Promise<void>
  /** Fills the database's file system for so long; null if it has none of its own. */
  fillDisk: ((forMs: number) => Promise<void>) | null
  /** Kills the database and holds up its recovery for so long. Meanwhile it answers that it is starting. */
  recoverSlowly(forMs: number): Promise<void>
  /** Pauses all of its processes and resumes them: connections stay open, but nothing answers. */
  pauseDatabase(forMs: number): Promise<void>
  /** Secrets of the service itself: credentials of sources, the database password, the master key. */
  secrets(): Promise<string[]>
  /** Everything that was logged. */
  log(): string
  stop(): Promise<void>
}

const BUNDLED_SOURCES = new URL('../../service/src/sources/catalog/bundled.json', import.meta.url)

export interface TownSettings {
  apis?: number
  workers?: number
  logLevel?: string
  /** The deadline of sources, if not the default. */
  deadlineMs?: number
  /** A small file system for the database, if this machine permits it. */
  smallDisk?: boolean
}

interface Announced {
  listening: { controlPort: number; controlToken: string; environment: Record<string, string> }
}

export async function openTown({
  apis = 3,
  workers = 2,
  logLevel = 'info',
  deadlineMs,
  smallDisk = false,
}: TownSettings = {}): Promise<Town> {
  const home = await mkdtemp(join(tmpdir(), 'vacancy-soak-'))
  const citusUrl = process.env['CITUS_URL']
  const disk = smallDisk && citusUrl === undefined ? await mountSmallDisk(home) : null
  const database = citusUrl === undefined ? await openEmbedded(home) : await openDistributed(citusUrl)
  let log = ''
  const onLog = (text: string) => {
    log += text
  }
  const sandbox = await newMember({
    name: 'sandbox',
    module: 'sandbox',
    args: [],
    env: { SANDBOX_PORT: '0', SANDBOX_CONTROL_PORT: '0', SANDBOX_CONTROL_TOKEN: '' },
    onLog,
  })
  const { controlPort, controlToken, environment } = (sandbox.said as Announced).listening
  const sourcesFile = deadlineMs === undefined ? '' : join(home, 'sources.json')
  if (deadlineMs !== undefined) await writeFile(sourcesFile, await sourcesWith(deadlineMs))
  const env = {
    // Processes are started again and again with the same modules.
    NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
    ...environment,
    DATABASE_URL: database.url,
    VACANCY_HOME: home,
    ...(sourcesFile !== '' && { SOURCES_FILE: sourcesFile }),
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
  const masterKey = async () => (await readFile(join(home, 'secret.key'), 'utf8')).trim()
  const sink = await openSink()
  const pool = createPool({ url: database.url, max: 8, name: 'vacancy soak', onIdleError: () => {} })
  return {
    pool,
    databaseUrl: database.url,
    vault: createVault(Buffer.from(await masterKey(), 'hex')),
    sink,
    ...members,
    control: async (path, body) => {
      const answer = await fetch(`http://127.0.0.1:${controlPort}${path}`, {
        headers: { 'x-control-token': controlToken },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      })
      return answer.json()
    },
    killDatabase: (meanwhile) => killDatabase(database, meanwhile),
    fillDisk: disk && ((forMs) => fillDisk(disk, database, forMs)),
    recoverSlowly: (forMs) => recoverSlowly(database, forMs),
    pauseDatabase: (forMs) => pauseDatabase(database, forMs),
    secrets: async () => [
      ...Object.entries(environment).flatMap(([name, value]) => (name.endsWith('_URL') ? [] : [value])),
      new URL(database.url).password,
      await masterKey(),
    ],
    log: () => log,
    stop: async () => {
      await Promise.all([...members.apis, ...members.workers].map((member) => member.leave()))
      await sandbox.member.leave()
      await sink.stop()
      await pool.end()
      await database.close()
      await disk?.unmount()
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function openEmbedded(home: string): Promise<Database & { folder: string }> {
  const database = await openDatabase({ databaseUrl: '', home }, { share: false })
  await migrate(database.url)
  return { ...database, folder: join(home, 'postgres') }
}

/** The bundled sources, each with this deadline. */
async function sourcesWith(deadlineMs: number): Promise<string> {
  const text = await readFile(BUNDLED_SOURCES, 'utf8')
  const { sources } = JSON.parse(text) as { sources: { kind: string; limits?: object }[] }
  const asked = sources.filter(({ kind }) => kind !== 'search')
  for (const source of asked) source.limits = { ...source.limits, deadlineMs }
  return JSON.stringify({ sources: asked })
}

/** The postmaster and every backend at once, as the kernel would. */
async function killDatabase(database: Database, meanwhile = async () => {}): Promise<void> {
  const processes = await processesOf(database)
  const died = database.died()
  signal(processes, 'SIGKILL')
  await died
  await meanwhile()
  await database.revive?.()
}

/** The server may stop when it cannot write. It is started again as `vacancy serve` does. */
async function fillDisk(disk: SmallDisk, database: Database, forMs: number): Promise<void> {
  const stop = new AbortController()
  const alive = keepAlive(database, () => {}, stop.signal)
  await disk.fill()
  await wait(forMs)
  await disk.free()
  await persist(() => processesOf(database))
  stop.abort()
  await alive
}

async function recoverSlowly(database: Database & { folder: string }, forMs: number): Promise<void> {
  const processes = await processesOf(database)
  const died = database.died()
  signal(processes, 'SIGKILL')
  await died
  const revived = database.revive?.()
  const startup = await findStartup(database.folder)
  signal([startup], 'SIGSTOP')
  await wait(forMs)
  signal([startup], 'SIGCONT')
  await revived
}

async function pauseDatabase(database: Database, forMs: number): Promise<void> {
  const processes = await processesOf(database)
  signal(processes, 'SIGSTOP')
  await wait(forMs)
  signal(processes, 'SIGCONT')
}

/** The postmaster first, so that it starts no others. All connections may be in use for a moment, mostly after a pause. */
async function processesOf(database: Database): Promise<number[]> {
  return persist(async () => {
    const client = new pg.Client({ connectionString: database.url, connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ pid: number }>(
        "select (regexp_split_to_array(pg_read_file('postmaster.pid'), E'\\n'))[1]::int as pid union all select pid from pg_stat_activity where pid <> pg_backend_pid()",
      )
      return rows.map(({ pid }) => pid)
    } finally {
      await client.end().catch(() => {})
    }
  })
}

function signal(processes: readonly number[], name: NodeJS.Signals): void {
  for (const pid of processes) {
    try {
      process.kill(pid, name)
    } catch {
      // It has exited since it was listed.
    }
  }
}
