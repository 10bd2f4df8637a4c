import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface KeyProxy {
  url: string
  close(): Promise<void>
}

/** One tool and its arguments in the place of another that only a test server has. */
export type StandIns = Readonly<Record<string, () => [name: string, args: object]>>

/** Passes every request on with an API key, for a client that cannot send one, and that may call tools that are not here. */
export async function createProxy(target: string, key: string, standIns: StandIns = {}): Promise<KeyProxy> {
  const server = createServer((asked, answered) => {
    void text(asked).then((body) => {
      const passed = request(target + (asked.url ?? '/'), { method: asked.method }, (answer) => {
        answered.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(answered)
      })
      const { body: sent, headers } = replaced(body, asked.headers, standIns)
      for (const [name, value] of Object.entries({ ...headers, 'x-api-key': key }))
        if (value !== undefined) passed.setHeader(name, value)
      passed.on('error', () => answered.destroy())
      passed.end(sent)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function replaced(body: string, asked: IncomingHttpHeaders, standIns: StandIns) {
  const { 'content-length': _length, ...headers } = asked
  const called = /"method":"tools\/call"/.test(body) ? (JSON.parse(body) as Called) : null
  const standIn = called && standIns[called.params.name]?.()
  if (!called || !standIn) return { body, headers }
  const [name, args] = standIn
  return {
    body: JSON.stringify({ ...called, params: { ...called.params, name, arguments: args } }),
    headers: { ...headers, 'mcp-name': name },
  }
}

interface Called {
  params: { name: string }
}
