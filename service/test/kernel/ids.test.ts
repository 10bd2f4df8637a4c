import fc from 'fast-check'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { type IdPrefix, newId, newOrderedId, randomBase62, toBase62 } from '../../src/kernel/ids.ts'

// Ids of a process never go back in time, and these tests are ahead of it. The next file begins anew.
afterAll(() => {
  vi.resetModules()
})

const BASE62 = /^[0-9A-Za-z]*$/
const PREFIXES: IdPrefix[] = ['acc', 'key', 'job', 'wat', 'evt', 'req']

describe('random text', () => {
  test('has the length that was asked for, and only digits and letters', () => {
    fc.assert(
      fc.property(fc.nat({ max: 300 }), (length) => {
        const text = randomBase62(length)
        expect(text).toHaveLength(length)
        expect(text).toMatch(BASE62)
      }),
    )
  })

  test('favours no letter', () => {
    const length = 124_000
    const counts = new Map<string, number>()
    for (const letter of randomBase62(length)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    expect(counts.size).toBe(62)
    const expected = length / 62
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    // 61 on average; above 150 once in ten million runs. Bytes taken modulo 62 would come to about 800.
    expect(chiSquare).toBeLessThan(150)
  })
})

describe('a number in base 62', () => {
  test.each([
    [0, 1, '0'],
    [61, 1, 'z'],
    [62, 2, '10'],
    [3843, 2, 'zz'],
    [0, 4, '0000'],
    [4_294_967_295, 6, '4gfFC3'],
  ])('%i in %i places is %s', (value, length, text) => {
    expect(toBase62(value, length)).toBe(text)
  })

  const value = fc.nat({ max: 62 ** 8 - 1 })

  test('can be read back', () => {
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    const read = (text: string) =>
      Array.from(text).reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)
    fc.assert(
      fc.property(value, (number) => {
        expect(read(toBase62(number, 8))).toBe(number)
      }),
    )
  })

  test('sorts as a text the way it sorts as a number', () => {
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(toBase62(one, 8) < toBase62(other, 8)).toBe(one < other)
      }),
    )
  })
})

describe('a public id', () => {
  test.each(PREFIXES)('of %s tells its kind and nothing else', (prefix) => {
    expect(newId(prefix)).toMatch(/^[a-z]{3}_[0-9A-Za-z]{22}$/)
    expect(newId(prefix).startsWith(`${prefix}_`)).toBe(true)
  })

  test('is never given twice', () => {
    const ids = Array.from({ length: 20_000 }, () => newId('req'))
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('an ordered id', () => {
  const UUID7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  const timeOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

  test('is a version 7 UUID that begins with the time', () => {
    const before = Date.now()
    const id = newOrderedId()
    expect(id).toMatch(UUID7)
    expect(timeOf(id)).toBeGreaterThanOrEqual(before)
    expect(timeOf(id)).toBeLessThanOrEqual(Date.now())
  })

  test('is never given twice, not even within a millisecond', () => {
    const nowMs = Date.now()
    const ids = Array.from({ length: 20_000 }, () => newOrderedId(nowMs))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('of a later millisecond sorts after all before', () => {
    const start = Date.now() + 1000
    const ids = Array.from({ length: 2000 }, (_, index) => newOrderedId(start + index))
    expect(ids.toSorted()).toEqual(ids)
  })

  test('never runs backwards, however the clock jumps', () => {
    let highest = 0
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1_600_000_000_000, max: 2_000_000_000_000 })), (clock) => {
        for (const nowMs of clock) {
          const time = timeOf(newOrderedId(nowMs))
          expect(time).toBeGreaterThanOrEqual(Math.max(highest, nowMs))
          highest = time
        }
      }),
    )
    expect(highest).toBeGreaterThan(1_600_000_000_000)
  })
})
