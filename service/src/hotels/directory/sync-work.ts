import type { Logger } from 'pino'
import { databaseNow } from '../../db/clock.ts'
import { isAboutData } from '../../db/data-errors.ts'
import { type Client, inTransaction, type Pool } from '../../db/pool.ts'
import type { Task } from '../../jobs/tasks.ts'
import { chunks } from '../../kernel/chunks.ts'
import { PURPOSES } from '../../kernel/purpose.ts'
import { createTurns, type Turns } from '../../kernel/turns.ts'
import { defineWork, type Work } from '../../leases/define-work.ts'
import type { Ended, Share, Slot } from '../../leases/work.ts'
import type { ContentPage } from '../../sources/content.ts'
import type { Gateway } from '../../sources/gateway.ts'
import { SourceFailure } from '../../sources/source.ts'
import { closeHotels, type DirectoryChange, storeContent, sweepUnlisted } from './facts-store.ts'
import { afterPage, afterSweep, beginReading, failedReading, type Next } from './sync-steps.ts'
import {
  addHotels,
  endPage,
  holdsPage,
  queueNextPage,
  readSync,
  SYNC_KIND,
  type SyncState,
  saveSync,
} from './sync-store.ts'

export interface SyncDeps {
  pool: Pool
  gateway: Pick<Gateway, 'contentOf' | 'listHotels' | 'changedHotels'>
  /** The concurrency of each source, shared with the work that people wait for. */
  shares: () => ReadonlyMap<string, Share>
  /** Resolves when the hotels stored so far can be searched. */
  searchable(): Promise<void>
  log: Logger
  now: () => number
  /** Called in the transaction that closed hotels or opened them again. */
  onStatus(client: Client, change: Pick<DirectoryChange, 'closed' | 'reopened'>): Promise<void>
}

/** A page whose hotels are stored, and the time of that; a step that needs no call; or why there is none. */
type PageResult =
  | { state: SyncState; page: ContentPage; at: Date }
  | { state: SyncState; sweep: true }
  | { failure: string; restart: boolean }

/** Waits before a page is tried again. After the last, the reading rests and goes on later from the same page. */
const AGAIN_MS = [2000, 10_000, 60_000]
/** A vendor may take long for a page of hundreds of hotels; nobody waits for it. */
const PAGE_DEADLINE_MS = 60_000

/** Pages that are read at once, of all sources together. A worker that begins with sixteen keeps both cores busy for seconds. */
const PAGES_AT_ONCE = 4

/**
 * Of all pages, one piece of this many hotels is stored at a time, and made searchable before the next. So a reading takes at most one
 * core, and nobody waits long for a row or for the worker: 500 at once made calls wait for a third of a second.
 */
const PIECE = 50

/**
 * Reads the directory of a source, page by page. First the hotels of a page are stored; then, in one transaction, the cursor after it
 * and the task of the next page. So a worker that dies loses one page at most, and another reads that page again.
 */
export function directoryWork(deps: SyncDeps): Work<Task> {
  const pages = createTurns<string>(PAGES_AT_ONCE)
  const pieces = createTurns<string>(1)
  return defineWork<Task, string, PageResult>({
    kind: SYNC_KIND,
    shares: deps.shares,
    group: { most: 1, gatherMs: 0 },
    parse: ({ source }) => source,
    // Nobody waits for a page, so a worker that stops does not wait for it either. Another one reads it again.
    run: (source, task, { soon }, slot) => {
      // While it waits for its turn, it takes no slot from work that people wait for.
      slot.leave()
      return pages.take(source, async () => {
        await slot.enter()
        return readPage({ ...deps, pieces }, source, task, soon, slot)
      })
    },
    settle: async (group) => {
      for (const { row, result } of group)
        await inTransaction(deps.pool, (client) => settle(deps, client, row, result))
    },
    fail: (_, why) => ({ failure: why, restart: why === 'unstorable' }),
  })
}

interface Reading extends SyncDeps {
  pieces: Turns<string>
}

async function readPage(
  deps: Reading,
  source: string,
  task: Task,
  signal: AbortSignal,
  slot: Slot,
): Promise<Ended<PageResult>> {
  const known = await readSync(deps.pool, source)
  const able = deps.gateway.contentOf(source)
  if (!known || !able?.list) return { result: { failure: 'the source has no listing', restart: false } }
  const state = known.phase === 'idle' ? beginReading(known, able, deps.now()) : known
  if (state.phase === 'sweep') return { result: { state, sweep: true } }
  try {
    const page = await askPage(deps, state, signal)
    slot.leave()
    return await storeHotels(deps, task, { state, page }, signal)
  } catch (error) {
    if (signal.aborted) return null
    if (isAboutData(error)) {
      deps.log.error({ err: error, source, page: state.pages }, 'hotels of a directory cannot be stored')
      return { result: { failure: 'unstorable', restart: true } }
    }
    if (!(error instanceof SourceFailure)) throw error
    const wait = AGAIN_MS[task.attempt - 1]
    if (wait !== undefined) return { later: { afterMs: Math.max(wait, error.retryAfterMs ?? 0) } }
    return { result: { failure: error.kind, restart: error.kind === 'broken' } }
  }
}

/** Null if the process stops, or another worker has taken over the page. */
async function storeHotels(
  deps: Reading,
  task: Task,
  { state, page }: { state: SyncState; page: ContentPage },
  signal: AbortSignal,
): Promise<Ended<PageResult>> {
  // Of the database, because `listed_at` is compared with the beginning of the reading.
  const at = await databaseNow(deps.pool)
  let { hotels } = state
  for (const piece of chunks(page.hotels, PIECE)) {
    const change = await deps.pieces.take(state.source, async () => {
      if (signal.aborted) return null
      const stored = await inTransaction(deps.pool, async (client) =>
        (await holdsPage(client, task))
          ? note(deps, client, state.source, await storeContent(client, state.source, piece, at))
          : null,
      )
      await deps.searchable()
      return stored
    })
    if (!change) return null
    hotels += change.hotels
  }
  return { result: { state: { ...state, hotels }, page, at } }
}

/** What follows from a change, in the same transaction. */
async function note(
  deps: SyncDeps,
  client: Client,
  source: string,
  change: DirectoryChange,
): Promise<DirectoryChange> {
  await addHotels(client, source, change.hotels)
  if (change.closed.length + change.reopened.length > 0) await deps.onStatus(client, change)
  return change
}

async function askPage(deps: SyncDeps, state: SyncState, signal: AbortSignal): Promise<ContentPage> {
  const { source, cursor, completeAt } = state
  const options = { deadlineMs: PAGE_DEADLINE_MS, signal, purpose: PURPOSES.directory }
  if (state.phase !== 'changes' || !completeAt) {
    return (await deps.gateway.listHotels(source, cursor, options)).answer
  }
  return (await deps.gateway.changedHotels(source, completeAt.toISOString(), cursor, options)).answer
}

async function settle(deps: SyncDeps, client: Client, task: Task, result: PageResult): Promise<void> {
  if (!(await endPage(client, task))) return
  if ('failure' in result) return rest(deps, client, task.source, result)
  const next = 'page' in result ? await turnPage(deps, client, result) : await sweep(deps, client, result)
  await saveSync(client, next.state, next.dueSec)
  if (next.state.phase !== 'idle') await queueNextPage(client, task.source)
  tell(deps, next)
}

async function turnPage(
  deps: SyncDeps,
  client: Client,
  { state, page, at }: { state: SyncState; page: ContentPage; at: Date },
): Promise<Next> {
  const { source } = state
  const { hotels } = await note(deps, client, source, await closeHotels(client, source, page.gone))
  return afterPage({ ...state, hotels: state.hotels + hotels }, page, at)
}

async function sweep(deps: SyncDeps, client: Client, { state }: { state: SyncState }): Promise<Next> {
  const { source, cursor, startedAt } = state
  const { next, ...change } = await sweepUnlisted(client, source, cursor ?? '', startedAt ?? new Date(0))
  const { hotels } = await note(deps, client, source, change)
  return afterSweep({ ...state, hotels: state.hotels + hotels }, next, await databaseNow(client))
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
  } else if (state.pages % TELL_EVERY_PAGES === 0) {
    log.info({ ...fields, phase: state.phase }, 'reading the directory of a source')
  }
}
