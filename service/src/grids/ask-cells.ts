import { setTimeout as wait } from 'node:timers/promises'
import type { Stop } from '../leases/work.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import type { Gateway } from '../sources/gateway.ts'
import { type LowestAnswer, SourceFailure, type StayAnswer } from '../sources/source.ts'
import type { Patience } from './patience.ts'
import type { TaskAsk } from './plan.ts'

export interface AskDesk {
  gateway: Gateway
  patience: Patience
  now: () => number
}

/** One cell that was found: in a full answer, or in a batch or calendar. */
export type FoundCell = { hotelCode: string; joined: boolean; seenMs: number } & (
  | { lowest: LowestAnswer }
  | { answer: StayAnswer; night: string }
)

/** A source that refuses or breaks often comes back within seconds; a hotel that it does not know does not. */
const PAUSES_MS = [400, 1500, 5000]
const LOOK_AGAIN_MS = 500
/** A source may ask us to stay away for an hour; a task does not wait for that. */
const LONGEST_WAIT_MS = 10_000

/**
 * Asks until every cell is there, or cannot be had. Null where it was cut short: that says nothing of the source, and somebody
 * else shall do all of it.
 */
export async function askCells(
  desk: AskDesk,
  source: Source,
  ask: TaskAsk,
  stop: Stop,
): Promise<FoundCell[] | null> {
  try {
    return await askRepeatedly(desk, source, ask, stop)
  } catch (error) {
    if (stop.now.aborted) return null
    throw error
  }
}

async function askRepeatedly(
  desk: AskDesk,
  source: Source,
  ask: TaskAsk,
  stop: Stop,
): Promise<FoundCell[] | null> {
  const { gateway, patience } = desk
  const got: FoundCell[] = []
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

async function pause(ms: number, stop: Stop): Promise<void> {
  await wait(ms, undefined, { signal: stop.soon }).catch(() => {})
}

interface CellAsk {
  hotelCode: string
  night: string
}

export function cellsOf({ hotelCodes, nights }: TaskAsk): CellAsk[] {
  return hotelCodes.flatMap((hotelCode) => nights.map((night) => ({ hotelCode, night })))
}

interface Tried {
  found: FoundCell[]
  /** What may be had by asking again, and how long the source wants to be left alone before that. */
  retry: CellAsk[]
  waitMs: number
}

async function askOnce(
  { gateway, now }: AskDesk,
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
  const found: FoundCell[] = []
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
