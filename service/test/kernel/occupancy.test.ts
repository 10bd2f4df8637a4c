import { describe, expect, test } from 'vitest'
import { childAges, type Occupancy, occupancyNo, occupancyOf } from '../../src/kernel/occupancy.ts'

/** All ascending lists of so many ages. */
function* listsOf(count: number, least = 0): Generator<number[]> {
  if (count === 0) yield []
  else
    for (let age = least; age <= 17; age += 1)
      for (const rest of listsOf(count - 1, age)) yield [age, ...rest]
}

describe('the number of a party', () => {
  test('without ages is its digits', () => {
    expect(occupancyNo({ adults: 2, children: 0, rooms: 1 })).toBe(201)
    expect(occupancyNo({ adults: 8, children: 6, rooms: 9 })).toBe(869)
    expect(occupancyOf(869)).toEqual({ adults: 8, children: 6, rooms: 9 })
  })

  test('is the same for ages of 8 as without ages, and for ages in any order', () => {
    expect(occupancyNo({ adults: 2, children: 3, rooms: 1, ages: [8, 8, 8] })).toBe(231)
    const [one, other] = [
      [4, 9, 4],
      [9, 4, 4],
    ].map((ages) => occupancyNo({ adults: 2, children: 3, rooms: 1, ages }))
    expect(one).toBe(other)
  })

  test('differs for all other ages, fits four bytes, and leads back to them', () => {
    for (const children of [1, 2, 3, 4, 5, 6]) {
      const seen = new Set<number>()
      let lists = 0
      for (const ages of listsOf(children)) {
        const party: Occupancy = { adults: 2, children, rooms: 1, ages }
        const no = occupancyNo(party)
        lists += 1
        seen.add(no)
        if (no > 2_147_483_647 || childAges(occupancyOf(no)).join() !== ages.join())
          throw new Error(`${ages.join()} became ${no}`)
      }
      expect(seen.size).toBe(lists)
    }
  })
})
