import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeInOrder } from '../../src/kernel/merge-in-order.ts'

test('ordered sequences become one, and equal items keep the order of their sequences', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: 0, max: 9 }))), (lists) => {
      const sequences = lists.map((list, from) =>
        list.toSorted((a, b) => a - b).map((rank, place) => ({ rank, from, place })),
      )
      const merged = mergeInOrder(
        sequences.map((sequence) => sequence[Symbol.iterator]()),
        ({ rank }) => rank,
      )
      expect([...merged]).toEqual(sequences.flat().toSorted((a, b) => a.rank - b.rank))
    }),
  )
})

test('a sequence is read no further than needed', () => {
  let read = 0
  function* endless() {
    for (;;) {
      read += 1
      yield read
    }
  }
  expect([...mergeInOrder([endless(), [2, 4][Symbol.iterator]()], (item) => item).take(5)]).toEqual([
    1, 2, 2, 3, 4,
  ])
  expect(read).toBeLessThanOrEqual(5)
})
