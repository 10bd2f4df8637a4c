import { expect } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { type Answer, call, get, post } from '../support/client.ts'
import { takeClock } from '../support/database.ts'
import { type Market, openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'

export interface RunBody {
  id: string
  status: string
  reason: string | null
  message: string | null
  due_at: string | null
  created_at: string
  ended_at: string | null
  job_id: string | null
  cells: number
  credits: number
  file: string | null
}

export interface ScheduleBody {
  id: string
  status: string
  next_run_at: string | null
  last_run: RunBody | null
  [field: string]: unknown
}

export interface DoneEvent {
  id: string
  type: string
  created_at: string
  schedule: { id: string; run_id: string; status: string; [field: string]: unknown }
  deliveries: unknown
}

/** A market whose schedules run by a clock that the test moves. */
export interface ScheduleMarket extends Market {
  account: TestAccount
  now(): number
  moveTo(time: string | number): Promise<void>
  create(body: object, key?: string): Promise<ScheduleBody>
  read(id: string): Promise<ScheduleBody>
  runsOf(id: string): Promise<RunBody[]>
  /** Moves the clock to the next run of a schedule, and returns that run when it has ended. */
  runNext(id: string): Promise<RunBody>
  ended(id: string, count: number): Promise<RunBody[]>
  events(): Promise<DoneEvent[]>
}

export async function openScheduleMarket(
  start: string,
  workers = 1,
  env: Record<string, string> = {},
): Promise<ScheduleMarket> {
  const market = await openMarket({ workers: 0, env })
  const clock = await takeClock(market.database.pool, start)
  for (let worker = 0; worker < workers; worker += 1) await market.startWorker()
  const account = await newAccount(market.database.pool, 'scale', { rps: 1000 })
  const { key } = account
  let nowMs = Date.parse(start)
  const read = async (id: string) => scheduleOf(await get(market.url, `/v1/schedules/${id}`, key))
  const runsOf = async (id: string) =>
    (bodyOf(await get(market.url, `/v1/schedules/${id}/runs`, key)) as { runs: RunBody[] }).runs
  const ended = async (id: string, count: number) => {
    let runs: RunBody[] = []
    await until(async () => {
      runs = await runsOf(id)
      return runs.filter(({ ended_at: at }) => at !== null).length >= count
    })
    expect(runs).toHaveLength(count)
    return runs
  }
  const moveTo = async (time: string | number) => {
    nowMs = new Date(time).getTime()
    await clock.set(new Date(nowMs).toISOString())
  }
  return {
    ...market,
    account,
    now: () => nowMs,
    moveTo,
    read,
    runsOf,
    ended,
    create: async (body, by = key) => scheduleOf(await post(market.url, '/v1/schedules', by, body), 201),
    runNext: async (id) => {
      const [before, { next_run_at: at }] = [await runsOf(id), await read(id)]
      expect(at).not.toBeNull()
      await moveTo(Math.max(nowMs, Date.parse(at ?? '')))
      const [run] = await ended(id, before.length + 1)
      return run as RunBody
    },
    events: async () =>
      (
        bodyOf(await get(market.url, '/v1/events?type=schedule.done&limit=1000', key)) as {
          events: DoneEvent[]
        }
      ).events,
  }
}

export function bodyOf({ status, body }: Answer, expected = 200): unknown {
  expect([status, body]).toEqual([expected, expect.anything()])
  return body
}

export function scheduleOf(answer: Answer, expected = 200): ScheduleBody {
  return bodyOf(answer, expected) as ScheduleBody
}

export function patch(url: string, key: string, id: string, body: object): Promise<Answer> {
  return call(url, 'PATCH', `/v1/schedules/${id}`, { key, body })
}

export function remove(url: string, key: string, id: string): Promise<Answer> {
  return call(url, 'DELETE', `/v1/schedules/${id}`, { key })
}
