/**
 * How long tasks wait for a failing source. Short outages are worth waiting for; after a long one, every task of a large
 * job would otherwise wait again, one after another.
 */
export interface Patience {
  failed(source: string): void
  succeeded(source: string): void
  isOver(source: string): boolean
}

const BORNE_MS = 20_000
/** Failures older than this are forgotten. */
const FORGOTTEN_MS = 60_000

export function createPatience(now: () => number): Patience {
  const troubles = new Map<string, { sinceMs: number; lastMs: number }>()
  return {
    failed: (source) => {
      const known = troubles.get(source)
      const lastMs = now()
      const goesOn = known !== undefined && lastMs - known.lastMs < FORGOTTEN_MS
      troubles.set(source, { sinceMs: goesOn ? known.sinceMs : lastMs, lastMs })
    },
    succeeded: (source) => {
      troubles.delete(source)
    },
    isOver: (source) => {
      const trouble = troubles.get(source)
      return trouble !== undefined && now() - trouble.sinceMs >= BORNE_MS
    },
  }
}
