import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { revokeKey } from '../../src/accounts/keys.ts'
import { newAccount } from '../support/accounts.ts'
import { type Answer, errorOf, get, post } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { hammer } from '../support/hammer.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'
import { until } from '../support/until.ts'

const LIMIT_MS = 10_000

const urlsOf = (apis: ApiProcess[]) => apis.map(({ url }) => url)

let database: TestDatabase
let apis: ApiProcess[]

beforeAll(async () => {
  database = await createTestDatabase()
  apis = await Promise.all(Array.from({ length: 3 }, () => startApi(database.url)))
})

afterAll(async () => {
  await Promise.all(apis.map((api) => api.stop('SIGKILL')))
  await database.drop()
})

const anAccount = () => newAccount(database.pool, 'scale', { rps: 100_000 })

test('a revoked key is refused by every process within a second when notifications arrive', async () => {
  const account = await anAccount()
  const load = hammer(urlsOf(apis), account.key)
  await until(async () => load.lastSuccess.every((at) => at > 0))
  const revokedAt = performance.now()
  await revokeKey(database.pool, account.keyId)
  await until(async () => {
    const answers = await Promise.all(apis.map((api) => get(api.url, '/v1/usage', account.key)))
    return answers.every(({ status }) => status === 401)
  }, 5000)
  await load.stop()
  for (const at of load.lastSuccess) expect(at - revokedAt).toBeLessThan(1000)
})

test('and within ten seconds when every notification is lost, one process is paused and none of its charges slips through', async () => {
  const account = await anAccount()
  const load = hammer(urlsOf(apis), account.key)
  await until(async () => load.lastSuccess.every((at) => at > 0))
  const paused = apis[2] as ApiProcess
  paused.child.kill('SIGSTOP')
  const revokedAt = performance.now()
  // Straight on the row: nobody is notified, and the meter still knows the key.
  await database.pool.query('update keys set revoked_at = now() where public_id = $1', [account.keyId])
  await wait(LIMIT_MS + 500)
  paused.child.kill('SIGCONT')
  const late = await get(paused.url, '/v1/usage', account.key)
  expect(late.status).toBe(401)
  await load.stop()
  for (const at of load.lastSuccess) expect(at - revokedAt).toBeLessThan(LIMIT_MS)
  expect((await get((apis[0] as ApiProcess).url, '/v1/usage', account.key)).status).toBe(401)
})

test('a billable call of a revoked key is refused at once, because the meter decides it', async () => {
  const account = await anAccount()
  const { url } = apis[0] as ApiProcess
  expect(await post(url, '/v1/counter', account.key, { cached: 1 })).toMatchObject({ status: 200 })
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vacancy key_revoked'",
  )
  await revokeKey(database.pool, account.keyId)
  const answer = await post(url, '/v1/counter', account.key, { cached: 1 })
  expect(answer).toMatchObject({ status: 401, charged: 0 })
  expect(errorOf(answer).code).toBe('auth_failed')
})

test('without its database a process refuses keys it has not confirmed for ten seconds, and then works again', async () => {
  const account = await anAccount()
  const { url } = apis[0] as ApiProcess
  expect((await get(url, '/v1/usage', account.key)).status).toBe(200)
  const name = new URL(database.url).pathname.slice(1)
  const admin = new (await import('pg')).default.Client({
    connectionString: database.url.replace(name, 'postgres'),
  })
  await admin.connect()
  onTestFinished(() => admin.end())
  await admin.query(`alter database ${name} allow_connections false`)
  const cutAt = performance.now()
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  const answers: Answer[] = []
  while (performance.now() - cutAt < LIMIT_MS) {
    answers.push(await get(url, '/v1/usage', account.key))
    await wait(400)
  }
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 503, charged: 0 })
    expect(errorOf(answer)).toMatchObject({ code: 'source_unavailable' })
    expect(errorOf(answer)).not.toHaveProperty('chain')
  }
  await admin.query(`alter database ${name} allow_connections true`)
  await until(async () => (await get(url, '/v1/usage', account.key)).status === 200)
})
