import type { Later, Lease, LeasedTable } from './membership.ts'

/** A leased row, as far as the engine knows it. */
export interface LeasedRow extends Lease {
  kind: string
  /** Whose concurrency it takes part in: a key of its kind's `shares`. */
  share: string
}

/** What may run at once in all workers together. Kinds that name the same share divide it among them. */
export interface Share {
  name: string
  cap: number
}

/**
 * One kind of work, registered by the room that owns it. `settle` is where results are stored: the whole group in one
 * transaction, and each row only while it is still under way in the attempt that was given (`attempt`).
 */
export interface WorkKind<Row extends LeasedRow, Question, Result> {
  kind: string
  /** By the `share` of its rows. Left out: the claim alone decides how much runs. */
  shares?: ReadonlyMap<string, Share>
  group: Grouping<Result>
  /** Reads the row's question. What throws is given up at once. */
  parse(row: Row): Question
  run(question: Question, row: Row, stop: Stop): Promise<Ended<Result>>
  settle(group: readonly Done<Row, Result>[]): Promise<void>
  /** The result of a row that nobody can do. */
  fail(row: Row, why: GivenUp): Result
}

/** `later`: to be tried again. Null: the process stops, and somebody else shall do it. */
export type Ended<Result> = { result: Result } | { later: Later } | null

export interface Done<Row, Result> {
  row: Row
  result: Result
}

/** How results are put together into one transaction. */
export interface Grouping<Result> {
  most: number
  /** How long results are waited for while there are fewer than `most`. */
  gatherMs: number
  /** A group is full once its results together weigh so much. */
  weight?: { most: number; of(result: Result): number }
}

/**
 * Why a row is given up: its question cannot be read, running it failed time and again, its result cannot be stored, or no
 * worker serves its share any more.
 */
export type GivenUp = 'unreadable' | 'failing' | 'unstorable' | 'unserved'

/** How running work is cut short: between two tries, or in the middle of a call. */
export interface Stop {
  soon: AbortSignal
  now: AbortSignal
}

/** The rows of one table, and how they are claimed. */
export interface WorkQueue<Row extends LeasedRow> {
  table: LeasedTable
  /** Notified when rows are added. An empty payload means that there is work; any other goes to `recall`. */
  channel: string
  claim(worker: number, room: Room<Row>): Promise<Row[]>
  /** Of these kinds, rows that no worker serves any more. */
  claimUnserved?(worker: number, kinds: readonly string[]): Promise<Row[]>
  /** Some rows are called off: those in hand that have not begun are let go. */
  recall?(payload: string): { isMeant(row: Row): boolean; letGo(worker: number, rows: Row[]): Promise<void> }
  /** A row is about to be put off. Where it was called off meanwhile it is let go, and does not come back. */
  letGoIfCalledOff?(worker: number, row: Row): Promise<void>
}

/** What a claim may take. */
export interface Room<Row> {
  /** For each kind and share with a cap: so many. Places with the same name have them together. */
  places: readonly { kind: string; share: string; name: string; want: number }[]
  running: Iterable<Row>
  /** Whether somebody announced work, or it is time to look; otherwise room has been made. */
  isNews: boolean
}
