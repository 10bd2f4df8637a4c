import type { Logger } from 'pino'
import type { Tracing } from '../ops/tracing.ts'
import type { Later } from './membership.ts'
import { createSettleQueue } from './settle-queue.ts'
import type { GivenUp, LeasedRow, Share, Slot, Stop, WorkKind } from './work.ts'

/** A kind of work for the worker pool, with its question and result types hidden. */
export interface Work<Row extends LeasedRow> {
  kind: string
  shares: (() => ReadonlyMap<string, Share>) | undefined
  open(options: OpenOptions): OpenWork<Row>
}

interface OpenOptions {
  log: Logger
  tracing: Tracing | null
  onSettled(): void
}

export interface OpenWork<Row> {
  /** Runs a row and queues its result. Otherwise returns the row to the queue, with the time of the next try. */
  run(row: Row, stop: Stop, slot: Slot): Promise<{ handBack: Later | null } | null>
  giveUp(row: Row, why: GivenUp): void
  /** Rows whose results are not stored yet. */
  unstored(): Iterable<Row>
  isStuck(): boolean
  finish(withinMs: number): Promise<void>
}

/** Work that keeps failing because of our own error is given up after this many attempts. */
const MOST_ATTEMPTS = 5

export function defineWork<Row extends LeasedRow, Question, Result>(
  kind: WorkKind<Row, Question, Result>,
): Work<Row> {
  return {
    kind: kind.kind,
    shares: kind.shares,
    open: (options) => openWork(kind, options),
  }
}

function openWork<Row extends LeasedRow, Question, Result>(
  kind: WorkKind<Row, Question, Result>,
  { log, tracing, onSettled }: OpenOptions,
): OpenWork<Row> {
  let running = 0
  const settling = createSettleQueue({ kind, log, tracing, running: () => running, onSettled })

  function giveUp(row: Row, why: GivenUp): void {
    settling.add({ row, result: kind.fail(row, why) })
  }

  function questionOf(row: Row): { question: Question } | null {
    try {
      return { question: kind.parse(row) }
    } catch (error) {
      log.error({ err: error, kind: kind.kind, row: row.id }, 'a question cannot be read')
      return null
    }
  }

  async function run(row: Row, stop: Stop, slot: Slot): Promise<{ handBack: Later | null } | null> {
    const read = questionOf(row)
    if (!read) {
      giveUp(row, 'unreadable')
      return null
    }
    running += 1
    try {
      const ended = await kind.run(read.question, row, stop, slot)
      if (!ended || 'later' in ended) return { handBack: ended?.later ?? null }
      settling.add({ row, result: ended.result })
    } catch (error) {
      // Cut short because the process is stopping: another worker does it.
      if (stop.now.aborted) return { handBack: null }
      log.error({ err: error, kind: kind.kind, row: row.id, attempt: row.attempt }, 'work failed')
      if (row.attempt < MOST_ATTEMPTS) return { handBack: null }
      giveUp(row, 'failing')
    } finally {
      running -= 1
    }
    return null
  }

  return {
    run: (row, stop, slot) =>
      tracing
        ? tracing.newTrace(`task ${kind.kind}`, taskAttributes(row), () => run(row, stop, slot))
        : run(row, stop, slot),
    giveUp,
    unstored: settling.unstored,
    isStuck: settling.isStuck,
    finish: settling.finish,
  }
}

function taskAttributes({ id, share, attempt }: LeasedRow) {
  return { 'vacancy.task': id, 'vacancy.share': share, 'vacancy.attempt': attempt }
}
