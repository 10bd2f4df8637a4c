import type { Purpose } from '../../kernel/purpose.ts'
import type { Connection } from '../catalog/catalog.ts'

/** Counts every request to a source, and holds back what is beyond the operator's budget. */
export interface SpendingMeter {
  /**
   * Counts a request that is about to be sent. Null: send it. Otherwise wait first; if the promise fails, do not send. The settings of
   * the source may differ from call to call: what is counted belongs to its id.
   */
  take(source: MeteredSource, purpose: Purpose): Promise<void> | null
  /** The request was not sent after all. */
  giveBack(source: MeteredSource, purpose: Purpose): void
}

export type MeteredSource = Pick<Connection, 'id' | 'budget'>
