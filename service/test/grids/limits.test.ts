import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { type Answer, call, errorOf, get, post } from '../support/client.ts'
import { download, of, queue } from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'

let market: Market
let account: TestAccount
let stranger: TestAccount

// Without a worker: what is queued stays queued.
beforeAll(async () => {
  market = await openMarket()
  account = await newAccount(market.database.pool, 'scale', { rps: 1000 })
  stranger = await newAccount(market.database.pool, 'scale', { rps: 1000 })
})
afterAll(() => market.stop())

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `H${index}`)
const nights = (count: number) => ({ from: inDays(10), to: inDays(9 + count) })
const one = { chain: 'aurelia', hotel_codes: ['LONAU'], nights: nights(1) }

/** What a refusal says, next to what every refusal is. */
function refusal(answer: Answer): string {
  const { code, message } = errorOf(answer)
  return `${answer.status} ${code}, charged ${answer.charged}: ${message}`
}

const refused = (words: RegExp) =>
  expect.stringMatching(new RegExp(`^400 invalid_request, charged 0: .*${words.source}`))

test.each([
  ['201 hotels', { ...one, hotel_codes: numbered(201) }, /hotel_codes.*200/],
  [
    '201 hotels of several chains',
    { hotels: of('aurelia', numbered(201)), nights: nights(1) },
    /hotels.*200/,
  ],
  ['367 nights', { ...one, nights: nights(367) }, /366 nights.*367/],
  ['nights that end before they begin', { ...one, nights: { from: inDays(9), to: inDays(8) } }, /nights\.to/],
  [
    'a night of the day before yesterday',
    { ...one, nights: { from: inDays(-2), to: inDays(1) } },
    /nights\.from/,
  ],
  ['a night 501 days ahead', { ...one, nights: { from: inDays(400), to: inDays(501) } }, /nights\.to/],
  ['four lengths of stay', { ...one, los: [1, 2, 3, 4] }, /`los` must have at most 3 entries/],
  ['no length of stay', { ...one, los: [] }, /`los` must have at least 1 entry/],
  ['a length of stay that is neither', { ...one, los: 'two' }, /`los` must be of type integer or array/],
  [
    'a length of stay in words among others',
    { ...one, los: [1, 'two'] },
    /`los.1` must be of type integer\.$/,
  ],
  ['a length of stay named twice', { ...one, los: [2, 2] }, /los.*duplicates/],
  ['a stay of 31 nights', { ...one, los: 31 }, /`los` must be at most 30/],
  [
    '20,001 cells',
    { ...one, hotel_codes: numbered(59), nights: nights(113), los: [1, 2, 3] },
    /20000 cells.*20001/,
  ],
  ['a hotel named twice', { ...one, hotel_codes: ['LONAU', 'LONAU'] }, /LONAU.*twice/],
  ['hotels named in both ways', { ...one, hotels: of('aurelia', ['NEWAU']) }, /either/],
  ['no hotels', { nights: nights(1) }, /either/],
  ['an unknown chain', { ...one, chain: 'nowhere' }, /chain/],
  ['an unknown kind', { ...one, kind: 'points' }, /kind/],
  ['an unknown field', { ...one, max_hotels: 4 }, /max_hotels/],
  ['a currency that is none', { ...one, currency: 'XXQ' }, /currency/],
])('%s is refused before anything is asked, as cells and as a file', async (_, body, words) => {
  expect(refusal(await post(market.url, '/v1/matrix', account.key, body))).toEqual(refused(words))
  expect(refusal(await post(market.url, '/v1/export', account.key, body))).toEqual(refused(words))
})

test('an unknown format is refused, and a grid of cells takes no format', async () => {
  expect(refusal(await post(market.url, '/v1/export', account.key, { ...one, format: 'ods' }))).toEqual(
    refused(/format/),
  )
  expect(refusal(await post(market.url, '/v1/matrix', account.key, { ...one, format: 'csv' }))).toEqual(
    refused(/format/),
  )
})

test('exactly the largest grid is let in', async () => {
  // 200 hotels × 100 nights, and 366 nights × 3 lengths.
  const wide = { ...one, hotel_codes: numbered(200), nights: nights(100), dry_run: true }
  expect(await post(market.url, '/v1/matrix', account.key, wide)).toMatchObject({
    status: 200,
    body: { quote: { credits_max: 4000, live: 20_000 } },
  })
  const long = { ...one, nights: nights(366), los: [1, 7, 30], dry_run: true }
  expect((await post(market.url, '/v1/matrix', account.key, long)).body).toMatchObject({
    quote: { live: 1098 },
  })
})

test('award cells are refused at a source without points, which the error names', async () => {
  for (const chain of ['kestrel', 'lodgista']) {
    const body = {
      hotels: [...of('aurelia', ['LONAU']), ...of(chain, ['SOLDOUT'])],
      nights: nights(1),
      kind: 'award',
    }
    const answer = await post(market.url, '/v1/matrix', account.key, body)
    expect(refusal(answer)).toEqual(refused(/award/))
    expect(errorOf(answer).chain).toBe(chain)
  }
})

test('a cursor that no page has given is refused', async () => {
  const job = await queue(market.url, account.key, { ...one, adults: 1 })
  const cells = (query: string) => get(market.url, `/v1/jobs/${job.id}/cells?${query}`, account.key)
  for (const cursor of ['0', 'c2', 'c-1', 'x', 'czzzzzzzz', '%00', '']) {
    expect(refusal(await cells(`cursor=${cursor}`))).toEqual(refused(/cursor/))
  }
  for (const query of ['limit=0', 'limit=1001', 'limit=x', 'offset=1'])
    expect(refusal(await cells(query))).toEqual(refused(/limit|offset/))
  expect(refusal(await get(market.url, `/v1/jobs/${job.id}/export?format=xml`, account.key))).toEqual(
    refused(/format/),
  )
  expect(refusal(await get(market.url, '/v1/jobs?cursor=job_none', account.key))).toEqual(refused(/cursor/))
})

test("another account's job is answered exactly like one that never was, on every route", async () => {
  const job = await queue(market.url, account.key, { ...one, adults: 3 })
  const never = `job_${'A'.repeat(job.id.length - 4)}`
  const routes: [string, (id: string) => string][] = [
    ['GET', (id) => `/v1/jobs/${id}`],
    ['GET', (id) => `/v1/jobs/${id}/cells`],
    ['GET', (id) => `/v1/jobs/${id}/export`],
    ['DELETE', (id) => `/v1/jobs/${id}`],
    ['GET', (id) => `/v1/jobs?cursor=${id}`],
  ]
  for (const [method, path] of routes) {
    const theirs = await download(market.url, path(job.id), stranger.key, { method })
    const nobodys = await download(market.url, path(never), stranger.key, { method })
    expect([method, theirs.status, nobodys.status]).toEqual([method, 400, 400])
    const text = (answer: typeof theirs, id: string) => {
      const { error } = JSON.parse(answer.bytes.toString()) as { error: Record<string, string> }
      return { ...error, request_id: '', message: error['message']?.replaceAll(id, 'ID') }
    }
    expect(text(theirs, job.id)).toEqual(text(nobodys, never))
  }
  expect((await get(market.url, '/v1/jobs', stranger.key)).body).toEqual({ jobs: [], next_cursor: null })
  expect((await get(market.url, `/v1/jobs/${job.id}`, account.key)).body).toMatchObject({ status: 'queued' })
})

test('the list of jobs is newest first and pages without gaps', async () => {
  const made: string[] = []
  for (const adults of [4, 5, 6]) made.unshift((await queue(market.url, account.key, { ...one, adults })).id)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const query: string = cursor === null ? '' : `&cursor=${cursor}`
    const answer = await call(market.url, 'GET', `/v1/jobs?limit=2${query}`, { key: account.key })
    const page = answer.body as { jobs: { id: string }[]; next_cursor: string | null }
    expect(answer).toMatchObject({ status: 200, charged: 0 })
    seen.push(...page.jobs.map(({ id }) => id))
    cursor = page.next_cursor
  } while (cursor !== null)
  expect(seen.slice(0, 3)).toEqual(made)
  expect(new Set(seen).size).toBe(seen.length)
})

test('reads of a job are free, and answered even while all credits are reserved', async () => {
  const last = await newAccount(market.database.pool, 'free', { credits: 0.2, rps: 1000 })
  const job = await queue(market.url, last.key, { ...one, adults: 7 })
  for (const path of ['', '/cells', '/export']) {
    const answer = await download(market.url, `/v1/jobs/${job.id}${path}`, last.key)
    expect([answer.status, answer.headers['x-credits-charged']]).toEqual([200, '0'])
  }
  expect(await readBooks(market.database.pool, last.no)).toMatchObject({ used: 0, held: 200, jobs: 200 })
})
