/**
 * How long tasks bear with a source that fails. A source that hiccups comes back within seconds, and tasks wait for it; one
 * that has been down for a while would otherwise cost every task of a large job the same wait, one after another.
 */
export interface Patience {
  failed(source: string): void
  succeeded(source: string): void
  isOver(source: string): boolean
}

const BORNE_MS = 20_000
/** What failed so long ago says nothing of now. */
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
