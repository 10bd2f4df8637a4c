import { setTimeout as wait } from 'node:timers/promises'

/** Looking costs the processes that are waited for time. What does not come at once is looked for less often. */
const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 100

/** Waits for something that another process brings about. Fails loudly when it does not come. */
export async function until(condition: () => Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const deadline = performance.now() + timeoutMs
  for (let pauseMs = FIRST_PAUSE_MS; performance.now() < deadline; pauseMs *= 1.5) {
    if (await condition().catch(() => false)) return
    await wait(Math.min(pauseMs, LONGEST_PAUSE_MS))
  }
  throw new Error(`the condition did not come true within ${timeoutMs} ms`)
}
