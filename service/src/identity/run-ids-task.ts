import { PRICE_OF } from '../billing/prices.ts'
import { openTab } from '../billing/tab.ts'
import type { Client } from '../db/pool.ts'
import { type Later, type Task, type TaskOutcome, takeJobTurn } from '../jobs/tasks.ts'
import { ApiError } from '../kernel/errors.ts'
import { findSource } from '../sources/catalog/catalog.ts'
import { keepFindings } from './claims.ts'
import type { IdentityDeps } from './deps.ts'
import type { IdsAsk } from './ids-job.ts'
import type { Patience } from './page-pace.ts'
import { type LiveRecord, planRecord } from './record.ts'

/** What came of a hotel of a job: done, or to be tried again later. */
export type IdsTaskEnd = { outcome: TaskOutcome; keep(client: Client): Promise<number> } | { later: Later }

/** One hotel of a job in so many milliseconds, where it takes a live resolution. */
const HOTEL_EVERY_MS = 6000
/** A job has time: it waits for the search engine's pages as long as others are before it. */
const PATIENCE: Patience = { patienceMs: 120_000, urgent: false }
/** When nobody could be asked: how often it is tried again, and after how long. */
const MOST_ATTEMPTS = 6
const AGAIN_MS = 30_000

/**
 * The ids of one hotel. What was found is written with the settlement, in one transaction: a worker that dies in between has
 * neither mapped nor charged anything. Null where the worker stops: somebody else shall do it.
 */
export async function runIdsTask(
  desk: IdentityDeps,
  task: Task,
  stop: AbortSignal,
): Promise<IdsTaskEnd | null> {
  const ask = task.ask as IdsAsk
  const source = findSource(desk.catalog, ask.chain)
  if (!source) return failedIdsTask(task)
  const { known, goLive } = await planRecord(desk, { ...ask, source })
  if (!goLive) return done(desk, task, known.ids.size, null)
  const due = await takeJobTurn(desk.pool, task.job ?? 0, HOTEL_EVERY_MS)
  if (due) return { later: { at: due } }
  const live = await unlessStopped(
    goLive(PATIENCE).catch((error: unknown) => failureOf(error)),
    stop,
  )
  if (live === null) return null
  const isFailure = 'failure' in live
  if (!isFailure && live.ran) return done(desk, task, known.ids.size, live)
  if (isFailure && live.failure.code === 'hotel_not_found') return failedIdsTask(task)
  if (task.attempt < MOST_ATTEMPTS) return { later: { afterMs: AGAIN_MS } }
  return isFailure || known.ids.size === 0 ? failedIdsTask(task) : done(desk, task, known.ids.size, null)
}

/** A hotel that cannot be found, whoever tries: it fails, and costs nothing. */
export function failedIdsTask(task: Task): Extract<IdsTaskEnd, { outcome: unknown }> {
  const tab = openTab('ids')
  tab.free()
  const outcome = { task, succeeded: false, cells: 0, charge: tab.total(), counts: tab.counts() }
  return { outcome, keep: async () => 0 }
}

function done(desk: IdentityDeps, task: Task, known: number, live: LiveRecord | null): IdsTaskEnd {
  const tab = openTab('ids')
  if (live) tab.live(PRICE_OF.resolution())
  else tab.free()
  return {
    outcome: { task, succeeded: true, cells: known, charge: tab.total(), counts: tab.counts() },
    keep: async (client) => {
      if (!live) return known
      for (const findings of live.findings) await keepFindings(client, desk.log, findings)
      return (await live.conclude(client)).ids.size
    },
  }
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
