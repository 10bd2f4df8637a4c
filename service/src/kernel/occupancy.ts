export interface Occupancy {
  adults: number
  children: number
  rooms: number
  /** The ages of the children, as they were requested. Without them, every child is `CHILD_AGE`. */
  ages?: readonly number[]
}

/** The default. */
export const DEFAULT_OCCUPANCY: Occupancy = { adults: 2, children: 0, rooms: 1 }

/** Old enough for a bed, too young for an adult's price. */
export const CHILD_AGE = 8

/** One age per child, ascending: the order of a request makes no difference. */
export function childAges({ children, ages }: Occupancy): number[] {
  return ages ? ages.toSorted((a, b) => a - b) : Array.from({ length: children }, () => CHILD_AGE)
}

/**
 * As one number: 2 adults, 1 child, 1 room → 211. Every part is a single digit. Ages other than the default are counted in the
 * thousands above; see `agesNo`.
 */
export function occupancyNo(party: Occupancy): number {
  return agesNo(party) * PARTIES + party.adults * 100 + party.children * 10 + party.rooms
}

export function occupancyOf(no: number): Occupancy {
  const party = no % PARTIES
  const children = Math.floor(party / 10) % 10
  const ages = agesOf(Math.floor(no / PARTIES), children)
  return { adults: Math.floor(party / 100), children, rooms: party % 10, ...(ages && { ages }) }
}

/** More than any party's number without ages. */
export const PARTIES = 1000

/**
 * The place of the ages among all lists of as many ages, from 1; 0 for the default ages. Adding its index to each age of an
 * ascending list gives distinct numbers, and such sets are counted by binomial coefficients. 6 ages make 100,947 lists, where
 * digits would need 34 million.
 */
export function agesNo(party: Occupancy): number {
  if (!party.ages) return 0
  const ages = childAges(party)
  if (ages.every((age) => age === CHILD_AGE)) return 0
  return 1 + ages.reduce((sum, age, index) => sum + choose(age + index, index + 1), 0)
}

function agesOf(no: number, children: number): number[] | undefined {
  if (no === 0) return undefined
  const ages: number[] = []
  let rest = no - 1
  for (let index = children - 1; index >= 0; index -= 1) {
    let age = 0
    while (choose(age + 1 + index, index + 1) <= rest) age += 1
    rest -= choose(age + index, index + 1)
    ages.unshift(age)
  }
  return ages
}

/** How many sets of `size` there are among `of` things. */
function choose(of: number, size: number): number {
  let sets = 1
  for (let taken = 0; taken < size; taken += 1) sets = (sets * (of - taken)) / (taken + 1)
  return sets
}
