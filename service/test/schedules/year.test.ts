import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectExactBooks, of } from '../support/grids.ts'
import { until } from '../support/until.ts'
import { openScheduleMarket, type ScheduleMarket } from './schedule-market.ts'

/** `SCHEDULE_DAYS=365 SCHEDULE_CRASHES=20` is the long form. */
const DAYS = Number(process.env['SCHEDULE_DAYS'] ?? 3)
const CRASHES = Number(process.env['SCHEDULE_CRASHES'] ?? 1)
const DAY_MS = 86_400_000

const ZONES = [
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Pacific/Auckland',
]

/** The short form begins the day before the next change of a clock, the long form tomorrow: it covers all changes of a year. */
const START = new Date(DAYS < 365 ? nextChange() - 1.5 * DAY_MS : Date.now() + DAY_MS)
  .toISOString()
  .slice(0, 10)

let market: ScheduleMarket

beforeAll(async () => {
  market = await openScheduleMarket(`${START}T00:00:00.000Z`, 2)
})
afterAll(async () => {
  await market.stop()
})

/** Noon, UTC, of the first day from the day after tomorrow on which one of the clocks has changed. */
function nextChange(): number {
  const offsets = ZONES.map((timeZone) => {
    const clock = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    return (ms: number) => clock.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value
  })
  const noon = (Math.floor(Date.now() / DAY_MS) + 2.5) * DAY_MS
  const days = Array.from({ length: 365 }, (_, day) => noon + day * DAY_MS)
  const found = days.find((ms) => offsets.some((offset) => offset(ms) !== offset(ms - DAY_MS)))
  if (found === undefined) throw new Error('no clock changes within a year')
  return found
}

/** The moments of each local day's 02:30, worked out minute by minute and not by the code under test. */
function expectedRuns(timezone: string, fromMs: number, toMs: number): number[] {
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const seen = new Set<string>()
  const found: number[] = []
  for (let at = fromMs - DAY_MS; at <= toMs; at += 30 * 60_000) {
    const [day = '', time = ''] = clock.format(at).split(', ')
    if (time < '02:30' || seen.has(day)) continue
    seen.add(day)
    found.push(at)
  }
  return found.filter((at) => at > fromMs)
}

test('each run happens exactly once in six time zones, whatever crashes', {
  timeout: 60_000 + DAYS * 4000,
}, async () => {
  const { pool } = market.database
  const body = { hotels: of('castellan', ['UNDERCUT']), checkin: '+30d', max_age: 2_000_000_000 }
  const common = { ask: 'compset', body, every: 'day', at: '02:30', max_credits: 5 }
  const made = await Promise.all(
    ZONES.map((timezone) => market.create({ ...common, name: timezone, timezone })),
  )
  const startMs = Date.parse(START)
  const endMs = startMs + DAYS * DAY_MS
  const wanted = new Map(made.map(({ id }, zone) => [id, expectedRuns(ZONES[zone] ?? '', startMs, endMs)]))
  const moments = [...new Set([...wanted.values()].flat())].toSorted((a, b) => a - b)
  const crashAt = new Set(
    Array.from({ length: CRASHES }, (_, no) => Math.floor(((no + 0.5) * moments.length) / CRASHES)),
  )
  let due = 0
  for (const [index, moment] of moments.entries()) {
    await market.moveTo(moment)
    due += [...wanted.values()].filter((runs) => runs.includes(moment)).length
    if (crashAt.has(index)) await crash(index)
    const ended = async () => {
      const { rows } = await pool.query<{ count: number }>(
        'select count(*)::int as count from schedule_runs where ended_at is not null',
      )
      return rows[0]?.count === due
    }
    await until(ended, 30_000)
    await expectWholeRuns(moment)
  }
  await market.moveTo(endMs)
  expect(due).toBe([...wanted.values()].flat().length)
  await expectExactRuns(wanted)
  await expectExactBooks(pool, market.account)
})

/** Kills a worker somewhere between the claim of a run and its end, and starts another. */
async function crash(index: number): Promise<void> {
  const [victim] = market.workers
  if (index % 2 === 0) {
    await until(async () => (await openRuns()) > 0, 5000).catch(() => {})
  }
  await victim?.stop('SIGKILL')
  market.workers.shift()
  await market.startWorker()
  // The dead worker's leases expire by the clock of the database.
  await market.moveTo(market.now() + 11_000)
}

async function openRuns(): Promise<number> {
  const { rows } = await market.database.pool.query<{ count: number }>(
    'select count(*)::int as count from schedule_runs where ended_at is null',
  )
  return rows[0]?.count ?? 0
}

/** Each run of this moment has one job, one charge and one event. Checked at once, because a year outlives jobs and events. */
async function expectWholeRuns(moment: number): Promise<void> {
  const { rows } = await market.database.pool.query<{ status: string }>(
    `select r.status,
       (select count(*)::int from jobs j where j.public_id = r.job) as jobs,
       (select count(*)::int from usage_lines l where l.job = r.job) as lines,
       (select count(*)::int from events e where e.job = r.job) as events
     from schedule_runs r where r.due_at = $1`,
    [new Date(moment)],
  )
  expect(rows).toEqual(rows.map(() => ({ status: 'done', jobs: 1, lines: 1, events: 1 })))
}

/** Each moment has one run. */
async function expectExactRuns(wanted: ReadonlyMap<string, number[]>): Promise<void> {
  const { rows } = await market.database.pool.query<{ id: string; due: Date }>(
    'select s.public_id as id, r.due_at as due from schedule_runs r join schedules s on s.id = r.schedule order by r.id',
  )
  for (const [id, runs] of wanted) {
    const found = rows.filter((row) => row.id === id)
    expect(found.map(({ due }) => due.toISOString())).toEqual(runs.map((at) => new Date(at).toISOString()))
  }
}
