import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isAboutData } from '../db/data-errors.ts'
import type { TracePoint, Tracing } from '../ops/tracing.ts'
import { startLoop } from './loop.ts'
import type { Done, LeasedRow, WorkKind } from './work.ts'

/** Results to be stored. Those that arrive while one group is written share the next. */
export interface SettleQueue<Row, Result> {
  add(done: Done<Row, Result>): void
  /** Rows whose results are not stored yet. */
  unstored(): Iterable<Row>
  /** The last group failed and is being retried. */
  isStuck(): boolean
  /** Stores the rest, for at most this long. */
  finish(withinMs: number): Promise<void>
}

export interface SettleQueueOptions<Row extends LeasedRow, Result> {
  kind: Pick<WorkKind<Row, never, Result>, 'kind' | 'group' | 'settle' | 'fail'>
  log: Logger
  tracing: Tracing | null
  /** How many rows are running, whose results are still to come. */
  running(): number
  onSettled(): void
}

const BACK_OFF = { firstMs: 100, mostMs: 2000 }

interface Entry<Row, Result> extends Done<Row, Result> {
  /** Replaces a result that could not be stored. */
  isStandIn?: boolean
  /** Where its row stands in a trace. */
  tracedAt?: TracePoint | undefined
}

export function createSettleQueue<Row extends LeasedRow, Result>({
  kind: { kind, group: grouping, settle, fail },
  log,
  tracing,
  running,
  onSettled,
}: SettleQueueOptions<Row, Result>): SettleQueue<Row, Result> {
  const waiting: Entry<Row, Result>[] = []
  const unstored = new Map<number, Row>()
  let stuck = false
  const loop = startLoop({
    backOff: BACK_OFF,
    run: settleAll,
    onError: (error) => log.warn({ err: error, kind }, 'results could not be stored; retrying'),
  })

  async function settleAll(): Promise<void> {
    while (waiting.length > 0) {
      await gather()
      const group = waiting.splice(0, groupSize())
      const left = await store(group)
      waiting.unshift(...left.entries)
      stuck = left.error !== null
      if (left.error !== null) throw left.error
      onSettled()
    }
  }

  /** Waits for more results, as long as some keep coming. */
  async function gather(): Promise<void> {
    const { most, gatherMs, gatherAbove = 0, stepMs = gatherMs } = grouping
    if (running() < gatherAbove) return
    for (let waitedMs = 0; waitedMs < gatherMs && waiting.length < most; waitedMs += stepMs) {
      const before = waiting.length
      await wait(stepMs)
      if (waiting.length === before) return
    }
  }

  function groupSize(): number {
    const { most, weight } = grouping
    let size = 0
    let sum = 0
    while (size < waiting.length && size < most && sum < (weight?.most ?? Infinity)) {
      const entry = waiting[size]
      if (entry) sum += weight?.of(entry.result) ?? 0
      size += 1
    }
    return size
  }

  /** What is left to store, and why it failed. On the next try the fence decides what still counts. */
  async function store(
    group: readonly Entry<Row, Result>[],
  ): Promise<{ entries: Entry<Row, Result>[]; error: unknown }> {
    try {
      await settleTraced(group)
    } catch (error) {
      if (!isAboutData(error)) return { entries: [...group], error }
      return group.length === 1 ? { entries: standInsFor(group, error), error: null } : sortOut(group)
    }
    for (const { row } of group) unstored.delete(row.id)
    return { entries: [], error: null }
  }

  /** Each task of the group has a span for the time that storing it takes. */
  function settleTraced(group: readonly Entry<Row, Result>[]): Promise<void> {
    if (!tracing) return settle(group)
    const points = group.map(({ tracedAt }) => tracedAt)
    return tracing.spanBelow(points, `settle ${kind}`, { 'vacancy.group': group.length }, () => settle(group))
  }

  /** One value that does not fit its column must not block the rest of its group. */
  async function sortOut(
    group: readonly Entry<Row, Result>[],
  ): Promise<{ entries: Entry<Row, Result>[]; error: unknown }> {
    const entries: Entry<Row, Result>[] = []
    for (const [index, entry] of group.entries()) {
      const left = await store([entry])
      entries.push(...left.entries)
      if (left.error !== null) return { entries: [...entries, ...group.slice(index + 1)], error: left.error }
    }
    return { entries, error: null }
  }

  /** If not even the failure can be stored, the row keeps its lease: another worker tries it once this one is gone. */
  function standInsFor(group: readonly Entry<Row, Result>[], error: unknown): Entry<Row, Result>[] {
    return group.flatMap(({ row, isStandIn }) => {
      log.error({ err: error, kind, row: row.id, share: row.share }, 'a result cannot be stored')
      return isStandIn ? [] : [{ row, result: fail(row, 'unstorable'), isStandIn: true }]
    })
  }

  return {
    add: (done) => {
      waiting.push(tracing ? { ...done, tracedAt: tracing.here() } : done)
      unstored.set(done.row.id, done.row)
      loop.wake()
    },
    unstored: () => unstored.values(),
    isStuck: () => stuck,
    finish: async (withinMs) => {
      await Promise.race([loop.idle(), wait(withinMs, undefined, { ref: false })])
      void loop.stop()
    },
  }
}
