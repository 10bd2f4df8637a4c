import { setTimeout as wait } from 'node:timers/promises'

/** What can be broken. */
export type Target = 'apis' | 'workers' | 'database'

/** Gives exclusive access to checks that break things themselves or count failures. */
export interface Peace {
  /** Runs the work without random faults. */
  keep<T>(targets: readonly Target[], work: () => Promise<T>): Promise<T>
  /** Whether faults are allowed there. */
  allows(targets: readonly Target[]): boolean
  /** Runs a fault if allowed. Checks that ask for exclusive access meanwhile wait for its end. */
  strike(targets: readonly Target[], work: () => Promise<void>): Promise<void>
}

export function createPeace(): Peace {
  const kept: Record<Target, number> = { apis: 0, workers: 0, database: 0 }
  const struck: Record<Target, number> = { apis: 0, workers: 0, database: 0 }
  const add = (counts: Record<Target, number>, targets: readonly Target[], by: number) => {
    for (const target of targets) counts[target] += by
  }
  return {
    keep: async (targets, work) => {
      add(kept, targets, 1)
      try {
        while (targets.some((target) => struck[target] > 0)) await wait(50)
        return await work()
      } finally {
        add(kept, targets, -1)
      }
    },
    allows: (targets) => targets.every((target) => kept[target] === 0),
    strike: async (targets, work) => {
      add(struck, targets, 1)
      try {
        await work()
      } finally {
        add(struck, targets, -1)
      }
    },
  }
}
