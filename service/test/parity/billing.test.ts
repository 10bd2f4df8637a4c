import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { askBilled, type Billed, growOlder } from '../support/billed.ts'
import { errorOf, post } from '../support/client.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { AGENCIES, everywhere, type ParityBody } from './parity-body.ts'

let market: Market
let account: TestAccount

beforeAll(async () => {
  // The second process has served nothing, so what it knows is what the database tells.
  market = await openMarket({ processes: 2 })
  account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
  await forgetPace()
})

/** The search engine's pages come without waiting for their turn: three seconds each would be most of this file's time. */
async function forgetPace(): Promise<void> {
  const { pool } = market.database
  await pool.query(`create function at_once() returns trigger language plpgsql as
    'begin new.next_page_at := ''-infinity''; return new; end'`)
  await pool.query(
    'create trigger at_once before update on search_pace for each row execute function at_once()',
  )
}

afterAll(() => market.stop())

const HOTEL = { chain: 'castellan', hotel_code: 'UNDERCUT' }
const CODE = 'UNDERCUT-castellan'
const ALL = everywhere(CODE)

let lastNight = 20
/** Every test has a night of its own. */
function freshNight(): string {
  lastNight += 1
  return inDays(lastNight)
}

const asked: Billed[] = []

async function parity(body: object, process = 0): Promise<Billed> {
  const url = market.apis[process]?.url ?? ''
  const billed = await askBilled(market.database.pool, account, url, '/parity', body)
  asked.push(billed)
  return billed
}

const quoteOf = async (body: object) => {
  const { answer } = await parity({ ...body, dry_run: true })
  return (answer.body as { quote: object }).quote
}

async function shop(path: string, body: object): Promise<void> {
  expect((await post(market.url, `/v1${path}`, account.key, body)).status).toBe(200)
}

/** The price in all three books. */
const booksOf = ({ header, line, balance }: Billed) => ({ header, line, balance })

/** What they must say, and what the line says it was made of. No line where nothing is charged. */
const costing = (credits: number, [live, cached, free]: [number, number, number]) => ({
  header: credits,
  line: credits === 0 ? null : { endpoint: 'parity', credits, live, cached, free },
  balance: credits,
})

const bodyOf = ({ answer }: Billed) => answer.body as ParityBody
const skippedOf = (billed: Billed) => bodyOf(billed).channels.map(({ skipped }) => skipped)
const NONE = AGENCIES.map(() => null)

/** castellan shops for 1, every agency for 2. */
describe('what it costs', () => {
  test('nothing known: 1 + 5 × 2', async () => {
    const body = { ...HOTEL, checkin: freshNight(), ids: ALL }
    expect(await quoteOf(body)).toEqual({ credits_min: 0, credits_max: 11, cached: 0, live: 6, free: 0 })
    const billed = await parity(body)
    expect(booksOf(billed)).toEqual(costing(11, [6, 0, 0]))
    expect(skippedOf(billed)).toEqual(NONE)
  })

  test('everything known: a quarter, 2.75, whichever calls brought it', async () => {
    const checkin = freshNight()
    await shop('/shop', { ...HOTEL, checkin })
    for (const source of AGENCIES) await shop(`/ota/${source}/shop`, { hotel_code: CODE, checkin })
    const body = { ...HOTEL, checkin, ids: ALL }
    expect(await quoteOf(body)).toEqual({ credits_min: 2.75, credits_max: 2.75, cached: 6, live: 0, free: 0 })
    const before = await market.allRequests()
    const billed = await parity(body)
    expect(booksOf(billed)).toEqual(costing(2.75, [0, 6, 0]))
    expect(await market.allRequests()).toBe(before)
    const { direct, channels } = bodyOf(billed)
    expect([direct.cached, ...channels.map(({ cached }) => cached)]).toEqual([true, ...NONE.map(() => true)])
    expect(booksOf(await parity({ ...body, max_age: 0 }))).toEqual(costing(11, [6, 0, 0]))
  })

  test('seen two hours ago by another process: live, unless that is fresh enough for you', async () => {
    const checkin = freshNight()
    const body = { ...HOTEL, checkin, ids: ALL, channels: ['ostello', 'lodgista'] }
    await shop('/shop', { ...HOTEL, checkin })
    await shop('/ota/lodgista/shop', { hotel_code: CODE, checkin })
    await growOlder(market.database.pool, checkin, 7200)
    await shop('/ota/ostello/shop', { hotel_code: CODE, checkin })
    // 0.25 + 2 × 0.5
    const patient = await parity({ ...body, max_age: 10_800 }, 1)
    expect(booksOf(patient)).toEqual(costing(1.25, [0, 3, 0]))
    expect(bodyOf(patient).direct.cache_age_sec).toBeGreaterThanOrEqual(7200)
    // 1 + 0.5 + 2
    const usual = await parity(body, 1)
    expect(booksOf(usual)).toEqual(costing(3.5, [2, 1, 0]))
    expect(bodyOf(usual).channels.map(({ cached }) => cached)).toEqual([true, false])
  })

  test('the chain and two agencies known: 0.25 + 2 × 0.5 + 3 × 2', async () => {
    const checkin = freshNight()
    await shop('/shop', { ...HOTEL, checkin })
    for (const source of ['nightdeal', 'pillowfare']) {
      await shop(`/ota/${source}/shop`, { hotel_code: CODE, checkin })
    }
    const body = { ...HOTEL, checkin, ids: ALL }
    // If all that is live failed, the chain's rate and the two would still be there.
    expect(await quoteOf(body)).toEqual({ credits_min: 1.25, credits_max: 7.25, cached: 3, live: 3, free: 0 })
    expect(booksOf(await parity(body))).toEqual(costing(7.25, [3, 3, 0]))
  })

  test('two agencies known, the chain not: 1 + 2 × 0.5, and a quote that begins at nothing', async () => {
    const checkin = freshNight()
    const channels = ['lodgista', 'ostello']
    for (const source of channels) await shop(`/ota/${source}/shop`, { hotel_code: CODE, checkin })
    const body = { ...HOTEL, checkin, ids: ALL, channels }
    expect(await quoteOf(body)).toEqual({ credits_min: 0, credits_max: 2, cached: 2, live: 1, free: 0 })
    expect(booksOf(await parity(body))).toEqual(costing(2, [1, 2, 0]))
  })

  test('a batch has no member deals: it serves no channel', async () => {
    const checkin = freshNight()
    await shop('/compset', { hotels: [{ chain: 'ostello', hotel_code: CODE }], checkin })
    const billed = await parity({ ...HOTEL, checkin, ids: ALL, channels: ['ostello'] })
    expect(booksOf(billed)).toEqual(costing(3, [2, 0, 0]))
  })

  test('what it fetched serves the calls that follow', async () => {
    const checkin = freshNight()
    await shop('/parity', { ...HOTEL, checkin, ids: ALL, channels: ['lodgista'] })
    const direct = await post(market.url, '/v1/shop', account.key, { ...HOTEL, checkin })
    const agency = await post(market.url, '/v1/ota/lodgista/shop', account.key, { hotel_code: CODE, checkin })
    expect([direct.charged, agency.charged]).toEqual([0.25, 0.5])
  })

  test('a chain or an agency without rooms costs what any answer does', async () => {
    const sold = { chain: 'foxhollow', hotel_code: 'SOLDOUT', checkin: freshNight() }
    // foxhollow shops for 3.
    expect(booksOf(await parity({ ...sold, ids: { lodgista: 'SOLDOUT' }, channels: ['lodgista'] }))).toEqual(
      costing(5, [2, 0, 0]),
    )
  })

  test('channels without a listing are free, where nothing is to be resolved', async () => {
    const body = { ...HOTEL, checkin: freshNight(), ids: { mapleroom: CODE }, resolve: false }
    expect(await quoteOf(body)).toEqual({ credits_min: 0, credits_max: 3, cached: 0, live: 2, free: 4 })
    const billed = await parity(body)
    expect(booksOf(billed)).toEqual(costing(3, [2, 0, 4]))
    expect(skippedOf(billed)).toEqual(['no_listing', null, 'no_listing', 'no_listing', 'no_listing'])
    expect(bodyOf(billed)).toMatchObject({
      ids_resolved: false,
      channels: [
        { hotel_code: null, confidence: null, lowest: null, currency: null, cached: null },
        {},
        {},
        {},
        {},
      ],
    })
  })
})

describe('ids', () => {
  test('are resolved once, for 1 credit, and come from the map after that', async () => {
    const hotel = { chain: 'ivyrow', hotel_code: 'UNDERCUT', checkin: freshNight() }
    const quote = { credits_min: 0, credits_max: 12, cached: 0, live: 7, free: 0 }
    expect(await quoteOf(hotel)).toEqual(quote)
    const billed = await parity(hotel)
    // 1 + 5 × 2, and 1 for the resolution.
    expect(booksOf(billed)).toEqual(costing(12, [7, 0, 0]))
    expect(bodyOf(billed)).toMatchObject({ ids_resolved: true, deepest_undercut: { diff_pct: 10 } })
    for (const row of bodyOf(billed).channels) {
      expect(row).toMatchObject({ hotel_code: 'UNDERCUT-ivyrow', gap_pct: -10, skipped: null })
      expect([0.85, 0.9]).toContain(row.confidence)
    }
    const again = await parity(hotel)
    expect(booksOf(again)).toEqual(costing(2.75, [0, 6, 0]))
    expect(bodyOf(again)).toMatchObject({ ids_resolved: false, cheapest: 'lodgista' })
    expect(bodyOf(again).channels.map(({ confidence }) => confidence)).toEqual(
      bodyOf(billed).channels.map(({ confidence }) => confidence),
    )
  })

  test('that are resolved to what the store holds already cost a quarter', async () => {
    const hotel = { chain: 'juniper', hotel_code: 'UNDERCUT', checkin: freshNight() }
    await shop('/ota/ostello/shop', { hotel_code: 'UNDERCUT-juniper', checkin: hotel.checkin })
    // 1 + 1 + 0.5
    expect(booksOf(await parity({ ...hotel, channels: ['ostello'] }))).toEqual(costing(2.5, [2, 1, 0]))
  })

  test('that are passed come before the map, serve the call and never enter the map', async () => {
    const { pool } = market.database
    await setId('kestrel', 'UNDERCUT', 'lodgista', 'UNDERCUT-kestrel')
    const hotel = { chain: 'kestrel', hotel_code: 'UNDERCUT', checkin: freshNight() }
    const channels = ['lodgista', 'nightdeal']
    const billed = await parity({ ...hotel, channels, ids: everywhere('UNDERCUT-aurelia', channels) })
    expect(bodyOf(billed).channels).toMatchObject([
      { hotel_code: 'UNDERCUT-aurelia', confidence: null },
      { hotel_code: 'UNDERCUT-aurelia', confidence: null },
    ])
    expect(booksOf(billed)).toEqual(costing(5, [3, 0, 0]))
    const { rows } = await pool.query(`select source, id from hotel_ids where chain = 'kestrel'`)
    expect(rows).toEqual([{ source: 'lodgista', id: 'UNDERCUT-kestrel' }])
    const mapped = await parity({ ...hotel, channels, resolve: false })
    expect(bodyOf(mapped).channels).toMatchObject([
      { hotel_code: 'UNDERCUT-kestrel', confidence: 1, skipped: null },
      { hotel_code: null, confidence: null, skipped: 'no_listing' },
    ])
    expect(booksOf(mapped)).toEqual(costing(2.25, [1, 1, 1]))
  })

  test('of channels that are not compared are neither used nor looked for', async () => {
    const body = { ...HOTEL, checkin: freshNight(), ids: ALL, channels: ['pillowfare', 'lodgista'] }
    const billed = await parity(body)
    expect(bodyOf(billed).channels.map(({ channel }) => channel)).toEqual(['pillowfare', 'lodgista'])
    expect(booksOf(billed)).toEqual(costing(5, [3, 0, 0]))
  })

  test('that are not found cost one resolution; until they can be retried, the quote leaves them out', async () => {
    const { pool } = market.database
    const hotel = { chain: 'castellan', hotel_code: 'AWARDFLAP', checkin: freshNight() }
    // The agencies list this one as a hotel of another chain, and it belongs to that.
    for (const source of AGENCIES) await setId('aurelia', 'AWARDFLAP', source, 'AWARDFLAP')
    const billed = await parity({ ...hotel, channels: ['nightdeal', 'ostello'] })
    expect(skippedOf(billed)).toEqual(['no_listing', 'no_listing'])
    expect(booksOf(billed)).toEqual(costing(2, [2, 0, 2]))
    const { rows } = await pool.query(
      `select id from hotel_ids where chain = 'castellan' and hotel_code = 'AWARDFLAP' and source = any($1)`,
      [AGENCIES],
    )
    expect(rows).toEqual([])
    const again = { ...hotel, channels: ['nightdeal', 'ostello'] }
    expect(await quoteOf(again)).toEqual({
      credits_min: 0.25,
      credits_max: 0.25,
      cached: 1,
      live: 0,
      free: 2,
    })
    const later = await parity(again)
    expect(booksOf(later)).toEqual(costing(0.25, [0, 1, 2]))
    expect(bodyOf(later)).toMatchObject({ ids_resolved: false, cheapest: null })
    expect(bodyOf(later).channels[0]?.comparison_note).toMatch(/recent.*searched again from \d{4}-/)
  })
})

test('a resolution in which no source answered is free and is retried', async () => {
  const hotel = { chain: 'harborline', hotel_code: 'UNDERCUT', checkin: freshNight(), channels: ['lodgista'] }
  const down = ['google', 'google_hotels', 'lodgista']
  for (const source of down) await market.sandbox.control(`/sources/${source}`, { fault: '500' })
  const failed = await parity(hotel)
  for (const source of down) await market.sandbox.control(`/sources/${source}`, { fault: 'none' })
  expect(booksOf(failed)).toEqual(costing(1, [1, 0, 2]))
  expect(bodyOf(failed)).toMatchObject({ ids_resolved: false, channels: [{ skipped: 'no_listing' }] })
  expect(bodyOf(failed).channels[0]?.comparison_note).toMatch(/the search for it failed\.$/)
  // 0.25 + 1 + 2
  expect(booksOf(await parity(hotel))).toEqual(costing(3.25, [2, 1, 0]))
})

async function setId(chain: string, hotelCode: string, source: string, id: string): Promise<void> {
  await market.database.pool.query(
    `insert into hotel_ids (chain, hotel_code, source, id, confidence, method, resolved_at)
      values ($1, $2, $3, $4, 1, 'admin', now())`,
    [chain, hotelCode, source, id],
  )
}

describe('quotes, caps and repeats', () => {
  test('a cap at the worst case lets the call through', async () => {
    const body = { ...HOTEL, checkin: freshNight(), ids: ALL, channels: ['ostello'], max_credits: 3 }
    expect(booksOf(await parity(body))).toEqual(costing(3, [2, 0, 0]))
  })

  test('a quote is free and asks no source', async () => {
    const before = await market.allRequests()
    const billed = await parity({
      chain: 'harborline',
      hotel_code: 'UNDERCUT',
      checkin: freshNight(),
      dry_run: true,
    })
    expect(booksOf(billed)).toEqual(costing(0, [0, 0, 0]))
    expect(await market.allRequests()).toBe(before)
  })

  test('the same Idempotency-Key repeats the first answer, for nothing', async () => {
    const body = { ...HOTEL, checkin: freshNight(), ids: ALL, channels: ['mapleroom'] }
    const send = (sent: object) =>
      post(market.url, '/v1/parity', account.key, sent, { 'idempotency-key': 'parity-1' })
    const first = await send(body)
    expect(first).toMatchObject({ status: 200, charged: 3 })
    const before = await market.allRequests()
    const second = await send(body)
    expect(second).toMatchObject({ status: 200, charged: 0, headers: { 'idempotent-replay': 'true' } })
    expect(second.body).toEqual(first.body)
    expect(await market.allRequests()).toBe(before)
    const other = await send({ ...body, channels: ['ostello'] })
    expect(errorOf(other).code).toBe('invalid_request')
  })

  test('an account that could not pay the worst case is refused before any source is asked', async () => {
    const poor = await newAccount(market.database.pool, 'free', { credits: 10.9, rps: 1000 })
    const before = await market.allRequests()
    const body = { ...HOTEL, checkin: freshNight(), ids: ALL }
    const answer = await post(market.url, '/v1/parity', poor.key, body)
    expect(answer).toMatchObject({ status: 429, charged: 0 })
    expect(errorOf(answer)).toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringMatching(/11.*10\.9/),
    })
    expect(await market.allRequests()).toBe(before)
  })
})

describe('when a source fails', () => {
  test('agencies that time out, refuse, break or do not know the hotel are skipped and free', async () => {
    const ids = {
      lodgista: 'TIMEOUT',
      mapleroom: CODE,
      nightdeal: 'BROKEN',
      ostello: 'REFUSED',
      pillowfare: 'UNKNOWN',
    }
    const billed = await parity({ ...HOTEL, checkin: freshNight(), ids })
    expect(booksOf(billed)).toEqual(costing(3, [2, 0, 4]))
    expect(skippedOf(billed)).toEqual([
      'upstream_timeout',
      null,
      'source_unavailable',
      'source_unavailable',
      'hotel_not_found',
    ])
    const { channels, cheapest, deepest_undercut } = bodyOf(billed)
    expect(channels[0]).toMatchObject({
      hotel_code: 'TIMEOUT',
      lowest: null,
      gap: null,
      basis: null,
      status: null,
      cached: null,
      comparison_note: 'Not compared. The source lodgista did not answer in time.',
    })
    expect(JSON.stringify(channels.filter(({ skipped }) => skipped !== null))).not.toMatch(/http|127\.0|503/i)
    expect(cheapest).toBe('mapleroom')
    expect(deepest_undercut).toMatchObject({ channel: 'mapleroom', diff_pct: 10 })
  })

  test('an agency that is down altogether spoils nothing, and is asked again the next time', async () => {
    const checkin = freshNight()
    await market.sandbox.control('/sources/ostello', { fault: '500' })
    const broken = await parity({ ...HOTEL, checkin, ids: ALL, channels: ['ostello', 'lodgista'] })
    await market.sandbox.control('/sources/ostello', { fault: 'none' })
    expect(skippedOf(broken)).toEqual(['source_unavailable', null])
    expect(booksOf(broken)).toEqual(costing(3, [2, 0, 1]))
    const whole = await parity({ ...HOTEL, checkin, ids: ALL, channels: ['ostello', 'lodgista'] })
    expect(skippedOf(whole)).toEqual([null, null])
    expect(booksOf(whole)).toEqual(costing(2.75, [1, 2, 0]))
  })

  test('all agencies fail: the chain’s rate is still worth its price', async () => {
    const channels = ['lodgista', 'pillowfare']
    const billed = await parity({
      ...HOTEL,
      checkin: freshNight(),
      ids: everywhere('UNKNOWN', channels),
      channels,
    })
    expect(booksOf(billed)).toEqual(costing(1, [1, 0, 2]))
    expect(bodyOf(billed)).toMatchObject({ cheapest: null, deepest_undercut: null })
  })

  test.each([
    ['UNKNOWN', 404, 'hotel_not_found'],
    ['REFUSED', 503, 'source_unavailable'],
  ])(
    'a chain that answers %s fails the call, and nothing is charged, not even what was cached',
    async (code, status, error) => {
      const checkin = freshNight()
      const channels = ['lodgista', 'mapleroom']
      await shop('/ota/lodgista/shop', { hotel_code: CODE, checkin })
      const { pool } = market.database
      const searched = async () =>
        (await pool.query('select 1 from id_tries where hotel_code = $1', [code])).rowCount
      const hotel = { chain: 'dunmore', hotel_code: code, checkin, channels }
      const billed = await parity({ ...hotel, ids: everywhere(CODE, ['lodgista', 'nightdeal']) })
      expect(billed.answer.status).toBe(status)
      expect(errorOf(billed.answer)).toMatchObject({ code: error, chain: 'dunmore' })
      expect(booksOf(billed)).toEqual(costing(0, [0, 0, 0]))
      // Nobody looks for the ids of a hotel that the chain does not sell.
      expect(await searched()).toBe(0)
    },
  )
})

test('every price can be told from the marks in the answer', () => {
  const answered = asked.filter(
    ({ answer }) => answer.status === 200 && 'channels' in (answer.body as object),
  )
  expect(answered.length).toBeGreaterThan(20)
  expect(answered.map(({ header }) => header)).toEqual(answered.map((billed) => priceByMarks(bodyOf(billed))))
})

function priceByMarks({ query, direct, channels, ids_resolved }: ParityBody): number {
  const chains: Record<string, number> = { dunmore: 2, foxhollow: 3 }
  const parts = [
    { price: chains[String(query['chain'])] ?? 1, cached: direct.cached },
    ...channels.flatMap(({ cached, skipped }) => (skipped === null ? [{ price: 2, cached }] : [])),
  ]
  const shops = parts.reduce((sum, { price, cached }) => sum + (cached ? price / 4 : price), 0)
  return shops + (ids_resolved ? 1 : 0)
}

test('at the end account, lines and key agree, and nothing is held', async () => {
  const books = await readBooks(market.database.pool, account.no)
  expect(books.used).toBeGreaterThan(0)
  expect(books).toMatchObject({ held: 0, holds: 0, lines: books.used, keys: books.used })
})
