import { setTimeout as wait } from 'node:timers/promises'

const PATIENCE_MS = 90_000

/** Retries while processes and the database go up and down. The work must be safe to repeat. */
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
