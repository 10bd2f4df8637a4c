import type { World } from '../world/world.ts'

/**
 * Whether a test hotel hangs, breaks or refuses. Asked alone it does so before any wire is reached; asked with others
 * the wire must show its failure in the vendor's form, and never so that it could pass for a full hotel.
 */
export function isOutOfOrder(world: World, code: string): boolean {
  const misbehaviour = world.misbehaviour(code)
  return misbehaviour !== null && misbehaviour !== 'slow'
}
