import type { StayAsk } from './world.ts'

/** How many live shops of a stay the stepping test hotels have seen. */
export interface Steps {
  /** The step that this request sees; a stepping request advances it first. */
  at(kind: 'cash' | 'award', source: string, code: string, ask: StayAsk, moves: boolean): number
  forget(): void
}

export function createSteps(): Steps {
  const taken = new Map<string, number>()
  return {
    at(kind, source, code, ask, moves) {
      const key = `${kind} ${source} ${code} ${ask.checkin} ${ask.los}`
      const count = (taken.get(key) ?? 0) + (moves ? 1 : 0)
      if (moves) taken.set(key, count)
      // The first live shop sees step 0, and so do requests before it.
      return Math.max(0, count - 1)
    },
    forget: () => taken.clear(),
  }
}
