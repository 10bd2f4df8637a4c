import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  path: string
  headers: Record<string, string>
  body: string
}

export type Answering = (response: ServerResponse, received: Received) => void

/** Somebody's server that webhooks are sent to: remembers what it got, and answers as the test says. */
export interface Receiver {
  url: string
  received: Received[]
  /** How many connections were made to it, whatever came over them. */
  connections(): number
  answer(answering: Answering): void
  stop(): Promise<void>
}

export const ok: Answering = (response) => {
  response.writeHead(200).end('thanks')
}

export function status(code: number, headers: Record<string, string> = {}): Answering {
  return (response) => {
    response.writeHead(code, headers).end()
  }
}

export const hang: Answering = () => {}

export const reset: Answering = (response) => {
  response.socket?.resetAndDestroy()
}

/** One byte after another, for as long as anybody listens. */
export const drip: Answering = (response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write('.'), 20)
  response.on('close', () => clearInterval(timer))
}

export const chatty: Answering = (response) => {
  response.writeHead(200).end('x'.repeat(200_000))
}

export async function openReceiver(host = '127.0.0.1'): Promise<Receiver> {
  const received: Received[] = []
  let answering: Answering = ok
  let connections = 0
  const server = createServer((request, response) => {
    readBody(request).then(
      (body) => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        )
        const one = { path: request.url ?? '', headers, body }
        received.push(one)
        answering(response, one)
      },
      () => response.destroy(),
    )
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    received,
    connections: () => connections,
    answer: (next) => {
      answering = next
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
