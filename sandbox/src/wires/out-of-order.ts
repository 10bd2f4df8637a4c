import type { World } from '../world/world.ts'

/**
 * Whether a test hotel hangs, breaks or refuses. In a request of its own it does so before the wire is reached; in a batch
 * the wire must show the failure in the vendor's format, and never as a full hotel.
 */
export function isOutOfOrder(world: World, code: string): boolean {
  const misbehaviour = world.misbehaviour(code)
  return misbehaviour !== null && misbehaviour !== 'slow'
}
