import type { Logger } from 'pino'
import { startLoop } from '../leases/loop.ts'

/** A recurring task that any worker may do. Running it twice must be harmless. */
export interface Chore {
  name: string
  everyMs: number
  /** Returns how many items it processed. */
  run(): Promise<number>
}

export interface Chores {
  close(): Promise<void>
}

export function startChores(chores: readonly Chore[], log: Logger): Chores {
  const loops = chores.map(({ name, everyMs, run }) =>
    startLoop({
      pollMs: everyMs,
      run: async () => {
        const count = await run()
        if (count > 0) log.info({ chore: name, count }, 'chore done')
      },
      onError: (error) => log.warn({ err: error, chore: name }, 'chore failed; it will be retried'),
    }),
  )
  return {
    close: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
