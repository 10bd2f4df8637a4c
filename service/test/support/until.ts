import { setTimeout as wait } from 'node:timers/promises'

/** Waits for something that another process brings about. Fails loudly when it does not come. */
export async function until(condition: () => Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline) {
    if (await condition().catch(() => false)) return
    await wait(50)
  }
  throw new Error(`the condition did not come true within ${timeoutMs} ms`)
}
