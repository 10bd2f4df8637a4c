import { describe, expect, test } from 'vitest'
import { forgetOldRequests } from '../../service/src/requests/store.ts'
import { get, post } from '../../service/test/support/client.ts'
import { inDays } from '../../service/test/support/market.ts'
import { until } from '../../service/test/support/until.ts'
import { as, usePeople } from './support/people.ts'
import { codeOf, type Said, type Visitor } from './support/visitor.ts'

const people = usePeople({ SECRET_KEY: 'cb'.repeat(32) })

interface Logged {
  id: string
  method: string
  path: string
  status: number
  error: string | null
  credits: number
  took_ms: number
  request_id: string
  key_id: string
  unlisted: number
  from_page: boolean
}

const logOf = async (of: Visitor, query = '') =>
  ((await of.call('GET', `/requests${query}`)).body as { requests: Logged[] }).requests

async function logged(of: Visitor, count: number): Promise<Logged[]> {
  await until(async () => (await logOf(of)).length >= count)
  return logOf(of)
}

describe('the log of requests', () => {
  test('has successes, refusals and failures, with cost, time, key and request id', async () => {
    const ada = await people.newPerson()
    const good = await post(people.api.url, '/v1/counter', ada.key.key, { live: 2 })
    await post(people.api.url, '/v1/counter', ada.key.key, { live: 101 })
    await get(people.api.url, '/v1/nowhere?q=1', ada.key.key)
    await post(people.api.url, '/v1/counter', ada.key.key, { live: 3, max_credits: 1 })
    await ada.call('POST', '/v1/counter', as(ada, { cached: 1 }))
    const all = await logged(ada, 5)
    expect(
      all.map(({ method, path, status, error, credits }) => [method, path, status, error, credits]),
    ).toEqual([
      ['POST', '/counter', 200, null, 0.25],
      ['POST', '/counter', 400, 'invalid_request', 0],
      ['GET', '/nowhere?q=1', 400, 'invalid_request', 0],
      ['POST', '/counter', 400, 'invalid_request', 0],
      ['POST', '/counter', 200, null, 2],
    ])
    expect(all[4]).toMatchObject({
      request_id: good.headers['x-request-id'],
      key_id: ada.key.id,
      from_page: false,
      unlisted: 0,
    })
    expect(all[0]?.from_page).toBe(true)
    expect(await logOf(ada, '?outcome=failed')).toHaveLength(3)
    expect(await logOf(ada, '?q=NOWHERE')).toHaveLength(1)
    expect(await logOf(ada, `?q=${String(good.headers['x-request-id'])}`)).toHaveLength(1)
    expect(await logOf(ada, '?key_id=key_other')).toEqual([])
    const first = (await ada.call('GET', '/requests?limit=3')).body as { next_cursor: string }
    expect(await logOf(ada, `?cursor=${first.next_cursor}`)).toHaveLength(2)
    const detail = await ada.call('GET', `/requests/${String(all[4]?.id)}`)
    expect(detail.body).toMatchObject({ body: '{"live":2}', answer_cut: false })
    expect(JSON.parse(String(detail.body['answer']))).toEqual(good.body)
    const refused = await ada.call('GET', `/requests/${String(all[3]?.id)}`)
    expect(refused.body).toMatchObject({
      body: '{"live":101}',
      answer: expect.stringContaining('invalid_request'),
    })
  })

  test('belongs to its account, and bad questions are refused', async () => {
    const [ada, eve] = [await people.newPerson(), await people.newPerson()]
    await post(people.api.url, '/v1/counter', ada.key.key, { live: 1 })
    const [own] = await logged(ada, 1)
    const said = await Promise.all([
      eve.call('GET', `/requests/${String(own?.id)}`),
      ada.call('GET', '/requests/not-an-id'),
      ada.call('GET', '/requests?outcome=maybe'),
      ada.call('GET', '/requests?cursor=x'),
      ada.call('GET', '/requests?limit=1001'),
    ])
    expect(said.map(codeOf)).toEqual(said.map(() => 'invalid_request'))
    expect(await logOf(eve)).toEqual([])
  })

  test('keeps no key, no secret and no address of a receiver', async () => {
    const ada = await people.newPerson()
    const { key } = ada.key
    await get(people.api.url, `/v1/usage?api_key=${key}`, key)
    await post(people.api.url, '/v1/counter', key, { live: 1, note: key })
    const hook = 'https://hooks.example.com/a-secret-path'
    await post(people.api.url, '/v1/hotels/ids/jobs', key, {
      chain: 'aurelia',
      hotel_codes: ['X'],
      webhook_url: hook,
    })
    await post(people.api.url, '/v1/endpoints', key, { kind: 'webhook', url: hook })
    await post(people.api.url, '/v1/counter', key, { pad: 'x'.repeat(3000) })
    await logged(ada, 5)
    const { rows } = await people.database.pool.query<{ row: string }>(
      'select l::text as row from logged_requests l',
    )
    const all = rows.map(({ row }) => row).join('\n')
    expect(all).toContain('vk_…')
    expect(all).not.toContain(key.slice(9))
    expect(all).not.toContain('a-secret-path')
    expect(all).not.toContain('whsec')
    expect(all).not.toContain('xxxx')
  })

  test('lists a few of very many and counts the others', async () => {
    const ada = await people.newPerson()
    await Promise.all(
      Array.from({ length: 60 }, () => post(people.api.url, '/v1/counter', ada.key.key, { live: 0 })),
    )
    await post(people.api.url, '/v1/counter', ada.key.key, { live: 101 })
    await logged(ada, 6)
    // In the next second the next success is listed again, with what was left out before it.
    let all = await logOf(ada)
    await until(async () => {
      await post(people.api.url, '/v1/counter', ada.key.key, { live: 0 })
      all = await logOf(ada)
      const counted = all.length + all.reduce((sum, { unlisted }) => sum + unlisted, 0)
      return counted >= 61 && all.some(({ unlisted, status }) => unlisted > 0 && status === 200)
    })
    expect(all.length).toBeLessThan(40)
    expect(all.some(({ status }) => status === 400)).toBe(true)
  })

  test('ends after seven days', async () => {
    const ada = await people.newPerson()
    await post(people.api.url, '/v1/counter', ada.key.key, { live: 1 })
    const [own] = await logged(ada, 1)
    await people.database.pool.query(
      "update logged_requests set at = now() - interval '169 hours' where id = $1",
      [own?.id],
    )
    expect(await logOf(ada)).toEqual([])
    await people.database.pool.query("update request_rings set swept_at = now() - interval '2 days'")
    expect(await forgetOldRequests(people.database.pool)).toBe(1)
  })
})

describe('what the page reads', () => {
  test('does not use up the requests per second of the account, and is not logged', async () => {
    const ada = await people.newPerson(2)
    const reads = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ada.call('GET', index % 2 ? '/v1/jobs' : '/v1/watches', as(ada)),
      ),
    )
    expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200))
    const own = await get(people.api.url, '/v1/usage', ada.key.key)
    expect([own.status, own.headers['ratelimit-remaining']]).toEqual([200, '1'])
    const [only] = await logged(ada, 1)
    expect(only).toMatchObject({ path: '/usage', from_page: false })
    expect(await logOf(ada)).toHaveLength(1)
  })

  test('has a limit of its own', async () => {
    const ada = await people.newPerson()
    const refused: Said[] = []
    // A busy machine may answer a first wave more slowly than the limit.
    await until(async () => {
      const reads = await Promise.all(Array.from({ length: 120 }, () => ada.call('GET', '/v1/jobs', as(ada))))
      refused.push(...reads.filter((said) => codeOf(said) === 'rate_limited'))
      return refused.length > 0
    })
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect((await get(people.api.url, '/v1/usage', ada.key.key)).status).toBe(200)
  })

  test('includes the cost of a call, which is always only a quote', async () => {
    const ada = await people.newPerson(2)
    const quote = { headers: { 'x-key-id': ada.key.id, 'x-page-quote': 'true' }, body: { live: 3 } }
    const quotes = await Promise.all(Array.from({ length: 8 }, () => ada.call('POST', '/v1/counter', quote)))
    for (const said of quotes) {
      expect(said.body).toMatchObject({ quote: { credits_max: 3 } })
      expect(said.headers['x-credits-charged']).toBe('0')
    }
    const many = await Promise.all(Array.from({ length: 20 }, () => ada.call('POST', '/v1/counter', quote)))
    expect(many.map(codeOf)).toContain('rate_limited')
    expect((await get(people.api.url, '/v1/usage', ada.key.key)).headers['ratelimit-remaining']).toBe('1')
    expect((await ada.call('GET', '/usage')).body).toMatchObject({ credits_used: 0 })
  })

  test('is only a quote without a body too', async () => {
    const ada = await people.newPerson()
    const quote = { headers: { 'x-key-id': ada.key.id, 'x-page-quote': '1' } }
    expect((await ada.call('POST', '/v1/counter', quote)).body).toMatchObject({ quote: { credits_max: 0 } })
    // A body must be an object: nothing else may pass for one.
    for (const body of ['null', '[]', '""', '0'])
      expect(codeOf(await ada.call('POST', '/v1/counter', { ...quote, body })), body).toBe('invalid_request')
  })

  test('says what jobs are about, and only to their account', async () => {
    const [ada, eve] = [await people.newPerson(), await people.newPerson()]
    const nights = { from: inDays(30), to: inDays(32) }
    const grid = { chain: 'aurelia', hotel_codes: ['LONAU', 'NEWAU'], nights, kind: 'award' }
    const { job } = (await ada.call('POST', '/v1/matrix', as(ada, grid))).body as { job: { id: string } }
    const ask = { body: { ids: [job.id, 'job_other'] } }
    expect((await ada.call('POST', '/jobs/facts', ask)).body).toEqual({
      jobs: [
        {
          id: job.id,
          hotels: 2,
          chain: 'aurelia',
          hotel_code: 'LONAU',
          ...nights,
          price: 'award',
          schedule: null,
        },
      ],
    })
    expect((await eve.call('POST', '/jobs/facts', ask)).body).toEqual({ jobs: [] })
  })

  test('goes on when all credits are spent', async () => {
    const ada = await people.newPerson()
    await people.database.pool.query(
      'update meters set used = allowance where account = (select account from users where email = $1)',
      [ada.email],
    )
    expect((await ada.call('GET', '/v1/jobs', as(ada))).status).toBe(200)
    expect(codeOf(await ada.call('POST', '/v1/counter', as(ada, { live: 1 })))).toBe('quota_exceeded')
  })
})
