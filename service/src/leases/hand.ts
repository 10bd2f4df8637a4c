import type { LeasedRow } from './work.ts'

/** The rows that a process holds, by share. */
export interface Hand<Row> {
  add(share: string, row: Row): void
  /** Takes the next waiting row of a share and marks it as running. */
  begin(share: string): Row | undefined
  /** The row no longer counts as running, but is still held. */
  leave(share: string, row: Row): void
  /** It counts again. */
  resume(share: string, row: Row): void
  end(share: string, row: Row): void
  waiting(share: string): number
  running(share: string): number
  allRunning(): Iterable<Row>
  ids(): number[]
  shares(): Iterable<string>
  /** Removes the waiting rows that match. */
  takeOut(isMeant: (row: Row) => boolean): Row[]
}

export function createHand<Row extends LeasedRow>(): Hand<Row> {
  const shares = new Map<string, { waiting: Row[]; running: Set<Row>; left: Set<Row> }>()
  const of = (share: string) => {
    const known = shares.get(share) ?? { waiting: [], running: new Set<Row>(), left: new Set<Row>() }
    shares.set(share, known)
    return known
  }
  return {
    add: (share, row) => {
      of(share).waiting.push(row)
    },
    begin: (share) => {
      const { waiting, running } = of(share)
      const row = waiting.shift()
      if (row) running.add(row)
      return row
    },
    leave: (share, row) => {
      const { running, left } = of(share)
      if (running.delete(row)) left.add(row)
    },
    resume: (share, row) => {
      const { running, left } = of(share)
      if (left.delete(row)) running.add(row)
    },
    end: (share, row) => {
      const { running, left } = of(share)
      running.delete(row)
      left.delete(row)
    },
    waiting: (share) => of(share).waiting.length,
    running: (share) => of(share).running.size,
    allRunning: function* () {
      for (const { running } of shares.values()) yield* running
    },
    ids: () =>
      [...shares.values()].flatMap(({ waiting, running, left }) =>
        [...waiting, ...running, ...left].map(({ id }) => id),
      ),
    shares: () => shares.keys(),
    takeOut: (isMeant) => {
      const taken: Row[] = []
      for (const share of shares.values()) {
        taken.push(...share.waiting.filter(isMeant))
        share.waiting = share.waiting.filter((row) => !isMeant(row))
      }
      return taken
    },
  }
}
