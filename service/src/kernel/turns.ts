import type { Rest } from './event-loop.ts'

/** Lets a few at a time do large work. Whose turn is next goes round the keys, so one key with many waiting delays the others little. */
export interface Turns<Key> {
  take<T>(key: Key, work: () => Promise<T>): Promise<T>
}

/** `rest`: how long a place stays empty after work of so many milliseconds. Its answer does not wait for that. */
export function createTurns<Key>(atOnce: number, rest: Rest = () => 0): Turns<Key> {
  /** A key with somebody waiting, next in turn first. */
  const waiting = new Map<Key, (() => void)[]>()
  let running = 0

  function begin(key: Key): Promise<void> | undefined {
    if (running < atOnce) {
      running += 1
      return undefined
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    const queue = waiting.get(key)
    if (queue) queue.push(resolve)
    else waiting.set(key, [resolve])
    return promise
  }

  /** Hands the place to the next in turn. Its key then goes to the end. */
  function end(): void {
    const [next] = waiting
    if (!next) {
      running -= 1
      return
    }
    const [key, queue] = next
    const start = queue.shift()
    waiting.delete(key)
    if (queue.length > 0) waiting.set(key, queue)
    start?.()
  }

  return {
    take: async (key, work) => {
      await begin(key)
      const startedMs = performance.now()
      try {
        return await work()
      } finally {
        const restMs = rest(performance.now() - startedMs)
        if (restMs > 0) setTimeout(end, restMs)
        else end()
      }
    },
  }
}
