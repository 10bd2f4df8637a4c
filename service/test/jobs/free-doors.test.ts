import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { get, post } from '../support/client.ts'
import { cancel, download, ended, of, queue, readCells } from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'

let market: Market
let free: TestAccount
let payer: TestAccount

beforeAll(async () => {
  market = await openMarket()
  free = await newAccount(market.database.pool, 'free', { rps: 100_000, credits: 6 })
  payer = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
})
afterAll(() => market.stop())

const HOTEL = { chain: 'castellan', hotel_code: 'UNDERCUT' }
const NIGHTS = { from: inDays(20), to: inDays(22) }

/** Every free GET, with its id filled in. */
async function freePaths(ids: Record<string, string>): Promise<string[]> {
  const { body } = await get(market.url, '/openapi.json')
  const { paths } = body as { paths: Record<string, Record<string, { 'x-billable'?: boolean }>> }
  const templates = Object.entries(paths).flatMap(([path, { get: read }]) =>
    // The status has counts and times of sources, and reference rates have many digits: any of them may equal a price.
    // A receipt is made by a paid call only; another account’s is not found, which test/receipts shows.
    read && !read['x-billable'] && !['/status.json', '/fx'].includes(path) && !path.startsWith('/receipts/')
      ? [path]
      : [],
  )
  return [
    ...templates.map((path) =>
      withQuery(path).replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
        const [, kind = ''] = path.split('/')
        const id = path.endsWith('/parity')
          ? ids['listed']
          : name === 'id'
            ? ids[kind]
            : (ids[`${kind} ${name}`] ?? ids[name])
        if (id === undefined) throw new Error(`there is nothing to read ${path} with`)
        return id
      }),
    ),
    `/hotels/${HOTEL.chain}/${HOTEL.hotel_code}/ids?resolve=0`,
  ]
}

function withQuery(path: string): string {
  return path === '/hotels/search' ? `${path}?q=castellan` : path
}

const SCHEDULE = {
  name: 'weekly',
  ask: 'matrix',
  body: { hotels: [HOTEL], nights: NIGHTS },
  every: 'week',
  on: ['mon'],
  timezone: 'UTC',
  max_credits: 0,
}

const BOOKING = {
  ...HOTEL,
  checkin: inDays(60),
  room_name: 'Standard Room',
  refundable: true,
  meal_plan: 'room_only',
  paid: { amount: 100, currency: 'GBP', basis: 'bar' },
  cancel_by: inDays(50),
}

async function idOf(path: string, body: object): Promise<string> {
  const made = await post(market.url, path, free.key, body)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return (made.body as { id: string }).id
}

/** What each path answers, as text. */
async function walk(paths: readonly string[]): Promise<Map<string, string>> {
  const read = new Map<string, string>()
  for (const path of paths) {
    const { status, headers, bytes } = await download(market.url, `/v1${path}`, free.key)
    expect([path, status, headers['x-credits-charged']]).toEqual([path, 200, '0'])
    read.set(path, bytes.toString())
  }
  return read
}

test('no free route shows a figure that only another account has paid for', async () => {
  const body = {
    hotels: [...of('castellan', ['UNKNOWN1', 'UNKNOWN2']), HOTEL],
    nights: { ...NIGHTS, to: NIGHTS.from },
  }
  const canceled = await queue(market.url, free.key, body)
  await cancel(market.url, free.key, canceled.id)
  const listed = await queue(market.url, free.key, {
    ...body,
    hotels: [HOTEL, { chain: 'lodgista', hotel_code: 'UNDERCUT-castellan' }],
  })
  await cancel(market.url, free.key, listed.id)
  const two = await idOf('/v1/sets', { name: 'two', hotels: [HOTEL, { ...HOTEL, hotel_code: 'UNKNOWN1' }] })
  const fetched = await post(market.url, '/v1/boards', free.key, { set: two, kind: 'market', nights: NIGHTS })
  expect(fetched.status, JSON.stringify(fetched.body)).toBe(202)
  const { board, job } = fetched.body as { board: { id: string }; job: { id: string } }
  await cancel(market.url, free.key, job.id)
  const shared = await post(market.url, `/v1/boards/${board.id}/link`, free.key, {})
  const { url: boardLink } = shared.body as { url: string }
  // Too little is left for the watch: it is suspended.
  await market.database.pool.query('update meters set allowance = 100 where account = $1', [free.no])
  const watch = await post(market.url, '/v1/watches', free.key, {
    ...HOTEL,
    nights: NIGHTS,
    condition: 'any',
    webhook_url: 'https://hooks.example.com/vacancy',
  })
  expect(watch.status, JSON.stringify(watch.body)).toBe(201)
  const { id, status } = watch.body as { id: string; status: string }
  expect(status).toBe('suspended')
  const made = {
    sets: await idOf('/v1/sets', { name: 'one', hotels: [HOTEL] }),
    schedules: await idOf('/v1/schedules', SCHEDULE),
    endpoints: await idOf('/v1/endpoints', { kind: 'webhook', url: 'https://hooks.example.com/vacancy' }),
  }
  const booking = await idOf('/v1/bookings', { ...BOOKING, endpoints: [made.endpoints] })
  const feed = await post(market.url, '/v1/feeds', free.key, {
    name: 'every week',
    schedule: made.schedules,
    format: 'csv',
  })
  const { id: feedId, url: link } = feed.body as { id: string; url: string }
  const sample = await post(market.url, `/v1/endpoints/${made.endpoints}/test`, free.key, undefined)
  const own = {
    events: (sample.body as { id: string }).id,
    jobs: canceled.id,
    listed: listed.id,
    watches: id,
    chain: HOTEL.chain,
    code: HOTEL.hotel_code,
    feeds: feedId,
    boards: board.id,
    'boards token': boardLink.slice(boardLink.lastIndexOf('/') + 1),
    bookings: booking,
    token: link.slice(link.lastIndexOf('/') + 1, link.lastIndexOf('.')),
    format: 'csv',
    ...made,
  }
  const paths = [
    ...(await freePaths(own)),
    `/jobs/${canceled.id}/export?format=jsonl`,
    `/jobs/${canceled.id}/export?format=parquet`,
  ]
  expect(paths.length).toBeGreaterThan(8)
  const before = await walk(paths)

  await market.startWorker()
  const paid = await queue(market.url, payer.key, { hotels: [HOTEL], nights: NIGHTS })
  await ended(market.url, payer.key, paid.id)
  const cells = await readCells(market.url, payer.key, paid.id)
  const shop = await post(market.url, '/v1/shop', payer.key, { ...HOTEL, checkin: NIGHTS.from })
  expect(shop.status).toBe(200)
  const figures = cells.flatMap((cell) =>
    [cell.lowest_bar, cell.lowest_bar_after_tax, cell.lowest_member].flatMap((figure) =>
      figure === null ? [] : [String(figure)],
    ),
  )
  expect(figures.length).toBeGreaterThan(2)

  const after = await walk(paths)
  for (const [path, text] of after) {
    for (const figure of figures) {
      const isNew = !before.get(path)?.includes(figure)
      expect(isNew && text.includes(figure), `${path} shows ${figure}`).toBe(false)
    }
  }
  expect((await readBooks(market.database.pool, free.no)).used).toBe(0)
})
