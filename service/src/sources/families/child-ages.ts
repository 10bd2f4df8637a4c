import type { Occupancy } from '../source.ts'

/** A child without an age is old enough for a bed, and too young for an adult's price. */
const USUAL_AGE = 8

/** The age of each child of a room, for vendors that ask for it. */
export function childAges({ children }: Occupancy): number[] {
  return Array.from({ length: children }, () => USUAL_AGE)
}
