import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { post } from '../support/client.ts'
import { parseCsv } from '../support/csv.ts'
import { askParquet } from '../support/duckdb.ts'
import { download, expectExactBooks, ordinaryHotels } from '../support/grids.ts'
import { openScheduleMarket, type ScheduleMarket, scheduleOf } from './schedule-market.ts'

/** `MONTH_DAYS=30 MONTH_HOTELS=25 MONTH_NIGHTS=90` is the long form; `MONTH_FOLDER` keeps the files. */
const DAYS = Number(process.env['MONTH_DAYS'] ?? 3)
const HOTELS = Number(process.env['MONTH_HOTELS'] ?? 5)
const NIGHTS = Number(process.env['MONTH_NIGHTS'] ?? 6)
const DAY_MS = 86_400_000

let market: ScheduleMarket

beforeAll(async () => {
  market = await openScheduleMarket(`${new Date().toISOString().slice(0, 11)}00:00:00.000Z`)
})
afterAll(async () => {
  await market.stop()
})

test('a set shopped every day of a month: what it cost and what changed, in one CSV and one Parquet file', {
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
  })
  const csv: string[] = []
  let parquet: Buffer = Buffer.alloc(0)
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
    parquet = (await file('parquet')).bytes
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
  const [[found] = []] = await askParquet(
    parquet,
    'select count(*)::int as cells, count(distinct hotel_code || chain)::int as hotels, min(night) as first from read_parquet($file)',
  )
  expect(found).toMatchObject({ cells: HOTELS * NIGHTS, hotels: HOTELS })
  const { used } = rows[0] ?? { used: 0 }
  expect(Math.round(credits * 1000) / 1000).toBeGreaterThan(0)
  expect(used).toBeLessThanOrEqual(Math.round(credits * 1000) / 1000)
  await expectExactBooks(market.database.pool, market.account)
  await keep(text, parquet, { days: DAYS, hotels: HOTELS, nights: NIGHTS, credits, changed })
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

async function keep(csv: string, parquet: Buffer, figures: object): Promise<void> {
  const folder = process.env['MONTH_FOLDER']
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'month.csv'), csv)
  await writeFile(join(folder, 'last-run.parquet'), parquet)
  await writeFile(join(folder, 'figures.json'), `${JSON.stringify(figures, undefined, 2)}\n`)
}
