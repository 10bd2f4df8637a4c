import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../service/test/support/database.ts'
import { type ApiProcess, startApi } from '../../service/test/support/processes.ts'
import { codeOf, openVisitor, type Said, signUp, type Visitor } from './support/visitor.ts'

let database: TestDatabase
let api: ApiProcess

beforeAll(async () => {
  database = await createTestDatabase()
  api = await startApi(database.url, { SECRET_KEY: 'ce'.repeat(32), TRUSTED_PROXIES: 'loopback' })
})
afterAll(async () => {
  await api.stop('SIGKILL')
  await database.drop()
})

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

/** As many at once as one page never makes. */
function flood(visitor: Visitor, calls: number, address: (call: number) => string): Promise<Said[]> {
  return Promise.all(
    Array.from({ length: calls }, (_, call) => visitor.call('GET', '/session', from(address(call)))),
  )
}

const refusedOf = (said: readonly Said[]) => said.filter((one) => codeOf(one) === 'rate_limited')

test('the link of a receipt is asked so many times a second, from however many addresses', async () => {
  const link = `${api.url}/receipts/shared/${'x'.repeat(32)}`
  const asked = await Promise.all(
    Array.from({ length: 400 }, (_, call) => fetch(link, from(`198.51.100.${call % 20}`))),
  )
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([404, 429]))
  const refused = asked.find(({ status }) => status === 429)
  expect(refused?.headers.get('retry-after')).toBe('1')
  expect(await refused?.text()).toContain('This link is asked too often')
})

test('an account is limited, from however many addresses its session calls', async () => {
  const [busy, calm] = [await signUp(api.url), await signUp(api.url)]
  const said = await flood(busy, 300, (call) => `198.51.100.${call % 250}`)
  const refused = refusedOf(said)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]).toMatchObject({
    status: 429,
    headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
  })
  expect((await calm.call('GET', '/session', from('203.0.113.1'))).status).toBe(200)
})

test('an IPv6 network is limited without a session, and others are not', async () => {
  const nobody = openVisitor(api.url)
  const said = await flood(nobody, 1500, (call) => `2001:db8:0:1::${call.toString(16)}`)
  expect(refusedOf(said).length).toBeGreaterThan(0)
  expect((await nobody.call('GET', '/session', from('2001:db8:0:2::1'))).status).toBe(401)
})

test('keys cannot be created and revoked without end', async () => {
  const visitor = await signUp(api.url)
  const made: Said[] = []
  for (let time = 0; time < 21; time += 1) {
    const key = await visitor.call('POST', '/keys', { body: { name: 'key' } })
    made.push(key)
    if (key.status === 200) await visitor.call('DELETE', `/keys/${String(key.body['id'])}`)
  }
  expect(made.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  const first = await visitor.call('GET', '/keys?limit=15')
  const rest = await visitor.call('GET', `/keys?limit=15&cursor=${String(first.body['next_cursor'])}`)
  expect([first.body['keys'], rest.body['keys']]).toMatchObject([{ length: 15 }, { length: 5 }])
  expect(rest.body['next_cursor']).toBeNull()
})

test('changes of many watches count one by one, and an account has one such call in flight', async () => {
  const visitor = await signUp(api.url)
  const ids = Array.from({ length: 100 }, (_, at) => `wat_${String(at).padStart(22, '0')}`)
  const act = (what: string) => visitor.call('POST', '/watches/acts', { body: { ids, act: what } })
  const together = await Promise.all([act('pause'), act('pause'), act('pause')])
  expect(refusedOf(together).length).toBeGreaterThan(0)
  await database.pool.query('update free_writes set writes = 2350 where day = current_date')
  expect(await act('resume')).toMatchObject({
    status: 429,
    body: { error: { message: expect.stringContaining('free calls a day') } },
  })
  // Who is over the limit can still delete.
  expect((await act('delete')).status).toBe(200)
})
