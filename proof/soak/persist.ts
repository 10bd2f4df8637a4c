import { setTimeout as wait } from 'node:timers/promises'

const PATIENCE_MS = 90_000

/** Tries again while processes and the database come and go. What is done must be safe to do twice. */
export async function persist<T>(work: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const until = performance.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > until) throw error
      await wait(200)
    }
  }
}
