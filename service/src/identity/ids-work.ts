import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { PRICE_OF } from '../billing/prices.ts'
import { openTab } from '../billing/tab.ts'
import { type Client, inTransaction } from '../db/pool.ts'
import { settleTasks, type Task, type TaskOutcome, takeJobTurn } from '../jobs/tasks.ts'
import { ApiError } from '../kernel/errors.ts'
import { defineWork, type Work } from '../leases/define-work.ts'
import type { Done, Ended } from '../leases/work.ts'
import { findSource } from '../sources/catalog/catalog.ts'
import { keepFindings } from './claims.ts'
import type { IdentityDesk } from './desk.ts'
import { tellOfEnds } from './job-done.ts'
import type { Patience } from './page-pace.ts'
import { type LiveRecord, planRecord } from './record.ts'

const Question = Type.Object({
  chain: Type.String(),
  hotelCode: Type.String(),
  sources: Type.Array(Type.String()),
})
/** What one task asks: the ids of one hotel. */
export type IdsQuestion = Static<typeof Question>
const checked = Compile(Question)

/** What is known of a hotel, with what was found out just now; or that it could not be found. */
type IdsResult = { known: number; live: LiveRecord | null } | 'failed'

/** Hotels whose ids are looked for at once, by all workers: their pace is set by the search engine's pages, not by us. */
const HOTELS_AT_ONCE = 4
/** One hotel of a job in so many milliseconds, where it takes a live resolution. */
const HOTEL_EVERY_MS = 6000
/** A job has time: it waits for the search engine's pages as long as others are before it. */
const PATIENCE: Patience = { patienceMs: 120_000, urgent: false }
/** When nobody could be asked: how often it is tried again, and after how long. */
const MOST_ATTEMPTS = 6
const AGAIN_MS = 30_000

/**
 * Ids of a job's hotels. What was found is written with the settlement, in one transaction: a worker that dies in between has
 * neither mapped nor charged anything.
 */
export function idsWork(desk: IdentityDesk): Work<Task> {
  const share = { name: 'ids', cap: HOTELS_AT_ONCE }
  return defineWork<Task, IdsQuestion, IdsResult>({
    kind: 'ids',
    shares: new Map(desk.catalog.sources.map(({ id }) => [id, share])),
    group: { most: 64, gatherMs: 25 },
    parse: ({ ask }) => {
      if (!checked.Check(ask)) throw new Error('a task asks for ids in a way that this version does not know')
      return ask
    },
    run: (question, task, { soon }) => findIds(desk, question, task, soon),
    settle: (group) => inTransaction(desk.pool, (client) => settle(desk, client, group)),
    fail: () => 'failed',
  })
}

async function findIds(
  desk: IdentityDesk,
  question: IdsQuestion,
  task: Task,
  stop: AbortSignal,
): Promise<Ended<IdsResult>> {
  const source = findSource(desk.catalog, question.chain)
  if (!source || task.job === null) return { result: 'failed' }
  const { known, goLive } = await planRecord(desk, { ...question, source })
  const nothingNew: IdsResult = { known: known.ids.size, live: null }
  if (!goLive) return { result: nothingNew }
  const due = await takeJobTurn(desk.pool, task.job, HOTEL_EVERY_MS)
  if (due) return { later: { at: due } }
  const live = await unlessStopped(
    goLive(PATIENCE).catch((error: unknown) => failureOf(error)),
    stop,
  )
  if (live === null) return null
  const isFailure = 'failure' in live
  if (!isFailure && live.ran) return { result: { known: known.ids.size, live } }
  if (isFailure && live.failure.code === 'hotel_not_found') return { result: 'failed' }
  if (task.attempt < MOST_ATTEMPTS) return { later: { afterMs: AGAIN_MS } }
  return { result: isFailure || known.ids.size === 0 ? 'failed' : nothingNew }
}

async function settle(
  desk: IdentityDesk,
  client: Client,
  group: readonly Done<Task, IdsResult>[],
): Promise<void> {
  const outcomes: TaskOutcome[] = []
  for (const { row, result } of group) {
    const cells = result === 'failed' ? 0 : await keep(desk, client, result)
    outcomes.push(outcomeOf(row, result, cells))
  }
  await settleTasks(client, outcomes)
  await tellOfEnds(
    client,
    group.flatMap(({ row }) => row.job ?? []),
  )
}

/** Says how many ids are known then. */
async function keep(
  desk: IdentityDesk,
  client: Client,
  { known, live }: Exclude<IdsResult, 'failed'>,
): Promise<number> {
  if (!live) return known
  for (const findings of live.findings) await keepFindings(client, desk.log, findings)
  return (await live.conclude(client)).ids.size
}

/** Only what was found out live costs something. */
function outcomeOf(task: Task, result: IdsResult, cells: number): TaskOutcome {
  const tab = openTab('ids')
  if (result !== 'failed' && result.live) tab.live(PRICE_OF.resolution())
  else tab.free()
  return { task, succeeded: result !== 'failed', cells, charge: tab.total(), counts: tab.counts() }
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
