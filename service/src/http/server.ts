import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { LIMITS } from '../kernel/limits.ts'

/** Longer than any proxy keeps an idle connection. */
const KEEP_ALIVE_MS = 72_000

/**
 * Closes a connection that sends requests without waiting for their answers: Node reads them all, and one small packet would hold up
 * everybody else.
 */
export function createHttpServer(handle: RequestListener): Server {
  const unanswered = new WeakMap<Socket, number>()
  const server = createServer(
    { requestTimeout: LIMITS.requestMs, headersTimeout: LIMITS.headersMs, connectionsCheckingInterval: 2000 },
    (request, response) => {
      const { socket } = request
      if (socket.destroyed) return
      const count = (unanswered.get(socket) ?? 0) + 1
      if (count > LIMITS.unanswered) {
        socket.destroy()
        return
      }
      unanswered.set(socket, count)
      response.on('close', leave)
      handle(request, response)
    },
  )
  /** One function for all responses: a closure for each costs more than the counting. */
  function leave(this: ServerResponse): void {
    const { socket } = this.req
    unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1)
  }
  server.keepAliveTimeout = KEEP_ALIVE_MS
  return server
}
