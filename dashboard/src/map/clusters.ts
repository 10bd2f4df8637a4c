/** Something at a place on the screen. */
export interface Placed<T> {
  of: T
  x: number
  y: number
}

/** Pins that would cover each other, drawn as one. */
export interface Cluster<T> {
  members: Placed<T>[]
  x: number
  y: number
}

/** The room that a pin with its price takes, in pixels. */
const WIDE = 68
const TALL = 30

/** Joins each pin to the first cluster that it would cover. The order of the pins decides which ones lead. */
export function clustersOf<T>(pins: readonly Placed<T>[]): Cluster<T>[] {
  const clusters: Cluster<T>[] = []
  for (const pin of pins) {
    const near = clusters.find(({ x, y }) => Math.abs(x - pin.x) < WIDE && Math.abs(y - pin.y) < TALL)
    if (near) near.members.push(pin)
    else clusters.push({ members: [pin], x: pin.x, y: pin.y })
  }
  return clusters
}
