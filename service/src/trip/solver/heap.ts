/** A queue whose first element is always the least. */
export class Heap<Item> {
  readonly #items: Item[] = []
  readonly #isBefore: (a: Item, b: Item) => boolean

  constructor(isBefore: (a: Item, b: Item) => boolean) {
    this.#isBefore = isBefore
  }

  push(item: Item): void {
    const items = this.#items
    let at = items.push(item) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = items[parent]
      if (above === undefined || !this.#isBefore(item, above)) break
      items[at] = above
      at = parent
    }
    items[at] = item
  }

  pop(): Item | undefined {
    const items = this.#items
    const first = items[0]
    const last = items.pop()
    if (items.length > 0 && last !== undefined) this.#sink(last)
    return first
  }

  #sink(item: Item): void {
    const items = this.#items
    let at = 0
    for (;;) {
      const child = this.#lesserChild(at)
      const below = items[child]
      if (below === undefined || !this.#isBefore(below, item)) break
      items[at] = below
      at = child
    }
    items[at] = item
  }

  #lesserChild(at: number): number {
    const left = this.#items[2 * at + 1]
    const right = this.#items[2 * at + 2]
    const takesRight = left !== undefined && right !== undefined && this.#isBefore(right, left)
    return 2 * at + (takesRight ? 2 : 1)
  }
}
