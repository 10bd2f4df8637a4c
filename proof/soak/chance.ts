/** Random numbers from a printed seed, so that a run can be repeated. */
export interface Chance {
  below(limit: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
}

/** mulberry32: small, and good enough to pick the next victim. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
  return {
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
  }
}
