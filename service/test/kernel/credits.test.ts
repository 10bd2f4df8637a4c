import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCredits, toCredits } from '../../src/kernel/credits.ts'

const quarterable = fc.nat({ max: 250_000_000_000 }).map((units) => units * 4)

test.each([
  [0, 0],
  [0.004, 4],
  [0.02, 20],
  [0.1, 100],
  [0.2, 200],
  [0.3, 300],
  [0.5, 500],
  [0.7, 700],
  [1, 1000],
  [1.1, 1100],
  [2, 2000],
  [1_000_000, 1_000_000_000],
])('a price of %d credits is %i thousandths', (credits, milli) => {
  expect(parseCredits(credits)).toBe(milli)
  expect(toCredits(milli)).toBe(credits)
})

test.each([0.001, 0.002, 0.003, 0.005, 0.01, 0.05, 0.1234, 0.0004, 1e-6, 1 / 3, -0.004, -1, Number.NaN])(
  'a price of %d cannot be quartered exactly, or is none',
  (credits) => {
    expect(() => parseCredits(credits)).toThrow('is not a multiple of 0.004 credits')
  },
)

test('endless prices are none', () => {
  expect(() => parseCredits(Number.POSITIVE_INFINITY)).toThrow('is not a multiple')
  expect(() => parseCredits(Number.NEGATIVE_INFINITY)).toThrow('is not a multiple')
})

test('every price of the catalog comes back as it was written, and so does its quarter', () => {
  fc.assert(
    fc.property(quarterable, (milli) => {
      expect(parseCredits(toCredits(milli))).toBe(milli)
      expect(Number.isInteger(milli / 4)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

function taken(credits: number): boolean {
  try {
    return parseCredits(credits) >= 0
  } catch {
    return false
  }
}

test('of thousandths, exactly every fourth is a price', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10_000_000 }), (milli) => {
      expect(taken(milli / 1000)).toBe(milli % 4 === 0)
    }),
    { numRuns: 2000 },
  )
})

test('clients read at most three decimals, with no dust of binary fractions', () => {
  expect([toCredits(25), toCredits(1000), toCredits(1325)]).toEqual([0.025, 1, 1.325])
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000_000_000 }), (milli) => {
      const whole = Math.floor(milli / 1000)
      const rest = String(milli % 1000)
        .padStart(3, '0')
        .replace(/0+$/, '')
      expect(JSON.stringify(toCredits(milli))).toBe(rest === '' ? `${whole}` : `${whole}.${rest}`)
    }),
    { numRuns: 2000 },
  )
})
