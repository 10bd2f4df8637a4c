import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'

/**
 * Stands before PostgreSQL. It can hold a statement up, or lose one answer: that to the commit of the next transaction with a statement
 * that has the given words. The commit itself arrives, so the database has done what its client will never be told.
 */
export interface CuttingProxy {
  url: string
  cutNextCommitAfter(words: string): void
  /** The same for a statement that is its own transaction. */
  cutNextAnswerTo(words: string): void
  /** The next statement with these words waits until it is let go. */
  holdNext(words: string): { arrived: Promise<void>; letGo(): void }
  /** Breaks every open connection; new ones are let through. */
  cutAll(): void
  /** How many answers were lost. */
  cuts(): number
  stop(): Promise<void>
}

export async function openCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let words: string | null = null
  let alone: string | null = null
  let hold: { words: string; arrive(): void; gone: Promise<void> } | null = null
  let cuts = 0

  const server = createServer((client) => {
    const database = dial(Number(target.port), target.hostname)
    let marked = false
    let deaf = false
    client.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      if (words !== null && text.includes(words)) marked = true
      if (marked && /commit\0/i.test(text)) {
        words = null
        deaf = true
      }
      if (alone !== null && text.includes(alone)) {
        alone = null
        deaf = true
      }
      if (hold !== null && text.includes(hold.words)) {
        const { arrive, gone } = hold
        hold = null
        client.pause()
        arrive()
        void gone.then(() => {
          database.write(chunk)
          client.resume()
        })
        return
      }
      database.write(chunk)
    })
    database.on('data', (chunk) => {
      if (!deaf) client.write(chunk)
      else if (!client.destroyed) {
        cuts += 1
        client.destroy()
      }
    })
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    cutNextCommitAfter: (given) => {
      words = given
    },
    cutNextAnswerTo: (given) => {
      alone = given
    },
    holdNext: (given) => {
      const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
      const { promise: gone, resolve: letGo } = Promise.withResolvers<void>()
      hold = { words: given, arrive, gone }
      return { arrived, letGo }
    },
    cutAll: () => {
      for (const socket of sockets) socket.destroy()
    },
    cuts: () => cuts,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
