import type { Socket } from 'node:net'
import { LRUCache } from 'lru-cache'
import { networkOf } from '../sessions/network.ts'

/** How long a network stays out. */
const OUT_MS = 10_000
const MOST_NETWORKS = 10_000
/** A connection that is turned away is closed so much later: a client that connects again at once does it seldom. */
const TURN_AWAY_MS = 500

/** Networks that flooded the server. Reading one flood takes as long as hundreds of calls, so there must not be fifty at a time. */
export interface ShutOut {
  /** If it returns false, the connection was turned away. */
  admit(socket: Socket): boolean
  /** Closes all connections of its network, and turns new ones away for a while. */
  shutOut(socket: Socket): void
}

export function createShutOut(): ShutOut {
  const out = new LRUCache<string, true>({ max: MOST_NETWORKS, ttl: OUT_MS })
  const open = new Map<Socket, string>()

  function leave(this: Socket): void {
    open.delete(this)
  }

  return {
    admit: (socket) => {
      const network = networkOf(socket.remoteAddress ?? '')
      if (out.has(network)) {
        turnAway(socket)
        return false
      }
      open.set(socket, network)
      socket.once('close', leave)
      return true
    },
    shutOut: (socket) => {
      const flooding = open.get(socket)
      if (flooding === undefined) return
      out.set(flooding, true)
      for (const [other, network] of open) if (network === flooding) other.destroy()
    },
  }
}

/** Nothing of it is read. */
function turnAway(socket: Socket): void {
  socket.on('error', () => {})
  setTimeout(() => socket.destroy(), TURN_AWAY_MS).unref()
}
