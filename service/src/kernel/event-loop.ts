import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

// How work shares the one thread of a process: it lets others go first, pauses, or waits for company.

/** Lets what is ready run first, for so many turns of the event loop. */
export async function passTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn()
}

/** Lets its callers pass one by one, each in a turn of its own. */
export function createTurnstile(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => nextTurn())
    return last
  }
}

/** The event loop serves others after this long. */
const SLICE_MS = 2

/**
 * For work on many items: call `pause` between items, and await what it returns. It lets the event loop serve others whenever the
 * slice is used up, and otherwise costs one look at the clock.
 */
export interface Slices {
  pause(): Promise<void> | undefined
}

/** How long work rests, that was done for so long. */
export type Rest = (workedMs: number) => number

const rests = new AsyncLocalStorage<Rest>()

/** All slices of `work` rest as `rest` says. */
export function politely<T>(rest: Rest, work: () => T): T {
  return rests.run(rest, work)
}

/** With a rest, others get the process for at least that long; without, for one turn of the event loop. */
export function startSlices(restMs = 0): Slices {
  const rest = rests.getStore()
  let startedMs = performance.now()
  return {
    pause: () => {
      const workedMs = performance.now() - startedMs
      if (workedMs < SLICE_MS) return undefined
      const longest = Math.max(restMs, rest?.(workedMs) ?? 0)
      return (longest > 0 ? wait(longest) : nextTurn()).then(() => {
        startedMs = performance.now()
      })
    },
  }
}

/** Items that are worked on in batches: all that arrive during one batch share the next. */
export interface Batches<Item> {
  add(item: Item): void
  /** Items that are in no batch yet. */
  waiting(): number
  /** Resolves when all items added so far are done. */
  idle(): Promise<void>
}

export interface BatchOptions<Item> {
  most: number
  /** Items of one moment arrive over several turns of the event loop. The first batch waits for so many of them … */
  turns: number
  /** … unless it has this many items already. */
  enough?: number
  /** Whether later batches wait as well. Default: they begin at once. */
  always?: boolean
  /** Must not throw. */
  work(batch: Item[]): Promise<void>
}

export function createBatches<Item>({
  most,
  turns,
  enough = Number.POSITIVE_INFINITY,
  always = false,
  work,
}: BatchOptions<Item>): Batches<Item> {
  const waiting: Item[] = []
  let running: Promise<void> | null = null

  async function gather(): Promise<void> {
    for (let turn = 0; turn < turns && waiting.length < enough; turn += 1) await nextTurn()
  }

  async function run(): Promise<void> {
    await gather()
    while (waiting.length > 0) {
      await work(waiting.splice(0, most))
      if (always && waiting.length > 0) await gather()
    }
    running = null
  }

  return {
    add: (item) => {
      waiting.push(item)
      running ??= run()
    },
    waiting: () => waiting.length,
    idle: async () => {
      await running
    },
  }
}
