import type { Logger } from 'pino'
import { listen } from '../db/listen.ts'
import { inTransaction, type Pool } from '../db/pool.ts'
import { runTask, type TaskDesk, type TaskResult } from '../grids/run-task.ts'
import { type HotelsMaster, hotelKey } from '../hotels/master.ts'
import { TASKS_CHANNEL } from '../jobs/store.ts'
import { claimTasks, giveBack, settleTasks, type Task } from '../jobs/tasks.ts'
import { BEAT_MS, type Crew, joinCrew, type Membership, shareOf } from '../leases/workers.ts'
import { writeCells, writeStays } from '../observations/store.ts'
import { newestOf } from '../observations/writer.ts'

export interface Runner {
  close(): Promise<void>
}

export interface RunnerOptions extends TaskDesk {
  pool: Pool
  listenUrl: string
  hotels: HotelsMaster
  log: Logger
}

/** Nobody is told of tasks that went back into the queue: this is how often a worker looks by itself. */
const POLL_MS = 500
/** Tasks in hand for each that may run: a source never waits for the database. */
const BUFFER = 3
const MOST_TASKS_SETTLED = 64
const MOST_CELLS_SETTLED = 500

/**
 * Works off the tasks of all jobs. Takes them in turn, a few more than it can run; asks each source no more at once than its
 * share of what all workers may; and settles what is done in groups, each in one transaction with its cells.
 */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const { pool, catalog, hotels, log } = options
  const waiting = new Map<string, Task[]>(catalog.sources.map(({ id }) => [id, []]))
  const running = new Map<string, number>(catalog.sources.map(({ id }) => [id, 0]))
  const done: TaskResult[] = []
  const stopping = new AbortController()
  const member: Membership = await joinCrew(pool)
  let crew: Crew = await member.beat()
  let claiming: Promise<void> | null = null
  let settling: Promise<void> | null = null

  const capOf = (source: string) =>
    shareOf(catalog.sources.find(({ id }) => id === source)?.limits.concurrency ?? 1, crew)

  async function claim(): Promise<void> {
    const wants = new Map(
      [...waiting].map(([source, tasks]) => [
        source,
        capOf(source) * BUFFER - tasks.length - (running.get(source) ?? 0),
      ]),
    )
    const tasks = await claimTasks(pool, member.id, wants)
    for (const task of tasks) waiting.get(task.source)?.push(task)
    pump()
  }

  function look(): void {
    if (stopping.signal.aborted) return
    claiming ??= claim()
      .catch((error: unknown) => log.warn({ err: error }, 'tasks could not be claimed'))
      .finally(() => {
        claiming = null
      })
  }

  function pump(): void {
    for (const [source, tasks] of waiting) {
      while (!stopping.signal.aborted && tasks.length > 0 && (running.get(source) ?? 0) < capOf(source)) {
        const task = tasks.shift()
        if (task) void start(source, task)
      }
    }
  }

  async function start(source: string, task: Task): Promise<void> {
    running.set(source, (running.get(source) ?? 0) + 1)
    try {
      done.push(await runTask(options, task, stopping.signal))
    } catch (error) {
      log.error({ err: error, task: task.id }, 'a task could not be run; it goes back to the queue')
      await giveBack(pool, member.id, [task]).catch(() => {})
    } finally {
      running.set(source, (running.get(source) ?? 0) - 1)
    }
    pump()
    settle()
    if ((waiting.get(source)?.length ?? 0) < capOf(source)) look()
  }

  function settle(): void {
    settling ??= settleAll()
      .catch((error: unknown) => log.warn({ err: error }, 'tasks could not be settled'))
      .finally(() => {
        settling = null
      })
  }

  async function settleAll(): Promise<void> {
    while (done.length > 0) {
      const group = takeGroup(done)
      try {
        await store(group)
      } catch (error) {
        // Nothing of it was written. The fence decides what of it still counts when it is tried again.
        done.unshift(...group)
        throw error
      }
    }
  }

  async function store(group: TaskResult[]): Promise<void> {
    const nos = await hotels.register(group.flatMap((result) => result.hotels))
    const written = group.flatMap((result) =>
      result.rows((hotelCode) => nos.get(hotelKey({ source: result.outcome.task.source, hotelCode })) ?? 0),
    )
    const { stays, cells } = newestOf(written)
    await inTransaction(pool, async (client) => {
      await writeStays(client, stays)
      await writeCells(client, cells)
      await settleTasks(
        client,
        group.map(({ outcome }) => outcome),
      )
    })
  }

  const beat = setInterval(() => {
    member.beat().then(
      (now) => {
        crew = now
        settle()
      },
      (error: unknown) => log.warn({ err: error }, 'the worker could not say that it is alive'),
    )
  }, BEAT_MS)
  const poll = setInterval(look, POLL_MS)
  const ears = listen(options.listenUrl, TASKS_CHANNEL, look)
  look()

  return {
    close: async () => {
      clearInterval(beat)
      clearInterval(poll)
      stopping.abort()
      await ears.close()
      await claiming
      await giveBack(pool, member.id, [...waiting.values()].flat())
      while ([...running.values()].some((count) => count > 0) || done.length > 0 || settling) {
        settle()
        await settling
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      await member.leave()
    },
  }
}

function takeGroup(done: TaskResult[]): TaskResult[] {
  const group: TaskResult[] = []
  let cells = 0
  for (
    let next = done[0];
    next && group.length < MOST_TASKS_SETTLED && cells < MOST_CELLS_SETTLED;
    next = done[0]
  ) {
    group.push(next)
    cells += next.outcome.cells
    done.shift()
  }
  return group
}
