import { setTimeout as wait } from 'node:timers/promises'
import type { Stop } from '../leases/work.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import type { Gateway } from '../sources/gateway.ts'
import { type LowestAnswer, SourceFailure, type StayAnswer } from '../sources/source.ts'
import type { Patience } from './patience.ts'
import type { TaskAsk } from './plan.ts'

export interface AskDeps {
  gateway: Gateway
  patience: Patience
  now: () => number
}

/** One fetched cell, from a full answer, a batch or a calendar. */
export type FoundCell = { hotelCode: string; joined: boolean; seenMs: number } & (
  | { lowest: LowestAnswer }
  | { answer: StayAnswer; night: string }
)

/** Retry delays: a source that refuses or breaks often recovers within seconds. Unknown hotels are not retried. */
const PAUSES_MS = [400, 1500, 5000]
const LOOK_AGAIN_MS = 500
/** A source may ask us to wait for an hour; a task waits no longer than this. */
const LONGEST_WAIT_MS = 10_000

/** A question of a task, and for whom it is put. */
export interface CellsAsk extends TaskAsk {
  caller: string
}

/** Retries until every cell is fetched or has failed for good. Null if interrupted: another worker then repeats the task. */
export async function askCells(
  deps: AskDeps,
  source: Source,
  ask: CellsAsk,
  stop: Stop,
): Promise<FoundCell[] | null> {
  try {
    return await askRepeatedly(deps, source, ask, stop)
  } catch (error) {
    if (stop.now.aborted) return null
    throw error
  }
}

async function askRepeatedly(
  deps: AskDeps,
  source: Source,
  ask: CellsAsk,
  stop: Stop,
): Promise<FoundCell[] | null> {
  const { patience } = deps
  const got: FoundCell[] = []
  let open = cellsOf(ask)
  const hotel = ask.hotelCodes.join(' ')
  let attempts = 0
  while (true) {
    const { found, retry, waitMs, held } = await askOnce(deps, source, ask, open, stop.now)
    got.push(...found)
    open = retry
    if (open.length === 0 || found.length > 0) patience.succeeded(source.id, hotel)
    else patience.failed(source.id, hotel)
    const pauseMs = held ? LOOK_AGAIN_MS : PAUSES_MS[attempts]
    if (open.length === 0 || pauseMs === undefined || source.unconfigured !== null) return got
    // What a breaker holds back does not use up the attempts.
    if (!held) attempts += 1
    await pause(Math.max(pauseMs, waitMs), stop)
    if (stop.soon.aborted) return null
    if (patience.isOver(source.id, hotel)) return got
  }
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
  /** The cells worth a retry, and how long the source wants us to wait first. */
  retry: CellAsk[]
  waitMs: number
  /** Whether a breaker held the call back. */
  held: boolean
}

async function askOnce(
  { gateway, now }: AskDeps,
  source: Source,
  ask: CellsAsk,
  cells: CellAsk[],
  signal: AbortSignal,
): Promise<Tried> {
  const { los, occupancy, currency } = ask
  const options = { live: ask.live, signal, caller: ask.caller }
  const [first] = cells
  if (!first) return { found: [], retry: [], waitMs: 0, held: false }
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
            held: false,
          }
        : { found: [], retry: cells, waitMs: 0, held: false }
    } catch (error) {
      return { found: [], retry: worthRetry(error) ? cells : [], waitMs: waitOf(error), held: isHeld(error) }
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
  let held = false
  for (const cell of cells) {
    const row = byCell.get(ask.shape === 'batch' ? cell.hotelCode : cell.night)
    if (row && 'lowest' in row)
      found.push({ hotelCode: cell.hotelCode, lowest: row.lowest, joined: row.joined, seenMs })
    else if (!row || worthRetry(row.failure)) {
      retry.push(cell)
      waitMs = Math.max(waitMs, waitOf(row?.failure))
      held ||= isHeld(row?.failure)
    }
  }
  return { found, retry, waitMs, held }
}

function waitOf(error: unknown): number {
  return error instanceof SourceFailure ? Math.min(error.retryAfterMs ?? 0, LONGEST_WAIT_MS) : 0
}

function isHeld(error: unknown): boolean {
  return error instanceof SourceFailure && error.held
}

function worthRetry(error: unknown): boolean {
  if (!(error instanceof SourceFailure)) throw error
  return error.kind !== 'not_found' && error.kind !== 'unsupported'
}
