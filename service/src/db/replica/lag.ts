import { hasReached, type Position } from './position.ts'

/** How old the state of a replica is, measured with this process's clock alone. */
export interface Lag {
  /** The primary was at `primary` at a moment, and the replica then at `replica`; null if it did not answer. */
  looked(primary: Position, atMs: number, replica: Position | null): void
  /** How long ago the primary had the state that the replica is known to have. 0 if it had everything at the last look. */
  ms(nowMs: number): number
}

/** Two a second: ten minutes. During a longer outage the lag still grows, but is measured less exactly afterwards. */
const MOST_SAMPLES = 1200

export function createLag(startedMs: number): Lag {
  /** Positions of the primary that the replica is not known to have reached, oldest first. */
  const ahead: { position: Position; atMs: number }[] = []
  let sameAsMs = startedMs
  let isSame = false
  return {
    looked: (primary, atMs, replica) => {
      if (ahead.length < MOST_SAMPLES) ahead.push({ position: primary, atMs })
      const missing = ahead.findIndex(({ position }) => !replica || !hasReached(replica, position))
      const reached = ahead.splice(0, missing === -1 ? ahead.length : missing)
      sameAsMs = reached.at(-1)?.atMs ?? sameAsMs
      isSame = ahead.length === 0
    },
    ms: (nowMs) => (isSame ? 0 : nowMs - sameAsMs),
  }
}
