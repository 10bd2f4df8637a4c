import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'

export interface OpsServer {
  port: number
  close(): Promise<void>
}

export interface OpsOptions {
  host: string
  port: number
  registry: Registry
  /** Whether this process should get traffic: its database answers and it is not shutting down. */
  ready: () => Promise<boolean>
}

/** Metrics, health and readiness, on a separate port that can stay private. */
export async function startOps({ host, port, registry, ready }: OpsOptions): Promise<OpsServer> {
  const server = createServer((request, response) => {
    switch (request.url ?? '/') {
      case '/metrics':
        void registry.metrics().then((text) => answer(response, 200, text, registry.contentType))
        return
      case '/health':
        answer(response, 200, '{"status":"up"}')
        return
      case '/ready':
        void ready().then((isReady) => answer(response, isReady ? 200 : 503, `{"ready":${isReady}}`))
        return
      default:
        answer(response, 404, '{"paths":["/metrics","/health","/ready"]}')
    }
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function answer(response: ServerResponse, status: number, body: string, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type }).end(body)
}
