import { randomUUID } from 'node:crypto'
import type { Exchange } from './exchange.ts'

/**
 * Watches one call, so that its answer can be read again later: everything is asked again, by a clock that stands still and with
 * ids that follow from the first.
 */
export interface Witness {
  readonly atMs: number
  readonly firstId: string
  /** Those of the attempt that succeeded; empty if another caller's request was joined. */
  readonly exchanges: readonly Exchange[]
  saw(exchanges: readonly Exchange[]): void
}

export function createWitness(atMs: number): Witness {
  let seen: readonly Exchange[] = []
  return {
    atMs,
    firstId: randomUUID(),
    get exchanges() {
      return seen
    },
    saw: (exchanges) => {
      seen = exchanges
    },
  }
}

/** The ids that a family gets for its requests: the first, then the first with its last digits counted up. */
export function idsAfter(firstId: string): () => string {
  let given = 0
  return () => {
    const tail = (Number.parseInt(firstId.slice(-8), 16) + given) >>> 0
    given += 1
    return firstId.slice(0, -8) + tail.toString(16).padStart(8, '0')
  }
}
