import { Type } from 'typebox'
import { databaseNow } from '../db/clock.ts'
import { inTransaction, type Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { pageFields, readPage } from '../edge/paging.ts'
import { freeRoute, type Route } from '../edge/route.ts'
import { IdField, NextCursor } from '../edge/schemas.ts'
import { accepted, served } from '../edge/served.ts'
import { ApiError, invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { attentionOfSchedule } from './attention.ts'
import { changeSchedule, createSchedule, endSchedule, type ScheduleDeps, unknownSchedule } from './making.ts'
import { RunSchema, runView } from './run.ts'
import { findLastRuns, findRun, hasOpenRun, listRuns, queueRun } from './runs-store.ts'
import { type Schedule, ScheduleBody, ScheduleChange, ScheduleSchema, scheduleView } from './schedule.ts'
import { findSchedule, listSchedules, lockSchedule } from './store.ts'
import { upstreamOfRun, upstreamOfSchedule } from './upstream.ts'

const Params = Type.Object({
  id: IdField('sch', 'The schedule.'),
})
const NoQuery = Type.Object({}, { additionalProperties: false })
const pages = (of: string) => Type.Object({ ...pageFields(of) }, { additionalProperties: false })
const BUSY_SEC = 10

export function scheduleRoutes(deps: ScheduleDeps): Route[] {
  const { pool } = deps
  const named = { params: Params, query: NoQuery }
  const scheduleOf = async (account: number, id: string): Promise<Schedule> => {
    const schedule = await findSchedule(pool, account, id)
    if (!schedule) throw unknownSchedule(id)
    return schedule
  }
  const viewsOf = async (schedules: readonly Schedule[]) => {
    const last = await findLastRuns(
      pool,
      schedules.map(({ no }) => no),
    )
    const nowMs = (await databaseNow(pool)).getTime()
    return Promise.all(
      schedules.map(async (schedule) =>
        scheduleView(schedule, {
          lastRun: last.get(schedule.no) ?? null,
          upstream: await upstreamOfSchedule(deps.readAsk, schedule, nowMs),
          attention: await attentionOfSchedule(deps, schedule),
        }),
      ),
    )
  }
  const viewOf = async (schedule: Schedule) => one(await viewsOf([schedule]))

  return [
    freeRoute(
      {
        method: 'POST',
        path: '/schedules',
        operationId: 'createSchedule',
        tag: 'Schedules',
        summary: 'Ask the same question regularly',
        description: `Makes the call \`ask\` every hour, day or week, at a local time. Each run is a job of kind \`schedule\`, and its end an event \`schedule.done\` with counts, credits and the path of its file. A run missed while nothing was up happens once, late. One that could cost more than \`max_credits\`, cannot be paid, or comes before the previous one has ended does not happen; its event says why. The call itself is free. Runs are charged to the key that created the schedule, also after its revocation. An account can have ${LIMITS.schedules} schedules.`,
        query: NoQuery,
        body: ScheduleBody,
        answers: { 201: { description: 'The schedule.', schema: ScheduleSchema } },
      },
      ({ body, requestId }, { holder }, keepWith) =>
        createSchedule(deps, holder, body, requestId, async (client, schedule, asked) => {
          const attention = await attentionOfSchedule(deps, schedule)
          const facts = { lastRun: null, upstream: upstreamOfRun(asked), attention }
          const answer = served(scheduleView(schedule, facts), 201)
          await keepWith(client, answer)
          return answer
        }),
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/schedules',
        operationId: 'listSchedules',
        tag: 'Schedules',
        summary: 'The schedules of the account, newest first',
        description: 'Free.',
        query: pages('Schedules per page.'),
        answers: {
          200: {
            description: 'A page of schedules.',
            schema: Type.Object({
              schedules: Type.Array(ScheduleSchema, { description: 'Newest first.' }),
              next_cursor: NextCursor,
            }),
          },
        },
      },
      async ({ query }, { holder }) => {
        const account = holder.account.no
        const before = await readCursor(pool, account, query.cursor)
        const { page, nextCursor } = await readPage(
          query.limit,
          (limit) => listSchedules(pool, account, before, limit),
          (schedule) => schedule,
        )
        return served({ schedules: await viewsOf(page), next_cursor: nextCursor })
      },
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/schedules/{id}',
        operationId: 'getSchedule',
        tag: 'Schedules',
        summary: 'Get a schedule',
        description: 'Free.',
        ...named,
        answers: { 200: { description: 'The schedule.', schema: ScheduleSchema } },
      },
      async ({ params }, { holder }) => served(await viewOf(await scheduleOf(holder.account.no, params.id))),
    ),
    freeRoute(
      {
        method: 'PATCH',
        path: '/schedules/{id}',
        operationId: 'changeSchedule',
        tag: 'Schedules',
        summary: 'Change a schedule',
        description:
          'Omitted fields stay unchanged; `body` is replaced as a whole. A run that has begun stays as it was. Free.',
        ...named,
        body: ScheduleChange,
        answers: { 200: { description: 'The changed schedule.', schema: ScheduleSchema } },
      },
      async ({ params, body }, { holder }) =>
        served(await viewOf(await changeSchedule(deps, holder.account.no, params.id, body))),
    ),
    freeRoute(
      {
        method: 'DELETE',
        path: '/schedules/{id}',
        operationId: 'deleteSchedule',
        tag: 'Schedules',
        summary: 'Delete a schedule',
        description: 'A run that has begun goes on: cancel its job to stop it. Free.',
        ...named,
        answers: { 200: { description: 'The deleted schedule.', schema: ScheduleSchema } },
      },
      async ({ params }, { holder }) =>
        served(await viewOf(await endSchedule(pool, holder.account.no, params.id))),
    ),
    freeRoute(
      {
        method: 'POST',
        path: '/schedules/{id}/run',
        operationId: 'runSchedule',
        tag: 'Schedules',
        summary: 'Run it now',
        description:
          'Also while it is paused. Its times stay as they are. A worker begins the run; see `GET /schedules/{id}/runs` for its job and its end. Costs what any run costs.',
        ...named,
        answers: { 202: { description: 'The queued run.', schema: Type.Object({ run: RunSchema }) } },
      },
      async ({ params }, { holder }, keepWith) =>
        inTransaction(pool, async (client) => {
          const schedule = await lockSchedule(client, holder.account.no, params.id)
          if (!schedule) throw unknownSchedule(params.id)
          if (await hasOpenRun(client, schedule.no, null)) throw stillRunning(params.id)
          const run = await findRun(client, schedule.no, await queueRun(client, schedule))
          if (!run) throw new Error('a new run was not found')
          const answer = accepted({ run: runView(run) }, `/v1/schedules/${params.id}/runs`)
          await keepWith(client, answer)
          return answer
        }),
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/schedules/{id}/runs',
        operationId: 'listRuns',
        tag: 'Schedules',
        summary: 'The runs of a schedule, newest first',
        description: `Also those that did not happen. Listed for ${LIMITS.runDays} days. Free.`,
        params: Params,
        query: pages('Runs per page.'),
        answers: {
          200: {
            description: 'A page of runs.',
            schema: Type.Object({
              runs: Type.Array(RunSchema, { description: 'Newest first.' }),
              next_cursor: NextCursor,
            }),
          },
        },
      },
      async ({ params, query }, { holder }) => {
        const { no } = await scheduleOf(holder.account.no, params.id)
        const { cursor } = query
        const last = cursor === undefined ? undefined : await findRun(pool, no, cursor)
        if (cursor !== undefined && !last) throw badCursor()
        const { page, nextCursor } = await readPage(
          query.limit,
          (limit) => listRuns(pool, no, last?.no ?? null, limit),
          runView,
        )
        return served({ runs: page, next_cursor: nextCursor })
      },
    ),
  ]
}

function stillRunning(id: string): ApiError {
  return new ApiError(
    'rate_limited',
    `A run of ${id} has not ended yet. Wait for its end, or cancel its job.`,
    {
      retryAfterSec: BUSY_SEC,
    },
  )
}

function badCursor(): ApiError {
  return invalid('`cursor` must be the `next_cursor` of an earlier page.')
}

/** A cursor is the id of the last schedule on the page before. */
async function readCursor(pool: Pool, account: number, cursor: string | undefined): Promise<number | null> {
  if (cursor === undefined) return null
  const schedule = await findSchedule(pool, account, cursor)
  if (!schedule) throw badCursor()
  return schedule.no
}
