import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount } from '../support/accounts.ts'
import { errorOf, get, post } from '../support/client.ts'
import { parseCsv } from '../support/csv.ts'
import { askParquet } from '../support/duckdb.ts'
import { download, expectExactBooks, of, readCells, readJob } from '../support/grids.ts'
import { expectDocumentedEvents } from '../support/sent-events.ts'
import { until } from '../support/until.ts'
import {
  bodyOf,
  openScheduleMarket,
  patch,
  type RunBody,
  remove,
  type ScheduleMarket,
  scheduleOf,
} from './schedule-market.ts'

let market: ScheduleMarket
const START = `${new Date().toISOString().slice(0, 11)}12:00:00.000Z`

beforeAll(async () => {
  market = await openScheduleMarket(START)
})
afterAll(async () => {
  await expectExactBooks(market.database.pool, market.account)
  await expectDocumentedEvents(market.database.pool)
  await market.stop()
})

const hotels = of('castellan', ['UNDERCUT', 'LONCA'])
const COMPSET = { hotels, checkin: '+7d' }

const daily = (over: object = {}) => ({
  name: 'Every morning',
  ask: 'compset',
  body: COMPSET,
  every: 'day',
  at: '06:30',
  timezone: 'Europe/London',
  max_credits: 100,
  ...over,
})

const linesOf = async (job: string | null) => {
  const { rows } = await market.database.pool.query<{ endpoint: string; credits: number }>(
    'select endpoint, credits::int as credits from usage_lines where job = $1 order by task',
    [job],
  )
  return rows
}

const file = (run: RunBody) => download(market.url, run.file ?? '', market.account.key)
/** The local date of London so many days after the moved clock. */
const dayFrom = (ms: number, days: number) =>
  Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO('Europe/London')
    .toPlainDate()
    .add({ days })
    .toString()

test('a schedule is created, read, listed, changed, paused and deleted, free of charge', async () => {
  const { key } = market.account
  const made = await post(market.url, '/v1/schedules', key, daily())
  expect(made.charged).toBe(0)
  const schedule = scheduleOf(made, 201)
  const next = `${dayFrom(market.now(), 1)}T06:30`
  expect(schedule).toEqual({
    id: expect.stringMatching(/^sch_\w{22}$/),
    ...daily(),
    on: null,
    format: 'csv',
    deliver: 'link',
    endpoints: [],
    status: 'active',
    attention: null,
    next_run_at: new Date(
      Temporal.PlainDateTime.from(next).toZonedDateTime('Europe/London').epochMilliseconds,
    ).toISOString(),
    last_run: null,
    upstream: { requests: 2, cost: null, per_month: { requests: 60, cost: null } },
    created_at: START,
  })
  expect(await market.read(schedule.id)).toEqual(schedule)
  expect(bodyOf(await get(market.url, '/v1/schedules?limit=1', key))).toMatchObject({
    schedules: [{ id: schedule.id }],
  })
  const weekly = scheduleOf(
    await patch(market.url, key, schedule.id, {
      every: 'week',
      on: ['sun'],
      at: '12:15',
      timezone: 'Asia/Kolkata',
    }),
  )
  expect(weekly).toMatchObject({
    every: 'week',
    on: ['sun'],
    at: '12:15',
    timezone: 'Asia/Kolkata',
    name: 'Every morning',
  })
  expect(new Date(weekly.next_run_at ?? '').getUTCDay()).toBe(0)
  const paused = scheduleOf(await patch(market.url, key, schedule.id, { status: 'paused' }))
  expect(paused).toMatchObject({ status: 'paused', next_run_at: null })
  const resumed = scheduleOf(await patch(market.url, key, schedule.id, { status: 'active' }))
  expect(resumed).toMatchObject({ status: 'active', next_run_at: weekly.next_run_at })
  expect(bodyOf(await remove(market.url, key, schedule.id))).toMatchObject({ id: schedule.id })
  expect(errorOf(await get(market.url, `/v1/schedules/${schedule.id}`, key)).message).toBe(
    `There is no schedule ${schedule.id}.`,
  )
})

test.each([
  ['an unknown zone', { timezone: 'Europe/Londn' }, '`timezone` must be a zone of the time zone database'],
  ['a fixed offset', { timezone: '+02:00' }, '`timezone` must be a zone of the time zone database'],
  ['a time that is none', { at: '24:00' }, '`at` must match'],
  ['an hour for hourly runs', { every: 'hour', at: '06:30' }, '`at` gives the minute of hourly runs'],
  ['a week without days', { every: 'week' }, '`on` must name the days'],
  ['days for daily runs', { on: ['mon'] }, '`on` is only for `every: "week"`.'],
  ['a day twice', { every: 'week', on: ['mon', 'mon'] }, '`on` lists mon twice.'],
  ['no limit', { max_credits: undefined }, '`max_credits` is missing from the body.'],
  ['an unknown question', { ask: 'shop' }, '`ask` must be one of matrix, compset, parity.'],
  ['an endpoint that is none', { endpoints: ['nobody'] }, '`endpoints.0` must match'],
  ['a body without check-in', { body: { hotels } }, '`body.checkin` is missing from the body.'],
  ['a date that is none', { body: { ...COMPSET, checkin: '7 days' } }, '`body.checkin` must match'],
  ['a date too far', { body: { ...COMPSET, checkin: '+501d' } }, '`checkin` must be from'],
  [
    'a field of another call',
    { body: { ...COMPSET, nights: {} } },
    '`body.nights` is not known in the body.',
  ],
  [
    'its own limit in the body',
    { body: { ...COMPSET, max_credits: 1 } },
    '`body.max_credits` is not known in the body.',
  ],
  ['no hotels', { body: { checkin: '+7d' } }, 'Name the hotels either by'],
  ['a set that is not there', { body: { set: 'set_x', checkin: '+7d' } }, 'There is no set set_x.'],
  [
    'days that leave no night',
    { ask: 'matrix', body: { hotels, nights: { from: '2027-01-04', to: '2027-01-05', days: ['sun'] } } },
    '`nights.days` leaves no night',
  ],
  [
    'an agency for parity',
    { ask: 'parity', body: { hotels: of('lodgista', ['X']), checkin: '+7d' } },
    'is an agency',
  ],
])('a schedule that could not run is refused: %s', async (_, over, message) => {
  const answer = await post(market.url, '/v1/schedules', market.account.key, daily(over))
  expect([answer.status, answer.charged]).toEqual([400, 0])
  expect(errorOf(answer).message).toContain(message)
})

test('a run of a grid is a job with its cells, billed as a grid, and its end an event', async () => {
  const nights = { from: '+1d', to: '+14d', days: ['fri', 'sat'] }
  const { id } = await market.create(daily({ ask: 'matrix', body: { hotels, nights } }))
  const run = await market.runNext(id)
  const due = new Date(market.now()).toISOString()
  expect(run).toMatchObject({ status: 'done', reason: null, due_at: due, cells: 8, credits: 8 })
  const job = await readJob(market.url, market.account.key, run.job_id ?? '')
  expect(job).toMatchObject({ kind: 'schedule', status: 'done', cells_total: 8, credits_spent: 8 })
  const cells = await readCells(market.url, market.account.key, job.id, 3)
  const expected = Array.from({ length: 14 }, (_, index) => dayFrom(market.now(), index + 1)).filter(
    (night) => [5, 6].includes(new Date(night).getUTCDay()),
  )
  expect(cells.map(({ hotel_code: code, night }) => [code, night])).toEqual(
    hotels.flatMap(({ hotel_code: code }) => expected.map((night) => [code, night])),
  )
  expect([...new Set((await linesOf(job.id)).map(({ endpoint }) => endpoint))]).toEqual(['matrix'])
  expect(parseCsv((await file(run)).bytes.toString())).toHaveLength(9)
  const event = (await market.events()).find(({ schedule }) => schedule.id === id)
  expect(event).toMatchObject({
    type: 'schedule.done',
    deliveries: [],
    schedule: {
      name: 'Every morning',
      run_id: run.id,
      status: 'done',
      job_id: job.id,
      cells: 8,
      credits: 8,
      file: `/v1/jobs/${job.id}/export?format=csv`,
      changes: null,
    },
  })
  // A second run soon after finds the cells in the cache: a job that is done at once.
  await patch(market.url, market.account.key, id, {
    body: { hotels, nights, max_age: 2_000_000_000 },
    every: 'hour',
    at: '00:00',
  })
  const cached = await market.runNext(id)
  expect(cached).toMatchObject({ status: 'done', cells: 8, credits: 2 })
  expect(await readCells(market.url, market.account.key, cached.job_id ?? '')).toHaveLength(8)
  const [, later] = (await market.events()).filter(({ schedule }) => schedule.id === id)
  expect(later?.schedule['changes']).toEqual({
    since: run.id,
    since_at: run.created_at,
    compared: 8,
    cheaper: 0,
    dearer: 0,
    gone: 0,
    reopened: 0,
    largest: [],
  })
  await remove(market.url, market.account.key, id)
})

test('a run of a comparison set costs and is named as the call, and its file has a row per hotel', async () => {
  const body = { hotels: [...hotels, ...of('aurelia', ['SOLDOUT', 'BROKEN'])], checkin: '+7d' }
  const { id } = await market.create(daily({ body, format: 'parquet' }))
  const run = await market.runNext(id)
  expect(run).toMatchObject({ status: 'done', cells: 4, credits: 2.2 })
  expect(await linesOf(run.job_id)).toEqual([{ endpoint: 'compset', credits: 2200 }])
  const job = await readJob(market.url, market.account.key, run.job_id ?? '')
  expect(job.failures).toMatchObject([{ hotel_code: 'BROKEN', cells: 1 }])
  const { bytes, headers } = await file(run)
  expect(headers['content-disposition']).toContain(`vacancy-compset-${dayFrom(market.now(), 7)}.parquet`)
  const [rows = []] = await askParquet(
    bytes,
    'select chain, hotel_code, checkin, status, bar, error from read_parquet($file)',
  )
  expect(rows).toMatchObject([
    { hotel_code: 'UNDERCUT', checkin: dayFrom(market.now(), 7), status: 'available', bar: 170, error: null },
    { hotel_code: 'LONCA' },
    { hotel_code: 'SOLDOUT', status: 'sold_out', bar: null },
    { hotel_code: 'BROKEN', status: null, error: 'source_unavailable' },
  ])
  const [header, ...lines] = parseCsv(
    (await download(market.url, `/v1/jobs/${job.id}/export`, market.account.key)).bytes.toString(),
  )
  expect(header?.slice(0, 6)).toEqual(['chain', 'hotel_code', 'name', 'checkin', 'los', 'status'])
  expect(lines).toHaveLength(4)
  expect((await get(market.url, `/v1/jobs/${job.id}/cells`, market.account.key)).status).toBe(400)
  await remove(market.url, market.account.key, id)
})

test('a run of parity asks per hotel of the set, and its file has a row per channel', async () => {
  const set = scheduleOf(
    await post(market.url, '/v1/sets', market.account.key, {
      name: 'mine',
      hotels: of('castellan', ['UNDERCUT', 'REFUSED']),
    }),
    201,
  )
  const body = { set: set.id, checkin: '+23d', resolve: false, channels: ['lodgista', 'ostello'] }
  const { id } = await market.create(daily({ ask: 'parity', body, format: 'jsonl' }))
  const run = await market.runNext(id)
  expect(run).toMatchObject({ status: 'done', cells: 2, credits: 1 })
  expect(await linesOf(run.job_id)).toEqual([{ endpoint: 'parity', credits: 1000 }])
  const job = await readJob(market.url, market.account.key, run.job_id ?? '')
  expect(job).toMatchObject({ tasks_done: 1, tasks_failed: 1, failures: [{ hotel_code: 'REFUSED' }] })
  const rows = (await file(run)).bytes
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  expect(rows).toMatchObject([
    { hotel_code: 'UNDERCUT', direct_bar: 170, channel: 'lodgista', skipped: 'no_listing' },
    { hotel_code: 'UNDERCUT', channel: 'ostello' },
  ])
  // The set is opened anew for each run: without it, there is nothing to ask.
  await post(market.url, '/v1/sets', market.account.key, { name: 'other', hotels })
  const { pool } = market.database
  await pool.query('delete from sets where public_id = $1', [set.id])
  expect(await market.runNext(id)).toMatchObject({
    status: 'refused',
    reason: 'invalid',
    message: `There is no set ${set.id}.`,
    job_id: null,
    file: null,
  })
  // It can be paused all the same, but not be given a body that cannot run.
  const paused = await patch(market.url, market.account.key, id, { status: 'paused' })
  expect(scheduleOf(paused).status).toBe('paused')
  expect((await patch(market.url, market.account.key, id, { body })).status).toBe(400)
  await remove(market.url, market.account.key, id)
})

test('a run above `max_credits` does not happen, says so, and the next one is tried', async () => {
  const { id } = await market.create(daily({ max_credits: 1.999 }))
  const run = await market.runNext(id)
  expect(run).toMatchObject({ status: 'refused', reason: 'above_max_credits', job_id: null, credits: 0 })
  expect(run.message).toBe(
    'The run could have cost up to 2 credits, which is more than `max_credits` (1.999).',
  )
  expect((await market.events()).at(-1)).toMatchObject({
    schedule: { id, run_id: run.id, status: 'refused', reason: 'above_max_credits', file: null },
  })
  const read = await market.read(id)
  expect(read).toMatchObject({ status: 'active', last_run: { id: run.id } })
  await patch(market.url, market.account.key, id, { max_credits: 2 })
  expect(await market.runNext(id)).toMatchObject({ status: 'done' })
  await remove(market.url, market.account.key, id)
})

test('without credits a schedule is suspended, and goes on when a run can be paid', async () => {
  const { pool } = market.database
  const poor = await newAccount(pool, 'scale', { credits: 1.5, rps: 1000 })
  const { id } = await market.create(daily(), poor.key)
  const read = async () => scheduleOf(await get(market.url, `/v1/schedules/${id}`, poor.key))
  const next = async () => {
    const before = await read()
    await market.moveTo(Math.max(market.now(), Date.parse(before.next_run_at ?? '')))
    await until(async () => {
      const { last_run: last } = await read()
      return last?.id !== before.last_run?.id && last?.ended_at !== null
    })
    return read()
  }
  expect(await next()).toMatchObject({
    status: 'suspended',
    last_run: { status: 'refused', reason: 'no_credits' },
  })
  await pool.query('update meters set allowance = 100000 where account = $1', [poor.no])
  expect(await next()).toMatchObject({ status: 'active', last_run: { status: 'done' } })
  await remove(market.url, poor.key, id)
  await expectExactBooks(pool, poor)
})

test('what was missed happens once, late, and counts from the day it happens', async () => {
  const { id, next_run_at: due } = await market.create(daily())
  await market.moveTo(market.now() + 5 * 86_400_000)
  const [run] = await market.ended(id, 1)
  expect(run).toMatchObject({ status: 'done', due_at: due, created_at: new Date(market.now()).toISOString() })
  const { next_run_at: next } = await market.read(id)
  expect(Date.parse(next ?? '')).toBeGreaterThan(market.now())
  const [, line] = parseCsv((await file(run as RunBody)).bytes.toString())
  expect(line?.[3]).toBe(dayFrom(market.now(), 7))
  await remove(market.url, market.account.key, id)
})

test('a run that comes before the previous one has ended is left out', async () => {
  const { id } = await market.create(daily())
  const { pool } = market.database
  // A run whose job does not end, because nobody works on it.
  await pool.query(
    `insert into schedule_runs (public_id, schedule, account, created_at, status, job)
     select 'run_' || s.id, s.id, s.account, ledger_now(), 'running', 'job_none' from schedules s where public_id = $1`,
    [id],
  )
  const asked = await post(market.url, `/v1/schedules/${id}/run`, market.account.key, undefined)
  expect([asked.status, errorOf(asked).code, asked.headers['retry-after']]).toEqual([
    429,
    'rate_limited',
    '10',
  ])
  await market.moveTo(Date.parse((await market.read(id)).next_run_at ?? ''))
  await until(async () => (await market.runsOf(id)).length === 2)
  expect((await market.runsOf(id))[0]).toMatchObject({ status: 'refused', reason: 'overlapping' })
  await pool.query(
    "update schedule_runs set ended_at = ledger_now(), status = 'canceled' where job = 'job_none'",
  )
  await remove(market.url, market.account.key, id)
})

test('a run by hand begins at once, also while paused, and leaves the times alone', async () => {
  const made = await market.create(daily())
  const paused = scheduleOf(await patch(market.url, market.account.key, made.id, { status: 'paused' }))
  const ask = (headers = {}) =>
    post(market.url, `/v1/schedules/${made.id}/run`, market.account.key, undefined, headers)
  const headers = { 'idempotency-key': 'by hand' }
  const first = await ask(headers)
  expect([first.status, first.headers['location']]).toEqual([202, `/v1/schedules/${made.id}/runs`])
  const { run } = first.body as { run: RunBody }
  expect(run).toMatchObject({ due_at: null, status: 'queued', job_id: null })
  expect((await ask(headers)).body).toEqual(first.body)
  const [ended] = await market.ended(made.id, 1)
  expect(ended).toMatchObject({ id: run.id, status: 'done', due_at: null, cells: 2 })
  expect(await market.read(made.id)).toMatchObject({ status: 'paused', next_run_at: paused.next_run_at })
  await remove(market.url, market.account.key, made.id)
})

test('a schedule goes on when the key that created it is revoked', async () => {
  const { pool } = market.database
  const other = await newAccount(pool, 'scale', { rps: 1000 })
  const { id } = await market.create(daily(), other.key)
  await pool.query('update keys set revoked_at = now() where id = $1', [other.keyNo])
  await pool.query(
    'update meters set owners = array_replace(owners, $2::bigint, 0::bigint) where account = $1',
    [other.no, other.keyNo],
  )
  const { rows } = await pool.query<{ at: string }>(
    'select next_run_at::text as at from schedules where public_id = $1',
    [id],
  )
  await market.moveTo(Math.max(market.now(), Date.parse(rows[0]?.at ?? '')))
  const statuses = async () => {
    const { rows: runs } = await pool.query<{ status: string }>(
      'select status from schedule_runs where account = $1 and ended_at is not null',
      [other.no],
    )
    return runs.map(({ status }) => status)
  }
  await until(async () => (await statuses()).length > 0)
  expect(await statuses()).toEqual(['done'])
  await pool.query('update schedules set deleted_at = now(), next_run_at = null where public_id = $1', [id])
})

test('schedules of another account look like ones that do not exist', async () => {
  const stranger = await newAccount(market.database.pool, 'scale', { rps: 1000 })
  const { id } = await market.create(daily())
  for (const answer of [
    await get(market.url, `/v1/schedules/${id}`, stranger.key),
    await get(market.url, `/v1/schedules/${id}/runs`, stranger.key),
    await patch(market.url, stranger.key, id, { name: 'mine' }),
    await remove(market.url, stranger.key, id),
    await post(market.url, `/v1/schedules/${id}/run`, stranger.key, undefined),
  ])
    expect([answer.status, errorOf(answer).message]).toEqual([400, `There is no schedule ${id}.`])
  expect(bodyOf(await get(market.url, '/v1/schedules', stranger.key))).toEqual({
    schedules: [],
    next_cursor: null,
  })
  await remove(market.url, market.account.key, id)
})

test('of creations at the same moment, as many succeed as there is room for', async () => {
  const busy = await newAccount(market.database.pool, 'scale', { rps: 1000 })
  const made = await Promise.all(
    Array.from({ length: 53 }, () => post(market.url, '/v1/schedules', busy.key, daily())),
  )
  expect(made.filter(({ status }) => status === 201)).toHaveLength(50)
  await market.database.pool.query('delete from schedules where account = $1', [busy.no])
})
