import type { Event as EventRow, Job, ScheduleRun, Watch } from './generated/shapes.ts'
import { collectCells, pollMs, type WaitOptions, waitForJob } from './jobs.ts'
import type { Answer, Input, OperationMethods } from './operation.ts'
import { pause } from './retry.ts'
import type { CallOptions, Receipt } from './send.ts'
import { refreshed, tested } from './wait-for-watch.ts'

/** A complete answer, and the jobs that it took. Check their `status`: what failed is missing in the answer. */
export interface Finished<Data> {
  data: Data
  jobs: Job[]
  /** What the call and its jobs cost together, and what was left after the last call. */
  credits: { charged: number; remaining: number | null }
}

type DataOf<Name extends keyof OperationMethods> = Extract<Answer<Name>, { status: 200 }>['data']

type Waited<Name extends keyof OperationMethods, Data> = (
  input: Omit<Input<Name>, 'partial'>,
  options?: CallOptions & WaitOptions,
) => Promise<Finished<Data>>

/** What ends without a job. */
type Looked<Name extends keyof OperationMethods, Data> = (
  input: Input<Name>,
  options?: CallOptions,
) => Promise<Finished<Data>>

export interface WaitingMethods {
  matrix: Waited<'matrix', DataOf<'matrix'>>
  export: Waited<'export', DataOf<'export'>>
  area: Waited<'area', DataOf<'area'>>
  calendarArea: Waited<'calendarArea', DataOf<'calendarArea'>>
  awardSearch: Waited<'awardSearch', DataOf<'awardSearch'>>
  trip: Waited<'trip', DataOf<'trip'>>
  /** The ended job; `hotelIds` then answers from what it found, for free. */
  idsJob: Waited<'idsJob', Job>
  makeBoard: Waited<'makeBoard', DataOf<'getBoard'>>
  /** The ended run. */
  runSchedule: Waited<'runSchedule', ScheduleRun>
  /** The watch after its refresh, with what the refresh cost. */
  refreshWatch: Looked<'refreshWatch', Watch>
  /** The event with what its receivers answered. One that has not answered after 20 seconds stays `pending`. */
  testWatch: Looked<'testWatch', EventRow>
  /** The same. */
  testEndpoint: Looked<'testEndpoint', EventRow>
}

export function waitingMethods(operations: OperationMethods): WaitingMethods {
  const ended = async (started: readonly { id: string }[], options: WaitOptions = {}) => {
    const jobs: Job[] = []
    for (const { id } of started) jobs.push(await waitForJob(operations, id, options))
    return jobs
  }

  /** Asks for all or nothing; after the jobs, for what there is. So the answer is paid once, and no job begins twice. */
  const whole =
    (name: 'area' | 'calendarArea' | 'awardSearch' | 'trip') =>
    async (input: Limited, options?: CallOptions & WaitOptions): Promise<Finished<unknown>> => {
      const call = operations[name] as (input: object, options?: CallOptions) => Promise<WithJobs>
      const first = await call({ ...input, partial: false }, options)
      if (first.status === 200) return finished(first.data, [first], [])
      const { job, jobs = job ? [job] : [] } = first.data
      const done = await ended(jobs, options)
      // A key of the caller's own belongs to the first call.
      const again = { ...options, idempotencyKey: againKey(options) }
      const spent = finished(null, [first], done).credits.charged
      const left =
        input.max_credits === undefined
          ? {}
          : { max_credits: thousandths(Math.max(0, input.max_credits - spent)) }
      const second = await call({ ...input, ...left, fill: 'none' }, again)
      // The second call fetches nothing, so only the first knows what its jobs leave out.
      const { not_filled } = first.data
      const data = { ...second.data, ...(not_filled && { not_filled }) }
      return finished(data, [first, second], done)
    }

  return {
    area: whole('area') as WaitingMethods['area'],
    calendarArea: whole('calendarArea') as WaitingMethods['calendarArea'],
    awardSearch: whole('awardSearch') as WaitingMethods['awardSearch'],
    trip: whole('trip') as WaitingMethods['trip'],
    matrix: async (input, options) => {
      const answer = await operations.matrix(input, options)
      if (answer.status === 200) return finished(answer.data, [answer], [])
      const done = await ended([answer.data.job], options)
      const cells = await collectCells(operations, answer.data.job.id, options)
      return finished({ cells, count: cells.length }, [answer], done)
    },
    export: async (input, options) => {
      const answer = await operations.export(input, options)
      if (answer.status === 200) return finished(answer.data, [answer], [])
      const { id } = answer.data.job
      const done = await ended([{ id }], options)
      const { format, hotel_name } = input
      const file = await operations.exportJob({ id, format, hotel_name }, options)
      return finished(file.data, [answer, file], done)
    },
    idsJob: async (input, options) => {
      const answer = await operations.idsJob(input, options)
      const done = await ended([answer.data.job], options)
      return finished(done[0] ?? answer.data.job, [answer], done)
    },
    makeBoard: async (input, options) => {
      const answer = await operations.makeBoard(input, options)
      const done = await ended([answer.data.job], options)
      const board = await operations.getBoard({ id: answer.data.board.id }, options)
      return finished(board.data, [answer, board], done)
    },
    runSchedule: async (input, options) => {
      const answer = await operations.runSchedule(input, options)
      const { run, last } = await endedRun(operations, input.id, answer.data.run, options)
      const jobs = run.job_id === null ? [] : [(await operations.getJob({ id: run.job_id }, options)).data]
      return finished(run, [answer, ...last], jobs)
    },
    refreshWatch: async (input, options) => {
      const asked = await operations.refreshWatch(input, options)
      const { answer, charged } = await refreshed(operations, asked, options)
      return { data: answer.data, jobs: [], credits: { charged, remaining: answer.credits.remaining } }
    },
    testWatch: async (input, options) => {
      const event = await tested(operations, await operations.testWatch(input, options), options)
      return finished(event.data, [event], [])
    },
    testEndpoint: async (input, options) => {
      const event = await tested(operations, await operations.testEndpoint(input, options), options)
      return finished(event.data, [event], [])
    },
  }
}

/** The limit is for the call and its jobs together. */
interface Limited {
  max_credits?: number | undefined
}

type WithJobs = Receipt & { status: 200 | 202; data: { job?: Job; jobs?: Job[]; not_filled?: object } }

function finished<Data>(data: Data, answers: readonly Receipt[], jobs: Job[]): Finished<Data> {
  const charges = [...answers.map(({ credits }) => credits.charged), ...jobs.map((job) => job.credits_spent)]
  const charged = thousandths(charges.reduce((sum, each) => sum + each, 0))
  return { data, jobs, credits: { charged, remaining: answers.at(-1)?.credits.remaining ?? null } }
}

/** Credits have three decimals. */
const thousandths = (credits: number) => Math.round(credits * 1000) / 1000

function againKey({ idempotencyKey }: CallOptions = {}): string | null | undefined {
  return typeof idempotencyKey === 'string' ? `${idempotencyKey}:answer` : idempotencyKey
}

/** A run waits for its turn before it has a job. */
async function endedRun(
  { listRuns }: OperationMethods,
  id: string,
  started: ScheduleRun,
  options: CallOptions & WaitOptions = {},
): Promise<{ run: ScheduleRun; last: Receipt[] }> {
  let run = started
  let last: Receipt[] = []
  for (let round = 0; run.ended_at === null; round += 1) {
    await pause(pollMs(round), options.signal)
    const answer = await listRuns({ id }, options)
    last = [answer]
    run = answer.data.runs.find((each) => each.id === started.id) ?? run
  }
  return { run, last }
}
