import { type Static, Type } from 'typebox'
import { PRICE_OF } from '../billing/prices.ts'
import { openTab } from '../billing/tab.ts'
import type { Client } from '../db/pool.ts'
import { writePaid } from '../jobs/paid-writes.ts'
import { settleTasks, type Task, type TaskOutcome, takeJobTurn } from '../jobs/tasks.ts'
import { ApiError, type ErrorCode } from '../kernel/errors.ts'
import { shapeOf } from '../kernel/shape.ts'
import { defineWork, type Work } from '../leases/define-work.ts'
import type { Done, Ended } from '../leases/work.ts'
import { findSource } from '../sources/catalog/catalog.ts'
import type { IdentityDeps } from './deps.ts'
import { tellOfEnds } from './job-done.ts'
import type { Patience } from './page-pace.ts'
import { keepLive, type LiveRecord, planRecord } from './record.ts'

const Question = Type.Object({
  chain: Type.String(),
  hotelCode: Type.String(),
  sources: Type.Array(Type.String()),
})
/** The question of one task: the ids of one hotel. */
export type IdsQuestion = Static<typeof Question>
const checked = shapeOf(Question)

/** The hotel's ids with the live findings, or a failure. */
type IdsResult = { known: number; live: LiveRecord | null } | { failed: ErrorCode }

/** No source could be asked. */
const FAILED: IdsResult = { failed: 'source_unavailable' }

/** Concurrent resolutions of all workers. The search engine's page rate sets the pace, so more would not help. */
const HOTELS_AT_ONCE = 4
/** A job starts at most one live resolution in this time. */
const HOTEL_EVERY_MS = 6000
/** Jobs are not urgent: they wait for their turn at the search engine behind requests. */
const PATIENCE: Patience = { patienceMs: 120_000, urgent: false }
/** If no source could be asked: the number of retries and the delay before each. */
const MOST_ATTEMPTS = 6
const AGAIN_MS = 30_000

/**
 * Ids of a job's hotels. Findings are written in the transaction that settles the task, so a worker that dies before it
 * has neither mapped nor charged anything.
 */
export function idsWork(deps: IdentityDeps): Work<Task> {
  const share = { name: 'ids', cap: HOTELS_AT_ONCE }
  return defineWork<Task, IdsQuestion, IdsResult>({
    kind: 'ids',
    shares: () => new Map(deps.catalog.sources.map(({ id }) => [id, share])),
    group: { most: 64, gatherMs: 25 },
    parse: ({ ask }) => {
      if (!checked.Check(ask)) throw new Error('this version cannot read the question of an ids task')
      return ask
    },
    run: (question, task, { soon }) => findIds(deps, question, task, soon),
    settle: (group) => writePaid(deps.pool, group, (client, ended) => settle(deps, client, ended)),
    fail: () => FAILED,
  })
}

async function findIds(
  deps: IdentityDeps,
  question: IdsQuestion,
  task: Task,
  stop: AbortSignal,
): Promise<Ended<IdsResult>> {
  const source = findSource(deps.catalog, question.chain)
  if (!source || task.job === null) return { result: FAILED }
  const { known, goLive } = await planRecord(deps, { ...question, source })
  const nothingNew: IdsResult = { known: known.ids.size, live: null }
  if (!goLive) return { result: nothingNew }
  const due = await takeJobTurn(deps.pool, task.job, HOTEL_EVERY_MS)
  if (due) return { later: { at: due } }
  const live = await unlessStopped(
    goLive(PATIENCE).catch((error: unknown) => failureOf(error)),
    stop,
  )
  if (live === null) return null
  const isFailure = 'failure' in live
  if (!isFailure && live.ran) return { result: { known: known.ids.size, live } }
  if (isFailure && live.failure.code === 'hotel_not_found') return { result: { failed: live.failure.code } }
  if (task.attempt < MOST_ATTEMPTS) return { later: { afterMs: AGAIN_MS } }
  if (isFailure) return { result: { failed: live.failure.code } }
  return { result: known.ids.size === 0 ? FAILED : nothingNew }
}

async function settle(
  deps: IdentityDeps,
  client: Client,
  group: readonly Done<Task, IdsResult>[],
): Promise<ReadonlySet<number>> {
  const outcomes: TaskOutcome[] = []
  for (const { row, result } of group) {
    const cells = 'failed' in result ? 0 : await keep(deps, client, result)
    outcomes.push(outcomeOf(row, result, cells))
  }
  const settled = await settleTasks(client, outcomes)
  await tellOfEnds(
    client,
    group.flatMap(({ row }) => row.job ?? []),
  )
  return settled
}

/** Returns how many ids are known afterwards. */
async function keep(
  deps: IdentityDeps,
  client: Client,
  { known, live }: Exclude<IdsResult, { failed: ErrorCode }>,
): Promise<number> {
  if (!live) return known
  return (await keepLive(client, deps, live)).ids.size
}

/** Only live resolutions cost credits. */
function outcomeOf(task: Task, result: IdsResult, cells: number): TaskOutcome {
  const tab = openTab('ids')
  if (!('failed' in result) && result.live) tab.live(PRICE_OF.resolution())
  else tab.free()
  return {
    task,
    succeeded: !('failed' in result),
    cells,
    charge: tab.total(),
    counts: tab.counts(),
    failures: 'failed' in result ? failuresOf(task, result.failed) : [],
  }
}

/** One failure for the hotel, with the ids that were wanted. Empty if the question cannot be read. */
function failuresOf({ ask }: Task, code: ErrorCode): TaskOutcome['failures'] {
  return checked.Check(ask) ? [{ hotelCode: ask.hotelCode, code, cells: ask.sources.length }] : []
}

function failureOf(error: unknown): { failure: ApiError } {
  if (!(error instanceof ApiError)) throw error
  return { failure: error }
}

function unlessStopped<T>(work: Promise<T>, stop: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const onStop = () => resolve(null)
    if (stop.aborted) onStop()
    stop.addEventListener('abort', onStop, { once: true })
    work.then(resolve, reject).finally(() => stop.removeEventListener('abort', onStop))
  })
}
