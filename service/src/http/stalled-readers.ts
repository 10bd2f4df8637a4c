import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const LOOK_MS = 5000

/**
 * Disconnects clients that read nothing of their answer for that long. Looks at all connections now and then and sets Node's own
 * timer only where an answer is stuck: a timer per answer cost more than the rest of the sending.
 *
 * `onCrowdLeft` is called when many connections have ended since the last time.
 */
export function cutStalledReaders(server: Server, stalledMs: number, onCrowdLeft: () => void): void {
  const sockets = new Set<Socket>()
  let most = 0
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    most = Math.max(most, sockets.size)
    socket.once('close', () => sockets.delete(socket))
  })
  const timer = setInterval(() => {
    for (const socket of sockets) {
      if (socket.writableLength > 0 && socket.timeout !== stalledMs) socket.setTimeout(stalledMs)
    }
    if (most - sockets.size >= CROWD) {
      most = sockets.size
      onCrowdLeft()
    }
  }, LOOK_MS)
  server.on('close', () => clearInterval(timer))
}

/** So many connections take up to 30 MB. */
const CROWD = 500
