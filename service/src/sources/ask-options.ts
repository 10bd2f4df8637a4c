import type { Purpose } from '../kernel/purpose.ts'
import type { Witness } from './evidence/witness.ts'

/** Options of a call through the gateway. */
export interface AskOptions {
  /** For the whole call: queue, retry and reading the body. Default: the source's own. */
  deadlineMs?: number
  /** The caller's signal; its abort never fails others who wait for the same answer. */
  signal?: AbortSignal
  /** Does not join a call in flight, though later callers may join this one. */
  live?: boolean
  /** Keeps the upstream bodies. Neither joins nor is joined. */
  raw?: boolean
  /** Sees the bodies of the call that answers. */
  witness?: Witness | undefined
  /** What the caller stands on: if that fails, it pays nothing. So only callers that stand on the same join this call. */
  standsOn?: string | undefined
  /** The account or work that makes the call. One caller's failures do not close the source to others. */
  caller?: string | undefined
  /** What its requests are written down for. Left out: the purpose of the circuit. */
  purpose?: Purpose | undefined
  /**
   * Called when the source has answered, before the answer is read: its place is free for the next call. Such a call is not
   * retried at once. Not called for a joined call, or if the family cannot tell which request is the last.
   */
  onArrived?: () => void
}
