import type { Logger } from 'pino'
import { type Client, inTransaction, type Pool } from '../../db/pool.ts'
import type { Task } from '../../jobs/tasks.ts'
import { defineWork, type Work } from '../../leases/define-work.ts'
import type { Ended, Share } from '../../leases/work.ts'
import type { ContentPage } from '../../sources/content.ts'
import type { Gateway } from '../../sources/gateway.ts'
import { SourceFailure } from '../../sources/source.ts'
import {
  addChange,
  closeHotels,
  type DirectoryChange,
  noChange,
  storeContent,
  sweepUnlisted,
} from './facts-store.ts'
import { afterPage, afterSweep, beginReading, failedReading, type Next } from './sync-steps.ts'
import { endPage, queueNextPage, readSync, SYNC_KIND, type SyncState, saveSync } from './sync-store.ts'

export interface SyncDeps {
  pool: Pool
  gateway: Pick<Gateway, 'contentOf' | 'listHotels' | 'changedHotels'>
  /** The concurrency of each source, shared with the work that people wait for. */
  shares: ReadonlyMap<string, Share>
  log: Logger
  now: () => number
  /** Called in the transaction that closed hotels or opened them again. */
  onStatus(client: Client, change: Pick<DirectoryChange, 'closed' | 'reopened'>): Promise<void>
}

/** A page from the source; a step that needs no call; or why there is none. */
type PageResult =
  | { state: SyncState; page: ContentPage }
  | { state: SyncState; sweep: true }
  | { failure: string; restart: boolean }

/** Waits before a page is tried again. After the last, the reading rests and goes on later from the same page. */
const AGAIN_MS = [2000, 10_000, 60_000]
/** A vendor may take long for a page of hundreds of hotels; nobody waits for it. */
const PAGE_DEADLINE_MS = 60_000

/**
 * Reads the directory of a source, page by page. A page, the cursor after it and the task of the next page are stored in one
 * transaction, so a worker that dies loses one page at most, and another goes on from there.
 */
export function directoryWork(deps: SyncDeps): Work<Task> {
  return defineWork<Task, string, PageResult>({
    kind: SYNC_KIND,
    shares: deps.shares,
    group: { most: 1, gatherMs: 0 },
    parse: ({ source }) => source,
    // Nobody waits for a page, so a worker that stops does not wait for it either. Another one reads it again.
    run: (source, task, { soon }) => readPage(deps, source, task.attempt, soon),
    settle: async (group) => {
      for (const { row, result } of group)
        await inTransaction(deps.pool, (client) => settle(deps, client, row, result))
    },
    fail: (_, why) => ({ failure: why, restart: why === 'unstorable' }),
  })
}

async function readPage(
  deps: SyncDeps,
  source: string,
  attempt: number,
  signal: AbortSignal,
): Promise<Ended<PageResult>> {
  const known = await readSync(deps.pool, source)
  const able = deps.gateway.contentOf(source)
  if (!known || !able?.list) return { result: { failure: 'the source has no listing', restart: false } }
  const state = known.phase === 'idle' ? beginReading(known, able, deps.now()) : known
  if (state.phase === 'sweep') return { result: { state, sweep: true } }
  try {
    return { result: { state, page: await askPage(deps, state, signal) } }
  } catch (error) {
    if (signal.aborted) return null
    if (!(error instanceof SourceFailure)) throw error
    const wait = AGAIN_MS[attempt - 1]
    if (wait !== undefined) return { later: { afterMs: Math.max(wait, error.retryAfterMs ?? 0) } }
    return { result: { failure: error.kind, restart: error.kind === 'broken' } }
  }
}

async function askPage(deps: SyncDeps, state: SyncState, signal: AbortSignal): Promise<ContentPage> {
  const { source, cursor, completeAt } = state
  const options = { deadlineMs: PAGE_DEADLINE_MS, signal }
  if (state.phase !== 'changes' || !completeAt) {
    return (await deps.gateway.listHotels(source, cursor, options)).answer
  }
  return (await deps.gateway.changedHotels(source, completeAt.toISOString(), cursor, options)).answer
}

async function settle(deps: SyncDeps, client: Client, task: Task, result: PageResult): Promise<void> {
  if (!(await endPage(client, task))) return
  if ('failure' in result) return rest(deps, client, task.source, result)
  const change = noChange()
  const next =
    'page' in result ? await storePage(client, result, change) : await sweep(client, result, change)
  next.state.hotels += change.hotels
  await saveSync(client, next.state, next.dueSec)
  if (next.state.phase !== 'idle') await queueNextPage(client, task.source, isSmall(result))
  if (change.closed.length + change.reopened.length > 0) await deps.onStatus(client, change)
  tell(deps, next)
}

/** After a large page, the database gets a rest. Vendors with small pages would take minutes that way. */
const LARGE_PAGE = 150

function isSmall(result: Exclude<PageResult, { failure: string }>): boolean {
  return 'page' in result && result.page.hotels.length < LARGE_PAGE
}

async function storePage(
  client: Client,
  { state, page }: { state: SyncState; page: ContentPage },
  change: DirectoryChange,
): Promise<Next> {
  const at = await clockOf(client)
  addChange(change, await storeContent(client, state.source, page.hotels, at))
  addChange(change, await closeHotels(client, state.source, page.gone))
  return afterPage(state, page, at)
}

async function sweep(
  client: Client,
  { state }: { state: SyncState },
  change: DirectoryChange,
): Promise<Next> {
  const begunAt = state.startedAt ?? new Date(0)
  const { next, ...closed } = await sweepUnlisted(client, state.source, state.cursor ?? '', begunAt)
  addChange(change, closed)
  return afterSweep(state, next, await clockOf(client))
}

/** One clock for all workers, because `listed_at` is compared with the beginning of the reading. */
async function clockOf(client: Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select ledger_now() as now')
  return rows[0]?.now ?? new Date()
}

async function rest(
  { log }: SyncDeps,
  client: Client,
  source: string,
  { failure, restart }: { failure: string; restart: boolean },
): Promise<void> {
  const state = await readSync(client, source)
  if (!state) return
  const next = failedReading(state, failure, restart)
  await saveSync(client, next.state, next.dueSec)
  log.warn(
    { source, why: failure, page: state.pages },
    'the directory of a source could not be read; trying again later',
  )
}

/** Progress, but not every page. */
const TELL_EVERY_PAGES = 25

function tell({ log }: SyncDeps, { state }: Next): void {
  const fields = { source: state.source, pages: state.pages, read: state.hotelsRead, hotels: state.hotels }
  if (state.phase === 'idle') {
    const how = state.error === null ? 'the directory of a source is up to date' : state.error
    if (state.error === null) log.info(fields, how)
    else log.warn(fields, how)
  } else if (state.pages === 1 || state.pages % TELL_EVERY_PAGES === 0) {
    log.info({ ...fields, phase: state.phase }, 'reading the directory of a source')
  }
}
