import type { Later, Lease, LeasedTable } from './membership.ts'

/** A leased row, as far as the engine knows it. */
export interface LeasedRow extends Lease {
  kind: string
  /** The concurrency limit that it counts against: a key of its kind's `shares`. */
  share: string
}

/** How much may run at once across all workers. Kinds that name the same share divide it. */
export interface Share {
  name: string
  cap: number
}

/**
 * One kind of work, registered by the room that owns it. `settle` stores results: the whole group in one transaction, and each
 * row only while it is still running in the given attempt.
 */
export interface WorkKind<Row extends LeasedRow, Question, Result> {
  kind: string
  /** By the `share` of its rows. May change while the pool runs. Default: only the claim limits how much runs. */
  shares?: () => ReadonlyMap<string, Share>
  group: Grouping<Result>
  /** Reads the row's question. If this throws, the row is given up at once. */
  parse(row: Row): Question
  run(question: Question, row: Row, stop: Stop, slot: Slot): Promise<Ended<Result>>
  settle(group: readonly Done<Row, Result>[]): Promise<void>
  /** The result of a row that nobody can do. */
  fail(row: Row, why: GivenUp): Result
}

/** `later`: try again. Null: the process is stopping, and another worker should do it. */
export type Ended<Result> = { result: Result } | { later: Later } | null

export interface Done<Row, Result> {
  row: Row
  result: Result
}

/** How results are grouped into one transaction. */
export interface Grouping<Result> {
  most: number
  /** How long to wait for more results while there are fewer than `most`. */
  gatherMs: number
  /** Ends the wait when no result has come for this long. Default: `gatherMs`. */
  stepMs?: number
  /** Waits only while at least this many rows are running. Default: always. */
  gatherAbove?: number
  /** A group is full once its results reach this weight. */
  weight?: { most: number; of(result: Result): number }
}

/**
 * Why a row is given up: its question cannot be read, it failed repeatedly, its result cannot be stored, or no worker serves its
 * share.
 */
export type GivenUp = 'unreadable' | 'failing' | 'unstorable' | 'unserved'

/** How running work is stopped: between two tries, or during a call. */
export interface Stop {
  soon: AbortSignal
  now: AbortSignal
}

/** A row's slot among those of its share that run at once: it keeps it from beginning to end, unless it gives it up. */
export interface Slot {
  /** Frees the slot for the next row, for example when a source has answered. */
  leave(): void
  /** Waits for a slot, if it was left: before another try. Resolves without one when the process stops. */
  enter(): Promise<void>
}

/** The rows of one table, and how they are claimed. */
export interface WorkQueue<Row extends LeasedRow> {
  table: LeasedTable
  /** Notified when rows are added. An empty payload announces work; any other goes to `recall`. */
  channel: string
  claim(worker: number, room: Room<Row>): Promise<Row[]>
  /** Rows of these kinds that no worker serves. */
  claimUnserved?(worker: number, kinds: readonly string[]): Promise<Row[]>
  /** Some rows were canceled: those held that have not started are dropped. */
  recall?(payload: string): { isMeant(row: Row): boolean; letGo(worker: number, rows: Row[]): Promise<void> }
  /** Called before a row is postponed. If it was canceled meanwhile, it is dropped. */
  letGoIfCalledOff?(worker: number, row: Row): Promise<void>
}

/** What a claim may take. */
export interface Room<Row> {
  /** A number for each limited kind and share. Entries with the same name share it. */
  places: readonly { kind: string; share: string; name: string; want: number }[]
  /** Rows that are running, or whose results are not stored yet. */
  underWay: Iterable<Row>
  /** Whether work was announced or it is time to look; otherwise room became free. */
  isNews: boolean
}
