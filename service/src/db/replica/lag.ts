import type { Position } from './position.ts'

/** Measures how old the state of a replica is, without comparing clocks of two machines. */
export interface Lag {
  /** The primary was here at this moment. */
  primaryAt(position: Position, atMs: number): void
  /** The replica has replayed this much. */
  replicaAt(position: Position): void
  /** How long ago the primary had the state that the replica is known to have. */
  ms(nowMs: number): number
}

/** Two a second: ten minutes. During longer outages the lag still grows, with fewer samples to catch up with. */
const MOST_SAMPLES = 1200

export function createLag(startedMs: number): Lag {
  /** Positions of the primary that the replica is not known to have reached, oldest first. */
  const ahead: (Position & { atMs: number })[] = []
  let sameAsMs = startedMs
  let isSame = false
  return {
    primaryAt: (position, atMs) => {
      if (ahead.length < MOST_SAMPLES) ahead.push({ ...position, atMs })
    },
    replicaAt: ({ timeline, bytes }) => {
      for (;;) {
        const [next] = ahead
        if (!next || next.timeline !== timeline || next.bytes > bytes) break
        sameAsMs = next.atMs
        ahead.shift()
      }
      isSame = ahead.length === 0
    },
    ms: (nowMs) => (isSame && ahead.length === 0 ? 0 : nowMs - sameAsMs),
  }
}
