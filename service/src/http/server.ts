import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { LIMITS } from '../kernel/limits.ts'
import { createShutOut } from './shut-out.ts'

/** Longer than any proxy keeps an idle connection. */
const KEEP_ALIVE_MS = 72_000

/**
 * A connection that sends requests without waiting for their answers is closed, and its network shut out for a while: Node reads all of
 * a packet, and a thousand requests in one hold up everybody else. No browser, library or proxy does that.
 */
export function createHttpServer(handle: RequestListener): Server {
  const unanswered = new WeakMap<Socket, number>()
  const networks = createShutOut()
  const server = createServer(
    { requestTimeout: LIMITS.requestMs, headersTimeout: LIMITS.headersMs, connectionsCheckingInterval: 2000 },
    (request, response) => {
      const { socket } = request
      if (socket.destroyed) return
      const count = (unanswered.get(socket) ?? 0) + 1
      if (count > LIMITS.unanswered) {
        networks.shutOut(socket)
        return
      }
      unanswered.set(socket, count)
      response.on('close', leave)
      handle(request, response)
    },
  )
  // Node's own listener makes a parser for the connection.
  const [serve] = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    if (networks.admit(socket)) serve?.call(server, socket)
  })
  /** One function for all responses: a closure for each costs more than the counting. */
  function leave(this: ServerResponse): void {
    const { socket } = this.req
    unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1)
  }
  server.keepAliveTimeout = KEEP_ALIVE_MS
  return server
}
