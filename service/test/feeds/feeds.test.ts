import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { COLUMNS } from '../../src/cells/cell.ts'
import { bodyOf, openScheduleMarket, remove, type ScheduleMarket } from '../schedules/schedule-market.ts'
import { newAccount, readBooks } from '../support/accounts.ts'
import { call, errorOf, get, post } from '../support/client.ts'
import { parseCsv } from '../support/csv.ts'
import { expectExactBooks, of, queue, readCells } from '../support/grids.ts'
import { hasLibreOffice, openUrl } from '../support/libreoffice.ts'
import { inDays } from '../support/market.ts'
import { until } from '../support/until.ts'
import { unzip } from '../support/unzip.ts'
import { marketMacro } from './market-macro.ts'

const hasCurl = await promisify(execFile)('curl', ['--version']).then(
  () => true,
  () => false,
)

let market: ScheduleMarket
const START = `${new Date().toISOString().slice(0, 11)}12:00:00.000Z`

beforeAll(async () => {
  // Sheets of one company read from many addresses.
  market = await openScheduleMarket(START, 1, { TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(async () => {
  await expectExactBooks(market.database.pool, market.account)
  await market.stop()
})

interface FeedBody {
  id: string
  name: string
  schedule: string | null
  board: string | null
  job: string | null
  format: string
  columns: string[] | null
  url: string | null
  created_at: string
  last_read_at: string | null
}

const MATRIX = {
  name: 'Every morning',
  ask: 'matrix',
  body: { hotels: of('castellan', ['UNDERCUT', 'LONCA']), nights: { from: '+10d', to: '+12d' } },
  every: 'day',
  at: '06:30',
  timezone: 'Europe/London',
  max_credits: 100,
}
/** How old a row is would change with every second, so feeds leave it out. */
const FEED_COLUMNS = [...COLUMNS.filter((column) => column !== 'cache_age_sec'), 'hotel_name']

const create = async (body: object, key = market.account.key) =>
  bodyOf(await post(market.url, '/v1/feeds', key, body), 201) as FeedBody
const feedOf = async (id: string) =>
  bodyOf(await get(market.url, `/v1/feeds/${id}`, market.account.key)) as FeedBody
/** As a spreadsheet reads it: without a key. */
const read = (feed: Pick<FeedBody, 'url'>, headers: Record<string, string> = {}, ending?: string) =>
  fetch(market.url + (feed.url ?? '').replace(/\w+$/, (format) => ending ?? format), { headers })
const allowReads = () => market.database.pool.query('delete from throttles')
const errorIn = async (answer: Response) =>
  ((await answer.json()) as { error: { code: string; message: string } }).error

test('a feed is created, read, listed, changed, rotated and deleted, free of charge', async () => {
  const { key } = market.account
  const schedule = await market.create(MATRIX)
  const made = await post(market.url, '/v1/feeds', key, {
    name: 'Morning sheet',
    schedule: schedule.id,
    format: 'csv',
  })
  expect(made.charged).toBe(0)
  const feed = bodyOf(made, 201) as FeedBody
  expect(feed).toEqual({
    id: expect.stringMatching(/^fed_\w{22}$/),
    name: 'Morning sheet',
    schedule: schedule.id,
    board: null,
    job: null,
    format: 'csv',
    columns: null,
    url: expect.stringMatching(/^\/v1\/feeds\/[0-9A-Za-z]{32}\.csv$/),
    created_at: START,
    last_read_at: null,
  })
  expect(await feedOf(feed.id)).toEqual(feed)
  expect(bodyOf(await get(market.url, '/v1/feeds', key))).toEqual({ feeds: [feed] })

  // Neither the row nor a dump of the database opens the feed.
  const token = /feeds\/(\w+)\./.exec(feed.url ?? '')?.[1] ?? ''
  const { rows } = await market.database.pool.query<{ row: string }>('select f::text as row from feeds f')
  expect(rows.map(({ row }) => row).join()).not.toContain(token)

  const changed = bodyOf(
    await call(market.url, 'PATCH', `/v1/feeds/${feed.id}`, {
      key,
      body: { name: 'Rates', format: 'json', columns: ['night', 'lowest_bar'] },
    }),
  ) as FeedBody
  expect(changed).toMatchObject({
    name: 'Rates',
    columns: ['night', 'lowest_bar'],
    url: feed.url?.replace('.csv', '.json'),
  })
  // Before the first run there is nothing to show but the header.
  expect(await (await read(changed)).json()).toEqual([])
  expect(await (await read(feed)).text()).toBe('night,lowest_bar,observed_at\n')

  const rotated = bodyOf(await post(market.url, `/v1/feeds/${feed.id}/rotate`, key, undefined)) as FeedBody
  expect(rotated.url).not.toBe(changed.url)
  expect((await read(changed)).status).toBe(404)
  expect((await read(rotated)).status).toBe(200)
  expect(bodyOf(await call(market.url, 'DELETE', `/v1/feeds/${feed.id}`, { key }))).toMatchObject({
    url: null,
  })
  expect((await read(rotated)).status).toBe(404)
  expect(errorOf(await get(market.url, `/v1/feeds/${feed.id}`, key)).message).toBe(
    `There is no feed ${feed.id}.`,
  )
})

test('a feed shows the newest finished run, as CSV, JSON and a workbook, and tells nothing else', async () => {
  const schedule = await market.create(MATRIX)
  const feed = await create({ name: 'Sheet', schedule: schedule.id, format: 'csv' })
  await market.runNext(schedule.id)
  const run = await market.runNext(schedule.id)
  const cells = await readCells(market.url, market.account.key, run.job_id ?? '')
  expect(cells).toHaveLength(6)

  const csv = await read(feed)
  expect(Object.fromEntries(csv.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'inline; filename="vacancy.csv"',
    'cache-control': 'private, no-cache',
    'x-credits-charged': '0',
    'last-modified': new Date(run.ended_at ?? '').toUTCString(),
  })
  const [header, ...rows] = parseCsv(await csv.text())
  expect(header).toEqual(FEED_COLUMNS)
  const shown = cells.map((cell) =>
    FEED_COLUMNS.map((column) => String(cell[column as keyof typeof cell] ?? '')),
  )
  expect(rows.map((row) => row.slice(0, -1))).toEqual(shown.map((row) => row.slice(0, -1)))
  expect(rows[0]?.at(-1)).not.toBe('')

  const json = (await (await read(feed, {}, 'json')).json()) as Record<string, unknown>[]
  expect(json.map(({ night, lowest_bar: bar, observed_at: at }) => ({ night, bar, at }))).toEqual(
    cells.map(({ night, lowest_bar: bar, observed_at: at }) => ({ night, bar, at })),
  )
  const book = unzip(Buffer.from(await (await read(feed, {}, 'xlsx')).arrayBuffer()))
  expect(book.get('xl/worksheets/sheet1.xml')?.toString().match(/<row /g)).toHaveLength(7)
  expect(book.get('xl/sharedStrings.xml')?.toString()).not.toContain(market.account.id)
  expect((await feedOf(feed.id)).last_read_at).not.toBeNull()
})

test('who has the newest run already gets no answer twice, by ETag or by time', async () => {
  const schedule = await market.create(MATRIX)
  const feed = await create({ name: 'Sheet', schedule: schedule.id, format: 'csv' })
  await market.runNext(schedule.id)
  const first = await read(feed)
  const etag = first.headers.get('etag') ?? ''
  const modified = first.headers.get('last-modified') ?? ''
  const text = await first.text()
  for (const headers of [
    { 'if-none-match': etag },
    { 'if-none-match': `"x", ${etag}` },
    { 'if-modified-since': modified },
  ]) {
    const again = await read(feed, headers)
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
  }
  expect((await read(feed, { 'if-none-match': '"another"' })).status).toBe(200)
  expect(await (await read(feed)).text()).toBe(text)
  const head = await fetch(market.url + (feed.url ?? ''), { method: 'HEAD' })
  expect([head.status, head.headers.get('etag')]).toEqual([200, etag])
  expect((await read(feed, { 'if-none-match': etag }, 'json')).status).toBe(200)
  await market.runNext(schedule.id)
  const next = await read(feed, { 'if-none-match': etag })
  expect([next.status, next.headers.get('etag') === etag]).toEqual([200, false])
})

test('a thousand reads change no books; full ones are limited, those without news only in their pace', async () => {
  const schedule = await market.create(MATRIX)
  const feed = await create({ name: 'Sheet', schedule: schedule.id, format: 'csv' })
  await market.runNext(schedule.id)
  await allowReads()
  const { database, account } = market
  const before = await readBooks(database.pool, account.no)
  const etag = (await read(feed)).headers.get('etag') ?? ''
  const counts: Record<number, number> = {}
  const count = (status: number) => {
    counts[status] = (counts[status] ?? 0) + 1
  }
  for (let turn = 0; turn < 59; turn += 1) {
    const answer = await read(feed)
    await answer.arrayBuffer()
    count(answer.status)
  }
  const refused = await read(feed)
  count(refused.status)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await errorIn(refused)).toMatchObject({ code: 'rate_limited' })
  // Those without news do not count, but come at a pace: whoever is faster than any sheet is told to wait.
  const unchanged = (turn: number) =>
    read(feed, { 'if-none-match': etag, 'x-forwarded-for': `192.0.2.${turn}` })
  const paces = new Set<string | null>()
  while ((counts[304] ?? 0) < 940) {
    const answers = await Promise.all(Array.from({ length: 200 }, (_, turn) => unchanged(turn)))
    for (const { status, headers } of answers)
      if (status === 304) count(status)
      else paces.add(`${status}, after ${headers.get('retry-after')} s`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  // On a busy machine nobody may be too fast.
  expect([[], ['429, after 1 s']]).toContainEqual([...paces])
  expect(counts).toMatchObject({ 200: 59, 429: 1 })
  expect(await readBooks(database.pool, account.no)).toEqual(before)
  await allowReads()
})

test('sixty sheets that refresh at once are all answered: with the file, or with when to come again', async () => {
  const schedule = await market.create(MATRIX)
  const feed = await create({ name: 'Sheet', schedule: schedule.id, format: 'csv' })
  await market.runNext(schedule.id)
  const answers = await Promise.all(Array.from({ length: 60 }, () => read(feed)))
  const texts = await Promise.all(
    answers.map(async (answer) =>
      answer.status === 200 ? answer.text() : answer.headers.get('retry-after'),
    ),
  )
  const files = texts.filter((text) => text?.startsWith('chain,'))
  expect(files.length).toBeGreaterThanOrEqual(20)
  expect(new Set(files).size).toBe(1)
  expect(new Set(texts.filter((text) => !text?.startsWith('chain,')))).toSatisfy((waits: Set<string>) =>
    [...waits].every((wait) => Number(wait) > 0),
  )
  await allowReads()
})

test('a deleted schedule is 410, an unknown link 404, and guessing is slowed down', async () => {
  const schedule = await market.create(MATRIX)
  const feed = await create({ name: 'Sheet', schedule: schedule.id, format: 'csv' })
  await market.runNext(schedule.id)
  bodyOf(await remove(market.url, market.account.key, schedule.id))
  const gone = await read(feed)
  expect([gone.status, await errorIn(gone)]).toMatchObject([
    410,
    { code: 'invalid_request', message: 'The schedule of this feed was deleted.' },
  ])
  expect(await feedOf(feed.id)).toMatchObject({ schedule: null, board: null, job: null })
  // It can still be renamed and deleted.
  expect(
    (
      await call(market.url, 'PATCH', `/v1/feeds/${feed.id}`, {
        key: market.account.key,
        body: { name: 'Old' },
      })
    ).status,
  ).toBe(200)
  const guesses: number[] = []
  for (let turn = 0; turn < 32; turn += 1)
    guesses.push((await read({ url: `/v1/feeds/guess${turn}.csv` })).status)
  expect(guesses).toEqual([...Array<number>(30).fill(404), 429, 429])
  // Others behind the same address still read what they know.
  expect((await read(feed)).status).toBe(410)
  await allowReads()
})

test('a feed of a job shows it once it has ended, and 410 when it has expired', async () => {
  const { key } = market.account
  const job = await queue(market.url, key, {
    hotels: of('castellan', ['UNDERCUT']),
    nights: { from: inDays(40), to: inDays(41) },
  })
  const feed = await create({ name: 'One job', job: job.id, format: 'csv', columns: ['night', 'hotel_code'] })
  await until(async () => parseCsv(await (await read(feed)).text()).length === 3)
  const rows = parseCsv(await (await read(feed)).text())
  expect(rows.map((row) => row.slice(0, 2))).toEqual([
    ['night', 'hotel_code'],
    [inDays(40), 'UNDERCUT'],
    [inDays(41), 'UNDERCUT'],
  ])
  await market.database.pool.query(
    "update jobs set finished_at = finished_at - interval '60 days' where public_id = $1",
    [job.id],
  )
  const gone = await read(feed)
  expect([gone.status, (await errorIn(gone)).message]).toEqual([
    410,
    'The job of this feed was deleted or has expired.',
  ])
})

test('a feed of a comparison set has its rows', async () => {
  const schedule = await market.create({
    ...MATRIX,
    ask: 'compset',
    body: { hotels: of('castellan', ['UNDERCUT', 'LONCA']), checkin: '+7d' },
  })
  const feed = await create({ name: 'Set', schedule: schedule.id, format: 'json', columns: ['name', 'bar'] })
  await market.runNext(schedule.id)
  const rows = (await (await read(feed)).json()) as object[]
  expect(rows).toHaveLength(2)
  expect(Object.keys(rows[0] ?? {})).toEqual(['name', 'bar', 'observed_at'])
  expect(
    unzip(Buffer.from(await (await read(feed, {}, 'xlsx')).arrayBuffer()))
      .get('xl/sharedStrings.xml')
      ?.toString(),
  ).toContain('Comparison set')
})

test('bad input is refused and changes nothing; another account sees nothing', async () => {
  const { key } = market.account
  const schedule = await market.create(MATRIX)
  const body = { name: 'Sheet', schedule: schedule.id, format: 'csv' }
  const refusals: [object, string][] = [
    [
      { ...body, schedule: undefined },
      'Set exactly one of `schedule`, `board` and `job`: what the feed shows.',
    ],
    [{ ...body, job: 'job_x' }, 'Set exactly one of `schedule`, `board` and `job`: what the feed shows.'],
    [{ ...body, schedule: 'sch_x' }, 'There is no schedule sch_x.'],
    [{ ...body, schedule: undefined, job: 'job_x' }, 'There is no job job_x.'],
    [{ ...body, format: 'parquet' }, '`format` must be one of csv, json, xlsx.'],
    [
      { ...body, columns: ['cache_age_sec'] },
      '`columns` names cache_age_sec, which this feed does not have.',
    ],
    [{ ...body, columns: [] }, '`columns` must'],
    [{ ...body, columns: ['night', 'night'] }, '`columns` must'],
  ]
  const { feeds: before } = bodyOf(await get(market.url, '/v1/feeds', key)) as { feeds: FeedBody[] }
  for (const [wrong, message] of refusals) {
    const answer = await post(market.url, '/v1/feeds', key, wrong)
    expect([answer.status, errorOf(answer).message]).toEqual([400, expect.stringContaining(message)])
  }
  const stranger = await newAccount(market.database.pool, 'scale')
  const feed = await create(body)
  expect((await get(market.url, `/v1/feeds/${feed.id}`, stranger.key)).status).toBe(400)
  expect((await post(market.url, '/v1/feeds', stranger.key, body)).status).toBe(400)
  expect((await call(market.url, 'DELETE', `/v1/feeds/${feed.id}`, { key: stranger.key })).status).toBe(400)
  const room = 20 - before.length - 1
  const made = await Promise.all(
    Array.from({ length: room + 3 }, () => post(market.url, '/v1/feeds', key, body)),
  )
  expect(made.filter(({ status }) => status === 201)).toHaveLength(room)
  const full = made.find(({ status }) => status !== 201)
  expect(full && errorOf(full).message).toBe(
    'An account can have at most 20 feeds. Delete one, or change it.',
  )
  for (const { status, body: one } of made)
    if (status === 201) await call(market.url, 'DELETE', `/v1/feeds/${(one as FeedBody).id}`, { key })
})

test.skipIf(!hasCurl)(
  `curl reads a feed once for each run, with its ETag${hasCurl ? '' : ' (skipped: no curl)'}`,
  async () => {
    const schedule = await market.create(MATRIX)
    const feed = await create({ name: 'Sheet', schedule: schedule.id, format: 'csv' })
    await market.runNext(schedule.id)
    const folder = await mkdtemp(join(tmpdir(), 'vacancy-curl-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const [tag, file] = [join(folder, 'etag'), join(folder, 'rates.csv')]
    const curl = async () => {
      const options = ['--silent', '--etag-save', tag, '--etag-compare', tag, '--write-out', '%{http_code}']
      const args = [...options, '--output', file, market.url + (feed.url ?? '')]
      return (await promisify(execFile)('curl', args)).stdout
    }
    expect(await curl()).toBe('200')
    const first = await readFile(file, 'utf8')
    expect(parseCsv(first)).toHaveLength(7)
    expect([await curl(), await readFile(file, 'utf8')]).toEqual(['304', first])
    await market.runNext(schedule.id)
    expect(await curl()).toBe('200')
  },
)

test.skipIf(!hasLibreOffice)(
  `LibreOffice reads a feed from the web, and makes the market of the guide of it${hasLibreOffice ? '' : ' (skipped: no soffice on the PATH)'}`,
  { timeout: 120_000 },
  async () => {
    const columns = ['hotel_name', 'night', 'currency', 'lowest_bar_after_tax']
    const schedule = await market.create(MATRIX)
    const feed = await create({ name: 'London', schedule: schedule.id, format: 'csv', columns })
    await market.runNext(schedule.id)
    const csv = parseCsv(await (await read(feed)).text())
    const url = market.url + (feed.url ?? '')
    const { opened, left } = await openUrl(url, (folder) => marketMacro(url.replace('.csv', '.xlsx'), folder))
    const [sheet] = Object.values(opened)
    expect(sheet?.map((row) => row.slice(0, 4).map(({ text }) => text))).toEqual(
      csv.map((row) => row.slice(0, 4)),
    )
    const shown = left['linked']?.map((row) => row.slice(0, 4))
    expect(shown?.map((row) => row.map(({ text }) => text))).toEqual(csv.map((row) => row.slice(0, 4)))
    expect(shown?.slice(1).every((row) => row[3]?.isText === false)).toBe(true)

    const [, hotels = [], ...nights] = (left['pivot'] ?? []).map((row) => row.map(({ text }) => text))
    expect(hotels[0]).toBe('night')
    const inPivot = nights.flatMap(([night = '', ...rates]) =>
      rates.map((rate, at) => [hotels[at + 1] ?? '', night, Number(rate)]),
    )
    const expected = csv.slice(1).map(([hotel, night, , rate]) => [hotel, night, Number(rate)])
    const inOrder = (rows: unknown[][]) => rows.map((row) => row.join('|')).toSorted()
    expect(inOrder(inPivot)).toEqual(inOrder(expected))
    expect(left['chart']?.[0]?.map(({ text }) => text)).toEqual(['com.sun.star.chart.LineDiagram', '3', '2'])
  },
)
