import { databaseNow } from '../db/clock.ts'
import { type Client, inTransaction } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { refusalOf } from '../edge/metering.ts'
import { makeJobs } from '../jobs/making.ts'
import { toCredits } from '../kernel/credits.ts'
import { ApiError } from '../kernel/errors.ts'
import { tellOfRuns } from './end.ts'
import { type PlanDeps, planRun, worstOfJob } from './plan.ts'
import type { ReadAsk } from './request.ts'
import { type Beginning, hasOpenRun, lockQueued, recordBeginning } from './runs-store.ts'
import type { Schedule } from './schedule.ts'
import { lockDue, lockScheduleOf, moveOn } from './store.ts'
import { localDay, nextRun } from './timing.ts'

export interface BeginDeps extends PlanDeps {
  readAsk: ReadAsk
}

/** A run that begins later than this counts its dates from the day it begins, not from the day it was due. */
const LATE_MS = 3_600_000

/**
 * Begins one due run: the run, its job and the next time of its schedule are one transaction, so a worker that dies begins nothing,
 * and no run begins twice. Returns how many began; 0 if none is due.
 */
export async function beginDueRuns(deps: BeginDeps, singly = false): Promise<number> {
  return inTransaction(deps.pool, async (client) => {
    const schedule = await lockDue(client, singly)
    if (!schedule) return 0
    const now = await databaseNow(client)
    const overlaps = await hasOpenRun(client, schedule.no, null)
    const beginning = overlaps ? OVERLAPPING : await begin(deps, client, schedule, now)
    const nextRunAt = new Date(nextRun(schedule, now.getTime()))
    await moveOn(client, schedule.no, { status: statusAfter(schedule, beginning), nextRunAt })
    await record(client, schedule, null, beginning)
    return 1
  })
}

/** Begins one run that was asked by hand. The times of its schedule stay as they are. */
export async function beginQueuedRuns(deps: BeginDeps, singly = false): Promise<number> {
  return inTransaction(deps.pool, async (client) => {
    const queued = await lockQueued(client, singly)
    if (!queued) return 0
    const schedule = await lockScheduleOf(client, queued.schedule)
    if (!schedule) {
      await dropRun(client, queued.no)
      return 1
    }
    const beginning = await begin(deps, client, schedule, await databaseNow(client))
    const status = statusAfter(schedule, beginning)
    await moveOn(client, schedule.no, { status, nextRunAt: schedule.nextRunAt })
    await record(client, schedule, queued, beginning)
    return 1
  })
}

const OVERLAPPING: Beginning = {
  refusal: 'overlapping',
  message: 'The run before had not ended. This one was left out.',
}

/** A refusal undoes what was written for the run, but not the run itself. */
async function begin(deps: BeginDeps, client: Client, schedule: Schedule, now: Date): Promise<Beginning> {
  await client.query('savepoint run')
  try {
    const beginning = await makeRun(deps, client, schedule, now)
    if ('refusal' in beginning) await client.query('rollback to savepoint run')
    return beginning
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'source_unavailable') throw error
    await client.query('rollback to savepoint run')
    const refusal = error.code === 'rate_limited' ? 'too_many_jobs' : 'invalid'
    return { refusal, message: error.message }
  }
}

async function makeRun(deps: BeginDeps, client: Client, schedule: Schedule, now: Date): Promise<Beginning> {
  const { account, ask, body, maxCredits } = schedule
  const run = { day: dayOfRun(schedule, now), nowMs: now.getTime() }
  const job = await planRun(deps, schedule, await deps.readAsk(account, ask, body, run), run.nowMs)
  const worst = worstOfJob(job)
  if (worst > maxCredits) {
    const [most, limit] = [toCredits(worst), toCredits(maxCredits)]
    const message = `The run could have cost up to ${most} credits, which is more than \`max_credits\` (${limit}).`
    return { refusal: 'above_max_credits', message }
  }
  const made = await makeJobs(client, [job])
  if (!('refused' in made)) return { job: one(made.jobs).id }
  return { refusal: 'no_credits', message: refusalOf(made.refused, made.worst, made.unreserved).message }
}

function dayOfRun({ nextRunAt, timezone }: Schedule, now: Date): string {
  const isLate = nextRunAt === null || nextRunAt > now || now.getTime() - nextRunAt.getTime() > LATE_MS
  return localDay((isLate ? now : nextRunAt).getTime(), timezone)
}

/** A run that could not be paid suspends its schedule, until one can be. */
function statusAfter({ status }: Schedule, beginning: Beginning): Schedule['status'] {
  if ('refusal' in beginning)
    return beginning.refusal === 'no_credits' && status === 'active' ? 'suspended' : status
  return status === 'suspended' ? 'active' : status
}

async function record(
  client: Client,
  schedule: Schedule,
  run: { no: number; id: string } | null,
  beginning: Beginning,
): Promise<void> {
  const id = await recordBeginning(client, schedule, run, beginning)
  if (!('refusal' in beginning)) return
  const { refusal: reason, message } = beginning
  const { account, name, format, deliver, endpoints, id: scheduleId } = schedule
  const nothing = { job: null, cells: 0, credits: 0, changes: null, figures: null }
  await tellOfRuns(client, [
    {
      account,
      id,
      status: 'refused',
      reason,
      message,
      ...nothing,
      format,
      deliver,
      scheduleId,
      name,
      endpoints,
    },
  ])
}

/** Its schedule was deleted before it began. */
async function dropRun(client: Client, no: number): Promise<void> {
  await client.query('delete from schedule_runs where id = $1', [no])
}
