import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, openScheduleMarket, type ScheduleMarket } from '../schedules/schedule-market.ts'
import { newAccount, readBooks } from '../support/accounts.ts'
import { call, errorOf, get, post } from '../support/client.ts'
import {
  type Cell,
  ended,
  expectExactBooks,
  of as hotelsOf,
  type JobBody,
  ordinaryHotels,
  queue,
  readCells,
} from '../support/grids.ts'
import { until } from '../support/until.ts'

const DAY_MS = 86_400_000
const START = `${new Date().toISOString().slice(0, 11)}12:00:00.000Z`

let market: ScheduleMarket
let set: string

beforeAll(async () => {
  market = await openScheduleMarket(START, 1, { TRUSTED_PROXIES: '127.0.0.1' })
  set = await newSet('My London', HOTELS, HOTELS[1])
})
afterAll(async () => {
  await expectExactBooks(market.database.pool, market.account)
  await market.stop()
})

const HOTELS = [...ordinaryHotels('castellan', 2), ...hotelsOf('castellan', ['UNDERCUT'])]
const OWN = HOTELS[1]?.hotel_code ?? ''
const NIGHTS = { from: '+20d', to: '+26d' }
const MARKET = { kind: 'market', nights: NIGHTS, currency: 'GBP' }

interface Pair {
  before: number | null
  now: number | null
}

interface Change {
  job: string | null
  since_at: string
  nights: number
  compared: number
  cheaper: number
  dearer: number
  rank: Pair | null
  rate_index: Pair | null
  lose: Pair | null
  hotels: { chain: string; hotel_code: string; compared: number; change_pct: number | null }[]
}

interface BoardBody {
  board: {
    id: string
    set: string
    name: string | null
    nights: object
    refreshed_at: string | null
    link: { url: string; ends_at: string | null } | null
  }
  job: JobBody | null
  newest: JobBody | null
  market: {
    currency: string
    subject: object | null
    standing: {
      compared: number
      rank: number
      rate_index: number
      stand_out: { night: string; vs_others_median_pct: number }[]
    }
    hotels: { hotel_code: string; name: string }[]
    nights: {
      night: string
      market: { subject: MarketPlace | null }
      rates: ({ rate: number | null } | null)[]
    }[]
  } | null
  parity: {
    channels: { channel: string }[]
    score: { lose: number }
    undercutters: { channel: string; nights: number; deepest: { gap_pct: number } | null }[]
  } | null
  failures: { hotel_code: string; name: string | null; codes: string[]; cells: number; nights: string[] }[]
  changes: Record<'1d' | '7d' | '30d', Change | null>
}

interface MarketPlace {
  rank: number
  of: number
  rate_index: number
  others_median: number
  vs_median_pct: number
  vs_others_median_pct: number
}

async function newSet(name: string, hotels: object[], subject?: object, key = market.account.key) {
  const made = await post(market.url, '/v1/sets', key, { name, hotels, ...(subject && { subject }) })
  return (bodyOf(made, 201) as { id: string }).id
}

async function make(body: object, key = market.account.key) {
  const made = await post(market.url, '/v1/boards', key, { set, ...MARKET, ...body })
  const { board, job } = bodyOf(made, 202) as { board: { id: string }; job: JobBody }
  return { id: board.id, job: await ended(market.url, key, job.id) }
}
const read = async (id: string, key = market.account.key) =>
  bodyOf(await get(market.url, `/v1/boards/${id}`, key)) as BoardBody

const rateOf = ({ lowest_bar_after_tax: rate, lowest_bar: bar }: Cell) => rate ?? bar

test('a board is made once, quoted and charged as the grid below it, and read free of charge', async () => {
  const { key } = market.account
  const quoted = async (path: string, body: object) =>
    bodyOf(await post(market.url, path, key, { ...body, dry_run: true }))
  const dates = { from: night(20), to: night(26) }
  const ask = { set, ...MARKET }
  expect(await quoted('/v1/boards', ask)).toEqual(
    await quoted('/v1/matrix', { set, nights: dates, currency: 'GBP' }),
  )
  const refused = await post(market.url, '/v1/boards', key, { ...ask, max_credits: 0.1 })
  expect(errorOf(refused).message).toContain('max_credits')
  expect(bodyOf(await get(market.url, '/v1/boards', key))).toEqual({ boards: [], next_cursor: null })

  const made = await make({})
  const job = await ended(
    market.url,
    key,
    (await queue(market.url, key, { set, nights: dates, currency: 'GBP', max_age: 0, as_job: true })).id,
  )
  expect([made.job.kind, made.job.credits_spent]).toEqual(['matrix', job.credits_spent])
  const before = await readBooks(market.database.pool, market.account.no)
  const board = await read(made.id)
  expect(board.board).toMatchObject({ id: made.id, set, name: 'My London', nights: NIGHTS, link: null })
  expect(board.job?.id).toBe(made.job.id)
  expect([board.failures, board.parity, board.changes]).toEqual([
    [],
    null,
    { '1d': null, '7d': null, '30d': null },
  ])

  // The figures of each night against the cells, by hand.
  const cells = await readCells(market.url, key, made.job.id)
  const cellAt = (code: string, on: string) =>
    cells.find((cell) => cell.hotel_code === code && cell.night === on) as Cell
  for (const { night: on, market: of, rates } of board.market?.nights ?? []) {
    expect(rates.map((rate) => rate?.rate)).toEqual(
      HOTELS.map(({ hotel_code: code }) => rateOf(cellAt(code, on))),
    )
    if (!of.subject) continue
    const own = rateOf(cellAt(OWN, on)) ?? 0
    const others = HOTELS.flatMap(({ hotel_code: code }) =>
      code === OWN ? [] : (rateOf(cellAt(code, on)) ?? []),
    )
    const median = others.length === 2 ? ((others[0] ?? 0) + (others[1] ?? 0)) / 2 : (others[0] ?? 0)
    expect(of.subject.others_median).toBeCloseTo(median, 1)
    // The index and the distance have the same yardstick: both leave the hotel itself out.
    // The service compares before it rounds to pence: beside half a tenth of a percent, what that moves.
    const byHand = (own / median - 1) * 100
    expect(Math.abs(of.subject.vs_others_median_pct - byHand)).toBeLessThan(0.06)
    expect(Math.abs(of.subject.rate_index - 100 - of.subject.vs_others_median_pct)).toBeLessThan(0.11)
  }
  expect(board.market?.standing.compared).toBe(
    board.market?.nights.filter(({ market: of }) => (of.subject?.of ?? 0) > 1).length,
  )

  // Asked again, it is the same board with another job. Other nights are another board.
  const again = await make({ max_age: 0 })
  expect([again.id, again.job.id === made.job.id]).toEqual([made.id, false])
  expect((await read(made.id)).job?.id).toBe(again.job.id)
  const other = await make({ nights: { from: '+20d', to: '+21d' } })
  expect(other.id).not.toBe(made.id)
  const { boards } = bodyOf(await get(market.url, `/v1/boards?set=${set}`, key)) as {
    boards: { id: string; refreshed_at: string }[]
  }
  expect(boards.map(({ id }) => id)).toEqual([other.id, made.id])
  expect(boards.every(({ refreshed_at: at }) => at === START)).toBe(true)
  const after = await readBooks(market.database.pool, market.account.no)
  const spent = (after.used - before.used) / 1000
  expect(spent).toBeCloseTo(again.job.credits_spent + other.job.credits_spent, 3)
  bodyOf(await call(market.url, 'DELETE', `/v1/boards/${other.id}`, { key }))
  expect(errorOf(await get(market.url, `/v1/boards/${other.id}`, key)).message).toBe(
    `There is no board ${other.id}.`,
  )
})

test('changes are told against runs a day, a week and a month before, by hand or by a schedule', async () => {
  const fixed = await newSet('Fixed', HOTELS, HOTELS[0])
  const nights = { from: night(60), to: night(66) }
  const first = await make({ set: fixed, nights })
  const schedule = await market.create({
    name: 'Every day',
    ask: 'matrix',
    body: { set: fixed, nights, currency: 'GBP', max_age: 0 },
    every: 'day',
    at: '12:00',
    timezone: 'UTC',
    max_credits: 100,
  })
  await move(23)
  const run = await market.runNext(schedule.id)
  bodyOf(
    await call(market.url, 'PATCH', `/v1/schedules/${schedule.id}`, {
      key: market.account.key,
      body: { status: 'paused' },
    }),
  )
  expect((await read(first.id)).job?.id).toBe(run.job_id)
  await move(6)
  const third = await make({ set: fixed, nights, max_age: 0 })
  const { changes, job, market: figures } = await read(first.id)
  expect(job?.id).toBe(third.job.id)
  expect(changes['1d']).toBeNull()
  expect([changes['7d']?.job, changes['30d']?.job]).toEqual([run.job_id, first.job.id])

  const [now, before] = await Promise.all(
    [third.job.id, first.job.id].map((id) => readCells(market.url, market.account.key, id)),
  )
  const pairs = (now ?? []).map((cell) => ({
    cell,
    was: (before ?? []).find(
      ({ hotel_code: code, night: on }) => code === cell.hotel_code && on === cell.night,
    ),
  }))
  const priced = pairs.filter(({ cell, was }) => was && rateOf(cell) !== null && rateOf(was) !== null)
  const month = changes['30d']
  expect(month).toMatchObject({
    nights: 7,
    compared: priced.length,
    cheaper: priced.filter(({ cell, was }) => (rateOf(cell) ?? 0) < (was ? (rateOf(was) ?? 0) : 0)).length,
    dearer: priced.filter(({ cell, was }) => (rateOf(cell) ?? 0) > (was ? (rateOf(was) ?? 0) : 0)).length,
    rank: { now: figures?.standing.rank ?? 0 },
    lose: null,
  })
  expect((month?.cheaper ?? 0) + (month?.dearer ?? 0)).toBeGreaterThan(0)
  for (const { hotel_code: code, change_pct: pct } of month?.hotels ?? []) {
    const own = priced.filter(({ cell }) => cell.hotel_code === code)
    const sum = (of: (Cell | undefined)[]) =>
      of.reduce((total, cell) => total + (cell ? (rateOf(cell) ?? 0) : 0), 0)
    expect(pct).toBeCloseTo((sum(own.map(({ cell }) => cell)) / sum(own.map(({ was }) => was)) - 1) * 100, 0)
  }
})

test('what could not be fetched is listed by hotel, with its nights', async () => {
  const mixed = await newSet('Mixed', [...HOTELS.slice(0, 2), ...hotelsOf('ostello', ['BERHO'])], HOTELS[0])
  await market.sandbox.control('/sources/ostello', { fault: '500' })
  const { id, job } = await make({ set: mixed, nights: { from: '+40d', to: '+41d' } })
  await market.sandbox.control('/sources/ostello', { fault: 'none' })
  expect(job.failures).not.toEqual([])
  const { failures, newest, market: figures } = await read(id)
  expect(newest?.id).toBe(job.id)
  expect(failures).toEqual([
    {
      chain: 'ostello',
      hotel_code: 'BERHO',
      name: figures?.hotels[2]?.name ?? null,
      codes: ['source_unavailable'],
      cells: 2,
      nights: figures?.nights.map(({ night: on }) => on),
    },
  ])
})

test('a parity board asks the known listings, and tells who undercuts', async () => {
  const { key } = market.account
  const own = await newSet('Own', hotelsOf('castellan', ['UNDERCUT']))
  const ask = { set: own, kind: 'parity', nights: { from: '+20d', to: '+22d' } }
  expect(errorOf(await post(market.url, '/v1/boards', key, { set: own, ...MARKET })).message).toContain(
    'needs competitors',
  )
  expect(errorOf(await post(market.url, '/v1/boards', key, ask)).message).toBe(
    'No listing of castellan UNDERCUT at an agency is known. Look them up first, with GET /hotels/castellan/UNDERCUT/ids?resolve=1.',
  )
  bodyOf(await get(market.url, '/v1/hotels/castellan/UNDERCUT/ids?resolve=1', key))
  const { id, job } = await make(ask)
  const { parity } = await read(id)
  const whole = bodyOf(await get(market.url, `/v1/jobs/${job.id}/parity`, key)) as {
    score: { lose: number }
    nights: { channels: ({ verdict: string | null } | null)[] }[]
  }
  expect(parity?.score).toEqual(whole.score)
  expect(parity?.undercutters.map(({ nights }) => nights)).toEqual(
    parity?.undercutters.map(({ nights }) => nights).toSorted((a, b) => b - a),
  )
  expect(parity?.undercutters.reduce((sum, { nights }) => sum + nights, 0)).toBe(whole.score.lose)
})

test('a link shows a board to anyone until it ends, and nothing else', async () => {
  const { key, id: account } = market.account
  const { id } = await make({ nights: { from: '+20d', to: '+22d' } })
  const share = async (body: object) =>
    bodyOf(await post(market.url, `/v1/boards/${id}/link`, key, body)) as {
      url: string
      ends_at: string | null
    }
  for (const ends_at of [
    'yesterday',
    '2020-01-01T00:00:00Z',
    new Date(market.now() + 400 * DAY_MS).toISOString(),
  ])
    expect((await post(market.url, `/v1/boards/${id}/link`, key, { ends_at })).status).toBe(400)
  const first = await share({})
  expect(first).toEqual({ url: expect.stringMatching(/^\/shared\/[0-9A-Za-z]{32}$/), ends_at: null })
  const endsAt = new Date(market.now() + 2 * DAY_MS).toISOString()
  const link = await share({ ends_at: endsAt })
  expect((await read(id)).board.link).toEqual(link)
  const open = ({ url }: { url: string }, headers: Record<string, string> = {}) =>
    fetch(`${market.url}/v1/boards/shared/${url.split('/').at(-1)}`, { headers })
  // A new link replaces the one before.
  expect((await open(first)).status).toBe(404)

  const before = await readBooks(market.database.pool, market.account.no)
  const answer = await open(link)
  expect([
    answer.status,
    answer.headers.get('x-credits-charged'),
    answer.headers.get('cache-control'),
  ]).toEqual([200, '0', 'private, no-cache'])
  const text = await answer.text()
  const own = await read(id)
  expect(JSON.parse(text)).toMatchObject({
    name: 'My London',
    ends_at: endsAt,
    market: own.market,
    failures: [],
  })
  for (const secret of [account, key, id, set, own.job?.id ?? '', 'credits', 'brd_', 'job_', 'acc_'])
    expect(text).not.toContain(secret)
  expect(await readBooks(market.database.pool, market.account.no)).toEqual(before)
  // The secret is not in the database.
  const { rows } = await market.database.pool.query<{ row: string }>('select b::text as row from boards b')
  expect(rows.map(({ row }) => row).join()).not.toContain(link.url.split('/').at(-1))

  // Who has it already gets it again only when it has changed, and is not counted.
  const known = { 'if-none-match': answer.headers.get('etag') ?? '' }
  const again = await Promise.all(Array.from({ length: 80 }, () => open(link, known)))
  expect(new Set(again.map(({ status }) => status))).toEqual(new Set([304]))
  await call(market.url, 'PATCH', `/v1/sets/${set}`, { key, body: { name: 'Our London' } })
  const renamed = await open(link, known)
  expect([renamed.status, await renamed.json()]).toMatchObject([200, { name: 'Our London' }])
  await call(market.url, 'PATCH', `/v1/sets/${set}`, { key, body: { name: 'My London' } })
  await make({ nights: { from: '+20d', to: '+22d' } })
  expect((await open(link, known)).status).toBe(200)

  // Read too often, and guessed.
  const reads = await Promise.all(Array.from({ length: 62 }, () => open(link)))
  const refused = reads.find(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  const guesses = await Promise.all(
    Array.from({ length: 40 }, (_, at) => open({ url: `/shared/guess${at}` })),
  )
  expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([404, 429]))
  await market.database.pool.query('delete from throttles')
  // A link is also asked a number of times a second at most: the second of all these reads passes.
  await until(async () => (await open(link)).status === 200)

  await market.moveTo(market.now() + 3 * DAY_MS)
  await until(async () => (await open(link)).status === 404)
  expect((await read(id)).board.link).toBeNull()
  const last = await share({})
  bodyOf(await call(market.url, 'DELETE', `/v1/boards/${id}/link`, { key }))
  await until(async () => (await open(last)).status === 404)
})

test('boards of others are not found, bad requests change nothing, and keys need the right scope', async () => {
  const { key } = market.account
  const { id } = await make({ nights: { from: '+20d', to: '+22d' } })
  const stranger = await newAccount(market.database.pool, 'pro')
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/link'],
    ['DELETE', '/link'],
  ] as const) {
    const answer = await call(market.url, method, `/v1/boards/${id}${path}`, {
      key: stranger.key,
      ...(method === 'POST' && { body: {} }),
    })
    expect([answer.status, errorOf(answer).message]).toEqual([400, `There is no board ${id}.`])
  }
  const boards = async () =>
    (bodyOf(await get(market.url, '/v1/boards', key)) as { boards: unknown[] }).boards.length
  const count = await boards()
  for (const [wrong, said] of [
    [{ set: 'set_nothing' }, 'There is no set set_nothing.'],
    [{ kind: 'table' }, '`kind`'],
    [{ nights: { from: 'soon', to: '+3d' } }, '`nights.from`'],
    [{ nights: { from: '+9d', to: '+3d' } }, '`nights.to`'],
    [{ timezone: 'Mars/Olympus' }, '`timezone`'],
    [{ currency: 'XXQ' }, '`currency`'],
    [{ extra: 1 }, 'extra'],
  ] as const) {
    const answer = await post(market.url, '/v1/boards', key, { set, ...MARKET, ...wrong })
    expect([answer.status, answer.charged]).toEqual([400, 0])
    expect(errorOf(answer).message).toContain(said)
  }
  expect((await post(market.url, '/v1/boards', stranger.key, { set, ...MARKET })).status).toBe(400)
  expect(await boards()).toBe(count)
})

test('neighbours are hotels of chains that are near and in the same class, nearest first', async () => {
  const { pool } = market.database
  const { key } = market.account
  await pool.query(
    `insert into hotels (source, code, name, lat, lng, stars, status) values
       ('aurelia', 'NBOWN', 'Own', 10, 20, 4, 'open'), ('aurelia', 'NBFAR', 'Within three miles', 10.04, 20, 5, 'open'),
       ('castellan', 'NBNEAR', 'Next door', 10.001, 20, 3, 'unknown'), ('brightwater', 'NBPLAIN', 'Without stars', 10.01, 20, null, 'open'),
       ('castellan', 'NBLOW', 'Two stars', 10.001, 20, 2, 'open'), ('aurelia', 'NBGONE', 'Closed', 10.001, 20, 4, 'closed'),
       ('aurelia', 'NBOUT', 'Beyond', 10.05, 20, 4, 'open'), ('lodgista', 'NBOTA', 'A listing', 10.001, 20, 4, 'open'),
       ('aurelia', 'NBLOST', 'Nowhere', null, null, 4, 'open')`,
  )
  const ask = async (code: string) => {
    const answer = await get(market.url, `/v1/hotels/aurelia/${code}/neighbours`, key)
    expect(answer.charged).toBe(0)
    return (bodyOf(answer) as { neighbours: { hotel_code: string; distance_mi: number }[] }).neighbours
  }
  expect((await ask('NBOWN')).map(({ hotel_code: code, distance_mi: miles }) => [code, miles])).toEqual([
    ['NBNEAR', 0.07],
    ['NBPLAIN', 0.69],
    ['NBFAR', 2.76],
  ])
  expect(await ask('NBLOST')).toEqual([])
  expect((await get(market.url, '/v1/hotels/aurelia/NOBODY/neighbours', key)).status).toBe(404)
})

function night(days: number): string {
  return new Date(Date.parse(START) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Moves the clocks of the service and of the sandbox: prices change with time. */
async function move(days: number): Promise<void> {
  const to = market.now() + days * DAY_MS
  await market.moveTo(to)
  await market.sandbox.control('/time', { now: new Date(to).toISOString() })
}
