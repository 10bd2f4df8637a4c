import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { keepAlive, openDatabase } from '../../src/db/database.ts'
import { serverProcess } from '../support/processor-time.ts'
import { until } from '../support/until.ts'

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.end()
  return true
}

/** A process of the server that gets no processor time, as on a busy machine. It does not notice when the server is killed. */
async function openHeld(url: string): Promise<{ goOn(): void }> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid ?? 0
  process.kill(pid, 'SIGSTOP')
  return { goOn: () => void process.kill(pid, 'SIGCONT') }
}

/** How often a server could not start because processes of the last one held its memory. */
function triesOf(log: string): number {
  return log.split('pre-existing shared memory block').length - 1
}

test('an embedded database that cannot start is tried again until it can, but not with files of another version', async () => {
  const home = await mkdtemp(join(tmpdir(), 'vacancy-alive-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const database = await openDatabase({ databaseUrl: '', home }, { share: false })
  const stop = new AbortController()
  const failures: unknown[] = []
  const alive = keepAlive(database, (error) => void (error && failures.push(error)), stop.signal)
  const data = join(home, 'postgres')
  const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
  const announcement = join(home, 'postgres.json')
  const announcedMs = async () => (await stat(announcement)).mtimeMs
  const firstMs = await announcedMs()
  // As a disk that fails for a while.
  await rename(data, `${data}.away`)
  process.kill(Number(pid), 'SIGKILL')
  await until(async () => failures.length > 0)
  await rename(`${data}.away`, data)
  await until(async () => answers(database.url))
  expect(failures[0]).toHaveProperty('name', 'HomeError')
  await until(async () => (await announcedMs()) > firstMs)

  // Dies while it is announced: the announcement waits for a reader of its pipe.
  const draft = `${announcement}.${process.pid}`
  execFileSync('mkfifo', [draft])
  process.kill(await serverProcess(data), 'SIGKILL')
  await until(async () => answers(database.url))
  process.kill(await serverProcess(data), 'SIGKILL')
  await until(async () => !(await answers(database.url).catch(() => false)))
  await readFile(draft)
  await until(async () => answers(database.url))

  const before = failures.length
  const held = await openHeld(database.url)
  process.kill(await serverProcess(data), 'SIGKILL')
  await until(async () => triesOf(await readFile(join(home, 'postgres.log'), 'utf8')) > 5)
  held.goOn()
  await until(async () => answers(database.url))
  expect(failures).toHaveLength(before)
  stop.abort()
  await alive
  await database.close()

  // A home of another version of PostgreSQL is explained, instead of tried five times.
  await writeFile(join(data, 'PG_VERSION'), '17\n')
  await expect(openDatabase({ databaseUrl: '', home }, { share: false })).rejects.toThrow(
    'was made by PostgreSQL 17, and this version of Vacancy has 18.',
  )
})
