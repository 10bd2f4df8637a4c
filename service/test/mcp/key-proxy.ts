import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface KeyProxy {
  url: string
  close(): Promise<void>
}

/** Passes every request on with an API key, for a client that cannot send one. */
export async function createProxy(target: string, key: string): Promise<KeyProxy> {
  const server = createServer((asked, answered) => {
    const passed = request(
      target + (asked.url ?? '/'),
      { method: asked.method, headers: { ...asked.headers, 'x-api-key': key } },
      (answer) => {
        answered.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(answered)
      },
    )
    passed.on('error', () => answered.destroy())
    asked.pipe(passed)
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
