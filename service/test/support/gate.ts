import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request on its way to a source. */
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
  open(): void
  stop(): Promise<void>
}

export async function openGate(target: string): Promise<Gate> {
  let isRefused: (passing: Passing) => boolean = () => false
  const server = createServer((incoming, outgoing) => {
    readText(incoming)
      .then((body) => {
        const path = incoming.url ?? '/'
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
    open: () => {
      isRefused = () => false
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
