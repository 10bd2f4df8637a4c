import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request to a source, held at the gate. */
export interface Passing {
  /** With the source as its first part: `/aurelia/par/v1/hotels/…`. */
  path: string
  body: string
}

/**
 * Stands before the sandbox, so that a test can refuse single questions (the points of a stay, one night of several) that
 * the sandbox's own faults cannot tell apart.
 */
export interface Gate {
  url: string
  /** Whatever matches is answered with 503 from now on. */
  refuse(matches: (passing: Passing) => boolean): void
  /** From now on every request waits until so many sources have one waiting; then all of them pass. */
  gather(sources: number): void
  open(): void
  stop(): Promise<void>
}

export async function openGate(target: string): Promise<Gate> {
  let isRefused: (passing: Passing) => boolean = () => false
  let crowd = crowdOf(0)
  const server = createServer((incoming, outgoing) => {
    readText(incoming)
      .then(async (body) => {
        const path = incoming.url ?? '/'
        await crowd.join(path.split('/')[1] ?? '')
        if (isRefused({ path, body })) {
          outgoing.writeHead(503).end()
          return
        }
        const { method = 'GET', headers } = incoming
        const onward = request(target + path, { method, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
        })
        onward.on('error', () => outgoing.destroy())
        onward.end(body)
      })
      .catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse: (matches) => {
      isRefused = matches
    },
    gather: (sources) => {
      crowd = crowdOf(sources)
    },
    open: () => {
      isRefused = () => false
      crowd.leave()
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

/** Whoever joins waits for the others. */
function crowdOf(sources: number): { join(source: string): Promise<void>; leave(): void } {
  const here = new Set<string>()
  const { promise, resolve } = Promise.withResolvers<void>()
  if (sources === 0) resolve()
  return {
    join: (source) => {
      here.add(source)
      if (here.size >= sources) resolve()
      return promise
    },
    leave: resolve,
  }
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
