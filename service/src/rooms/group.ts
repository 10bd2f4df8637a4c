import type { Reading } from './reading.ts'

/**
 * Rooms of one seller that their names do not tell apart, as lists of places: sellers list a room once per rate, or twice under
 * two codes. How many sleep in it is no difference: that often belongs to the rate. Nor is "non-smoking", which most rooms are.
 */
export function groupRooms(rooms: readonly Reading[]): number[][] {
  const groups = new Map<string, number[]>()
  rooms.forEach((room, place) => {
    const key = JSON.stringify({ ...room, sleeps: null, areaM2: null, smoking: room.smoking === true })
    const known = groups.get(key)
    if (known) known.push(place)
    else groups.set(key, [place])
  })
  return [...groups.values()]
}
