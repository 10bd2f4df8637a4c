import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { keepAlive, openDatabase } from '../../src/db/database.ts'
import { until } from '../support/until.ts'

test('an embedded database that cannot start is tried again until it can, but not with files of another version', async () => {
  const home = await mkdtemp(join(tmpdir(), 'vacancy-alive-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const database = await openDatabase({ databaseUrl: '', home }, { share: false })
  const stop = new AbortController()
  const failures: unknown[] = []
  const alive = keepAlive(database, (error) => void (error && failures.push(error)), stop.signal)
  const data = join(home, 'postgres')
  const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
  // As a disk that fails for a while.
  await rename(data, `${data}.away`)
  process.kill(Number(pid), 'SIGKILL')
  await until(async () => failures.length > 0)
  await rename(`${data}.away`, data)
  await until(async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.end()
    return true
  })
  expect(failures[0]).toHaveProperty('name', 'HomeError')
  stop.abort()
  await alive
  await database.close()

  // A home of another version of PostgreSQL is explained, instead of tried five times.
  await writeFile(join(data, 'PG_VERSION'), '17\n')
  await expect(openDatabase({ databaseUrl: '', home }, { share: false })).rejects.toThrow(
    'was made by PostgreSQL 17, and this version of Vacancy has 18.',
  )
})
