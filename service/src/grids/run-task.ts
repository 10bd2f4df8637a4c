import { setTimeout as wait } from 'node:timers/promises'
import { openTaskTab } from '../billing/tab.ts'
import type { Task, TaskOutcome } from '../jobs/tasks.ts'
import { figuresOf } from '../observations/figures.ts'
import { lowestRows, stayRows, type Written } from '../observations/rows.ts'
import { type Catalog, findSource, type Source } from '../sources/catalog/catalog.ts'
import type { Gateway } from '../sources/gateway.ts'
import { type HotelRecord, type LowestAnswer, SourceFailure, type StayAnswer } from '../sources/source.ts'
import type { Patience } from './patience.ts'
import { cellPrice, type TaskAsk } from './plan.ts'

export interface TaskDesk {
  catalog: Catalog
  gateway: Gateway
  patience: Patience
  now: () => number
}

/** What a task brought: rows for the store, and what is to be settled. */
export interface TaskResult {
  outcome: TaskOutcome
  hotels: { source: string; hotelCode: string; record: HotelRecord | null }[]
  rows(no: (hotelCode: string) => number): Written[]
}

/** One cell that was got: from a full answer, or from a batch or calendar. */
type Got = { hotelCode: string; joined: boolean; seenMs: number } & (
  | { lowest: LowestAnswer }
  | { answer: StayAnswer; night: string }
)

/** A source that refuses or breaks often comes back within seconds; a hotel that it does not know does not. */
const PAUSES_MS = [400, 1500, 5000]
const LOOK_AGAIN_MS = 500
/** A source may ask us to stay away for an hour; a task does not wait for that. */
const LONGEST_WAIT_MS = 10_000

/** How a task is cut short: gently, between two tries; or in the middle of a call. */
export interface TaskStop {
  soon: AbortSignal
  now: AbortSignal
}

/**
 * Asks until every cell of the task is there, or cannot be had. What is missing at the end is free. Null where it was cut
 * short: that says nothing of the source, and somebody else shall do all of it.
 */
export async function runTask(desk: TaskDesk, task: Task, stop: TaskStop): Promise<TaskResult | null> {
  const ask = task.ask as TaskAsk
  const source = findSource(desk.catalog, task.source)
  if (!source) return resultOf(task, ask, undefined, [])
  try {
    const got = await askRepeatedly(desk, source, ask, stop)
    return got && resultOf(task, ask, source, got)
  } catch (error) {
    if (stop.now.aborted) return null
    throw error
  }
}

/** A task that cannot be done whoever tries: it fails, and costs nothing. */
export function failedTask({ catalog }: Pick<TaskDesk, 'catalog'>, task: Task): TaskResult {
  return resultOf(task, task.ask as TaskAsk, findSource(catalog, task.source), [])
}

async function askRepeatedly(
  desk: TaskDesk,
  source: Source,
  ask: TaskAsk,
  stop: TaskStop,
): Promise<Got[] | null> {
  const { gateway, patience } = desk
  const got: Got[] = []
  let open = cellsOf(ask)
  for (const pauseMs of [...PAUSES_MS, null]) {
    const { found, retry, waitMs } = await askOnce(desk, source, ask, open, stop.now)
    got.push(...found)
    open = retry
    if (open.length === 0 || found.length > 0) patience.succeeded(source.id)
    else patience.failed(source.id)
    if (open.length === 0 || pauseMs === null || source.unconfigured !== null) return got
    await pause(Math.max(pauseMs, waitMs), stop)
    // While nobody may ask the source, asking would only use up the tries.
    while (gateway.state(source.id).status === 'down' && !patience.isOver(source.id) && !stop.soon.aborted)
      await pause(LOOK_AGAIN_MS, stop)
    if (stop.soon.aborted) return null
    if (patience.isOver(source.id)) return got
  }
  return got
}

async function pause(ms: number, stop: TaskStop): Promise<void> {
  await wait(ms, undefined, { signal: stop.soon }).catch(() => {})
}

interface CellAsk {
  hotelCode: string
  night: string
}

function cellsOf({ hotelCodes, nights }: TaskAsk): CellAsk[] {
  return hotelCodes.flatMap((hotelCode) => nights.map((night) => ({ hotelCode, night })))
}

interface Tried {
  found: Got[]
  /** What may be had by asking again, and how long the source wants to be left alone before that. */
  retry: CellAsk[]
  waitMs: number
}

async function askOnce(
  { gateway, now }: TaskDesk,
  source: Source,
  ask: TaskAsk,
  cells: CellAsk[],
  signal: AbortSignal,
): Promise<Tried> {
  const { los, occupancy, currency } = ask
  const options = { live: ask.live, signal }
  const [first] = cells
  if (!first) return { found: [], retry: [], waitMs: 0 }
  if (ask.shape === 'stay') {
    try {
      const query = { hotelCode: first.hotelCode, checkin: first.night, los, occupancy, currency }
      const { answer, joined } = await gateway.shop(source.id, query, options)
      const complete = ask.kind === 'cash' || answer.pointsKnown
      return complete
        ? {
            found: [{ hotelCode: first.hotelCode, night: first.night, answer, joined, seenMs: now() }],
            retry: [],
            waitMs: 0,
          }
        : { found: [], retry: cells, waitMs: 0 }
    } catch (error) {
      return { found: [], retry: worthRetry(error) ? cells : [], waitMs: waitOf(error) }
    }
  }
  const terms = { los, occupancy, currency }
  const hotelCodes = cells.map(({ hotelCode }) => hotelCode)
  const range = { from: first.night, to: cells.at(-1)?.night ?? first.night }
  const rows =
    ask.shape === 'batch'
      ? await gateway.lowest(
          source.id,
          { hotelCodes, checkin: first.night, member: ask.members ?? false, ...terms },
          options,
        )
      : await gateway.calendar(source.id, { hotelCode: first.hotelCode, ...range, ...terms }, options)
  const seenMs = now()
  const byCell = new Map(rows.answer.map((row) => ['hotelCode' in row ? row.hotelCode : row.checkin, row]))
  const found: Got[] = []
  const retry: CellAsk[] = []
  let waitMs = 0
  for (const cell of cells) {
    const row = byCell.get(ask.shape === 'batch' ? cell.hotelCode : cell.night)
    if (row && 'lowest' in row)
      found.push({ hotelCode: cell.hotelCode, lowest: row.lowest, joined: row.joined, seenMs })
    else if (!row || worthRetry(row.failure)) {
      retry.push(cell)
      waitMs = Math.max(waitMs, waitOf(row?.failure))
    }
  }
  return { found, retry, waitMs }
}

function waitOf(error: unknown): number {
  return error instanceof SourceFailure ? Math.min(error.retryAfterMs ?? 0, LONGEST_WAIT_MS) : 0
}

function worthRetry(error: unknown): boolean {
  if (!(error instanceof SourceFailure)) throw error
  return error.kind !== 'not_found' && error.kind !== 'unsupported'
}

function resultOf(task: Task, ask: TaskAsk, source: Source | undefined, got: Got[]): TaskResult {
  const tab = openTaskTab()
  if (source) {
    const price = cellPrice(source, ask.kind)
    for (const { joined } of got) {
      if (joined) tab.cached(price)
      else tab.live(price)
    }
  }
  const missing = cellsOf(ask).length - got.length
  for (let cell = 0; cell < missing; cell += 1) tab.free()
  return {
    outcome: {
      task,
      succeeded: got.length > 0,
      cells: got.length,
      charge: tab.total(),
      counts: tab.counts(),
    },
    hotels: got.map((cell) => ({
      source: task.source,
      hotelCode: cell.hotelCode,
      record: 'answer' in cell ? cell.answer.hotel : null,
    })),
    rows: (no) => (source ? got.map((cell) => rowsOf(cell, no(cell.hotelCode), source, ask)) : []),
  }
}

function rowsOf(cell: Got, hotel: number, source: Source, ask: TaskAsk): Written {
  const { los, occupancy, currency } = ask
  const { seenMs } = cell
  if ('lowest' in cell) return lowestRows(hotel, { source, occupancy, currency }, cell.lowest, seenMs)
  const stay = { source, hotelCode: cell.hotelCode, checkin: cell.night, los, occupancy, currency }
  return stayRows(hotel, stay, cell.answer, figuresOf(cell.answer), seenMs)
}
