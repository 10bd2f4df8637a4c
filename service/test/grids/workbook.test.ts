import { afterAll, beforeAll, expect, test } from 'vitest'
import { COLUMNS } from '../../src/cells/cell.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { post } from '../support/client.ts'
import { download, ended, expectExactBooks, jobOf, of, queue } from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { unzip } from '../support/unzip.ts'

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

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const stay = { hotels: of('castellan', ['UNDERCUT', 'CLOSED']), nights: { from: inDays(30), to: inDays(32) } }

/** The texts of a workbook, in the order of their first use. */
function textsIn(bytes: Buffer): string[] {
  const xml = unzip(bytes).get('xl/sharedStrings.xml')?.toString() ?? ''
  return Array.from(xml.matchAll(/<t xml:space="preserve">([^<]*)<\/t>/g), ([, text = '']) => text)
}

function rowsIn(bytes: Buffer, sheet: 1 | 2): string[] {
  const xml = unzip(bytes).get(`xl/worksheets/sheet${sheet}.xml`)?.toString() ?? ''
  return xml.match(/<row .*?<\/row>/g) ?? []
}

test('a job and a cached grid are workbooks, which say what was asked and what it cost', async () => {
  const { id } = await queue(market.url, account.key, stay)
  const job = await ended(market.url, account.key, id)
  const file = await download(market.url, `/v1/jobs/${id}/export?format=xlsx`, account.key, {
    headers: { 'accept-encoding': 'gzip' },
  })
  expect(file.headers).toMatchObject({
    'content-type': TYPE,
    'content-disposition': `attachment; filename="vacancy-castellan-${inDays(30)}-${inDays(32)}.xlsx"`,
    'x-job-status': 'done',
    'x-credits-charged': '0',
  })
  expect(file.headers).not.toHaveProperty('content-encoding')
  const texts = textsIn(file.bytes)
  expect(texts.slice(0, COLUMNS.length + 1)).toEqual([...COLUMNS, 'hotel_name'])
  expect(rowsIn(file.bytes, 1)).toHaveLength(7)
  expect(texts).toEqual(expect.arrayContaining(['Cash rates', '2 of castellan', 'Check-in.', 'Credits']))
  const credits = texts.indexOf('Credits')
  const line = rowsIn(file.bytes, 2).find((row) => row.includes(`<v>${credits}</v>`))
  expect(line).toContain(`<v>${job.credits_spent}</v>`)

  const cached = await download(market.url, '/v1/export', account.key, {
    method: 'POST',
    body: { ...stay, format: 'xlsx' },
    headers: { 'idempotency-key': 'a workbook' },
  })
  expect([cached.status, cached.headers['x-credits-charged'], cached.headers['content-type']]).toEqual([
    200,
    '1.5',
    TYPE,
  ])
  const about = rowsIn(cached.bytes, 2).find((row) =>
    row.includes(`<v>${textsIn(cached.bytes).indexOf('Credits')}</v>`),
  )
  expect(about).toContain('<v>1.5</v>')
  const again = await download(market.url, '/v1/export', account.key, {
    method: 'POST',
    body: { ...stay, format: 'xlsx' },
    headers: { 'idempotency-key': 'a workbook' },
  })
  expect([again.headers['idempotent-replay'], again.bytes.equals(cached.bytes)]).toEqual(['true', true])
})

test('a workbook tells what `auto` stood for, of a job and of what is cached', async () => {
  const asked = { ...stay, nights: { from: inDays(40), to: inDays(41) }, max_age: 'auto' }
  const made = await post(market.url, '/v1/matrix', account.key, asked)
  const { id } = jobOf(made)
  await ended(market.url, account.key, id)
  const job = await download(market.url, `/v1/jobs/${id}/export?format=xlsx`, account.key)
  const cached = await download(market.url, '/v1/export', account.key, {
    method: 'POST',
    body: { ...asked, format: 'xlsx' },
  })
  for (const file of [job, cached]) {
    const texts = textsIn(file.bytes)
    const row = rowsIn(file.bytes, 2).find((each) =>
      each.includes(`<v>${texts.indexOf('Maximum age in seconds (auto)')}</v>`),
    )
    expect(row).toContain(`<v>${texts.indexOf('3600')}</v>`)
  }
  const plain = await download(market.url, '/v1/export', account.key, {
    method: 'POST',
    body: { ...asked, max_age: 3600, format: 'xlsx' },
  })
  expect([plain.status, textsIn(plain.bytes)]).toEqual([
    200,
    expect.not.arrayContaining(['Maximum age in seconds (auto)']),
  ])
})

test('an export that is too large by far is refused with the limit, and charges nothing', async () => {
  const hotels = of(
    'castellan',
    Array.from({ length: 200 }, (_, no) => `H${no}`),
  )
  const nights = { from: inDays(1), to: inDays(366) }
  const { status, bytes, headers } = await download(market.url, '/v1/export', account.key, {
    method: 'POST',
    body: { hotels, nights, los: [1, 2, 3], format: 'xlsx' },
  })
  expect([status, headers['x-credits-charged'], JSON.parse(bytes.toString())]).toMatchObject([
    400,
    '0',
    { error: { message: 'Hotels × nights × lengths must be at most 20000 cells, not 219600.' } },
  ])
})
