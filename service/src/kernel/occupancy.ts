export interface Occupancy {
  adults: number
  children: number
  rooms: number
}

/** The default. */
export const DEFAULT_OCCUPANCY: Occupancy = { adults: 2, children: 0, rooms: 1 }

/** As one small number: 2 adults, 1 child, 1 room → 211. Every part is a single digit. */
export function occupancyNo({ adults, children, rooms }: Occupancy): number {
  return adults * 100 + children * 10 + rooms
}

export function occupancyOf(no: number): Occupancy {
  return { adults: Math.floor(no / 100), children: Math.floor(no / 10) % 10, rooms: no % 10 }
}
