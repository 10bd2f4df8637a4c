import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COLUMNS } from '../../src/cells/cell.ts'
import { csvText } from '../../src/cells/csv.ts'
import { addNights } from '../../src/kernel/dates.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { get, post } from '../support/client.ts'
import { parseCsv } from '../support/csv.ts'
import { askParquet } from '../support/duckdb.ts'
import {
  type Cell,
  type Download,
  download,
  ended,
  expectExactBooks,
  of,
  queue,
  readCells,
} from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'

let market: Market
let account: TestAccount

beforeAll(async () => {
  market = await openMarket({ workers: 1 })
  account = await newAccount(market.database.pool, 'scale', { rps: 1000 })
})
afterAll(async () => {
  await expectExactBooks(market.database.pool, account)
  await market.stop()
})

/** The order of the specification, written down a second time. */
const HEADER =
  'chain,hotel_code,night,los,kind,adults,children,rooms,currency,status,min_los,lowest_bar,lowest_bar_after_tax,lowest_member,lowest_points,lowest_points_cash,cash_copay,cpp,cpp_points_cash,certs,from_default_occupancy,observed_at,cache_age_sec'

// Every kind of cell: yen without minor digits, pounds, no price at all, a minimum stay, a hotel that does not exist.
const hotels = [
  ...of('aurelia', ['TOKAU', 'LONAU', 'SOLDOUT', 'MINLOS3', 'UNKNOWN']),
  ...of('castellan', ['UNDERCUT', 'CLOSED']),
]

const exported = (body: object, headers = {}) =>
  download(market.url, '/v1/export', account.key, { method: 'POST', body, headers })

function rowOf(cell: Cell): string[] {
  return COLUMNS.map((column) => String(cell[column] ?? ''))
}

function linesOf({ bytes }: Download): Cell[] {
  const lines = bytes.toString('utf8').split('\n')
  expect(lines.pop()).toBe('')
  return lines.map((line) => JSON.parse(line) as Cell)
}

const ageless = (cell: Cell): Cell => ({ ...cell, cache_age_sec: 0 })

test.each(['cash', 'award'])('the file of a job is its pages, as CSV and as JSON Lines: %s', async (kind) => {
  const body = { hotels, nights: { from: inDays(30), to: inDays(34) }, los: [3, 1], kind, adults: 2 }
  const { status, headers, bytes } = await exported(body)
  expect([status, headers['x-credits-charged'], headers['content-type']]).toEqual([
    202,
    '0',
    'application/json; charset=utf-8',
  ])
  const { job } = JSON.parse(bytes.toString()) as { job: { id: string; kind: string } }
  expect(job.kind).toBe('export')
  expect(headers['x-job-id']).toBe(job.id)
  await ended(market.url, account.key, job.id)
  const cells = await readCells(market.url, account.key, job.id)
  expect(cells).toHaveLength(60)
  expect(new Set(cells.map(({ currency }) => currency))).toEqual(new Set(['JPY', 'GBP', 'USD']))

  const csv = await download(market.url, `/v1/jobs/${job.id}/export`, account.key)
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="vacancy-2-chains-${inDays(30)}-${inDays(34)}.csv"`,
    'x-job-status': 'done',
    'x-job-id': job.id,
    'x-credits-charged': '0',
  })
  expect(csv.headers).not.toHaveProperty('content-encoding')
  const text = csv.bytes.toString('utf8')
  expect(text.startsWith(`${HEADER}\n`)).toBe(true)
  const [header, ...rows] = parseCsv(text)
  expect(header).toEqual(HEADER.split(','))
  const age = COLUMNS.indexOf('cache_age_sec')
  expect(rows.map((row) => row.with(age, ''))).toEqual(cells.map((cell) => rowOf(cell).with(age, '')))

  const jsonl = await download(market.url, `/v1/jobs/${job.id}/export?format=jsonl`, account.key)
  expect(jsonl.headers).toMatchObject({
    'content-type': 'application/x-ndjson; charset=utf-8',
    'content-disposition': `attachment; filename="vacancy-2-chains-${inDays(30)}-${inDays(34)}.jsonl"`,
  })
  expect(linesOf(jsonl).map(ageless)).toEqual(cells.map(ageless))
  for (const line of linesOf(jsonl)) expect(Object.keys(line)).toEqual([...COLUMNS])
})

test('a file from the store is billed like the grid, and named after its chain', async () => {
  const body = { chain: 'castellan', hotel_codes: ['UNDERCUT'], nights: { from: inDays(50), to: inDays(51) } }
  const job = await queue(market.url, account.key, body)
  await ended(market.url, account.key, job.id)
  const csv = await exported(body)
  expect([csv.status, csv.headers['x-credits-charged']]).toEqual([200, '0.5'])
  expect(csv.headers['content-disposition']).toBe(
    `attachment; filename="vacancy-castellan-${inDays(50)}-${inDays(51)}.csv"`,
  )
  expect(csv.headers).not.toHaveProperty('x-job-id')
  const rows = parseCsv(csv.bytes.toString('utf8'))
  expect(rows[1]?.slice(0, 14)).toEqual(
    `castellan,UNDERCUT,${inDays(50)},1,cash,2,0,1,USD,available,,170,192,188`.split(','),
  )
  const jsonl = await exported({ ...body, format: 'jsonl' })
  expect(jsonl.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
  expect(linesOf(jsonl)).toMatchObject([{ lowest_bar: 170 }, { lowest_bar: 170 }])
  const { lines } = (await get(market.url, '/v1/usage/lines?limit=2', account.key)).body as {
    lines: { endpoint: string; credits: number }[]
  }
  expect(lines).toMatchObject([
    { endpoint: 'export', credits: 0.5 },
    { endpoint: 'export', credits: 0.5 },
  ])
})

test('a file is compressed only for clients that accept it', async () => {
  const body = { chain: 'castellan', hotel_codes: ['UNDERCUT'], nights: { from: inDays(50), to: inDays(51) } }
  const plain = await exported(body)
  expect(plain.headers).not.toHaveProperty('content-encoding')
  for (const asked of ['gzip', 'br;q=1.0, gzip;q=0.8, *;q=0.1']) {
    const packed = await exported(body, { 'accept-encoding': asked })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(parseCsv(gunzipSync(packed.bytes).toString()).map((row) => row.slice(0, -1))).toEqual(
      parseCsv(plain.bytes.toString()).map((row) => row.slice(0, -1)),
    )
  }
  for (const refused of ['identity', 'gzip;q=0', 'br'])
    expect((await exported(body, { 'accept-encoding': refused })).headers).not.toHaveProperty(
      'content-encoding',
    )
})

test('a file of a job that still runs says so, and holds what is there', async () => {
  await market.sandbox.control('/sources/castellan', { latencyMs: 1500 })
  const body = { hotels: of('castellan', ['UNDERCUT']), nights: { from: inDays(60), to: inDays(79) } }
  const job = await queue(market.url, account.key, body)
  const early = await download(market.url, `/v1/jobs/${job.id}/export`, account.key)
  expect(['queued', 'running']).toContain(early.headers['x-job-status'])
  expect(parseCsv(early.bytes.toString()).length).toBeLessThan(21)
  await market.sandbox.control('/sources/castellan', { latencyMs: 0 })
  await ended(market.url, account.key, job.id)
  const late = await download(market.url, `/v1/jobs/${job.id}/export`, account.key)
  expect(late.headers['x-job-status']).toBe('done')
  expect(parseCsv(late.bytes.toString())).toHaveLength(21)
})

test('readers who leave in the middle of a file leave nothing behind', async () => {
  const body = {
    chain: 'aurelia',
    hotel_codes: ['LONAU'],
    nights: { from: inDays(10), to: inDays(300) },
    los: [1, 2, 3],
  }
  const job = await queue(market.url, account.key, body)
  await ended(market.url, account.key, job.id)
  const read = async (packed: boolean) => {
    const leaving = new AbortController()
    const answer = await fetch(`${market.url}/v1/jobs/${job.id}/export`, {
      headers: { 'x-api-key': account.key, 'accept-encoding': packed ? 'gzip' : 'identity' },
      signal: leaving.signal,
    })
    await answer.body?.getReader().read()
    leaving.abort()
  }
  // More than the API has connections to the database.
  for (let round = 0; round < 15; round += 1) await Promise.all([read(false), read(true)])
  // An account reads one file at a time, and the last of these readers may not be missed yet.
  let rows = 0
  await until(async () => {
    const whole = await download(market.url, `/v1/jobs/${job.id}/export`, account.key)
    if (whole.status === 200) rows = parseCsv(whole.bytes.toString()).length
    return whole.status === 200
  })
  expect(rows).toBe(291 * 3 + 1)
})

test('points, cents per point and certificates of a cell are those of the award call of the same stay', async () => {
  const codes = ['UNDERCUT', 'LONAU', 'TOKAU', 'NEWAU']
  const nights = { from: inDays(90), to: inDays(91) }
  for (const chain of ['aurelia', 'brightwater', 'dunmore', 'castellan', 'evergrand']) {
    const own = chain === 'aurelia' ? codes : ['UNDERCUT']
    const job = await queue(market.url, account.key, {
      chain,
      hotel_codes: own,
      nights,
      los: [1, 3],
      kind: 'award',
    })
    await ended(market.url, account.key, job.id)
    const cells = await readCells(market.url, account.key, job.id)
    expect(cells).toHaveLength(own.length * 4)
    for (const cell of cells) {
      const award = await post(market.url, '/v1/award', account.key, {
        chain,
        hotel_code: cell.hotel_code,
        checkin: cell.night,
        los: cell.los,
      })
      expect(award).toMatchObject({
        status: 200,
        body: { cached: true, currency: cell.currency, cpp: cell.cpp },
      })
      expectPointsOf(cell, award.body as AwardBody)
    }
  }
})

interface AwardBody {
  award_rates: {
    points_per_night: number
    cash_copay_per_night: number | null
    standard: boolean
    certs: string | null
  }[]
  cash_comparison: { bar: number; bar_after_tax: number | null }
}

function expectPointsOf(cell: Cell, { award_rates: rates, cash_comparison: cash }: AwardBody): void {
  const standard = rates.filter((rate) => rate.standard && rate.cash_copay_per_night === null)
  const [cheapest] = standard.toSorted((a, b) => a.points_per_night - b.points_per_night)
  const [mixed] = rates
    .filter((rate) => rate.standard && rate.cash_copay_per_night !== null)
    .toSorted((a, b) => a.points_per_night - b.points_per_night)
  expect(cell.lowest_bar_after_tax).toBe(cash.bar_after_tax)
  expect(cell.lowest_points_cash).toBe(mixed?.points_per_night ?? null)
  expect(cell.cash_copay).toBe(mixed?.cash_copay_per_night ?? null)
  const price = cash.bar_after_tax ?? cash.bar
  const saved = price - (mixed?.cash_copay_per_night ?? 0)
  expect(cell.cpp_points_cash).toBe(mixed ? halfUp(saved * 100, mixed.points_per_night) : null)
  // Where only premium awards are left, they have points, and no value.
  const premium = Math.min(...rates.map((rate) => rate.points_per_night))
  expect(cell).toMatchObject(
    cheapest
      ? {
          lowest_points: cheapest.points_per_night,
          certs: cheapest.certs,
          cpp: halfUp(price * 100, cheapest.points_per_night),
        }
      : { lowest_points: rates.length > 0 ? premium : null, certs: null, cpp: null },
  )
}

/** To two decimals; a hair above, because the products of decimals fall a hair short. */
function halfUp(amount: number, points: number): number {
  return Math.floor((amount / points) * 100 + 0.5 + 1e-9) / 100
}

test('the figures of a longer stay are averages over its nights', async () => {
  const nights = { from: inDays(120), to: inDays(140) }
  const body = { chain: 'aurelia', hotel_codes: ['LONAU'], nights, los: [1, 3], kind: 'award' }
  const job = await queue(market.url, account.key, body)
  await ended(market.url, account.key, job.id)
  const cells = await readCells(market.url, account.key, job.id)
  // Which nights are sold out depends on the day.
  const open = cells.filter(({ status, lowest_points: points }) => status === 'available' && points !== null)
  const singlesOf = (first: string) =>
    open.filter(({ los, night }) => los === 1 && night >= first && night < addNights(first, 3))
  const stay = open.find(({ los, night }) => los === 3 && singlesOf(night).length === 3)
  const single = singlesOf(stay?.night ?? '')
  expect(single).toHaveLength(3)

  // Of each rate that is sold on all three nights, the mean of its prices; of these, the least.
  const shops = await Promise.all(
    single.map(({ night }) =>
      post(market.url, '/v1/shop', account.key, { chain: 'aurelia', hotel_code: 'LONAU', checkin: night }),
    ),
  )
  const [first = [], ...others] = shops.map(({ body: shop }) => publicRates(shop as ShopBody))
  const means = first.flatMap(({ code, price }) => {
    const prices = [
      price,
      ...others.flatMap((rates) => rates.filter((rate) => rate.code === code).map((rate) => rate.price)),
    ]
    return prices.length === 3 ? [prices.reduce((sum, one) => sum + one, 0) / 3] : []
  })
  expect(stay?.lowest_bar).toBeCloseTo(Math.min(...means), 1)
  const points = single.map((cell) => cell.lowest_points ?? Number.NaN)
  expect(stay?.lowest_points).toBeCloseTo(points.reduce((sum, one) => sum + one, 0) / 3, -1)
})

interface ShopBody {
  rooms: {
    room_code: string
    rates: {
      rate_code: string
      price_per_night: number | null
      member_only: boolean
      points_per_night: number | null
    }[]
  }[]
}

function publicRates({ rooms }: ShopBody): { code: string; price: number }[] {
  return rooms.flatMap(({ room_code: room, rates }) =>
    rates.flatMap((rate) =>
      rate.member_only || rate.points_per_night !== null || rate.price_per_night === null
        ? []
        : [{ code: `${room}/${rate.rate_code}`, price: rate.price_per_night }],
    ),
  )
}

test('text that a spreadsheet could take for a formula is made harmless, and awkward text is quoted', () => {
  expect(['=1+1', '+1', '-1', '@SUM', '\tx', '\rx'].map(csvText)).toEqual([
    "'=1+1",
    "'+1",
    "'-1",
    "'@SUM",
    "'\tx",
    '"\'\rx"',
  ])
  expect(['a,b', 'a"b', 'a\nb', '35k:0;40k:0', ''].map(csvText)).toEqual([
    '"a,b"',
    '"a""b"',
    '"a\nb"',
    '35k:0;40k:0',
    '',
  ])
})

test('with `hotel_name`, every format has the names of the hotels as its last column', async () => {
  const { pool } = market.database
  // As long and as hostile as a name may be.
  const names = ['=HYPERLINK("http://evil")', `Grand "Hôtel",\n${'長'.repeat(600)}`]
  const named = of('aurelia', ['TOKAU', 'LONAU'])
  await pool.query(
    `insert into hotels (source, code, name) select 'aurelia', code, name from unnest($1::text[], $2::text[]) as h(code, name)
     on conflict (source, code) do update set name = excluded.name`,
    [named.map(({ hotel_code: code }) => code), names],
  )
  const body = { hotels: named, nights: { from: inDays(30), to: inDays(60) }, as_job: true }
  const job = await queue(market.url, account.key, body)
  await ended(market.url, account.key, job.id)
  const read = (query: string) => download(market.url, `/v1/jobs/${job.id}/export?${query}`, account.key)
  const [header, ...rows] = parseCsv((await read('hotel_name=true')).bytes.toString())
  expect(header?.join()).toBe(`${HEADER},hotel_name`)
  const shown = new Map(named.map(({ hotel_code: code }, index) => [code, names[index] ?? '']))
  expect(rows).toHaveLength(62)
  // The same cells as without, and a text that begins like a formula stays one.
  const [, ...plain] = parseCsv((await read('')).bytes.toString())
  const cut = (row: string[]) => row.slice(0, COLUMNS.indexOf('cache_age_sec'))
  expect(rows.map(cut)).toEqual(plain.map(cut))
  expect(rows.map((row) => row.at(-1)?.replace(/^'/, ''))).toEqual(rows.map((row) => shown.get(row[1] ?? '')))
  const lines = linesOf(await read('hotel_name=true&format=jsonl')) as (Cell & { hotel_name: string })[]
  expect(lines.map(({ hotel_name: name }) => name)).toEqual(
    lines.map(({ hotel_code: code }) => shown.get(code)),
  )
  const [parquet = []] = await askParquet(
    (await read('hotel_name=true&format=parquet')).bytes,
    'select hotel_code, hotel_name from read_parquet($file)',
  )
  expect(parquet.map(({ hotel_code: code, hotel_name: name }) => [code, name])).toEqual(
    lines.map(({ hotel_code: code }) => [code, shown.get(code) ?? null]),
  )
})
