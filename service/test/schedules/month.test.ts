import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkIn, type MailServer, openMailServer } from '../endpoints/mail-server.ts'
import { post } from '../support/client.ts'
import { parseCsv } from '../support/csv.ts'
import { askParquet, joinParquet } from '../support/duckdb.ts'
import { download, expectExactBooks, ordinaryHotels } from '../support/grids.ts'
import { until } from '../support/until.ts'
import { openScheduleMarket, type ScheduleMarket, scheduleOf } from './schedule-market.ts'

/** `MONTH_DAYS=30 MONTH_HOTELS=25 MONTH_NIGHTS=90` is the long form; `MONTH_FOLDER` keeps the files. */
const DAYS = Number(process.env['MONTH_DAYS'] ?? 3)
const HOTELS = Number(process.env['MONTH_HOTELS'] ?? 5)
const NIGHTS = Number(process.env['MONTH_NIGHTS'] ?? 6)
const DAY_MS = 86_400_000

const PUBLIC_URL = 'https://vacancy.example'

let market: ScheduleMarket
let mail: MailServer

beforeAll(async () => {
  mail = await openMailServer()
  market = await openScheduleMarket(`${new Date().toISOString().slice(0, 11)}00:00:00.000Z`, 1, {
    SMTP_URL: mail.url,
    MAIL_FROM: 'alerts@vacancy.example',
    PUBLIC_URL,
    // A mail that is kept names the hotels.
    ...(process.env['MONTH_FOLDER'] !== undefined && { DIRECTORY_SYNC: 'daily' }),
  })
})
afterAll(async () => {
  await market.stop()
  await mail.stop()
})

async function openMailbox(): Promise<string> {
  const { id } = scheduleOf(
    await post(market.url, '/v1/endpoints', market.account.key, {
      kind: 'email',
      address: 'anna@example.com',
    }),
    201,
  )
  await until(async () => mail.mails.length === 1)
  const { pathname, search } = new URL(linkIn(mail.mails[0] as Parameters<typeof linkIn>[0], '/mail/verify'))
  expect((await fetch(market.url + pathname + search, { method: 'POST' })).status).toBe(200)
  return id
}

test('a set shopped every day of a month: what it cost and what changed, in one CSV, one Parquet file and mails', {
  timeout: 60_000 + DAYS * 60_000,
}, async () => {
  const { key } = market.account
  const perChain = Math.ceil(HOTELS / 5)
  const hotels = ['aurelia', 'brightwater', 'evergrand', 'kestrel', 'glasshouse'].flatMap((chain) =>
    ordinaryHotels(chain, perChain),
  )
  const set = scheduleOf(
    await post(market.url, '/v1/sets', key, { name: 'Month', hotels: hotels.slice(0, HOTELS) }),
    201,
  )
  const { id } = await market.create({
    name: 'Every morning',
    ask: 'matrix',
    body: { set: set.id, nights: { from: '+1d', to: `+${NIGHTS}d` }, max_age: 0 },
    every: 'day',
    at: '06:00',
    timezone: 'Europe/London',
    max_credits: 2000,
    endpoints: [await openMailbox()],
  })
  const csv: string[] = []
  const files: Buffer[] = []
  let credits = 0
  for (let day = 0; day < DAYS; day += 1) {
    await market.sandbox.control('/time', { offsetMs: day * DAY_MS })
    const run = await market.runNext(id)
    expect(run).toMatchObject({ status: 'done', cells: HOTELS * NIGHTS })
    credits += run.credits
    const file = (format: string) =>
      download(market.url, `/v1/jobs/${run.job_id}/export?format=${format}`, key)
    const [header = '', ...lines] = (await file('csv')).bytes.toString().trimEnd().split('\n')
    if (day === 0) csv.push(`run,${header}`)
    csv.push(...lines.map((line) => `${run.created_at.slice(0, 10)},${line}`))
    files.push((await file('parquet')).bytes)
  }
  const { rows } = await market.database.pool.query<{ used: number }>(
    'select used / 1000.0::float8 as used from meters where account = $1',
    [market.account.no],
  )
  const text = `${csv.join('\n')}\n`
  const cells = parseCsv(text).slice(1)
  expect(cells).toHaveLength(DAYS * HOTELS * NIGHTS)
  const changed = changesIn(cells)
  expect(changed).toBeGreaterThan(0)
  const parquet = await joinParquet(files)
  const [[found] = []] = await askParquet(
    parquet,
    'select count(*)::int as cells, count(distinct hotel_code || chain)::int as hotels, min(night) as first from read_parquet($file)',
  )
  expect(found).toMatchObject({ cells: DAYS * HOTELS * NIGHTS, hotels: HOTELS })
  const { used } = rows[0] ?? { used: 0 }
  expect(Math.round(credits * 1000) / 1000).toBeGreaterThan(0)
  expect(used).toBeLessThanOrEqual(Math.round(credits * 1000) / 1000)
  await expectExactBooks(market.database.pool, market.account)
  const told = (await market.events()).map(({ schedule }) => schedule['changes'] as ToldChanges | null)
  expect(told).toHaveLength(DAYS)
  expect(told[0]).toBeNull()
  expect(told.slice(1).map((changes) => changes?.compared)).toEqual(
    Array.from({ length: DAYS - 1 }, () => HOTELS * (NIGHTS - 1)),
  )
  expect(told.slice(1).map(countsOf)).toEqual(countsIn(cells))
  await until(async () => mail.mails.length === DAYS + 1)
  const last = mail.mails.at(-1)
  expect(last?.subject).toMatch(
    /^[^:]+: average rank [\d.]+ of [\d.]+, rate index [\d.]+; of [\d,]+ nights also seen on .*; [\d,]+ prices for [\d.,]+ credits$/,
  )
  expect(last?.text).toContain(`${PUBLIC_URL}/schedules/${id}`)
  await keep(text, parquet, String(last?.html), {
    days: DAYS,
    hotels: HOTELS,
    nights: NIGHTS,
    credits,
    changed,
  })
})

/** How often the lowest public rate or the status of a night differed from the run before. */
function changesIn(cells: readonly string[][]): number {
  const last = new Map<string, string>()
  let changed = 0
  for (const [, chain, code, night, , , , , , , status, , bar] of cells) {
    const place = `${chain}/${code}/${night}`
    const now = `${status} ${bar}`
    if (last.has(place) && last.get(place) !== now) changed += 1
    last.set(place, now)
  }
  return changed
}

interface ToldChanges {
  compared: number
  cheaper: number
  dearer: number
  gone: number
  reopened: number
}

const countsOf = (changes: ToldChanges | null) => ({
  cheaper: changes?.cheaper,
  dearer: changes?.dearer,
  gone: changes?.gone,
  reopened: changes?.reopened,
})

/** The same for each run but the first, from the files alone. */
function countsIn(cells: readonly string[][]) {
  const runs = [...new Set(cells.map(([run]) => run))]
  let last = new Map<string, { status: string; bar: string }>()
  return runs
    .map((run) => {
      const counts = { cheaper: 0, dearer: 0, gone: 0, reopened: 0 }
      const now = new Map<string, { status: string; bar: string }>()
      for (const [of, chain, code, night, , , , , , , status = '', , bar = ''] of cells) {
        if (of !== run) continue
        const place = `${chain}/${code}/${night}`
        now.set(place, { status, bar })
        const before = last.get(place)
        if (!before) continue
        if (before.bar !== '' && bar !== '' && Number(bar) < Number(before.bar)) counts.cheaper += 1
        if (before.bar !== '' && bar !== '' && Number(bar) > Number(before.bar)) counts.dearer += 1
        if (before.status === 'available' && status !== 'available') counts.gone += 1
        if (before.status !== 'available' && status === 'available') counts.reopened += 1
      }
      last = now
      return counts
    })
    .slice(1)
}

async function keep(csv: string, parquet: Buffer, html: string, figures: object): Promise<void> {
  const folder = process.env['MONTH_FOLDER']
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'month.csv'), csv)
  await writeFile(join(folder, 'month.parquet'), parquet)
  await writeFile(join(folder, 'mail.html'), html)
  await writeFile(join(folder, 'figures.json'), `${JSON.stringify(figures, undefined, 2)}\n`)
}
