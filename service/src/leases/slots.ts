import type { Hand } from './hand.ts'
import type { LeasedRow, Slot } from './work.ts'

/** Who of a share runs: at most as many rows at once as this worker's part of it. */
export interface Slots<Row> {
  /** Gives free slots to rows that have left theirs and want another, then to rows that have not begun. */
  fill(): void
  slotOf(share: string, row: Row): Slot
  /** The row has ended. */
  end(share: string, row: Row): void
  /** Lets all who wait for another slot go on without one. */
  close(): void
}

export interface SlotsOptions<Row> {
  hand: Hand<Row>
  capOf(share: string): number
  mayBegin(): boolean
  begin(share: string, row: Row): void
  /** A slot became free, and was filled again if a row was waiting. */
  onFree(share: string): void
}

export function createSlots<Row extends LeasedRow>(options: SlotsOptions<Row>): Slots<Row> {
  const { hand, capOf, mayBegin, begin, onFree } = options
  /** Rows that want another slot, by share. */
  const returning = new Map<string, (() => void)[]>()
  let isClosed = false

  function fill(): void {
    for (const share of hand.shares()) {
      while (hand.running(share) < capOf(share) && mayBegin()) {
        const enter = returning.get(share)?.shift()
        const row = enter ? undefined : hand.begin(share)
        if (enter) enter()
        else if (row) begin(share, row)
        else break
      }
    }
  }

  function freed(share: string): void {
    fill()
    onFree(share)
  }

  return {
    fill,
    slotOf: (share, row) => {
      let hasLeft = false
      return {
        leave: () => {
          hasLeft = true
          hand.leave(share, row)
          freed(share)
        },
        enter: async () => {
          if (!hasLeft || isClosed) return
          const { promise, resolve } = Promise.withResolvers<void>()
          const line = returning.get(share) ?? []
          returning.set(share, line)
          line.push(() => {
            hasLeft = false
            hand.resume(share, row)
            resolve()
          })
          fill()
          await promise
        },
      }
    },
    end: (share, row) => {
      hand.end(share, row)
      freed(share)
    },
    close: () => {
      isClosed = true
      for (const line of returning.values()) for (const enter of line.splice(0)) enter()
    },
  }
}
