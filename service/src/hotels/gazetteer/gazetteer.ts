import { Worker } from 'node:worker_threads'
import type { FoundPlace } from '../../sources/search-engine.ts'

/** The world's towns, used while the search engine is unavailable. */
export interface Gazetteer {
  /** Best match first; empty if there is no such town. */
  find(text: string): Promise<FoundPlace[]>
  byId(placeId: string): Promise<FoundPlace | null>
  close(): Promise<void>
}

export interface TownsQuestion {
  no: number
  find?: string
  id?: string
}

export interface TownsAnswer {
  no: number
  places: FoundPlace[]
}

interface Waiting {
  resolve(places: FoundPlace[]): void
  reject(error: Error): void
}

interface Thread {
  worker: Worker
  waiting: Map<number, Waiting>
}

/**
 * Runs in a thread that the first query starts: reading the list takes almost a second and 100 MB, which must not block
 * other requests or burden a process that never needs it.
 */
export function createGazetteer(): Gazetteer {
  let thread: Thread | undefined
  let asked = 0

  const start = (): Thread => {
    const worker = new Worker(new URL('./thread.ts', import.meta.url))
    const started: Thread = { worker, waiting: new Map() }
    worker.unref()
    worker.on('message', ({ no, places }: TownsAnswer) => {
      started.waiting.get(no)?.resolve(places)
      started.waiting.delete(no)
    })
    const fail = (error: Error) => {
      if (thread === started) thread = undefined
      for (const { reject } of started.waiting.values()) reject(error)
      started.waiting.clear()
    }
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('the gazetteer thread has exited')))
    return started
  }

  const ask = (question: Omit<TownsQuestion, 'no'>): Promise<FoundPlace[]> =>
    new Promise((resolve, reject) => {
      thread ??= start()
      asked += 1
      thread.waiting.set(asked, { resolve, reject })
      thread.worker.postMessage({ no: asked, ...question } satisfies TownsQuestion, [])
    })

  return {
    find: (text) => ask({ find: text }),
    byId: async (placeId) => (await ask({ id: placeId }))[0] ?? null,
    close: async () => {
      await thread?.worker.terminate()
    },
  }
}
