import type { Logger } from 'pino'

/** Something that has to be done every so often, by whichever worker comes first. Doing it twice must do no harm. */
export interface Chore {
  name: string
  everyMs: number
  /** Says how many things it dealt with. */
  run(): Promise<number>
}

export interface Chores {
  close(): Promise<void>
}

export function startChores(chores: readonly Chore[], log: Logger): Chores {
  const underWay = new Map<string, Promise<void>>()

  async function once({ name, run }: Chore): Promise<void> {
    try {
      const count = await run()
      if (count > 0) log.info({ chore: name, count }, 'a chore was done')
    } catch (error) {
      log.warn({ err: error, chore: name }, 'a chore could not be done; it is tried again')
    } finally {
      underWay.delete(name)
    }
  }

  const timers = chores.map((chore) =>
    setInterval(() => {
      if (!underWay.has(chore.name)) underWay.set(chore.name, once(chore))
    }, chore.everyMs),
  )
  return {
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(underWay.values())
    },
  }
}
