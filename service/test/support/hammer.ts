import { setTimeout as wait } from 'node:timers/promises'
import { get } from './client.ts'

export interface Hammer {
  /** For each process, when the last call that was let in was made; 0 where none was. */
  lastSuccess: number[]
  stop(): Promise<void>
}

/** Keeps asking on every process, and remembers when each last let a call in. */
export function hammer(urls: readonly string[], key: string): Hammer {
  const load = { running: true }
  const lastSuccess = urls.map(() => 0)
  const loops = urls.map(async (url, index) => {
    while (load.running) {
      // By when it was made: how long a busy machine takes to answer says nothing about who is let in.
      const madeAt = performance.now()
      const answer = await get(url, '/v1/usage/lines?limit=1', key).catch(() => null)
      if (answer?.status === 200) lastSuccess[index] = madeAt
      await wait(25)
    }
  })
  return {
    lastSuccess,
    stop: async () => {
      load.running = false
      await Promise.all(loops)
    },
  }
}
