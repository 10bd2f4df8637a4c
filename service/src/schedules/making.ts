import type { KeyHolder } from '../accounts/key-ring.ts'
import { databaseNow } from '../db/clock.ts'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import type { InputOf } from '../edge/route.ts'
import { requireEndpoints } from '../endpoints/store.ts'
import { type ApiError, invalid } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { AttentionDeps } from './attention.ts'
import type { ReadAsk, RunAsk } from './request.ts'
import { minuteOf, type Schedule, type ScheduleBody, type ScheduleChangeInput } from './schedule.ts'
import {
  countSchedules,
  findSchedule,
  insertSchedule,
  lockSchedule,
  markDeleted,
  updateSchedule,
} from './store.ts'
import { isTimezone, localDay, nextRun, type Timing } from './timing.ts'

export interface ScheduleDeps extends AttentionDeps {
  pool: Pool
  readAsk: ReadAsk
}

/** Another account's schedule gets the same answer as one that does not exist. */
export function unknownSchedule(id: string): ApiError {
  return invalid(`There is no schedule ${id.slice(0, 64)}.`)
}

/** Refuses what could never run: the body is read as a run of today would read it. */
export async function createSchedule<Told>(
  deps: ScheduleDeps,
  { account, key }: KeyHolder,
  body: InputOf<typeof ScheduleBody>,
  requestId: string,
  tell: (client: Client, schedule: Schedule, asked: RunAsk) => Promise<Told>,
): Promise<Told> {
  const nowMs = (await databaseNow(deps.pool)).getTime()
  const timing = readTiming(body)
  const run = { day: localDay(nowMs, timing.timezone), nowMs }
  const asked = await deps.readAsk(account.no, body.ask, body.body, run)
  return inTransaction(deps.pool, async (client) => {
    await requireEndpoints(client, account.no, body.endpoints)
    const id = newId('sch')
    await insertSchedule(client, {
      ...timing,
      id,
      account: account.no,
      key: key.no,
      requestId,
      name: body.name,
      ask: body.ask,
      body: body.body,
      maxCredits: Math.round(body.max_credits * 1000),
      format: body.format,
      deliver: body.deliver,
      endpoints: body.endpoints,
      nextRunAt: new Date(nextRun(timing, nowMs)),
    })
    if ((await countSchedules(client, account.no)) > LIMITS.schedules)
      throw invalid(
        `An account can have at most ${LIMITS.schedules} schedules, and those deleted within a day count. Change one instead.`,
      )
    const made = await findSchedule(client, account.no, id)
    if (!made) throw new Error('a new schedule was not found')
    return tell(client, made, asked)
  })
}

/** Applies all of the change or nothing. The next run follows from the new times, and from now. */
export async function changeSchedule(
  deps: ScheduleDeps,
  account: number,
  id: string,
  change: ScheduleChangeInput,
): Promise<Schedule> {
  return inTransaction(deps.pool, async (client) => {
    const schedule = await lockSchedule(client, account, id)
    if (!schedule) throw unknownSchedule(id)
    const nowMs = (await databaseNow(client)).getTime()
    const changed = changedTo(schedule, change, nowMs)
    // A schedule whose set is gone can still be paused or renamed.
    if (change.ask !== undefined || change.body !== undefined) {
      const day = localDay(nowMs, changed.timezone)
      await deps.readAsk(account, changed.ask, changed.body, { day, nowMs })
    }
    if (change.endpoints) await requireEndpoints(client, account, change.endpoints)
    await updateSchedule(client, changed)
    return changed
  })
}

/** A run that has begun goes on. */
export async function endSchedule(pool: Pool, account: number, id: string): Promise<Schedule> {
  return inTransaction(pool, async (client) => {
    const schedule = await lockSchedule(client, account, id)
    if (!schedule) throw unknownSchedule(id)
    await markDeleted(client, schedule.no)
    return { ...schedule, nextRunAt: null }
  })
}

function changedTo(schedule: Schedule, change: ScheduleChangeInput, nowMs: number): Schedule {
  const { every = schedule.every, at, timezone = schedule.timezone } = change
  const on = change.on ?? (every === 'week' ? schedule.onDays : undefined)
  const timing = readTiming({
    every,
    timezone,
    atMinute: at === undefined ? schedule.atMinute : minuteOf(at),
    ...(on && on.length > 0 && { on }),
  })
  const status = change.status ?? schedule.status
  const isSame = JSON.stringify(timing) === JSON.stringify(timingOf(schedule)) && schedule.nextRunAt !== null
  const next = isSame && schedule.nextRunAt ? schedule.nextRunAt : new Date(nextRun(timing, nowMs))
  return {
    ...schedule,
    ...timing,
    name: change.name ?? schedule.name,
    ask: change.ask ?? schedule.ask,
    body: change.body ?? schedule.body,
    maxCredits:
      change.max_credits === undefined ? schedule.maxCredits : Math.round(change.max_credits * 1000),
    format: change.format ?? schedule.format,
    deliver: change.deliver ?? schedule.deliver,
    endpoints: change.endpoints ?? schedule.endpoints,
    status,
    nextRunAt: status === 'paused' ? null : next,
  }
}

function timingOf({ every, atMinute, onDays, timezone }: Schedule): Timing {
  return { every, atMinute, onDays, timezone }
}

type TimingInput = Pick<Timing, 'every' | 'timezone'> & { on?: Timing['onDays'] } & (
    | { at: string }
    | { atMinute: number }
  )

function readTiming(given: TimingInput): Timing {
  const { every, on, timezone } = given
  const atMinute = 'at' in given ? minuteOf(given.at) : given.atMinute
  if (!isTimezone(timezone))
    throw invalid(
      `\`timezone\` must be a zone of the time zone database, such as Europe/London. ${timezone} is none.`,
    )
  if (every === 'hour' && atMinute >= 60)
    throw invalid('`at` gives the minute of hourly runs, such as 00:20. Its hour must be 00.')
  if (every === 'week' && !on) throw invalid('`on` must name the days of weekly runs, such as ["mon"].')
  if (every !== 'week' && on) throw invalid('`on` is only for `every: "week"`.')
  const twice = on?.find((day, index) => on.indexOf(day) !== index)
  if (twice) throw invalid(`\`on\` lists ${twice} twice.`)
  return { every, atMinute, onDays: on ?? [], timezone }
}
