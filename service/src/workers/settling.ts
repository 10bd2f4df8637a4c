import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import type { TaskDesk, TaskResult } from '../grids/run-task.ts'
import { type HotelsMaster, hotelKey } from '../hotels/master.ts'
import { tellOfEnds } from '../identity/job-done.ts'
import { settleTasks, type TaskOutcome } from '../jobs/tasks.ts'
import { createLooks } from '../observations/looks.ts'
import { writeCells, writeStays } from '../observations/store.ts'
import { newestOf } from '../observations/writer.ts'
import { settleRefreshTasks } from '../watches/refreshing/settle-round.ts'
import { failed } from './work.ts'

/** What a task brought. */
export interface Result extends TaskResult {
  /** Further rows, in the transaction of its settlement; says how many cells it then counts for. */
  keep?(client: Client): Promise<number>
  /** Whether somebody may want to be told when the job has ended. */
  hasHook?: boolean
}

/** Results on their way into the database: all that arrive while one group is written share the next. */
export interface Settling {
  add(result: Result): void
  /** Tries again what could not be written before. */
  nudge(): void
  /** Resolves when nothing is left to write, or when writing failed. */
  rest(): Promise<void>
  /** The tasks whose results are not written yet. */
  inHand(): Iterable<number>
}

const MOST_TASKS = 64
/** What ends within so long is written together: a transaction for each task alone kept the database busier than the sources. */
const GATHER_MS = 25
const MOST_CELLS = 500

export interface SettlingOptions extends Pick<TaskDesk, 'catalog'> {
  pool: Pool
  hotels: HotelsMaster
  log: Logger
  /** Something that is watched was looked at. */
  onRefreshed(): void
}

export function createSettling({ pool, hotels, catalog, log, onRefreshed }: SettlingOptions): Settling {
  const done: Result[] = []
  const inHand = new Set<number>()
  const looks = createLooks()
  let running: Promise<void> | null = null

  function nudge(): void {
    running ??= settleAll()
      .catch((error: unknown) => log.warn({ err: error }, 'tasks could not be settled'))
      .finally(() => {
        running = null
      })
  }

  async function settleAll(): Promise<void> {
    while (done.length > 0) {
      if (done.length < MOST_TASKS) await wait(GATHER_MS)
      const group = takeGroup(done)
      try {
        await store(group)
      } catch (error) {
        // Nothing of it was written. The fence decides what of it still counts when it is tried again.
        done.unshift(...(isAboutData(error) ? await sortOut(group) : group))
        if (!isAboutData(error)) throw error
      }
    }
  }

  /** One figure that no column can hold must not keep the rest of its group, or the whole worker, from being written. */
  async function sortOut(group: Result[]): Promise<Result[]> {
    const failures: Result[] = []
    for (const [index, result] of group.entries()) {
      try {
        await store([result])
      } catch (error) {
        if (!isAboutData(error)) return [...failures, ...group.slice(index)]
        const { task } = result.outcome
        log.error({ err: error, task: task.id, source: task.source }, 'an answer could not be stored')
        failures.push(failed(catalog, task))
      }
    }
    return failures
  }

  async function store(group: Result[]): Promise<void> {
    const nos = await hotels.register(group.flatMap((result) => result.hotels))
    const written = group.flatMap((result) =>
      result.rows((hotelCode) => nos.get(hotelKey({ source: result.outcome.task.source, hotelCode })) ?? 0),
    )
    const { stays, cells } = newestOf(written)
    const news = looks.newsOf(cells)
    await inTransaction(pool, async (client) => {
      await writeStays(client, stays)
      await writeCells(client, cells, news)
      const outcomes: TaskOutcome[] = []
      for (const { outcome, keep } of group) {
        outcomes.push(keep ? { ...outcome, cells: await keep(client) } : outcome)
      }
      if (isRefresh(group[0])) return settleRefreshTasks(client, catalog, outcomes)
      await settleTasks(client, outcomes)
      const hooked = group.flatMap(({ hasHook, outcome }) => (hasHook ? (outcome.task.job ?? []) : []))
      if (hooked.length > 0) await tellOfEnds(client, hooked)
    })
    looks.told(news)
    for (const { outcome } of group) inHand.delete(outcome.task.id)
    if (isRefresh(group[0])) onRefreshed()
  }

  return {
    add: (result) => {
      done.push(result)
      inHand.add(result.outcome.task.id)
      nudge()
    },
    nudge,
    rest: async () => {
      nudge()
      await running
    },
    inHand: () => inHand,
  }
}

/** SQLSTATE classes 22, 23 and 54: a value that the column, a rule or an index cannot take. Everything else passes. */
function isAboutData(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(22|23|54)/.test(String(error.code))
}

/** Tasks of jobs or of refreshes, not both: each locks the accounts that it charges in their order, and only once. */
function takeGroup(done: Result[]): Result[] {
  let cells = 0
  let size = 0
  const kind = isRefresh(done[0])
  while (size < done.length && size < MOST_TASKS && cells < MOST_CELLS && isRefresh(done[size]) === kind) {
    cells += done[size]?.outcome.cells ?? 0
    size += 1
  }
  return done.splice(0, size)
}

function isRefresh(result: Result | undefined): boolean {
  return result !== undefined && result.outcome.task.refresh !== null
}
