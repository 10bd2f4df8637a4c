/**
 * How long tasks wait for a source or a hotel that fails. Short outages are worth waiting for; after a long one, every task of
 * a large job would otherwise wait again, one after another.
 */
export interface Patience {
  failed(source: string, hotel: string): void
  succeeded(source: string, hotel: string): void
  isOver(source: string, hotel: string): boolean
}

const BORNE_MS = 20_000
/** Failures older than this are forgotten. */
const FORGOTTEN_MS = 60_000

export function createPatience(now: () => number): Patience {
  // The latest failure comes last.
  const troubles = new Map<string, { sinceMs: number; lastMs: number }>()

  const forgetOld = (): void => {
    for (const [name, { lastMs }] of troubles) {
      if (now() - lastMs < FORGOTTEN_MS) return
      troubles.delete(name)
    }
  }

  return {
    failed: (source, hotel) => {
      forgetOld()
      for (const name of namesOf(source, hotel)) {
        const sinceMs = troubles.get(name)?.sinceMs ?? now()
        troubles.delete(name)
        troubles.set(name, { sinceMs, lastMs: now() })
      }
    },
    succeeded: (source, hotel) => {
      for (const name of namesOf(source, hotel)) troubles.delete(name)
    },
    isOver: (source, hotel) =>
      namesOf(source, hotel).some((name) => {
        const trouble = troubles.get(name)
        return trouble !== undefined && now() - trouble.sinceMs >= BORNE_MS
      }),
  }
}

function namesOf(source: string, hotel: string): string[] {
  return [source, `${source} ${hotel}`]
}
