import { setTimeout as wait } from 'node:timers/promises'
import type { ErrorCode } from '../kernel/errors.ts'
import type { Purpose } from '../kernel/purpose.ts'
import type { Slot, Stop } from '../leases/work.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import { codeOf } from '../sources/failures.ts'
import type { Gateway } from '../sources/gateway.ts'
import { type LowestAnswer, SourceFailure, type StayAnswer } from '../sources/source.ts'
import type { Patience } from './patience.ts'
import type { TaskAsk } from './task-ask.ts'

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
  purpose: Purpose
}

/** A cell that could not be fetched. */
export interface MissedCell {
  hotelCode: string
  code: ErrorCode
}

export interface AskedCells {
  found: FoundCell[]
  missed: MissedCell[]
}

/** Retries until every cell is fetched or has failed for good. Null if interrupted: another worker then repeats the task. */
export async function askCells(
  deps: AskDeps,
  source: Source,
  ask: CellsAsk,
  stop: Stop,
  slot: Slot,
): Promise<AskedCells | null> {
  try {
    return await askRepeatedly(deps, source, ask, stop, slot)
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
  slot: Slot,
): Promise<AskedCells | null> {
  const { patience } = deps
  const got: FoundCell[] = []
  const lost: MissedCell[] = []
  let open = cellsOf(ask)
  const hotel = ask.hotelCodes.join(' ')
  let attempts = 0
  while (true) {
    const { found, missed, waitMs, heldBack } = await askOnce(deps, source, ask, open, stop.now, slot)
    const retry = missed.filter(({ isFinal }) => !isFinal)
    got.push(...found)
    lost.push(...missed.filter(({ isFinal }) => isFinal))
    open = retry
    const ended = { found: got, missed: [...lost, ...retry] }
    if (open.length === 0 || found.length > 0) patience.succeeded(source.id, hotel)
    else patience.failed(source.id, hotel)
    const pauseMs = heldBack ? LOOK_AGAIN_MS : PAUSES_MS[attempts]
    if (open.length === 0 || pauseMs === undefined || source.unconfigured !== null) return ended
    // What a breaker holds back does not use up the attempts.
    if (!heldBack) attempts += 1
    await pause(Math.max(pauseMs, waitMs), stop)
    await slot.enter()
    if (stop.soon.aborted) return null
    if (patience.isOver(source.id, hotel)) return ended
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
  /** The other cells. Those that failed for good are not worth a retry. */
  missed: (CellAsk & MissedCell & { isFinal: boolean })[]
  /** How long the source wants us to wait before a retry. */
  waitMs: number
  /** Whether a breaker held the call back. */
  heldBack: boolean
}

async function askOnce(
  deps: AskDeps,
  source: Source,
  ask: CellsAsk,
  cells: CellAsk[],
  signal: AbortSignal,
  slot: Slot,
): Promise<Tried> {
  const [first] = cells
  if (!first) return { found: [], missed: [], waitMs: 0, heldBack: false }
  return ask.shape === 'stay'
    ? askStay(deps, source, ask, first, signal, slot)
    : askRows(deps, source, ask, [first, ...cells.slice(1)], signal)
}

async function askStay(
  { gateway, now }: AskDeps,
  source: Source,
  ask: CellsAsk,
  cell: CellAsk,
  signal: AbortSignal,
  slot: Slot,
): Promise<Tried> {
  const { los, occupancy, currency, live, caller, purpose } = ask
  const { hotelCode, night } = cell
  try {
    const query = { hotelCode, checkin: night, los, occupancy, currency }
    const options = { live, signal, caller, purpose, onArrived: () => slot.leave() }
    const { answer, joined } = await gateway.shop(source.id, query, options)
    const isComplete = ask.kind === 'cash' || answer.pointsKnown
    if (!isComplete) return { found: [], missed: [missedBy(cell, undefined)], waitMs: 0, heldBack: false }
    return {
      found: [{ hotelCode, night, answer, joined, seenMs: now() }],
      missed: [],
      waitMs: 0,
      heldBack: false,
    }
  } catch (error) {
    return { found: [], missed: [missedBy(cell, error)], waitMs: waitOf(error), heldBack: isHeldBack(error) }
  }
}

async function askRows(
  { gateway, now }: AskDeps,
  source: Source,
  ask: CellsAsk,
  cells: [CellAsk, ...CellAsk[]],
  signal: AbortSignal,
): Promise<Tried> {
  const { los, occupancy, currency, live, caller, purpose } = ask
  const terms = { los, occupancy, currency }
  const [first] = cells
  const hotelCodes = cells.map(({ hotelCode }) => hotelCode)
  const range = { from: first.night, to: cells.at(-1)?.night ?? first.night }
  const rows =
    ask.shape === 'batch'
      ? await gateway.lowest(
          source.id,
          { hotelCodes, checkin: first.night, member: ask.members ?? false, ...terms },
          { live, signal, caller, purpose },
        )
      : await gateway.calendar(
          source.id,
          { hotelCode: first.hotelCode, ...range, ...terms },
          { live, signal, caller, purpose },
        )
  const seenMs = now()
  const byCell = new Map(rows.answer.map((row) => ['hotelCode' in row ? row.hotelCode : row.checkin, row]))
  const tried: Tried = { found: [], missed: [], waitMs: 0, heldBack: false }
  for (const cell of cells) {
    const row = byCell.get(ask.shape === 'batch' ? cell.hotelCode : cell.night)
    if (row && 'lowest' in row) {
      const { lowest, joined } = row
      tried.found.push({ hotelCode: cell.hotelCode, lowest, joined, seenMs })
    } else {
      tried.missed.push(missedBy(cell, row?.failure))
      tried.waitMs = Math.max(tried.waitMs, waitOf(row?.failure))
      tried.heldBack ||= isHeldBack(row?.failure)
    }
  }
  return tried
}

function waitOf(error: unknown): number {
  return error instanceof SourceFailure ? Math.min(error.retryAfterMs ?? 0, LONGEST_WAIT_MS) : 0
}

function isHeldBack(error: unknown): boolean {
  return error instanceof SourceFailure && error.heldBack
}

/** Without an error, the source has answered but left the cell out. Other errors than a source's are our own fault. */
function missedBy(cell: CellAsk, error: unknown): Tried['missed'][number] {
  if (error === undefined) return { ...cell, code: 'source_unavailable', isFinal: false }
  if (!(error instanceof SourceFailure)) throw error
  // The operator's budget begins again at midnight at the earliest.
  const isFinal = error.unasked || error.kind === 'not_found' || error.kind === 'unsupported'
  return { ...cell, code: codeOf(error), isFinal }
}
