import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { listen } from '../db/listen.ts'
import type { Pool } from '../db/pool.ts'
import { createPatience } from '../grids/patience.ts'
import type { TaskDesk } from '../grids/run-task.ts'
import type { HotelsMaster } from '../hotels/master.ts'
import type { IdentityDeps } from '../identity/deps.ts'
import { TASKS_CHANNEL } from '../jobs/store.ts'
import { claimStrays, claimTasks, giveBack, type Later, letGo, postpone, type Task } from '../jobs/tasks.ts'
import { BEAT_MS, type Crew, joinCrew, NOTICE_MS, shareOf, TRUSTED_MS } from '../leases/workers.ts'
import { createSettling } from './settling.ts'
import { failed, laneCaps, run } from './work.ts'

export interface Runner {
  close(): Promise<void>
}

export interface RunnerOptions extends Omit<TaskDesk, 'patience'> {
  pool: Pool
  listenUrl: string
  hotels: HotelsMaster
  search: IdentityDeps['search']
  log: Logger
  /** Something that is watched was looked at. */
  onRefreshed(): void
}

/** Nobody is told of tasks that went back into the queue: this is how often a worker looks by itself. */
const POLL_MS = 500
/** Tasks in hand for each that may run: a source never waits for the database. */
const BUFFER = 3
/** How often a worker looks for tasks that nobody can do any more. */
const STRAYS_MS = 5000
/** At the end, calls under way have this long to come back; then their tasks are left to others. */
const LAST_CALLS_MS = 2000
/** A task that ends in an error of ours, time and again, is not kept alive for ever. */
const MOST_ATTEMPTS = 5

/**
 * Works off the tasks of all jobs. Takes them in turn, a few more than it can run; asks each source no more at once than its
 * share of what all workers may; and settles what is done in groups, each in one transaction with its cells.
 */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const { pool, catalog, log } = options
  const caps = laneCaps(catalog)
  const waiting = new Map<string, Task[]>([...caps.keys()].map((lane) => [lane, []]))
  const running = new Map<string, Set<Task>>([...caps.keys()].map((lane) => [lane, new Set()]))
  const stopSoon = new AbortController()
  const stopNow = new AbortController()
  const desk = { ...options, patience: createPatience(options.now) }
  const settling = createSettling(options)
  const member = await joinCrew(pool, 'tasks', [...caps.keys()])
  let claiming: Promise<void> | null = null
  let lookAgain = false
  let beating: Promise<void> | null = null
  let crew: Crew = { size: 1, rank: 0, reborn: false }
  // Something may stand under our name that we know nothing of.
  let doubtful = false
  // By a clock that runs on while the process stands still: one that was paused must not go on as if nothing had been.
  let trustedUntilMs = 0
  let beginAtMs = 0
  await beat()
  if (crew.size > 1) beginAtMs = performance.now() + NOTICE_MS

  const capOf = (source: string) => shareOf(caps.get(source) ?? 1, crew)
  const runningOf = (source: string) => running.get(source) ?? new Set<Task>()

  function mayBegin(): boolean {
    const nowMs = performance.now()
    return !stopSoon.signal.aborted && nowMs >= beginAtMs && nowMs < trustedUntilMs
  }

  async function beat(): Promise<void> {
    const askedAtMs = performance.now()
    crew = await member.beat()
    trustedUntilMs = askedAtMs + TRUSTED_MS
    if (crew.reborn) {
      for (const tasks of waiting.values()) tasks.length = 0
      doubtful = true
      beginAtMs = crew.size > 1 ? performance.now() + NOTICE_MS : 0
    }
  }

  async function claim(): Promise<void> {
    if (doubtful) {
      doubtful = false
      await member.keepOnly(inHand())
    }
    const wants = new Map(
      [...waiting].map(([source, tasks]) => [
        source,
        capOf(source) * BUFFER - tasks.length - runningOf(source).size,
      ]),
    )
    const tasks = await claimTasks(pool, member.id, wants)
    for (const task of tasks) waiting.get(task.source)?.push(task)
    pump()
  }

  function inHand(): number[] {
    const ids = [...settling.inHand()]
    for (const tasks of [...waiting.values(), ...running.values()]) for (const { id } of tasks) ids.push(id)
    return ids
  }

  function look(): void {
    if (!mayBegin()) return
    claiming ??= claim()
      .catch((error: unknown) => {
        doubtful = true
        log.warn({ err: error }, 'tasks could not be claimed')
      })
      .finally(() => {
        claiming = null
        if (!lookAgain) return
        lookAgain = false
        look()
      })
  }

  /** A claim under way may have looked before what we are told of was there. */
  function lookForNew(): void {
    lookAgain = claiming !== null
    look()
  }

  function pump(): void {
    for (const [source, tasks] of waiting) {
      while (tasks.length > 0 && runningOf(source).size < capOf(source) && mayBegin()) {
        const task = tasks.shift()
        if (task) void start(source, task)
      }
    }
  }

  async function start(source: string, task: Task): Promise<void> {
    const mine = runningOf(source).add(task)
    try {
      const result = await run(desk, task, { soon: stopSoon.signal, now: stopNow.signal })
      if (!result) await handBack([task])
      else if ('later' in result) await putOff(task, result.later)
      else settling.add(result)
    } catch (error) {
      log.error({ err: error, task: task.id, attempt: task.attempt }, 'a task could not be run')
      if (task.attempt >= MOST_ATTEMPTS) settling.add(failed(catalog, task))
      else await handBack([task])
    } finally {
      mine.delete(task)
    }
    pump()
    if ((waiting.get(source)?.length ?? 0) < capOf(source)) look()
  }

  /** What cannot be handed back now is found later, not being in our hands. */
  async function handBack(tasks: readonly Task[]): Promise<void> {
    await giveBack(pool, member.id, tasks).catch(() => {
      doubtful = true
    })
  }

  /** A task of a canceled job does not come back. */
  async function putOff(task: Task, later: Later): Promise<void> {
    if (task.job !== null) await letGo(pool, member.id, task.job, [task])
    await postpone(pool, member.id, task, later)
  }

  /** A job was canceled: what of it has not begun here shall not begin. */
  async function forget(job: number): Promise<void> {
    // What is being claimed at this moment may be part of it.
    await claiming
    const dropped: Task[] = []
    for (const [source, tasks] of waiting) {
      dropped.push(...tasks.filter((task) => task.job === job))
      waiting.set(
        source,
        tasks.filter((task) => task.job !== job),
      )
    }
    if (dropped.length === 0) return
    await letGo(pool, member.id, job, dropped).catch(async (error: unknown) => {
      log.warn({ err: error, job }, 'tasks of a canceled job could not be dropped')
      await handBack(dropped)
    })
  }

  async function giveUpStrays(): Promise<void> {
    if (!mayBegin()) return
    for (const task of await claimStrays(pool, member.id)) settling.add(failed(catalog, task))
  }

  const strays = setInterval(() => {
    giveUpStrays().catch((error: unknown) => {
      doubtful = true
      log.warn({ err: error }, 'tasks of lost sources are kept')
    })
  }, STRAYS_MS)
  const pulse = setInterval(() => {
    beating ??= beat()
      .then(settling.nudge, (error: unknown) =>
        log.warn({ err: error }, 'the worker could not say that it is alive'),
      )
      .finally(() => {
        beating = null
      })
  }, BEAT_MS)
  const poll = setInterval(() => {
    pump()
    look()
  }, POLL_MS)
  const ears = listen(options.listenUrl, TASKS_CHANNEL, (job) => {
    if (job === '') lookForNew()
    else forget(Number(job)).catch((error: unknown) => log.warn({ err: error }, 'tasks are kept in hand'))
  })
  look()

  async function finishWhatRuns(): Promise<void> {
    const hurry = setTimeout(() => stopNow.abort(), LAST_CALLS_MS)
    while ([...running.values()].some((tasks) => tasks.size > 0) || [...settling.inHand()].length > 0) {
      await settling.rest()
      await wait(20)
    }
    clearTimeout(hurry)
    await settling.rest()
  }

  return {
    close: async () => {
      clearInterval(poll)
      clearInterval(strays)
      stopSoon.abort()
      await ears.close()
      await claiming
      await giveBack(pool, member.id, [...waiting.values()].flat())
      await finishWhatRuns()
      clearInterval(pulse)
      await beating
      await member.leave()
    },
  }
}
