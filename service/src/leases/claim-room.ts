import type { OpenWork } from './define-work.ts'
import type { Hand } from './hand.ts'
import type { Shares } from './shares.ts'
import type { LeasedRow, Room } from './work.ts'

/** How much this process may claim, by what it has. */
export interface ClaimRoom<Row> {
  /** With a limit: once less than one round is waiting. Without: whenever something was stored. */
  isLow(share: string): boolean
  /** Leaves out kinds whose results cannot be stored now. Null if those are all. */
  roomLeft(): Omit<Room<Row>, 'isNews'> | null
  /** All rows that are leased to this process, as far as it knows. */
  inHand(): number[]
}

/** Rows held per running one, in shares with a limit, so that a source never waits for the database. */
const BUFFER = 3

export function createClaimRoom<Row extends LeasedRow>(
  hand: Hand<Row>,
  open: ReadonlyMap<string, OpenWork<Row>>,
  shares: () => Shares<Row>,
  capOf: (share: string) => number,
): ClaimRoom<Row> {
  /** Rows whose results wait to be stored are still leased, so they take up room too. */
  function* unstored(): Iterable<Row> {
    for (const work of open.values()) yield* work.unstored()
  }

  function* underWay(): Iterable<Row> {
    yield* hand.allRunning()
    yield* unstored()
  }

  return {
    isLow: (share) => capOf(share) === Infinity || hand.waiting(share) < capOf(share),
    roomLeft: () => {
      const able = new Set([...open].flatMap(([kind, work]) => (work.isStuck() ? [] : [kind])))
      if (able.size === 0) return null
      const places = shares().places.flatMap(({ kind, share, name }) => {
        const want = capOf(name) * BUFFER - hand.waiting(name) - hand.running(name)
        return want > 0 && able.has(kind) ? [{ kind, share, name, want }] : []
      })
      return { places, underWay: underWay() }
    },
    inHand: () => [...hand.ids(), ...Array.from(unstored(), ({ id }) => id)],
  }
}
