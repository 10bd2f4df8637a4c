import { type OpenTab, openTab } from '../billing/tab.ts'
import { inTransaction } from '../db/pool.ts'
import { type JobRow, keepRows } from '../jobs/job-rows.ts'
import { settleTasks, type Task, type TaskOutcome } from '../jobs/tasks.ts'
import { ApiError, ERROR_CODES, type ErrorCode } from '../kernel/errors.ts'
import { PURPOSES } from '../kernel/purpose.ts'
import { defineWork, type Work } from '../leases/define-work.ts'
import type { Ended } from '../leases/work.ts'
import { type ParityDeps, planParity } from '../parity/parity.ts'
import { readParityAsk } from '../parity/request.ts'
import { planCompset } from '../rates/compset.ts'
import { readCompset } from '../rates/compset-request.ts'
import { rowsExpected } from './plan.ts'
import { parseQuestion, type Question } from './question.ts'
import { rowsOf } from './rows.ts'

type QuestionResult = Pick<TaskOutcome, 'charge' | 'counts' | 'failures' | 'cells'> & {
  rows: JobRow[]
  place: number
  /** Keeps what was fetched until it is paid; null if nothing was. */
  tab: OpenTab | null
}

/** Runs of all workers that ask at the same time. The gateway limits the calls to each source. */
const AT_ONCE = 4

const NOTHING: QuestionResult = {
  charge: 0,
  counts: { live: 0, cached: 0, free: 0 },
  failures: [],
  cells: 0,
  rows: [],
  place: 0,
  tab: null,
}

/**
 * Calls of schedules that answer at once. Rows, count and charge are one transaction. A worker that dies before it has charged
 * nothing, and the next one asks again.
 */
export function questionWork(deps: ParityDeps & { onSettled(): void }): Work<Task> {
  const share = { name: 'questions', cap: AT_ONCE }
  return defineWork<Task, Question, QuestionResult>({
    kind: 'question',
    shares: () => new Map(deps.catalog.sources.map(({ id }) => [id, share])),
    group: { most: 16, gatherMs: 25 },
    parse: parseQuestion,
    run: (question, task, { now }) => answer(deps, question, task, now),
    settle: async (group) => {
      const paid = await inTransaction(deps.pool, async (client) => {
        const settled = await settleTasks(
          client,
          group.map(({ row: task, result: { rows: _rows, place: _place, tab, ...result } }) => ({
            task,
            succeeded: tab !== null,
            ...result,
          })),
        )
        await keepRows(
          client,
          group.flatMap(({ row: { id, job }, result: { rows, place } }) =>
            job === null || !settled.has(id) ? [] : [{ job, task: place, rows }],
          ),
        )
        return settled
      })
      for (const { row, result } of group) if (paid.has(row.id)) await result.tab?.paid()
      deps.onSettled()
    },
    fail: () => NOTHING,
  })
}

async function answer(
  deps: ParityDeps,
  question: Question,
  { account }: Task,
  stop: AbortSignal,
): Promise<Ended<QuestionResult>> {
  const tab = openTab(question.ask, String(account), PURPOSES.schedule)
  try {
    const planned = await planOf(deps, question)
    if (!('run' in planned)) throw new Error('a call of a schedule wants a job of its own')
    const told = await planned.run(tab)
    if ('commit' in told) throw new Error('a call of a schedule wants a job of its own')
    const rows = rowsOf(question.ask, told.body.value() as Record<string, unknown>)
    return {
      result: {
        charge: tab.total(),
        counts: tab.counts(),
        failures: failuresIn(question, rows),
        cells: cellsOf(deps, question, rows),
        rows,
        place: question.place,
        tab,
      },
    }
  } catch (error) {
    if (stop.aborted) return null
    if (!(error instanceof ApiError) || question.ask !== 'parity') throw error
    // The chain itself failed: as a call, this is an error, and free.
    return { result: { ...NOTHING, failures: [failure(question.body.hotel_code, error.code)] } }
  }
}

function planOf(deps: ParityDeps, question: Question) {
  const { catalog } = deps
  return question.ask === 'compset'
    ? planCompset(deps, readCompset(catalog, question.body, question.atMs))
    : planParity(deps, readParityAsk(catalog, question.body, question.atMs))
}

/** As many as were planned, however many sellers a metasearch engine has shown. */
function cellsOf({ catalog }: ParityDeps, question: Question, rows: readonly JobRow[]): number {
  if (question.ask === 'compset') return rows.length
  return rowsExpected(readParityAsk(catalog, question.body, question.atMs).channels)
}

/** Hotels of a comparison set that failed. Their rows stay in the file, with the error. */
function failuresIn({ ask }: Question, rows: readonly JobRow[]): QuestionResult['failures'] {
  if (ask === 'parity') return []
  return rows.flatMap(({ hotel_code: hotelCode, error }) => {
    const code = ERROR_CODES.find((each) => each === error)
    return code ? [failure(String(hotelCode), code)] : []
  })
}

function failure(hotelCode: string, code: ErrorCode) {
  return { hotelCode, code, cells: 1 }
}
