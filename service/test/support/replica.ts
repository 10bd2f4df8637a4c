import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { openDatabase } from '../../src/db/database.ts'
import { giveTo } from '../../src/db/embedded/home.ts'
import { chooseRunner } from '../../src/db/embedded/runner.ts'
import { type EmbeddedServer, startServer } from '../../src/db/embedded/server.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createPool, type Pool } from '../../src/db/pool.ts'

/** A PostgreSQL and a streaming replica of it, both real. */
export interface Replicated {
  url: string
  pool: Pool
  replicaUrl: string
  /** Runs a statement on the replica. */
  onReplica<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>
  /** Ends the replica at once, as a machine without power. */
  killReplica(): Promise<void>
  startReplica(): Promise<void>
  /** The replica answers nothing and ends no connection, until it gets SIGCONT. */
  signalReplica(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>
  stop(): Promise<void>
}

export async function openReplicated(): Promise<Replicated> {
  const [home, replicaHome] = await Promise.all([newHome(), newHome()])
  const primary = await openDatabase({ databaseUrl: '', home }, { share: false })
  const pool = createPool({ url: primary.url, max: 8, name: 'test', onIdleError: () => {} })
  // What is lost without power is no loss here, and the disk is the slowest part of it.
  for (const setting of ['fsync', 'full_page_writes']) await pool.query(`alter system set ${setting} = off`)
  await pool.query('select pg_reload_conf()')
  await migrate(primary.url)
  await copyBase(primary.url, join(home, 'postgres'), replicaHome)
  await writeFile(join(replicaHome, 'postgres.password'), await readFile(join(home, 'postgres.password')))
  let replica: EmbeddedServer = await startServer(replicaHome)
  const replicaUrl = replica.url
  return {
    url: primary.url,
    pool,
    replicaUrl,
    onReplica: async <Row extends pg.QueryResultRow>(sql: string) =>
      withClient(replicaUrl, async (client) => (await client.query<Row>(sql)).rows),
    killReplica: async () => {
      process.kill(await serverIn(replicaHome), 'SIGKILL')
      await replica.died
    },
    signalReplica: async (signal) => {
      const server = await serverIn(replicaHome)
      const { stdout } = await run('pgrep', ['-P', String(server)])
      for (const pid of [server, ...stdout.trim().split('\n').map(Number)]) process.kill(pid, signal)
    },
    startReplica: async () => {
      replica = await startServer(replicaHome, Number(new URL(replicaUrl).port))
    },
    stop: async () => {
      await pool.end()
      await replica.stop()
      await primary.close()
      for (const folder of [home, replicaHome]) await rm(folder, { recursive: true, force: true })
    },
  }
}

const run = promisify(execFile)

/** The process that all connections of a server belong to. */
async function serverIn(home: string): Promise<number> {
  const file = await readFile(join(home, 'postgres', 'postmaster.pid'), 'utf8')
  return Number(file.split('\n')[0])
}

const newHome = () => mkdtemp(join(tmpdir(), 'vacancy-replica-'))

/** What `pg_basebackup` does. The embedded PostgreSQL comes without that program. */
async function copyBase(url: string, data: string, replicaHome: string): Promise<void> {
  const copy = join(replicaHome, 'postgres')
  const label = await withClient(url, async (client) => {
    await client.query("select pg_backup_start('replica', fast => true)")
    await run('cp', ['-a', data, copy])
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    )
    return rows[0]?.labelfile ?? ''
  })
  await rm(join(copy, 'postmaster.pid'))
  const { port, username, password } = new URL(url)
  const source = `host=127.0.0.1 port=${port} user=${username} password=${decodeURIComponent(password)}`
  await appendFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  const runner = await chooseRunner()
  for (const [name, text] of Object.entries({ 'standby.signal': '', backup_label: label })) {
    await writeFile(join(copy, name), text, { mode: 0o600 })
    await giveTo(runner, join(copy, name))
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
